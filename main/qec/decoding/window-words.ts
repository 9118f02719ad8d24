/** The cyclic-window decoder for words of shots, as the other decoders take them. */
import type { Decoding, PackedOutcomes } from './flag-lut'
import type { WordRange } from './triggers'
import { decodeWindow } from './cyclic-window'
import { planesOfWords, type WordPlanes, wordsOfBytes } from './words'

/** Correction mode; see `decodeWindow`. */
export function packedWindow(planes: WordPlanes, decoding: Decoding, { from, to }: WordRange): PackedOutcomes {
  const bytes = Math.ceil(planes.shots / 8)
  const range = { from: from * 4, to: Math.min(to * 4, bytes) }
  const { accepted, wrong, ...tallies } = decodeWindow(planesOfWords(planes), decoding, range)
  return { ...tallies, accepted: wordsOfBytes(accepted), wrong: wordsOfBytes(wrong) }
}
