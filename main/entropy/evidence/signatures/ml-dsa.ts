/**
 * ML-DSA-65 (FIPS 204), pure mode. The runtime's own is about thirty times faster than JavaScript; Node has it from 24.8 on,
 * with contexts, and only where its OpenSSL does, so it is tried once against the other before it is trusted.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js'
import { hexBytes, joinBytes, utf8Bytes } from '../encoding/bytes'

export const ML_DSA_65 = { seed_bytes: 32, public_key_bytes: 1952, signature_bytes: 3309 } as const

interface MlDsaKey {
  readonly publicKey: Uint8Array
  /** Hedged: the same message has many signatures. `context` of at most 255 bytes. */
  sign(message: Uint8Array, context: Uint8Array): Uint8Array
}

interface MlDsaSigned {
  readonly publicKey: Uint8Array
  readonly message: Uint8Array
  readonly context: Uint8Array
  readonly signature: Uint8Array
}

export interface MlDsaEngine {
  readonly name: 'runtime' | 'javascript'
  /** From the seed of 32 bytes that FIPS 204 calls ξ. */
  key(seed: Uint8Array): MlDsaKey
  /** False for malformed keys and signatures as well. */
  verify(signed: MlDsaSigned): boolean
}

/** @noble/post-quantum; `sign` takes its random bytes from the runtime's Web Crypto. */
export const javascriptMlDsa: MlDsaEngine = {
  name: 'javascript',
  key(seed) {
    checkSeed(seed)
    const { secretKey, publicKey } = ml_dsa65.keygen(seed)
    return { publicKey, sign: (message, context) => ml_dsa65.sign(message, secretKey, { context }) }
  },
  verify(signed) {
    const { publicKey, message, context, signature } = signed
    return isWellFormed(signed) && ml_dsa65.verify(signature, message, publicKey, { context })
  },
}

/** PKCS #8 with the seed alone, and SubjectPublicKeyInfo (RFC 9881), up to the key's bytes. */
const PKCS8_HEAD = hexBytes('3034020100300b060960864801650304031204228020')!
const SPKI_HEAD = hexBytes('308207b2300b0609608648016503040312038207a100')!

const runtimeMlDsa: MlDsaEngine = {
  name: 'runtime',
  key(seed) {
    checkSeed(seed)
    const key = createPrivateKey({ key: der(PKCS8_HEAD, seed), format: 'der', type: 'pkcs8' })
    const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
    return {
      publicKey: Uint8Array.from(spki.subarray(SPKI_HEAD.length)),
      sign: (message, context) => Uint8Array.from(sign(null, message, withContext({ key, context }))),
    }
  },
  verify(signed) {
    if (!isWellFormed(signed)) return false
    const key = createPublicKey({ key: der(SPKI_HEAD, signed.publicKey), format: 'der', type: 'spki' })
    return verify(null, signed.message, withContext({ key, context: signed.context }), signed.signature)
  },
}

const der = (head: Uint8Array, rest: Uint8Array): Buffer => Buffer.from(joinBytes(head, rest))

/** The types of Node 20 do not know `context` yet. */
const withContext = (options: { key: KeyObject; context: Uint8Array }) => options as { key: KeyObject }

function checkSeed(seed: Uint8Array): void {
  if (seed.length !== ML_DSA_65.seed_bytes) throw new RangeError(`an ML-DSA-65 seed has 32 bytes, not ${seed.length}`)
}

const isWellFormed = ({ publicKey, signature, context }: MlDsaSigned): boolean =>
  publicKey.length === ML_DSA_65.public_key_bytes &&
  signature.length === ML_DSA_65.signature_bytes &&
  context.length <= 255

/** The runtime's engine if it has one that makes and takes the same keys and contexts as the other one; null otherwise. */
export function tryRuntimeMlDsa(): MlDsaEngine | null {
  const [seed, message, context, other] = [new Uint8Array(32), ...['message', 'context', 'other'].map(utf8Bytes)] as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ]
  try {
    const key = runtimeMlDsa.key(seed)
    const signed = { publicKey: key.publicKey, message, context, signature: key.sign(message, context) }
    const agrees = javascriptMlDsa.verify(signed) && runtimeMlDsa.verify(signed)
    return agrees && !runtimeMlDsa.verify({ ...signed, context: other }) ? runtimeMlDsa : null
  } catch {
    return null
  }
}

let chosen: MlDsaEngine | undefined

/** The fastest engine of this runtime, chosen at the first use. */
export function mlDsaEngine(): MlDsaEngine {
  chosen ??= tryRuntimeMlDsa() ?? javascriptMlDsa
  return chosen
}
