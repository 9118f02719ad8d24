/** Parses JSON from strangers: I-JSON (RFC 7493) of limited depth, which every reader understands alike. */
import { duplicateKey } from '../../../contract/model/duplicate-keys'
import { utf8Text } from './bytes'

/** Greatest depth; evidence nests five deep. Canonical JSON is written by recursion, whose depth a stranger must not choose. */
const DEEPEST = 64

/** Reason why a text cannot be read as evidence. */
export class UnreadableJson extends Error {
  override readonly name = 'UnreadableJson'
}

/**
 * Throws UnreadableJson for a text that is not UTF-8 or not JSON, has a name twice in one object, is nested too deep, or holds a
 * number out of range or a lone surrogate.
 */
export function parseStrictJson(input: Uint8Array | string): unknown {
  const text = typeof input === 'string' ? input : textOf(input)
  const value = parsed(text)
  const twice = duplicateKey(text, value)
  if (twice)
    throw new UnreadableJson(
      `the name ${JSON.stringify(twice.name)} appears twice in one object, at ${twice.pointer || '/'}`,
    )
  checkValues(value)
  return value
}

function textOf(bytes: Uint8Array): string {
  try {
    return utf8Text(bytes)
  } catch {
    throw new UnreadableJson('it is not UTF-8')
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UnreadableJson(`it is not JSON: ${(error as Error).message}`)
  }
}

/** Works without recursion, since it checks the depth. JSON.parse turns 1e999 into Infinity and accepts lone surrogates. */
function checkValues(root: unknown): void {
  let level: unknown[] = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) throw new UnreadableJson(`it is nested more than ${DEEPEST} deep`)
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value === 'number' && !Number.isFinite(value)) throw new UnreadableJson('a number is out of range')
      if (typeof value === 'string') checkText(value)
      if (typeof value !== 'object' || value === null) continue
      if (!Array.isArray(value)) for (const name of Object.keys(value)) checkText(name)
      for (const inner of Object.values(value)) next.push(inner)
    }
    level = next
  }
}

/** `\p{Surrogate}` under `u` matches only surrogates without their other half. */
function checkText(text: string): void {
  if (/\p{Surrogate}/u.test(text)) throw new UnreadableJson('a text holds half a character (a lone surrogate)')
}
