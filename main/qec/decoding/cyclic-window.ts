/**
 * Outcomes of the cyclic-window protocol, eight shots to a byte: a trigger opens a window, the next four slots name the
 * correction. Pure; tests compare it with a per-shot reference.
 */
import { GENERATOR_INDICES } from '../code/five-qubit'
import type { BitPlanes } from '../program/frame'
import { roundPlane, tailPlane } from '../schedule/plane-layout'
import { liveMask, plane, readOut, start, syndromeAt, TallyCounter, totals, wholeRange } from './byte-frames'
import type { Decoded, Decoding, PackedOutcomes } from './flag-lut'
import type { ByteRange } from './tallies'
import type { WordRange } from './triggers'
import { planesOfWords, type WordPlanes, wordsOfBytes } from './words'

/**
 * State of the windows by generator and byte of shots, one bit a shot; `opened[k]` marks the open windows that slot k
 * opened.
 */
interface Windows {
  readonly references: readonly Uint8Array[]
  readonly opened: readonly Uint8Array[]
  /** Windows that a raised flag opened, with or without a changed outcome. */
  readonly raised: Uint8Array
  /** Outcome against the reference before the window, once its slot has passed. */
  readonly changes: readonly Uint8Array[]
}

/**
 * Correction mode. A window that is open after the last pass is closed by the extraction that the program then runs in
 * its shots; a layout without one (`erasure`) discards such shots: `accepted` 0.
 */
export function decodeWindow(planes: BitPlanes, decoding: Decoding, range: ByteRange = wholeRange(planes)): Decoded {
  const { layout, tables } = decoding
  const { frames, references } = start(planes, decoding, range)
  const counts = new TallyCounter()
  const [opened, changes] = [blank(references), blank(references)]
  const windows: Windows = { references, opened, changes, raised: new Uint8Array(references[0]!.length) }
  const correct = (k: number, byte: number, closing: number) => {
    for (let rest = closing; rest !== 0; rest &= rest - 1) {
      const bit = 31 - Math.clz32(rest & -rest)
      const table = (windows.raised[byte]! >> bit) & 1 ? tables.flagged[k]! : tables.lookup
      frames[(byte - range.from) * 8 + bit]! ^= table[syndromeAt(changes, byte, bit)]!
    }
  }
  for (let round = 1; round <= layout.rounds; round++)
    for (const k of GENERATOR_INDICES) {
      const [a, f] = (['a', 'f'] as const).map(kind => plane(planes, roundPlane(layout, { round, kind, generator: k })))
      for (let byte = range.from; byte < range.to; byte++) {
        const closing = opened[k]![byte]!
        const live = liveMask(planes, byte)
        const hits = passSlot(windows, k, byte, a![byte]!, f![byte]!) & live
        opened[k]![byte] = hits
        counts.add(k, live, f![byte]!, hits)
        if (closing !== 0) correct(k, byte, closing)
        windows.raised[byte] = (windows.raised[byte]! & ~hits) | (f![byte]! & hits)
      }
    }
  if (layout.tail > 0) closeAll(planes, windows, { layout, range, correct })
  const { wrong, failed } = readOut(planes, { decoding, frames, range })
  if (decoding.flip_on_failed_check) for (let i = 0; i < wrong.length; i++) wrong[i]! ^= failed[i]!
  const kept = wrong.map((_, i) => ((openAt(windows, range.from + (i >> 3)) >> (i & 7)) & 1) ^ 1)
  return { ...totals(counts), shots: wrong.length, wrong, accepted: layout.tail > 0 ? kept.fill(1) : kept }
}

const blank = (like: readonly Uint8Array[]): Uint8Array[] => like.map(one => new Uint8Array(one.length))

const openAt = ({ opened: [o0, o1, o2, o3] }: Windows, byte: number): number =>
  o0![byte]! | o1![byte]! | o2![byte]! | o3![byte]!

/**
 * Open windows read the slot; returns the shots in which it is a trigger. Hot loop: once for each slot and eight shots.
 */
function passSlot(windows: Windows, k: number, byte: number, a: number, f: number): number {
  const { references, changes } = windows
  const open = openAt(windows, byte)
  const change = a ^ references[k]![byte]!
  changes[k]![byte] = (changes[k]![byte]! & ~open) | (change & open)
  references[k]![byte]! ^= change & open
  return (change | f) & ~open
}

interface WindowEnd extends Pick<Decoding, 'layout'> {
  readonly range: ByteRange
  /** Corrects the shots of a byte whose windows, opened by slot k, are set in `closing`. */
  readonly correct: (k: number, byte: number, closing: number) => void
}

/** The tail reads all four anew: against the references as they were when the window was opened. */
function closeAll(
  planes: BitPlanes,
  { references, opened, changes }: Windows,
  { layout, range, correct }: WindowEnd,
): void {
  const tail = GENERATOR_INDICES.map(k => plane(planes, tailPlane(layout, k)))
  for (let byte = range.from; byte < range.to; byte++) {
    for (const j of GENERATOR_INDICES) {
      const read = GENERATOR_INDICES.slice(0, j).reduce<number>((mask, k) => mask | opened[k]![byte]!, 0)
      changes[j]![byte] = tail[j]![byte]! ^ references[j]![byte]! ^ (changes[j]![byte]! & read)
    }
    for (const k of GENERATOR_INDICES) correct(k, byte, opened[k]![byte]!)
  }
}

/** `decodeWindow` for words of shots, as the other decoders take them. */
export function packedWindow(planes: WordPlanes, decoding: Decoding, { from, to }: WordRange): PackedOutcomes {
  const bytes = Math.ceil(planes.shots / 8)
  const range = { from: from * 4, to: Math.min(to * 4, bytes) }
  const { accepted, wrong, ...tallies } = decodeWindow(planesOfWords(planes), decoding, range)
  return { ...tallies, accepted: wordsOfBytes(accepted), wrong: wordsOfBytes(wrong) }
}
