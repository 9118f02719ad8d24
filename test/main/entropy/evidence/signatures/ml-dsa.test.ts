import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js'
import { describe, expect, it } from 'vitest'
import { base64UrlBytes, hexBytes, hexText, utf8Bytes } from '../../../../../main/entropy/evidence/encoding/bytes'
import { keyId } from '../../../../../main/entropy/evidence/keys/key-record'
import { javascriptMlDsa, mlDsaEngine, tryRuntimeMlDsa } from '../../../../../main/entropy/evidence/signatures/ml-dsa'
import { vectorJson } from '../../../../vectors/read-vectors'

interface Case {
  tcId: number
  msg?: string
  ctx?: string
  sig: string
  result: 'valid' | 'invalid'
  flags: string[]
}
interface Groups<T> {
  testGroups: T[]
}

const runtime = tryRuntimeMlDsa()
const engines = [javascriptMlDsa, ...(runtime ? [runtime] : [])]
const bytesOf = (hex = ''): Uint8Array => hexBytes(hex)!

describe.each(engines.map(engine => [engine.name, engine] as const))('ML-DSA-65 by the %s', (_, engine) => {
  it('verifies what Wycheproof calls valid and nothing else', () => {
    const { testGroups } = vectorJson<Groups<{ publicKey: string; tests: Case[] }>>(
      'mldsa/wycheproof-verify-65.json.gz',
    )
    const cases = testGroups.flatMap(group => group.tests.map(one => ({ ...one, publicKey: bytesOf(group.publicKey) })))
    expect(cases.length).toBe(210)
    const wrong = cases.filter(({ publicKey, msg, ctx, sig, result }) => {
      const signed = { publicKey, message: bytesOf(msg), context: bytesOf(ctx), signature: bytesOf(sig) }
      return engine.verify(signed) !== (result === 'valid')
    })
    expect(wrong.map(({ tcId }) => tcId)).toEqual([])
  })

  it('makes the keys of the ACVP vectors from their seeds', () => {
    const { testGroups } = vectorJson<Groups<{ tests: { seed: string; pk: string }[] }>>('mldsa/acvp-keygen-65.json.gz')
    const cases = testGroups.flatMap(({ tests }) => tests)
    expect(cases.length).toBe(25)
    for (const { seed, pk } of cases) expect(hexText(engine.key(bytesOf(seed)).publicKey)).toBe(pk.toLowerCase())
  })

  it('signs so that only the same message under the same context verifies', () => {
    const key = engine.key(new Uint8Array(32).fill(7))
    const [message, context] = [utf8Bytes('message'), utf8Bytes('context')]
    const signed = { publicKey: key.publicKey, message, context, signature: key.sign(message, context) }
    for (const other of engines) expect(other.verify(signed)).toBe(true)
    expect(engine.verify({ ...signed, context: utf8Bytes('other') })).toBe(false)
    expect(engine.verify({ ...signed, message: utf8Bytes('other') })).toBe(false)
    expect(key.sign(message, context)).not.toEqual(signed.signature)
  })

  it.each([0, 31, 33])('refuses a seed of %d bytes', length =>
    expect(() => engine.key(new Uint8Array(length))).toThrow(RangeError),
  )
})

describe('ML-DSA-65 of the package', () => {
  it('signs as Wycheproof does, bit for bit where nothing is random', () => {
    type Group = { privateSeed: string; publicKey: string; tests: Case[] }
    const { testGroups } = vectorJson<Groups<Group>>('mldsa/wycheproof-sign-seed-65.json.gz')
    let same = 0
    for (const { privateSeed, tests } of testGroups) {
      if (privateSeed.length !== 64) continue
      const { secretKey, publicKey } = ml_dsa65.keygen(bytesOf(privateSeed))
      for (const { msg, ctx, sig, result, flags } of tests) {
        if (msg === undefined || flags.includes('Internal')) continue
        const [message, context] = [bytesOf(msg), bytesOf(ctx)]
        const make = () => ml_dsa65.sign(message, secretKey, { context, extraEntropy: false })
        if (result === 'invalid') expect(make).toThrow()
        else if (flags.includes('Randomized'))
          expect(javascriptMlDsa.verify({ publicKey, message, context, signature: bytesOf(sig) })).toBe(true)
        else {
          expect(hexText(make())).toBe(sig)
          same += 1
        }
      }
    }
    expect(same).toBeGreaterThan(60)
  })
})

describe('the engine', () => {
  it('is the runtime’s where it has one', () => {
    expect(mlDsaEngine().name).toBe(runtime ? 'runtime' : 'javascript')
  })
})

describe('a key id', () => {
  it('is the thumbprint of the JOSE example', () => {
    type Example = { priv: string; jwk: { kid: string; alg: string; pub: string } }
    const { priv, jwk } = vectorJson<Example>('mldsa/jose-65.json')
    expect(keyId(base64UrlBytes(jwk.pub)!, jwk.alg)).toBe(jwk.kid)
    expect(javascriptMlDsa.key(bytesOf(priv)).publicKey).toEqual(base64UrlBytes(jwk.pub))
  })
})
