import { canonicalJsonText } from '../../../contract/model/canonical-json'
import { utf8Bytes } from './bytes'

/** `canonicalJsonText` in UTF-8: the bytes that are hashed and signed. */
export const canonicalJson = (value: unknown): Uint8Array => utf8Bytes(canonicalJsonText(value))

/** The object without the named fields: what is signed lacks the signature. */
export function without<T extends object, K extends keyof T>(value: T, ...names: readonly K[]): Omit<T, K> {
  const rest: Partial<T> = { ...value }
  for (const name of names) delete rest[name]
  return rest as Omit<T, K>
}
