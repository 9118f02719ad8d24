/**
 * From measured bits to outcomes, eight shots to a byte: planes are compared bytewise, and only shots that triggered are
 * looked at one by one. Pure; the per-shot twin in the tests judges it.
 */
import { type DecoderTables, startFrame } from './flagtable'
import type { BitPlanes } from './frame'
import type { Pauli5 } from './model'
import { anticommute, atIndex } from './pauli'
import { dataPlane, type PlaneLayout, roundPlane } from './planes'
import { type Readout, supportMask } from './readout'

export interface Decoding {
  readonly layout: PlaneLayout
  readonly tables: DecoderTables
  readonly readout: Readout
  /** The logical Pauli whose eigenstate was prepared. */
  readonly logical: Pauli5
  /** Correction mode: whether a failed check flips the outcome. */
  readonly flip_on_failed_check: boolean
}

/** Bytes [from, to) of every plane. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/** One generator's flag over all rounds after round 0. */
export interface FlagCount {
  readonly executed: number
  readonly raised: number
}

export interface Decoded {
  readonly shots: number
  /** Per shot, 1 where it is kept (always, in correction mode). */
  readonly accepted: Uint8Array
  /** Per shot, 1 where the logical outcome is not the prepared one. Meaningful where accepted. */
  readonly wrong: Uint8Array
  readonly flags: readonly FlagCount[]
  /** Rounds whose first trigger came at generator k, summed over the shots. */
  readonly triggers: readonly number[]
}

const GENERATORS = [0, 1, 2, 3] as const
const POPCOUNT = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length)
const plane = ({ data, stride }: BitPlanes, index: number): Uint8Array =>
  data.subarray(index * stride, (index + 1) * stride)

const wholeRange = (planes: BitPlanes): ByteRange => ({ from: 0, to: Math.ceil(planes.shots / 8) })

/** Tallies what the walk over the rounds sees; `live` masks the padding of the last byte. */
class Counts {
  readonly executed = [0, 0, 0, 0]
  readonly raised = [0, 0, 0, 0]
  readonly triggers = [0, 0, 0, 0]

  add(k: number, executed: number, flags: number, hits: number): void {
    this.executed[k]! += POPCOUNT[executed]!
    this.raised[k]! += POPCOUNT[executed & flags]!
    this.triggers[k]! += POPCOUNT[executed & hits]!
  }

  flags(): FlagCount[] {
    return GENERATORS.map(k => ({ executed: this.executed[k]!, raised: this.raised[k]! }))
  }
}

const liveMask = (planes: BitPlanes, byte: number): number => {
  const left = planes.shots - byte * 8
  return left >= 8 ? 0xff : (1 << left) - 1
}

/** Correction mode: every shot is kept; δ = s xor the reference before it names the correction. */
export function decodeCorrection(planes: BitPlanes, decoding: Decoding, range = wholeRange(planes)): Decoded {
  const { layout, tables } = decoding
  const { frames, references } = start(planes, decoding, range)
  const counts = new Counts()
  for (let round = 1; round <= layout.rounds; round++) {
    const [a, f, s] = (['a', 'f', 's'] as const).map(kind =>
      GENERATORS.map(k => plane(planes, roundPlane(layout, round, kind, k))),
    ) as [Uint8Array[], Uint8Array[], Uint8Array[]]
    for (let byte = range.from; byte < range.to; byte++) {
      let pending = liveMask(planes, byte)
      for (const k of GENERATORS) {
        const flags = f[k]![byte]!
        const hits = ((a[k]![byte]! ^ references[k]![byte]!) | flags) & pending
        counts.add(k, pending, flags, hits)
        pending &= ~hits
        for (let rest = hits; rest !== 0; rest &= rest - 1) {
          const bit = 31 - Math.clz32(rest & -rest)
          const change = changeAt(s, references, byte, bit)
          const table = (flags >> bit) & 1 ? tables.flagged[k]! : tables.lookup
          frames[(byte - range.from) * 8 + bit]! ^= table[change]!
        }
      }
      renew(references, s, byte, liveMask(planes, byte) & ~pending)
    }
  }
  const { wrong, failed } = readOut(planes, decoding, frames, range)
  if (decoding.flip_on_failed_check) for (let i = 0; i < wrong.length; i++) wrong[i]! ^= failed[i]!
  return { ...totals(counts), shots: wrong.length, wrong, accepted: new Uint8Array(wrong.length).fill(1) }
}

