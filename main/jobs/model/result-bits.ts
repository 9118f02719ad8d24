/** Counts of an execution reduced to the bits of the result. */
import type { ExecutionResult } from './execution-result'

/**
 * The result reduced to classical bits 0 to `clbits` - 1, with outcomes merged that differ only in other bits. The result itself
 * where the engine counted no others: they are the last bits of a circuit (`result_clbits`).
 */
export function ofResultBits(result: ExecutionResult, clbits: number): ExecutionResult {
  if ('packed' in result) {
    const { packed } = result
    return packed.clbits <= clbits ? result : { ...result, packed: { ...packed, clbits } }
  }
  if ('planes' in result) {
    const { planes } = result
    if (planes.planes <= clbits) return result
    return { ...result, planes: { ...planes, planes: clbits, data: planes.data.subarray(0, clbits * planes.stride) } }
  }
  return { ...result, counts: marginal(result.counts, clbits) }
}

function marginal(counts: ReadonlyMap<string, number>, clbits: number): ReadonlyMap<string, number> {
  const [first = ''] = counts.keys()
  if (first.length <= clbits) return counts
  const found = new Map<string, number>()
  for (const [bits, count] of counts) {
    const key = bits.slice(bits.length - clbits)
    found.set(key, (found.get(key) ?? 0) + count)
  }
  return found
}
