/**
 * A reply whose JSON is made already, in pieces that follow each other (texts, or bytes in UTF-8): what is large is sent
 * as it was kept, without being read and written again.
 */
export class JsonText {
  /** `tag`: an ETag that changes with the text, quotes included; null where none is known without hashing all of it. */
  constructor(
    readonly parts: readonly (string | Uint8Array)[],
    readonly tag: string | null = null,
  ) {}
}

/** The object with further fields whose JSON is given; `rest` has at least one field of its own. */
export function jsonWith(
  rest: object,
  fields: Readonly<Record<string, string | Uint8Array>>,
  tag: string | null = null,
): JsonText {
  const made = Object.entries(fields).flatMap(([name, json]) => [`${JSON.stringify(name)}:`, json, ','])
  return new JsonText(['{', ...made, JSON.stringify(rest).slice(1)], tag)
}
