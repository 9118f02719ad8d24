/** Planes and shots byte by byte, for a decoder that follows every shot's frame: the pieces such a walk is made of. */
import { GENERATOR_INDICES, syndromeOf } from '../code/five-qubit'
import { supportMask } from '../code/logical-readout'
import { anticommute, atIndex } from '../code/pauli'
import type { Pauli5 } from '../model/fault'
import { type BitPlanes, bitAt } from '../program/frame'
import { startFrame } from '../proof/flag-table'
import { dataPlane, roundPlane } from '../schedule/plane-layout'
import type { Decoding, ReadShot } from './flag-lut'
import type { ByteRange, FlagCount } from './tallies'

const POPCOUNT = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length)
export const plane = ({ data, stride }: BitPlanes, index: number): Uint8Array =>
  data.subarray(index * stride, (index + 1) * stride)

export const wholeRange = (planes: BitPlanes): ByteRange => ({ from: 0, to: Math.ceil(planes.shots / 8) })

/** Counts executed extractions, raised flags and triggers by generator; callers mask the padding of the last byte. */
export class TallyCounter {
  readonly executed = [0, 0, 0, 0]
  readonly raised = [0, 0, 0, 0]
  readonly triggers = [0, 0, 0, 0]

  /** Hot loop: once for each generator of each round of every eight shots. */
  add(k: number, executed: number, flags: number, hits: number): void {
    this.executed[k]! += POPCOUNT[executed]!
    this.raised[k]! += POPCOUNT[executed & flags]!
    this.triggers[k]! += POPCOUNT[executed & hits]!
  }

  flags(): FlagCount[] {
    return GENERATOR_INDICES.map(k => ({ executed: this.executed[k]!, raised: this.raised[k]! }))
  }
}

export const liveMask = (planes: BitPlanes, byte: number): number => {
  const left = planes.shots - byte * 8
  return left >= 8 ? 0xff : (1 << left) - 1
}

export const totals = (counts: TallyCounter) => ({ flags: counts.flags(), triggers: counts.triggers })

/** Frames for round 0's outcomes, and those outcomes as the first references. */
export function start(planes: BitPlanes, { layout, logical }: Decoding, range: ByteRange) {
  const references = GENERATOR_INDICES.map(k =>
    plane(planes, roundPlane(layout, { round: 0, kind: 'a', generator: k })).slice(),
  )
  const byReference = Array.from({ length: 16 }, (_, syndrome) => startFrame(syndrome, logical))
  const shots = Math.min(planes.shots, range.to * 8) - range.from * 8
  const frames = new Uint16Array(shots)
  for (let i = 0; i < shots; i++) {
    const shot = range.from * 8 + i
    frames[i] = byReference[syndromeAt(references, shot >> 3, shot & 7)]!
  }
  return { frames, references }
}

export const syndromeAt = (planes: readonly Uint8Array[], byte: number, bit: number): number =>
  GENERATOR_INDICES.reduce<number>((syndrome, k) => syndrome | (((planes[k]![byte]! >> bit) & 1) << k), 0)

/** Outcome and check per shot, each the parity of its bits corrected by the frame. */
export function readOut(
  planes: BitPlanes,
  { decoding, frames, range }: { readonly decoding: Decoding; readonly frames: Uint16Array; readonly range: ByteRange },
) {
  const { layout, readout, reading } = decoding
  if (reading) return readEach(planes, decoding.logical, { reading, frames, first: range.from * 8 })
  const parityOf = (p: Pauli5): Uint8Array => {
    const support = [0, 1, 2, 3, 4].filter(i => (supportMask(p) >> i) & 1)
    const flips = Uint8Array.from({ length: 1024 }, (_, index) => (anticommute(atIndex(index), p) ? 1 : 0))
    const data = support.map(i => plane(planes, dataPlane(layout, i)))
    return Uint8Array.from(frames, (frame, i) => {
      const shot = range.from * 8 + i
      return data.reduce((bit, bits) => bit ^ ((bits[shot >> 3]! >> (shot & 7)) & 1), flips[frame]!)
    })
  }
  return { wrong: parityOf(readout.representative), failed: parityOf(readout.check) }
}

interface ReadFrames {
  readonly reading: ReadShot
  readonly frames: Uint16Array
  /** Shot of the first frame. */
  readonly first: number
}

function readEach(planes: BitPlanes, logical: Pauli5, { reading, frames, first }: ReadFrames) {
  const read = Uint8Array.from(frames, (frame, i) => {
    const error = atIndex(frame)
    const turned = anticommute(error, logical) ? 1 : 0
    return reading(index => bitAt(planes, index, first + i), syndromeOf(error)) ^ turned
  })
  return { wrong: read.map(bits => bits & 1), failed: read.map(bits => bits >> 1) }
}
