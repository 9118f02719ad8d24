import { describe, expect, it } from 'vitest'
import { rbg3Xor, xorOfBlocks } from '../../../../../main/entropy/generation/drbg/combine'
import {
  createHmacDrbg,
  MAX_GENERATE_BYTES,
  MAX_GENERATES,
} from '../../../../../main/entropy/generation/drbg/hmac-drbg'
import { vectorJson } from '../../../../vectors/read-vectors'
import { seededBytes } from '../seeded'

interface NistCase {
  readonly name: string
  readonly entropy: string
  readonly nonce: string
  readonly pers: string | null
  readonly add: readonly (string | null)[]
  readonly expected: string
}
interface AcvpInput {
  readonly intendedUse: 'generate' | 'reSeed'
  readonly additionalInput: string
  readonly entropyInput: string
}
interface AcvpGroup {
  readonly mode: 'SHA2-256' | 'SHA2-512'
  readonly predResistance: boolean
  readonly returnedBitsLen: number
  readonly tests: readonly {
    readonly tcId: number
    readonly entropyInput: string
    readonly nonce: string
    readonly persoString: string
    readonly otherInput: readonly AcvpInput[]
    readonly returnedBits: string
  }[]
}

const nist = vectorJson<NistCase[]>('entropy/drbg/hmac-drbg-sha256-nist-subset.json')
const { testGroups } = vectorJson<{ testGroups: AcvpGroup[] }>('entropy/drbg/acvp-hmac-drbg-sha2.json.gz')
const bytes = (hex: string | null) => Uint8Array.from(Buffer.from(hex ?? '', 'hex'))
const hexOf = (value: Uint8Array) => Buffer.from(value).toString('hex')
const seed = { entropy: seededBytes(64, 1), nonce: seededBytes(32, 2) }

describe('HMAC_DRBG', () => {
  it.each(nist)('makes the bytes of NIST case $name', ({ entropy, nonce, pers, add, expected }) => {
    const drbg = createHmacDrbg({
      hash: 'sha256',
      entropy: bytes(entropy),
      nonce: bytes(nonce),
      personalization: bytes(pers),
    })
    const outputs = add.map(additional => drbg.generate(expected.length / 2, { additional: bytes(additional) }))
    expect(hexOf(outputs.at(-1)!)).toBe(expected)
  })

  it.each(testGroups)('makes the bytes of ACVP: $mode, prediction resistance $predResistance', group => {
    expect(group.tests.length).toBeGreaterThan(10)
    for (const test of group.tests) {
      const drbg = createHmacDrbg({
        hash: group.mode === 'SHA2-512' ? 'sha512' : 'sha256',
        predictionResistance: group.predResistance,
        entropy: bytes(test.entropyInput),
        nonce: bytes(test.nonce),
        personalization: bytes(test.persoString),
      })
      let output = new Uint8Array()
      for (const { intendedUse, additionalInput, entropyInput } of test.otherInput) {
        const additional = bytes(additionalInput)
        const entropy = bytes(entropyInput)
        if (intendedUse === 'reSeed') drbg.reseed(entropy, additional)
        else {
          const inputs = entropy.length > 0 ? { additional, entropy } : { additional }
          output = Uint8Array.from(drbg.generate(group.returnedBitsLen / 8, inputs))
        }
      }
      expect(hexOf(output).toUpperCase()).toBe(test.returnedBits)
    }
  })

  it('asks to be reseeded after its generates, and goes on once it is', () => {
    const drbg = createHmacDrbg(seed)
    for (let i = 0; i < MAX_GENERATES; i++) drbg.generate(1)
    expect(drbg.remaining).toBe(0)
    expect(() => drbg.generate(1)).toThrow(expect.objectContaining({ code: 'reseed_required' }))
    drbg.reseed(seededBytes(32, 9))
    expect(drbg.generate(10)).toHaveLength(10)
    expect(drbg.remaining).toBe(MAX_GENERATES - 1)
  })

  it('takes fresh entropy for each generate where predictions are to be resisted', () => {
    const drbg = createHmacDrbg({ ...seed, predictionResistance: true })
    expect(() => drbg.generate(1)).toThrow(expect.objectContaining({ code: 'reseed_required' }))
    expect(drbg.generate(1, { entropy: seededBytes(32, 5) })).toHaveLength(1)
  })

  it('keeps its limits', () => {
    expect(() => createHmacDrbg({ ...seed, entropy: new Uint8Array(31) })).toThrow('31 bytes of entropy are too few')
    expect(() => createHmacDrbg({ entropy: new Uint8Array(32), nonce: new Uint8Array(15) })).toThrow('48 bytes')
    expect(createHmacDrbg(seed).generate(MAX_GENERATE_BYTES)).toHaveLength(MAX_GENERATE_BYTES)
    expect(() => createHmacDrbg(seed).generate(MAX_GENERATE_BYTES + 1)).toThrow('0 to 65536 bytes')
    expect(() => createHmacDrbg(seed).reseed(new Uint8Array(8))).toThrow(
      expect.objectContaining({ code: 'entropy_too_short' }),
    )
  })

  it('is of no use once destroyed', () => {
    const drbg = createHmacDrbg(seed)
    drbg.destroy()
    expect(() => drbg.generate(1)).toThrow(expect.objectContaining({ code: 'destroyed' }))
    expect(() => drbg.reseed(seededBytes(32, 1))).toThrow(expect.objectContaining({ code: 'destroyed' }))
    expect(drbg.remaining).toBe(0)
  })
})

describe('RBG3(XOR)', () => {
  it('is the full-entropy bytes with those of the generator, which are then zero', () => {
    const full = seededBytes(70_000, 3)
    const generator = createHmacDrbg(seed)
    const masks = Buffer.concat([generator.generate(65_536), generator.generate(70_000 - 65_536)])
    const expected = full.map((byte, i) => byte ^ masks[i]!)
    expect(rbg3Xor(full, createHmacDrbg(seed))).toEqual(expected)
    expect(full.every(byte => byte === 0)).toBe(true)
  })

  it('takes blocks of one length only, at least two', () => {
    expect(xorOfBlocks([Uint8Array.of(1, 2), Uint8Array.of(3, 2), Uint8Array.of(4, 4)])).toEqual(Uint8Array.of(6, 4))
    expect(() => xorOfBlocks([Uint8Array.of(1)])).toThrow('two blocks')
    expect(() => xorOfBlocks([Uint8Array.of(1), new Uint8Array(2)])).toThrow('differ in length')
  })
})
