import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import type { KeyRecord } from '../../../contract/entropy/key-record'
import { AppError } from '../../../contract/model/errors'
import type { Store } from '../../../store/store'
import type { Runner } from '../../../worker/runner'
import { createKeyFile, KeyFileError, type KeySecret, openKeyFile, replaceKeyFile } from '../../evidence/keys/key-file'
import { firstKeyRecord, rotateKey } from '../../evidence/keys/key-record'
import { COMPOSITE, compositeKey } from '../../evidence/signatures/composite'
import { ED25519 } from '../../evidence/signatures/ed25519'
import type { SigningSeed, SigningTasks } from '../signing/tasks'
import type { PassphraseKeeper } from './passphrase-file'

export interface OpenKeys {
  readonly signing: SigningSeed
  /** From when the signing key signs, milliseconds since 1970. */
  readonly not_before: number
  /** Of the Ed25519 key of the log's checkpoints. */
  readonly log_seed: Uint8Array
}

/** `reason` is a code, `message` a sentence for anybody: it names no path. */
type SigningState = { readonly ok: true } | { readonly ok: false; readonly reason: string; readonly message: string }

/** The private keys of a data folder, opened at their first use. */
export interface KeyRing {
  /** Throws `signing_unavailable` where the key file is lost, damaged or does not open. */
  open(): Promise<OpenKeys>
  /** What the last opening found; before the first, what can be told without opening. */
  state(): SigningState
  /** The key whose time this is, milliseconds since 1970; null where there is none, or its secret is not open. */
  signingAt(time: number): SigningSeed | null
  /** Oldest first. */
  records(): KeyRecord[]
  /** The next key, endorsed by the current one. `at` in milliseconds since 1970, after the current key's start. */
  rotate(at: number): Promise<KeyRecord>
  /** After a loss: a first key again, which nobody endorses; the former active key is retired, its file set aside. */
  rekey(at: number): Promise<KeyRecord>
  /** Secrets of the beacon live in the same file. */
  secret(purpose: 'beacon', id: string): Promise<Uint8Array | null>
  keepSecret(secret: KeySecret): Promise<void>
  /** The same keys under another passphrase, in a file that does not exist yet. */
  exportTo(path: string, passphrase: string): Promise<void>
}

