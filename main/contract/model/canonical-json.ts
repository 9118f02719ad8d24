/** JSON with one spelling: JSON Canonicalization Scheme, RFC 8785. */
import serialize from 'canonicalize'

/**
 * The canonical text of a JSON value, whatever the order of its fields; fields that are undefined are left out. Throws a TypeError
 * for what JSON cannot say without loss: NaN, infinities, lone surrogates, circular values, and undefined itself.
 */
export function canonicalJsonText(value: unknown): string {
  let text: string | undefined
  try {
    text = serialize(value)
  } catch (error) {
    throw new TypeError(`no canonical JSON: ${(error as Error).message}`)
  }
  if (text === undefined) throw new TypeError('no canonical JSON: the value is undefined')
  return text
}
