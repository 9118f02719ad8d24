/** Decoding on the calling thread, a few milliseconds at a time. */
import { setImmediate } from 'node:timers/promises'
import type { PackedOutcomes } from '../../qec/decoding/flag-lut'
import type { WordRange } from '../../qec/decoding/triggers'
import { type WordPlanes, wordsOf } from '../../qec/decoding/words'
import { joined } from '../../qec/flag-map/decode'
import type { BitPlanes } from '../../qec/program/frame'

export type DecodeWords = (planes: WordPlanes, range: WordRange) => PackedOutcomes

/** Decodes all shots of the planes; rejects with the signal's reason when aborted. */
export type DecodePiece = (
  planes: BitPlanes,
  options: { readonly signal: AbortSignal; readonly onProgress?: (fraction: number) => void },
) => Promise<PackedOutcomes>

export interface Slices {
  readonly rounds: number
  /** Words × rounds to decode before the event loop gets its turn. */
  readonly at_once: number
  /** Whether every shot is looked at by itself. */
  readonly each_shot: boolean
}

/** However few the rounds: what is done shot by shot at the end takes time too. */
const MOST_WORDS = 500

/** Gives way to the event loop between slices. */
export function sliced(decode: DecodeWords, { rounds, at_once, each_shot }: Slices): DecodePiece {
  const step = Math.min(each_shot ? MOST_WORDS : Infinity, Math.max(1, Math.floor(at_once / (rounds + 1))))
  return async (planes, { signal, onProgress }) => {
    const bits = wordsOf(planes)
    const words = Math.ceil(planes.shots / 32)
    const parts: PackedOutcomes[] = []
    for (let from = 0; from < words; from += step) {
      const to = Math.min(words, from + step)
      parts.push(decode(bits, { from, to }))
      onProgress?.(to / words)
      await setImmediate()
      signal.throwIfAborted()
    }
    return joined(parts)
  }
}
