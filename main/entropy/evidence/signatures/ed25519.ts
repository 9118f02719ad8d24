/** Ed25519 (RFC 8032) on raw keys, by the runtime's OpenSSL. */
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { hexBytes, joinBytes } from '../encoding/bytes'

export const ED25519 = { seed_bytes: 32, public_key_bytes: 32, signature_bytes: 64 } as const

/** PKCS #8 and SubjectPublicKeyInfo (RFC 8410) up to the key's bytes. */
const PKCS8_HEAD = hexBytes('302e020100300506032b657004220420')!
const SPKI_HEAD = hexBytes('302a300506032b6570032100')!

export interface Ed25519Key {
  readonly publicKey: Uint8Array
  sign(message: Uint8Array): Uint8Array
}

export function ed25519Key(seed: Uint8Array): Ed25519Key {
  if (seed.length !== ED25519.seed_bytes) throw new RangeError(`an Ed25519 seed has 32 bytes, not ${seed.length}`)
  const key = createPrivateKey({ key: Buffer.from(joinBytes(PKCS8_HEAD, seed)), format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    publicKey: Uint8Array.from(spki.subarray(SPKI_HEAD.length)),
    sign: message => Uint8Array.from(sign(null, message, key)),
  }
}

interface Ed25519Signed {
  readonly publicKey: Uint8Array
  readonly message: Uint8Array
  readonly signature: Uint8Array
}

/** False for malformed keys and signatures as well. */
export function verifyEd25519({ publicKey, message, signature }: Ed25519Signed): boolean {
  if (publicKey.length !== ED25519.public_key_bytes || signature.length !== ED25519.signature_bytes) return false
  const der = Buffer.from(joinBytes(SPKI_HEAD, publicKey))
  return verify(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature)
}
