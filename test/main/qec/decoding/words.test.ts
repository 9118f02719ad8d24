import { expect, it } from 'vitest'
import { planesOfWords, wordsOf, wordsOfBytes } from '../../../../main/qec/decoding/words'
import { bytesOf } from '../fixtures/bytes-of-words'

it('words and bytes of shots say the same, whatever their number', () => {
  for (const shots of [1, 31, 32, 33, 100]) {
    const bytes = Uint8Array.from({ length: shots }, (_, shot) => Number((shot * 7919) % 5 < 2))
    const words = wordsOfBytes(bytes)
    expect(words).toHaveLength(Math.ceil(shots / 32))
    expect(bytesOf(words, shots)).toEqual(bytes)
  }
})

it('planes as words and back are the same memory', () => {
  const planes = { data: Uint8Array.from({ length: 48 }, (_, i) => i), planes: 3, stride: 16, shots: 100 }
  expect(planesOfWords(wordsOf(planes))).toEqual(planes)
})
