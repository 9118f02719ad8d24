import { randomUUID } from 'node:crypto'
import type { ApiKey, Caller, CreateKey, KeyRole, NewKey } from '../contract/account'
import { AppError } from '../contract/errors'
import type { Store } from '../store/store'
import { freshSecret, hashOf, sameHash } from './secret'

export interface Keys {
  /** Newest first, revoked ones included. */
  list(): ApiKey[]
  create(request: CreateKey): NewKey
  /** New secret, same id; the old secret ends at once. `not_found`; `conflict` for a revoked key. */
  rotate(key_id: string): NewKey
  /** For good. Revoking twice changes nothing. `not_found`. */
  revoke(key_id: string): ApiKey
  /** Who holds the secret; null for unknown, rotated away and revoked ones. */
  authenticate(secret: string): Caller | null
}

interface Row {
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

/** `pk_` and eight characters: enough to tell keys apart, and it leaves 208 secret bits. */
const PREFIX_LENGTH = 11
/** Writing every use would flush the disk at every request. */
const LAST_USED_PRECISION_MS = 60_000

export function createKeys(store: Store, now: () => number): Keys {
  const { db } = store
  const all = db.prepare<[], Row>('SELECT * FROM api_keys ORDER BY created_at DESC, rowid DESC')
  const byId = db.prepare<[string], Row>('SELECT * FROM api_keys WHERE key_id = ?')
  const byPrefix = db.prepare<[string], Row>('SELECT * FROM api_keys WHERE prefix = ? AND revoked_at IS NULL')
  const insert = db.prepare(
    'INSERT INTO api_keys (key_id, name, roles, prefix, hash, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const replace = db.prepare('UPDATE api_keys SET prefix = ?, hash = ?, rotated_at = ? WHERE key_id = ?')
  const end = db.prepare('UPDATE api_keys SET revoked_at = ? WHERE key_id = ?')
  const touch = db.prepare('UPDATE api_keys SET last_used_at = ? WHERE key_id = ?')

  const find = (key_id: string): Row => {
    const row = byId.get(key_id)
    if (!row) throw new AppError('not_found', `No API key ${key_id}`, { key_id })
    return row
  }
  const used = (row: Row): void => {
    const at = now()
    if (at - (row.last_used_at ?? 0) >= LAST_USED_PRECISION_MS) touch.run(at, row.key_id)
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
        throw new AppError('conflict', 'This key is revoked for good; create a new one.', { key_id })
      const secret = freshSecret('pk')
      replace.run(prefixOf(secret), hashOf(secret), now(), key_id)
      return { ...shown(find(key_id)), secret }
    },
    revoke: key_id => {
      if (find(key_id).revoked_at === null) end.run(now(), key_id)
      return shown(find(key_id))
    },
    authenticate: secret => {
      const hash = hashOf(secret)
      const row = byPrefix.all(prefixOf(secret)).find(candidate => sameHash(candidate.hash, hash))
      if (!row) return null
      used(row)
      return { kind: 'key', key_id: row.key_id, name: row.name, roles: rolesOf(row) }
    },
  }
}

const prefixOf = (secret: string): string => secret.slice(0, PREFIX_LENGTH)
const unique = (roles: readonly KeyRole[]): KeyRole[] => [...new Set(roles)]
const rolesOf = (row: Row): KeyRole[] => JSON.parse(row.roles) as KeyRole[]
const time = (at: number): string => new Date(at).toISOString()
const timeOrNull = (at: number | null): string | null => (at === null ? null : time(at))

const shown = (row: Row): ApiKey => ({
  key_id: row.key_id,
  name: row.name,
  roles: rolesOf(row),
  prefix: row.prefix,
  created_at: time(row.created_at),
  rotated_at: timeOrNull(row.rotated_at),
  revoked_at: timeOrNull(row.revoked_at),
  last_used_at: timeOrNull(row.last_used_at),
})
