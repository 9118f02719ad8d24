/** Public keys of receipts, pulses and checkpoints, and how one follows another. */
import { z } from 'zod'
import {
  CompositeAlgorithm,
  CompositePublicKey,
  CompositeSignature,
  KeyId,
  LogOrigin,
  UtcTime,
} from './evidence-fields'

export const KeyRecord = z.strictObject({
  v: z.literal(1),
  kid: KeyId,
  alg: CompositeAlgorithm,
  pub: CompositePublicKey,
  /** Retired keys verify what they signed in their time; revoked ones verify nothing. */
  status: z.enum(['active', 'retired', 'revoked']),
  not_before: UtcTime,
  not_after: UtcTime.nullable(),
  /** The key before it, until when that one signs, and its signature over both; null for a first key or after a loss. */
  predecessor: z.strictObject({ kid: KeyId, not_after: UtcTime, signature: CompositeSignature }).nullable(),
})
export type KeyRecord = z.infer<typeof KeyRecord>

/** Reply of `/v1/pubkey`, which an auditor keeps. */
export const PublicKeys = z.strictObject({
  format: z.literal('pentad-keys/1'),
  /** Id of the active key, which is among `keys`. */
  kid: KeyId,
  alg: CompositeAlgorithm,
  pub: CompositePublicKey,
  keys: z.array(KeyRecord).min(1).max(1_000),
  /** Ed25519 keys of the log's checkpoints, as C2SP signed-note writes them. */
  logs: z.array(z.strictObject({ origin: LogOrigin, vkey: z.string().max(400) })).max(100),
})
export type PublicKeys = z.infer<typeof PublicKeys>
