/** id-MLDSA65-Ed25519-SHA512 of draft-ietf-lamps-pq-composite-sigs: ML-DSA-65 and Ed25519 over one message. */
import { joinBytes, sha512Bytes, utf8Bytes } from '../encoding/bytes'
import { ED25519, ed25519Key, verifyEd25519 } from './ed25519'
import { ML_DSA_65, type MlDsaEngine, mlDsaEngine } from './ml-dsa'

export const COMPOSITE_ALGORITHM = 'id-MLDSA65-Ed25519-SHA512'

export const COMPOSITE = {
  /** The ML-DSA seed, then Ed25519's. */
  seed_bytes: ML_DSA_65.seed_bytes + ED25519.seed_bytes,
  public_key_bytes: ML_DSA_65.public_key_bytes + ED25519.public_key_bytes,
  signature_bytes: ML_DSA_65.signature_bytes + ED25519.signature_bytes,
} as const

/** What a signature is for. The same bytes signed for one purpose do not verify for another. */
export const SIGNING_CONTEXTS = {
  receipt: 'pentad/receipt/1',
  stream_frame: 'pentad/stream-frame/1',
  pulse: 'pentad/pulse/1',
  checkpoint: 'pentad/checkpoint/1',
  key_endorsement: 'pentad/key-endorsement/1',
} as const
export type SigningPurpose = keyof typeof SIGNING_CONTEXTS

const PREFIX = utf8Bytes('CompositeAlgorithmSignatures2025')
/** Also the context of the ML-DSA half. */
const LABEL = utf8Bytes('COMPSIG-MLDSA65-Ed25519-SHA512')

/** M′ = prefix ‖ label ‖ one byte len(ctx) ‖ ctx ‖ SHA-512(M). */
export function compositeMessage(message: Uint8Array, context: Uint8Array): Uint8Array {
  if (context.length > 255) throw new RangeError(`a context has at most 255 bytes, not ${context.length}`)
  return joinBytes(PREFIX, LABEL, Uint8Array.of(context.length), context, sha512Bytes(message))
}

/** A private key in memory: made once from its seed, as expanding it costs as much as two signatures. */
export interface CompositeKey {
  readonly publicKey: Uint8Array
  sign(message: Uint8Array, context: Uint8Array): Uint8Array
}

/** Throws a RangeError unless `seed` has 64 bytes. */
export function compositeKey(seed: Uint8Array, engine: MlDsaEngine = mlDsaEngine()): CompositeKey {
  if (seed.length !== COMPOSITE.seed_bytes) throw new RangeError(`a composite seed has 64 bytes, not ${seed.length}`)
  const mlDsa = engine.key(seed.subarray(0, ML_DSA_65.seed_bytes))
  const ed25519 = ed25519Key(seed.subarray(ML_DSA_65.seed_bytes))
  return {
    publicKey: joinBytes(mlDsa.publicKey, ed25519.publicKey),
    sign(message, context) {
      const both = compositeMessage(message, context)
      return joinBytes(mlDsa.sign(both, LABEL), ed25519.sign(both))
    },
  }
}

interface CompositeSigned {
  readonly publicKey: Uint8Array
  readonly message: Uint8Array
  readonly context: Uint8Array
  readonly signature: Uint8Array
}

/** True only if both halves verify; false also for a malformed key or signature. */
export function verifyComposite(signed: CompositeSigned, engine: MlDsaEngine = mlDsaEngine()): boolean {
  const { publicKey, signature } = signed
  if (publicKey.length !== COMPOSITE.public_key_bytes || signature.length !== COMPOSITE.signature_bytes) return false
  const message = compositeMessage(signed.message, signed.context)
  const [mlDsaKey, ed25519PublicKey] = halves(publicKey, ML_DSA_65.public_key_bytes)
  const [mlDsaSignature, ed25519Signature] = halves(signature, ML_DSA_65.signature_bytes)
  return (
    verifyEd25519({ publicKey: ed25519PublicKey, message, signature: ed25519Signature }) &&
    engine.verify({ publicKey: mlDsaKey, message, context: LABEL, signature: mlDsaSignature })
  )
}

const halves = (bytes: Uint8Array, first: number): [Uint8Array, Uint8Array] => [
  bytes.subarray(0, first),
  bytes.subarray(first),
]

export const contextOf = (purpose: SigningPurpose): Uint8Array => utf8Bytes(SIGNING_CONTEXTS[purpose])
