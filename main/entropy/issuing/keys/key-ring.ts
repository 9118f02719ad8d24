import type { KeyRecord } from '../../../contract/entropy/key-record'
import { isoTime } from '../../../contract/model/iso-time'
import type { Store } from '../../../store/store'
import type { Runner } from '../../../worker/runner'
import { KeyFileError, type KeySecret, keyFileBytes } from '../../evidence/keys/key-file'
import { firstKeyRecord, rotateKey } from '../../evidence/keys/key-record'
import { compositeKey } from '../../evidence/signatures/composite'
import type { SigningSeed, SigningTasks } from '../signing/tasks'
import { holdSecrets, type SigningState } from './held-secrets'
import { keyRecords } from './key-records'
import { newLogSecret, newSigningSecret } from './new-secrets'
import type { PassphraseKeeper } from './passphrase-file'

export interface OpenKeys {
  readonly signing: SigningSeed
  /** From when the signing key signs, milliseconds since 1970. */
  readonly not_before: number
  /** Seed of the Ed25519 key that signs the log's checkpoints. */
  readonly log_seed: Uint8Array
}

/** The private keys of a data folder, opened at their first use. */
export interface KeyRing {
  /** Throws `signing_unavailable` where the key file is lost, damaged or does not open. */
  open(): Promise<OpenKeys>
  /** Outcome of the last opening; before the first, what can be told without opening. */
  state(): SigningState
  /** The key that is valid at this time, milliseconds since 1970; null where there is none, or its secret is not open. */
  signingAt(time: number): SigningSeed | null
  /** Oldest first. */
  records(): KeyRecord[]
  /** Makes the next key, endorsed by the current one. `at` in milliseconds since 1970, after the current key's start. */
  rotate(at: number): Promise<KeyRecord>
  /** After a loss: a new first key without endorsement; the former active key is retired, its file set aside. */
  rekey(at: number): Promise<KeyRecord>
  /** Secrets of the beacon live in the same file. */
  secret(purpose: 'beacon', id: string): Promise<Uint8Array | null>
  keepSecret(secret: KeySecret): Promise<void>
  /** A key file of the same secrets under another passphrase. */
  exported(passphrase: string): Promise<Uint8Array>
}

export interface KeyRingOptions {
  readonly store: Pick<Store, 'db'>
  readonly path: string
  readonly passphrases: PassphraseKeeper
  readonly runner: Runner<SigningTasks>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export function createKeyRing({ store, path, passphrases, runner, now }: KeyRingOptions): KeyRing {
  const records = keyRecords(store)

  /**
   * Adds the record of the first key; it is also missing where the service was killed after it wrote the file and before it wrote
   * the record.
   */
  async function recordFirst(secrets: readonly KeySecret[]): Promise<void> {
    const first = secrets.find(({ purpose }) => purpose === 'signing')
    if (records.all().length > 0 || !first) return
    const publicKey = await runner.run('compositePublicKey', first.bytes)
    records.succeed(null, firstKeyRecord(publicKey, isoTime(now())))
  }

  const secrets = holdSecrets({
    path,
    passphrases,
    had_key: () => records.all().length > 0,
    first: async () => [(await newSigningSecret(runner, now())).secret, newLogSecret()],
    async check(found) {
      await recordFirst(found)
      keysOf(found)
    },
  })

  function keysOf(found: readonly KeySecret[]): OpenKeys {
    const active = records.active()
    const secret = found.find(({ purpose, id }) => purpose === 'signing' && id === active?.kid)
    const log = found.find(({ purpose }) => purpose === 'log')
    if (!active || !secret || !log)
      throw new KeyFileError('key_file_missing', `${path} does not hold the active key ${active?.kid ?? ''}`)
    return {
      signing: { kid: active.kid, seed: secret.bytes },
      not_before: Date.parse(active.not_before),
      log_seed: log.bytes,
    }
  }

  async function rotate(at: number): Promise<KeyRecord> {
    const { signing, not_before } = keysOf(await secrets.open())
    const current = records.active()!
    const { secret, publicKey } = await newSigningSecret(runner, now())
    const time = isoTime(Math.max(at, not_before + 1))
    const rotated = rotateKey({ current, key: compositeKey(signing.seed), next: publicKey, at: time })
    // The secret is on the disk before its record: one without a record is never used.
    await secrets.add(secret)
    records.succeed(rotated.retired, rotated.successor)
    return rotated.successor
  }

  async function rekey(at: number): Promise<KeyRecord> {
    const old = records.active()
    const { secret, record } = await newSigningSecret(runner, at)
    await secrets.startAnew([secret, newLogSecret()], `${path}.lost-${at}`)
    records.succeed(old && { ...old, status: 'retired', not_after: record.not_before }, record)
    return record
  }

  return {
    open: async () => keysOf(await secrets.open()),
    state: secrets.state,
    records: records.all,
    rotate,
    rekey,
    keepSecret: secrets.add,
    signingAt(time) {
      const record = records.validAt(time)
      const secret = secrets.held?.find(({ purpose, id }) => purpose === 'signing' && id === record?.kid)
      return secret ? { kid: secret.id, seed: secret.bytes } : null
    },
    async secret(purpose, id) {
      const found = await secrets.open()
      return found.find(one => one.purpose === purpose && one.id === id)?.bytes ?? null
    },
    exported: async passphrase => keyFileBytes(passphrase, await secrets.open()),
  }
}