/** Detection mode: a shot is kept when no round triggered, round 0 raised no flag, and the final check passes. */
export function decodeDetection(planes: BitPlanes, decoding: Decoding, range = wholeRange(planes)): Decoded {
  const { layout } = decoding
  const { frames, references } = start(planes, decoding, range)
  const counts = new Counts()
  const clean = new Uint8Array(range.to - range.from)
  for (let byte = range.from; byte < range.to; byte++) clean[byte - range.from] = unflagged(planes, layout, byte)
  for (let round = 1; round <= layout.rounds; round++) {
    const [a, f] = (['a', 'f'] as const).map(kind =>
      GENERATORS.map(k => plane(planes, roundPlane(layout, round, kind, k))),
    ) as [Uint8Array[], Uint8Array[]]
    for (let byte = range.from; byte < range.to; byte++) {
      const live = liveMask(planes, byte)
      let quiet = live
      for (const k of GENERATORS) {
        const hits = (a[k]![byte]! ^ references[k]![byte]!) | f[k]![byte]!
        // Every extraction is executed, but only a shot's first trigger of the round is counted as one.
        counts.add(k, live, f[k]![byte]!, hits & quiet)
        quiet &= ~hits
      }
      clean[byte - range.from]! &= quiet
    }
  }
  const { wrong, failed } = readOut(planes, decoding, frames, range)
  const accepted = wrong.map((_, i) => (clean[i >> 3]! >> (i & 7)) & 1 & ~failed[i]!)
  return { ...totals(counts), shots: wrong.length, wrong, accepted }
}

const totals = (counts: Counts) => ({ flags: counts.flags(), triggers: counts.triggers })

const unflagged = (planes: BitPlanes, layout: PlaneLayout, byte: number): number =>
  GENERATORS.reduce<number>(
    (clean, k) => clean & ~plane(planes, roundPlane(layout, 0, 'f', k))[byte]!,
    liveMask(planes, byte),
  )

/** Frames for round 0's outcomes, and those outcomes as the first references. */
function start(planes: BitPlanes, { layout, logical }: Decoding, range: ByteRange) {
  const references = GENERATORS.map(k => plane(planes, roundPlane(layout, 0, 'a', k)).slice())
  const byReference = Array.from({ length: 16 }, (_, syndrome) => startFrame(syndrome, logical))
  const shots = Math.min(planes.shots, range.to * 8) - range.from * 8
  const frames = new Uint16Array(shots)
  for (let i = 0; i < shots; i++) {
    const shot = range.from * 8 + i
    frames[i] = byReference[syndromeAt(references, shot >> 3, shot & 7)]!
  }
  return { frames, references }
}

const syndromeAt = (planes: readonly Uint8Array[], byte: number, bit: number): number =>
  GENERATORS.reduce<number>((syndrome, k) => syndrome | (((planes[k]![byte]! >> bit) & 1) << k), 0)

const changeAt = (s: readonly Uint8Array[], references: readonly Uint8Array[], byte: number, bit: number): number =>
  syndromeAt(s, byte, bit) ^ syndromeAt(references, byte, bit)

function renew(references: readonly Uint8Array[], s: readonly Uint8Array[], byte: number, triggered: number): void {
  for (const k of GENERATORS) references[k]![byte] = (references[k]![byte]! & ~triggered) | (s[k]![byte]! & triggered)
}

/** Outcome and check per shot, each the parity of its bits corrected by the frame. */
function readOut(planes: BitPlanes, { layout, readout }: Decoding, frames: Uint16Array, range: ByteRange) {
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
