/**
 * Bit planes as 32-bit words, 32 shots to a word: shot i is bit i & 31 of word i >> 5. All supported machines are
 * little-endian.
 */
import type { BitPlanes } from '../program/frame'

export interface WordPlanes {
  readonly words: Int32Array
  /** Words a plane. */
  readonly stride: number
  readonly shots: number
}

/** The same memory where it is aligned to words, a copy where it is not. */
export function wordsOf({ data, stride, shots }: BitPlanes): WordPlanes {
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice()
  const words = new Int32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2)
  return { words, stride: stride >> 2, shots }
}

/** The same memory as bytes. */
export const planesOfWords = ({ words, stride, shots }: WordPlanes): BitPlanes => ({
  data: new Uint8Array(words.buffer, words.byteOffset, words.byteLength),
  planes: words.length / stride,
  stride: stride * 4,
  shots,
})

/** Bits of the word that are shots, not padding. */
export const liveBits = (shots: number, word: number): number => {
  const left = shots - word * 32
  return left >= 32 ? -1 : left <= 0 ? 0 : (1 << left) - 1
}

export function popcount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

export const popcountOf = (words: Int32Array): number => words.reduce((sum, word) => sum + popcount(word), 0)

/** Packs one byte (0 or 1) a shot into words; padding bits are 0. */
export function wordsOfBytes(bytes: Uint8Array): Int32Array {
  const words = new Int32Array(Math.ceil(bytes.length / 32))
  bytes.forEach((bit, shot) => {
    words[shot >> 5]! |= bit << (shot & 31)
  })
  return words
}
