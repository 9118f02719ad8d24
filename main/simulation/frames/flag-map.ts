/** The decoder `flag-map` on the addon. */
import type { PackedOutcomes } from '../../qec/decoding/flag-lut'
import { joined, type MapDecoding } from '../../qec/flag-map/decode'
import { type BitPlanes, strideOf } from '../../qec/program/frame'
import type { FlagMapOutcomes, NativeAddon } from '../addon/interface'
import { withAbort } from '../addon/task'
import type { Simulator } from '../model/simulator'

/** Bytes of planes passed to the kernel at once; copying them takes about a millisecond. */
const BYTES_PER_SLICE = 2 ** 21

/** Nothing but copying runs on the calling thread; the outcome does not depend on `threads`. */
export function nativeFlagMap(addon: NativeAddon, threads: number): NonNullable<Simulator['decodeFlagMap']> {
  return async (decoding, planes, { signal, onProgress } = {}) => {
    const max = Math.max(64, Math.floor((8 * BYTES_PER_SLICE) / planes.planes / 64) * 64)
    const tables = callOf(decoding)
    const parts: PackedOutcomes[] = []
    for (let from = 0; from < planes.shots; from += max) {
      signal?.throwIfAborted()
      const shots = Math.min(max, planes.shots - from)
      const task = addon.decodeBeliefs({ ...tables, shots, planes: part(planes, from, shots), threads })
      const report = onProgress && ((fraction: number) => onProgress((from + fraction * shots) / planes.shots))
      parts.push(outcomesOf(await withAbort(task, { signal, onProgress: report }), shots))
    }
    return joined(parts)
  }
}

const callOf = ({ layout, map, readout }: MapDecoding) => ({
  rounds: layout.rounds,
  per_round: layout.perRound,
  tail: layout.tail,
  ...map,
  ...readout,
  conditional: readout.conditional ? (1 as const) : (0 as const),
})

/** The planes of some shots, the first of them a multiple of 64. */
function part({ data, planes, stride }: BitPlanes, from: number, shots: number): Uint8Array {
  const width = strideOf(shots)
  if (width === stride) return data
  const bytes = new Uint8Array(planes * width)
  for (let plane = 0; plane < planes; plane++) {
    const at = plane * stride + from / 8
    bytes.set(data.subarray(at, at + width), plane * width)
  }
  return bytes
}

function outcomesOf({ accepted, wrong, counts }: FlagMapOutcomes, shots: number): PackedOutcomes {
  const words = Math.ceil(shots / 32)
  return {
    shots,
    accepted: accepted.subarray(0, words),
    wrong: wrong.subarray(0, words),
    flags: [0, 1, 2, 3].map(k => ({ executed: counts[k]!, raised: counts[4 + k]! })),
    triggers: [...counts.subarray(8)],
  }
}
