import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  BLOCK_BYTES,
  createConditioner,
  packSamples,
} from '../../../../../main/entropy/generation/conditioning/conditioner'
import { vectorJson } from '../../../../vectors/read-vectors'
import { freshSeed, seededBytes, seededUniform } from '../seeded'
import { conditionedEntropy } from './output-entropy'

interface Row {
  readonly n_in: number
  readonly n_out: number
  readonly nw: number
  readonly h_in: number
  readonly h_out: string
  readonly log2_epsilon: string | null
}
const { rows } = vectorJson<{ rows: Row[] }>('entropy/sp800-90b/conditioning-vetted.json')

describe('the entropy of conditioned output', () => {
  it.each(rows)('is that of the tool for $h_in of $n_in bits in $n_out', ({ h_out, log2_epsilon, ...widths }) => {
    const entropy = conditionedEntropy(widths)
    expect(entropy.h_out).toBeCloseTo(Number(h_out), 12)
    if (log2_epsilon !== null) expect(entropy.log2_epsilon / Number(log2_epsilon)).toBeCloseTo(1, 9)
  })

  it('is full from 64 bits more than the output is wide', () => {
    expect(createConditioner({ bits: 1, entropy: 1 }).blockSamples).toBe(512 + 64)
    expect(createConditioner({ bits: 1, entropy: 0.999 }).blockSamples).toBe(577)
  })

  it.each([
    [{ n_in: 0, n_out: 512, nw: 512, h_in: 1 }, 'positive'],
    [{ n_in: 100, n_out: 512, nw: 512, h_in: 101 }, 'cannot hold 101'],
  ])('refuses %j', (widths, message) => {
    expect(() => conditionedEntropy(widths)).toThrow(message)
  })
})

describe('the conditioner', () => {
  it('hashes blocks of 576 bits of entropy, whatever pieces they come in, and zeroes them', () => {
    const samples = seededBytes(10_000, 4, 2)
    const conditioner = createConditioner({ bits: 1, entropy: 0.75 })
    expect(conditioner.blockSamples).toBe(768)
    const expected: number[] = []
    for (let at = 0; at + 768 <= samples.length; at += 768) {
      const packed = new Uint8Array(96)
      samples.subarray(at, at + 768).forEach((bit, i) => {
        packed[i >> 3]! |= bit << (i & 7)
      })
      expected.push(...createHash('sha512').update(packed).digest())
    }
    const uniform = seededUniform(freshSeed())
    const blocks: number[] = []
    for (let at = 0; at < samples.length; ) {
      const piece = samples.slice(at, at + Math.floor(2500 * uniform()))
      at += piece.length
      blocks.push(...conditioner.condition(piece))
      expect(piece.every(sample => sample === 0)).toBe(true)
    }
    expect(blocks).toEqual(expected)
  })

  it('forgets what waits when it is cleared', () => {
    const conditioner = createConditioner({ bits: 8, entropy: 6 })
    expect(conditioner.blockSamples).toBe(96)
    conditioner.condition(seededBytes(95, 1))
    conditioner.clear()
    const samples = seededBytes(96, 2)
    const expected = createHash('sha512').update(samples).digest()
    expect(conditioner.condition(samples)).toEqual(Uint8Array.from(expected))
  })

  it('takes a key for HMAC', () => {
    const samples = seededBytes(96, 2)
    const key = seededBytes(64, 3)
    const expected = createHmac('sha512', key).update(samples).digest()
    const block = createConditioner({ bits: 8, entropy: 6, key }).condition(samples)
    expect(block).toEqual(Uint8Array.from(expected))
    expect(block).toHaveLength(BLOCK_BYTES)
  })

  it.each([1, 3, 5, 7])('packs samples of %i bits without gaps', bits => {
    const samples = seededBytes(101, bits, 2 ** bits)
    const packed = new Uint8Array(Math.ceil((101 * bits) / 8))
    packSamples(samples, bits, packed)
    const all = samples.reduce((sum, sample, i) => sum | (BigInt(sample) << BigInt(i * bits)), 0n)
    expect(packed.reduce((sum, byte, i) => sum | (BigInt(byte) << BigInt(8 * i)), 0n)).toBe(all)
  })

  it('refuses credits that samples cannot have', () => {
    expect(() => createConditioner({ bits: 1, entropy: 1.1 })).toThrow('cannot be credited 1.1')
    expect(() => createConditioner({ bits: 9, entropy: 1 })).toThrow('1 to 8 bits')
  })
})
