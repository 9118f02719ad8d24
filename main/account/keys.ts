import { randomUUID } from 'node:crypto'
import { isDiskFull } from '../contract/model/disk-full'
import { AppError } from '../contract/model/errors'
import { isoTime } from '../contract/model/iso-time'
import type { ApiKey, Caller, CreateKey, KeyRole, NewKey } from '../contract/service/account'
import type { Store } from '../store/store'
import { freshSecret, hashOf, sameHash } from './secret'

export interface Keys {
  /** Newest first, revoked ones included. */
  list(): ApiKey[]
  create(request: CreateKey): NewKey
  /**
   * Gives the key a new secret; the old one stops working at once. Throws `not_found`, or `conflict` for a revoked key.
   */
  rotate(key_id: string): NewKey
  /** Revokes the key permanently; revoking it again changes nothing. Throws `not_found`. */
  revoke(key_id: string): ApiKey
  /**
   * The caller who owns the secret; null for unknown, replaced and revoked secrets. `hash` is the secret's hash, where
   * the caller has it already.
   */
  authenticate(secret: string, hash?: Buffer): Caller | null
}

/** A key that was authenticated by its secret; cached until any key is rotated or revoked. */
interface OpenedKey {
  readonly caller: Caller
  last_used_at: number
}

interface KeyRow {
  key_id: string
  name: string
  roles: string
  prefix: string
  hash: Buffer
  created_at: number
  rotated_at: number | null
  revoked_at: number | null
  last_used_at: number | null
}

/** `pk_` and eight characters: enough to distinguish keys, and it leaves 208 secret bits. */
const PREFIX_LENGTH = 11
/** The last use is stored with this precision: storing every use would flush the disk at every request. */
const LAST_USED_PRECISION_MS = 60_000

export function createKeys(store: Store, now: () => number): Keys {
  const { db } = store
  const all = db.prepare<[], KeyRow>('SELECT * FROM api_keys ORDER BY created_at DESC, rowid DESC')
  const byId = db.prepare<[string], KeyRow>('SELECT * FROM api_keys WHERE key_id = ?')
  const byPrefix = db.prepare<[string], KeyRow>('SELECT * FROM api_keys WHERE prefix = ? AND revoked_at IS NULL')
  const insert = db.prepare(
    'INSERT INTO api_keys (key_id, name, roles, prefix, hash, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const replace = db.prepare('UPDATE api_keys SET prefix = ?, hash = ?, rotated_at = ? WHERE key_id = ?')
  const end = db.prepare('UPDATE api_keys SET revoked_at = ? WHERE key_id = ?')
  const touch = db.prepare('UPDATE api_keys SET last_used_at = ? WHERE key_id = ?')

  const find = (key_id: string): KeyRow => {
    const row = byId.get(key_id)
    if (!row) throw new AppError('not_found', `No API key ${key_id}`, { details: { key_id } })
    return row
  }
  // By the base64 hash of the secret, and only for valid secrets, so there are at most as many entries as keys.
  const opened = new Map<string, OpenedKey>()

  /** Stores the time of use; a full disk must not stop a key from reading. */
  function remember(at: number, key_id: string | null): void {
    try {
      // Without waiting for the disk: losing the time of a use in a power cut does no harm.
      store.deferred.commit(() => touch.run(at, key_id))
    } catch (error) {
      if (!isDiskFull(error)) throw error
    }
  }

  function used(key: OpenedKey): Caller {
    const at = now()
    if (at - key.last_used_at >= LAST_USED_PRECISION_MS) {
      key.last_used_at = at
      remember(at, key.caller.key_id)
    }
    return key.caller
  }

  function open(secret: string, hash: Buffer): OpenedKey | null {
    const row = byPrefix.all(prefixOf(secret)).find(candidate => sameHash(candidate.hash, hash))
    if (!row) return null
    const { key_id, name } = row
    return { caller: { kind: 'key', key_id, name, roles: rolesOf(row) }, last_used_at: row.last_used_at ?? 0 }
  }

  return {
    list: () => all.all().map(shown),
    create: ({ name, roles }) => {
      const key_id = randomUUID()
      const secret = freshSecret('pk')
      insert.run(key_id, name, JSON.stringify(unique(roles)), prefixOf(secret), hashOf(secret), now())
      return { ...shown(find(key_id)), secret }
    },
    rotate: key_id => {
      if (find(key_id).revoked_at !== null)
        throw new AppError('conflict', 'This key is revoked for good; create a new one.', { details: { key_id } })
      const secret = freshSecret('pk')
      replace.run(prefixOf(secret), hashOf(secret), now(), key_id)
      opened.clear()
      return { ...shown(find(key_id)), secret }
    },
    revoke: key_id => {
      if (find(key_id).revoked_at === null) end.run(now(), key_id)
      opened.clear()
      return shown(find(key_id))
    },
    authenticate: (secret, hash = hashOf(secret)) => {
      const name = hash.toString('base64')
      const key = opened.get(name) ?? open(secret, hash)
      if (!key) return null
      opened.set(name, key)
      return used(key)
    },
  }
}

const prefixOf = (secret: string): string => secret.slice(0, PREFIX_LENGTH)
const unique = (roles: readonly KeyRole[]): KeyRole[] => [...new Set(roles)]
const rolesOf = (row: KeyRow): KeyRole[] => JSON.parse(row.roles) as KeyRole[]

const shown = (row: KeyRow): ApiKey => ({
  key_id: row.key_id,
  name: row.name,
  roles: rolesOf(row),
  prefix: row.prefix,
  created_at: isoTime(row.created_at),
  rotated_at: isoTime(row.rotated_at),
  revoked_at: isoTime(row.revoked_at),
  last_used_at: isoTime(row.last_used_at),
})
