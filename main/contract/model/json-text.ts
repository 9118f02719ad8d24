/**
 * A reply whose JSON is made already, in pieces that follow each other (texts, or bytes in UTF-8): large replies are sent as they
 * were stored, without being parsed and serialized again.
 */
export class JsonText {
  /** `tag`: an ETag that changes with the text, quotes included; null where none is known without hashing all of it. */
  constructor(
    readonly parts: readonly JsonPiece[],
    readonly tag: string | null = null,
  ) {}
}

type JsonPiece = string | Uint8Array

/** JSON that is made already, whole or in pieces. */
type MadeJson = JsonPiece | JsonText

const piecesOf = (json: MadeJson): readonly JsonPiece[] => (json instanceof JsonText ? json.parts : [json])

/** JSON of `rest`, followed by further fields whose JSON is made already; `rest` has at least one field. */
export function jsonWith(
  rest: object,
  fields: Readonly<Record<string, MadeJson>>,
  tag: string | null = null,
): JsonText {
  const made = Object.entries(fields).flatMap(([name, json]) => [`,${JSON.stringify(name)}:`, ...piecesOf(json)])
  return new JsonText([JSON.stringify(rest).slice(0, -1), ...made, '}'], tag)
}

export function jsonList(items: readonly MadeJson[]): JsonText {
  const pieces = items.flatMap((json, at) => (at === 0 ? piecesOf(json) : [',', ...piecesOf(json)]))
  return new JsonText(['[', ...pieces, ']'])
}
