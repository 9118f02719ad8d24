import { randomBytes } from 'node:crypto'
import type { KeyRecord } from '../../../contract/entropy/key-record'
import { isoTime } from '../../../contract/model/iso-time'
import type { Runner } from '../../../worker/runner'
import type { KeySecret } from '../../evidence/keys/key-file'
import { firstKeyRecord } from '../../evidence/keys/key-record'
import { COMPOSITE } from '../../evidence/signatures/composite'
import { ED25519 } from '../../evidence/signatures/ed25519'
import type { SigningTasks } from '../signing/tasks'

interface NewSigningSecret {
  readonly secret: KeySecret
  readonly publicKey: Uint8Array
  /** Record of the key, without endorsement. */
  readonly record: KeyRecord
}

/** `at`: from when it signs, milliseconds since 1970. */
export async function newSigningSecret(runner: Runner<SigningTasks>, at: number): Promise<NewSigningSecret> {
  const bytes = new Uint8Array(randomBytes(COMPOSITE.seed_bytes))
  const publicKey = await runner.run('compositePublicKey', bytes)
  const record = firstKeyRecord(publicKey, isoTime(at))
  return { secret: { purpose: 'signing', id: record.kid, bytes }, publicKey, record }
}

/** Secret of the key that signs the log's checkpoints. */
export const newLogSecret = (): KeySecret => ({
  purpose: 'log',
  id: 'log',
  bytes: new Uint8Array(randomBytes(ED25519.seed_bytes)),
})