export interface KeyRingOptions {
  readonly store: Pick<Store, 'db'>
  readonly path: string
  readonly passphrases: PassphraseKeeper
  readonly runner: Runner<SigningTasks>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** The passphrase of a host is 256 random bits: a slow derivation adds nothing to it. */
const HOST_COST = { n: 2 ** 14 } as const

interface Opened {
  readonly secrets: readonly KeySecret[]
  readonly passphrase: string
}

export function createKeyRing({ store, path, passphrases, runner, now }: KeyRingOptions): KeyRing {
  const { db } = store
  const read = db.prepare<[], string>('SELECT record FROM entropy_keys ORDER BY position').pluck()
  const add = db.prepare('INSERT INTO entropy_keys (kid, record) VALUES (?, ?)')
  const change = db.prepare('UPDATE entropy_keys SET record = ? WHERE kid = ?')
  const records = () => read.all().map(text => JSON.parse(text) as KeyRecord)
  const write = db.transaction((retired: KeyRecord | null, added: KeyRecord) => {
    if (retired) change.run(JSON.stringify(retired), retired.kid)
    add.run(added.kid, JSON.stringify(added))
  })
  let opening: Promise<Opened> | null = null
  /** What `opening` resolved to. */
  let now_open: Opened | null = null
  let fault: AppError | null = null

  const signing = (secrets: readonly KeySecret[]) => secrets.filter(({ purpose }) => purpose === 'signing')

  async function newSigningSecret(): Promise<{ secret: KeySecret; publicKey: Uint8Array; record: KeyRecord }> {
    const bytes = new Uint8Array(randomBytes(COMPOSITE.seed_bytes))
    const publicKey = await runner.run('compositePublicKey', bytes)
    const record = firstKeyRecord(publicKey, new Date(now()).toISOString())
    return { secret: { purpose: 'signing', id: record.kid, bytes }, publicKey, record }
  }

  const newLogSecret = (): KeySecret => ({
    purpose: 'log',
    id: 'log',
    bytes: new Uint8Array(randomBytes(ED25519.seed_bytes)),
  })

  /** Only for a folder that never had a key. */
  async function createFirst(): Promise<Opened> {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const passphrase = passphrases.read() ?? passphrases.create()
    const { secret } = await newSigningSecret()
    const secrets = [secret, newLogSecret()]
    await createKeyFile(path, passphrase, secrets, HOST_COST)
    return { secrets, passphrase }
  }

  async function openFile(): Promise<Opened> {
    if (!existsSync(path) && records().length === 0) return createFirst()
    const passphrase = passphrases.read()
    if (passphrase === null && existsSync(path))
      throw new KeyFileError('wrong_passphrase', `the passphrase of ${path} is missing`)
    return { secrets: await openKeyFile(path, passphrase ?? ''), passphrase: passphrase ?? '' }
  }

  /** A service that was killed between file and record has the key but no record of it. */
  async function recordFirst(secrets: readonly KeySecret[]): Promise<void> {
    const [first] = signing(secrets)
    if (records().length > 0 || !first) return
    const publicKey = await runner.run('compositePublicKey', first.bytes)
    write.immediate(null, firstKeyRecord(publicKey, new Date(now()).toISOString()))
  }

  async function opened(): Promise<Opened> {
    opening ??= openFile().then(async keys => {
      await recordFirst(keys.secrets)
      keysOf(keys)
      return keys
    })
    try {
      const keys = await opening
      now_open = keys
      fault = null
      return keys
    } catch (error) {
      // What an operator puts right is found at the next call.
      opening = null
      fault = unavailable(error)
      throw fault
    }
  }

  function keysOf({ secrets }: Opened): OpenKeys {
    const active = records().find(({ status }) => status === 'active')
    const secret = signing(secrets).find(({ id }) => id === active?.kid)
    const log = secrets.find(({ purpose }) => purpose === 'log')
    if (!active || !secret || !log)
      throw new KeyFileError('key_file_missing', `${path} does not hold the active key ${active?.kid ?? ''}`)
    return {
      signing: { kid: active.kid, seed: secret.bytes },
      not_before: Date.parse(active.not_before),
      log_seed: log.bytes,
    }
  }

  async function replace({ passphrase }: Opened, secrets: readonly KeySecret[]): Promise<void> {
    await replaceKeyFile(path, passphrase, secrets, HOST_COST)
    now_open = { passphrase, secrets }
    opening = Promise.resolve(now_open)
  }

  return {
    open: async () => keysOf(await opened()),
    state() {
      if (fault) return { ok: false, reason: String(fault.details.reason), message: fault.message }
      if (!opening && !existsSync(path) && records().length > 0)
        return { ok: false, reason: 'key_file_missing', message: SENTENCES.key_file_missing }
      return { ok: true }
    },
    signingAt(time) {
      const at = new Date(time).toISOString()
      const covers = ({ not_before, not_after }: KeyRecord) =>
        not_before <= at && (not_after === null || at < not_after)
      const record = records().find(one => one.status !== 'revoked' && covers(one))
      const secret = now_open && signing(now_open.secrets).find(({ id }) => id === record?.kid)
      return secret ? { kid: secret.id, seed: secret.bytes } : null
    },
    records,
    async rotate(at) {
      const keys = await opened()
      const { signing: current } = keysOf(keys)
      const record = records().find(({ kid }) => kid === current.kid)!
      const { secret, publicKey } = await newSigningSecret()
      const time = new Date(Math.max(at, Date.parse(record.not_before) + 1)).toISOString()
      const rotated = rotateKey({ current: record, key: compositeKey(current.seed), next: publicKey, at: time })
      // The secret is on the disk before its record: one without a record is never used.
      await replace(keys, [...keys.secrets, secret])
      write.immediate(rotated.retired, rotated.successor)
      return rotated.successor
    },
    async rekey(at) {
      const time = new Date(at).toISOString()
      const old = records().find(({ status }) => status === 'active') ?? null
      const { secret, publicKey } = await newSigningSecret()
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      const passphrase = passphrases.read() ?? passphrases.create()
      const secrets = [secret, newLogSecret()]
      if (existsSync(path)) renameSync(path, `${path}.lost-${at}`)
      await createKeyFile(path, passphrase, secrets, HOST_COST)
      const record = firstKeyRecord(publicKey, time)
      write.immediate(old && { ...old, status: 'retired', not_after: time }, record)
      now_open = { passphrase, secrets }
      opening = Promise.resolve(now_open)
      fault = null
      return record
    },
    async secret(purpose, id) {
      const { secrets } = await opened()
      return secrets.find(one => one.purpose === purpose && one.id === id)?.bytes ?? null
    },
    async keepSecret(secret) {
      const keys = await opened()
      await replace(keys, [...keys.secrets, secret])
    },
    async exportTo(file, passphrase) {
      await createKeyFile(file, passphrase, (await opened()).secrets)
    },
  }
}

function unavailable(error: unknown): AppError {
  if (error instanceof AppError) return error
  const reason = error instanceof KeyFileError ? error.fault : 'key_file_unreadable'
  return Object.assign(new AppError('signing_unavailable', SENTENCES[reason], { reason }), { cause: error })
}

const SENTENCES = {
  key_file_missing: 'The file of the signing keys is missing. Restore it from a copy; no new key is made.',
  key_file_corrupt: 'The file of the signing keys is damaged. Restore it from a copy; no new key is made.',
  key_file_exists: 'There is a file of signing keys already, and it is not replaced.',
  key_file_unreadable: 'The file of the signing keys, or its passphrase, cannot be read; the log says why.',
  wrong_passphrase: 'The passphrase of the signing keys is missing, or does not open them.',
} as const
