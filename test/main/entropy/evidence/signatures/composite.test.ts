import { describe, expect, it } from 'vitest'
import { base64Bytes, hexBytes, joinBytes, utf8Bytes } from '../../../../../main/entropy/evidence/encoding/bytes'
import {
  COMPOSITE,
  compositeKey,
  compositeMessage,
  contextOf,
  SIGNING_CONTEXTS,
  type SigningPurpose,
  verifyComposite,
} from '../../../../../main/entropy/evidence/signatures/composite'
import { verifyEd25519 } from '../../../../../main/entropy/evidence/signatures/ed25519'
import { vectorJson } from '../../../../vectors/read-vectors'

interface Composite {
  m: string
  ctx: string
  tests: { tcId: string; pk: string; sk: string; s: string; sWithContext: string }[]
}

const published = vectorJson<Composite>('mldsa/composite-65-ed25519-sha512.json')
const vector = published.tests.find(({ tcId }) => tcId === 'id-MLDSA65-Ed25519-SHA512')!
const bytes = (text: string): Uint8Array => base64Bytes(text)!
const [publicKey, message, context] = [vector.pk, published.m, published.ctx].map(bytes) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
]
const none = new Uint8Array(0)

describe('the composite signature', () => {
  it('has a key of 1984 and a signature of 3373 bytes', () => {
    expect(COMPOSITE).toEqual({ seed_bytes: 64, public_key_bytes: 1984, signature_bytes: 3373 })
    expect([publicKey.length, bytes(vector.s).length, bytes(vector.sk).length]).toEqual([1984, 3373, 64])
  })

  it('verifies the published signatures, with and without a context', () => {
    expect(verifyComposite({ publicKey, message, context: none, signature: bytes(vector.s) })).toBe(true)
    expect(verifyComposite({ publicKey, message, context, signature: bytes(vector.sWithContext) })).toBe(true)
    expect(verifyComposite({ publicKey, message, context, signature: bytes(vector.s) })).toBe(false)
  })

  it('makes the published public key from the published seed', () => {
    expect(compositeKey(bytes(vector.sk)).publicKey).toEqual(publicKey)
  })

  it('fails if either half does', () => {
    const signature = bytes(vector.s)
    for (const at of [0, 1_000, 3_308, 3_309, 3_340, 3_372]) {
      const changed = Uint8Array.from(signature)
      changed[at]! ^= 1
      expect(verifyComposite({ publicKey, message, context: none, signature: changed })).toBe(false)
    }
    for (const at of [0, 1_951, 1_952, 1_983]) {
      const changed = Uint8Array.from(publicKey)
      changed[at]! ^= 1
      expect(verifyComposite({ publicKey: changed, message, context: none, signature })).toBe(false)
    }
    const other = compositeKey(new Uint8Array(64).fill(3)).sign(message, none)
    const mixed = joinBytes(signature.subarray(0, 3_309), other.subarray(3_309))
    expect(verifyComposite({ publicKey, message, context: none, signature: mixed })).toBe(false)
  })

  it.each([0, 1, 3_372, 3_374])('is refused with %d bytes', length =>
    expect(verifyComposite({ publicKey, message, context: none, signature: new Uint8Array(length) })).toBe(false),
  )

  it('for one purpose passes for no other', () => {
    const key = compositeKey(new Uint8Array(64).fill(9))
    const purposes = Object.keys(SIGNING_CONTEXTS) as SigningPurpose[]
    const signature = key.sign(message, contextOf('receipt'))
    const passing = purposes.filter(purpose =>
      verifyComposite({ publicKey: key.publicKey, message, context: contextOf(purpose), signature }),
    )
    expect(passing).toEqual(['receipt'])
    expect(new Set(Object.values(SIGNING_CONTEXTS)).size).toBe(purposes.length)
  })

  it('refuses a seed and a context of the wrong length', () => {
    expect(() => compositeKey(new Uint8Array(63))).toThrow('64 bytes')
    expect(() => compositeMessage(utf8Bytes('m'), new Uint8Array(256))).toThrow('255 bytes')
  })
})

describe('Ed25519', () => {
  it('verifies what Wycheproof calls valid and nothing else', () => {
    type Group = { publicKey: { pk: string }; tests: { tcId: number; msg: string; sig: string; result: string }[] }
    const { testGroups } = vectorJson<{ testGroups: Group[] }>('ed25519/wycheproof.json.gz')
    const cases = testGroups.flatMap(group => group.tests.map(one => ({ ...one, pk: group.publicKey.pk })))
    expect(cases.length).toBe(151)
    const wrong = cases.filter(({ pk, msg, sig, result }) => {
      const [publicKey, message, signature] = [pk, msg, sig].map(hex => hexBytes(hex)!) as [
        Uint8Array,
        Uint8Array,
        Uint8Array,
      ]
      return verifyEd25519({ publicKey, message, signature }) !== (result === 'valid')
    })
    expect(wrong.map(({ tcId }) => tcId)).toEqual([])
  })
})
