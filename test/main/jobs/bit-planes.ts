import type { BitPlanes } from '../../../main/qec/program/frame'

/** Of a row of bits, bit c of a row being classical bit c. */
export const textOf = (row: readonly number[]): string => [...row].reverse().join('')
export const tally = (shots: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const shot of shots) counts[shot] = (counts[shot] ?? 0) + 1
  return counts
}

export function planesOf(shots: readonly (readonly number[])[]): BitPlanes {
  const [clbits, stride] = [shots[0]!.length, Math.ceil(shots.length / 64) * 8]
  const data = new Uint8Array(clbits * stride)
  for (const [shot, row] of shots.entries())
    for (const [bit, value] of row.entries()) data[bit * stride + (shot >> 3)]! |= value << (shot & 7)
  return { data, planes: clbits, shots: shots.length, stride }
}
