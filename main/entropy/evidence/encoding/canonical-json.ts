/** JSON with one spelling: JSON Canonicalization Scheme, RFC 8785. */
import serialize from 'canonicalize'
import { utf8Bytes } from './bytes'

/**
 * The canonical text of a JSON value, in UTF-8. Throws a TypeError for what JSON cannot say without loss: NaN, infinities,
 * lone surrogates, values that are left out or replaced (undefined, functions), circles.
 */
export function canonicalJson(value: unknown): Uint8Array {
  let text: string | undefined
  try {
    text = serialize(value)
  } catch (error) {
    throw new TypeError(`no canonical JSON: ${(error as Error).message}`)
  }
  if (text === undefined) throw new TypeError('no canonical JSON: the value is undefined')
  return utf8Bytes(text)
}

/** The object without the named fields: what is signed lacks the signature. */
export function without<T extends object, K extends keyof T>(value: T, ...names: readonly K[]): Omit<T, K> {
  const rest: Partial<T> = { ...value }
  for (const name of names) delete rest[name]
  return rest as Omit<T, K>
}
