/** Verification of Merkle proofs, RFC 9162 sections 2.1.3.2 and 2.1.4.2, on sizes of 64 bits. */
import { sameBytes } from '../encoding/bytes'
import { HASH_BYTES, nodeHash } from './tree-hash'

interface Inclusion {
  readonly index: bigint
  readonly size: bigint
  readonly leaf_hash: Uint8Array
  readonly root: Uint8Array
  /** From the leaf's sibling upwards. */
  readonly proof: readonly Uint8Array[]
}

export function verifyInclusion({ index, size, leaf_hash, root, proof }: Inclusion): boolean {
  if (index < 0n || index >= size || ![leaf_hash, root, ...proof].every(isHash)) return false
  let [at, last, hash] = [index, size - 1n, leaf_hash]
  for (const sibling of proof) {
    if (last === 0n) return false
    if (isOdd(at) || at === last) {
      hash = nodeHash(sibling, hash)
      ;[at, last] = skipAbsent(at, last)
    } else hash = nodeHash(hash, sibling)
    ;[at, last] = [at >> 1n, last >> 1n]
  }
  return last === 0n && sameBytes(hash, root)
}

interface Consistency {
  readonly old_size: bigint
  readonly new_size: bigint
  readonly old_root: Uint8Array
  readonly new_root: Uint8Array
  readonly proof: readonly Uint8Array[]
}

/** False for an older tree without leaves: RFC 9162 defines no proof for it. */
export function verifyConsistency({ old_size, new_size, old_root, new_root, proof }: Consistency): boolean {
  if (old_size <= 0n || old_size > new_size) return false
  if (old_size === new_size) return proof.length === 0 && sameBytes(old_root, new_root)
  if (![old_root, new_root, ...proof].every(isHash)) return false
  const isComplete = (old_size & (old_size - 1n)) === 0n
  const [first, ...rest] = isComplete ? [old_root, ...proof] : proof
  if (first === undefined || proof.length === 0) return false
  let [at, last] = [old_size - 1n, new_size - 1n]
  while (isOdd(at)) [at, last] = [at >> 1n, last >> 1n]
  let [older, newer] = [first, first]
  for (const hash of rest) {
    if (last === 0n) return false
    if (isOdd(at) || at === last) {
      ;[older, newer] = [nodeHash(hash, older), nodeHash(hash, newer)]
      ;[at, last] = skipAbsent(at, last)
    } else newer = nodeHash(newer, hash)
    ;[at, last] = [at >> 1n, last >> 1n]
  }
  return last === 0n && sameBytes(older, old_root) && sameBytes(newer, new_root)
}

const isHash = (bytes: Uint8Array): boolean => bytes.length === HASH_BYTES
const isOdd = (value: bigint): boolean => (value & 1n) === 1n

/** At the right edge a level without a sibling adds nothing to the path. */
function skipAbsent(at: bigint, last: bigint): [bigint, bigint] {
  while (!isOdd(at) && at !== 0n) [at, last] = [at >> 1n, last >> 1n]
  return [at, last]
}
