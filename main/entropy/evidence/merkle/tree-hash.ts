/** Hashes of RFC 9162 trees: leaves and nodes differ in their first byte. */
import { sha256Bytes } from '../encoding/bytes'

export const HASH_BYTES = 32

const [LEAF, NODE] = [Uint8Array.of(0), Uint8Array.of(1)]

export const leafHash = (entry: Uint8Array): Uint8Array => sha256Bytes(LEAF, entry)
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256Bytes(NODE, left, right)

/** The root of a tree without leaves. */
export const emptyRoot = (): Uint8Array => sha256Bytes()

/** The root over a power of two of hashes that lie one behind the other. */
export function completeRoot(hashes: Uint8Array): Uint8Array {
  if (hashes.length === HASH_BYTES) return Uint8Array.from(hashes)
  const half = hashes.length / 2
  return nodeHash(completeRoot(hashes.subarray(0, half)), completeRoot(hashes.subarray(half)))
}
