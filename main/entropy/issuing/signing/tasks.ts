/** Signing tasks for threads. */
import { createPrivateKey } from 'node:crypto'
import type { PublishedPulse } from '../../../contract/entropy/pulse'
import { publishPulse, signPulse } from '../../evidence/beacon/pulse'
import type { UnsignedPulse } from '../../evidence/beacon/pulse-bytes'
import { checkpointText } from '../../evidence/notes/checkpoint'
import { compositeNoteSigner, ed25519NoteSigner } from '../../evidence/notes/note-keys'
import { signNote } from '../../evidence/notes/signed-note'
import { type ReceiptClaims, signReceipt, type UnloggedReceipt } from '../../evidence/receipts/receipt'
import { type CompositeKey, compositeKey } from '../../evidence/signatures/composite'
import { ed25519Key } from '../../evidence/signatures/ed25519'

/** A composite key by its id and seed. */
export interface SigningSeed {
  readonly kid: string
  readonly seed: Uint8Array
}

interface ReceiptToSign {
  readonly claims: ReceiptClaims
  readonly key: SigningSeed
}

interface CheckpointToSign {
  readonly origin: string
  readonly size: number
  readonly root: Uint8Array
  readonly key: SigningSeed
  /** Seed of the log's Ed25519 key. */
  readonly log_seed: Uint8Array
}

interface PulseToSign {
  readonly pulse: UnsignedPulse
  /** RSA, PKCS #8 in DER. */
  readonly private_key: Uint8Array
  readonly key: SigningSeed
}

/** Keys that a thread remembers: the active one and the one before it, as rotations are rare. */
const MAX_KEYS = 2

export type SigningTasks = {
  readonly compositePublicKey: (seed: Uint8Array) => Uint8Array
  readonly signReceipt: (receipt: ReceiptToSign) => UnloggedReceipt
  readonly signPulse: (pulse: PulseToSign) => PublishedPulse
  /** The signed note as text. */
  readonly signCheckpoint: (checkpoint: CheckpointToSign) => string
}

/** Expanding a seed costs as much as two signatures, so each thread remembers the keys of the last seeds. */
export function signingTasks(): SigningTasks {
  const keys = new Map<string, CompositeKey>()
  function keyOf({ kid, seed }: SigningSeed): CompositeKey {
    const key = keys.get(kid) ?? compositeKey(seed)
    keys.delete(kid)
    keys.set(kid, key)
    if (keys.size > MAX_KEYS) keys.delete(keys.keys().next().value!)
    return key
  }
  return {
    compositePublicKey: seed => compositeKey(seed).publicKey,
    signReceipt: ({ claims, key }) => signReceipt(claims, key.kid, keyOf(key)),
    signPulse({ pulse, private_key, key }) {
      const rsa = createPrivateKey({ key: Buffer.from(private_key), format: 'der', type: 'pkcs8' })
      return publishPulse(signPulse(pulse, rsa), key.kid, keyOf(key))
    },
    signCheckpoint: ({ origin, size, root, key, log_seed }) =>
      signNote(checkpointText({ origin, size: BigInt(size), root }), [
        ed25519NoteSigner(origin, ed25519Key(log_seed)),
        compositeNoteSigner(origin, keyOf(key)),
      ]),
  }
}
