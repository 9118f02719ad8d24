/** Roots and proofs of a log from its tiles, by the recursive definitions of RFC 9162, sections 2.1.1, 2.1.3.1 and 2.1.4.1. */
import { readTile, TILE_WIDTH, type TileReader } from './tiles'
import { completeRoot, emptyRoot, HASH_BYTES, nodeHash } from './tree-hash'

/** A log of `size` entries, fewer than 2^53. */
export interface LogTree {
  readonly size: number
  readonly read: TileReader
}

export const treeRoot = (tree: LogTree): Uint8Array => (tree.size === 0 ? emptyRoot() : rangeRoot(tree, 0, tree.size))

/** Hashes from the leaf's sibling upwards. Throws a RangeError outside of the tree. */
export function inclusionProof(tree: LogTree, index: number): Uint8Array[] {
  if (!Number.isSafeInteger(index) || index < 0 || index >= tree.size)
    throw new RangeError(`no entry ${index} in a log of ${tree.size}`)
  const siblings: Uint8Array[] = []
  for (let [from, to] = [0, tree.size]; to - from > 1; ) {
    const middle = from + largestPowerBelow(to - from)
    if (index < middle) {
      siblings.unshift(rangeRoot(tree, middle, to))
      to = middle
    } else {
      siblings.unshift(rangeRoot(tree, from, middle))
      from = middle
    }
  }
  return siblings
}

/**
 * Proof that the tree of `old_size` entries is the beginning of this one. Throws a RangeError unless `old_size` is 1 to the tree's
 * size.
 */
export function consistencyProof(tree: LogTree, old_size: number): Uint8Array[] {
  if (!Number.isSafeInteger(old_size) || old_size < 1 || old_size > tree.size)
    throw new RangeError(`no proof from size ${old_size} to ${tree.size}: sizes are 1 to ${tree.size}`)
  return subproof(tree, old_size, { from: 0, to: tree.size, isWhole: true })
}

function subproof(
  tree: LogTree,
  old_size: number,
  range: { from: number; to: number; isWhole: boolean },
): Uint8Array[] {
  const { from, to, isWhole } = range
  if (old_size === to) return isWhole ? [] : [rangeRoot(tree, from, to)]
  const middle = from + largestPowerBelow(to - from)
  return old_size <= middle
    ? [...subproof(tree, old_size, { from, to: middle, isWhole }), rangeRoot(tree, middle, to)]
    : [...subproof(tree, old_size, { from: middle, to, isWhole: false }), rangeRoot(tree, from, middle)]
}

/** The root over the entries from `from` up to `to`, where `from` is a multiple of the largest power of two that fits. */
function rangeRoot(tree: LogTree, from: number, to: number): Uint8Array {
  const length = to - from
  if (isPower(length)) return subtreeRoot(tree, from, length)
  const middle = from + largestPowerBelow(length)
  return nodeHash(rangeRoot(tree, from, middle), rangeRoot(tree, middle, to))
}

/** The root over a complete subtree: hashes that lie side by side in one tile. */
function subtreeRoot({ size, read }: LogTree, from: number, length: number): Uint8Array {
  let [level, unit] = [0, 1]
  while (unit * TILE_WIDTH <= length) [level, unit] = [level + 1, unit * TILE_WIDTH]
  const first = from / unit
  const index = Math.floor(first / TILE_WIDTH)
  const width = Math.min(TILE_WIDTH, Math.floor(size / unit) - index * TILE_WIDTH)
  const start = (first - index * TILE_WIDTH) * HASH_BYTES
  return completeRoot(readTile(read, { level, index, width }).subarray(start, start + (length / unit) * HASH_BYTES))
}

/** The largest power of two below `length`, which is at least 2. No bit operations: they end at 2^32. */
function largestPowerBelow(length: number): number {
  let power = 1
  while (power * 2 < length) power *= 2
  return power
}

const isPower = (length: number): boolean => length === 1 || largestPowerBelow(length) * 2 === length
