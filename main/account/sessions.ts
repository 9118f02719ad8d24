import { randomUUID } from 'node:crypto'
import { isDiskFull } from '../contract/model/disk-full'
import { AppError } from '../contract/model/errors'
import { isoTime } from '../contract/model/iso-time'
import { type Caller, KeyRole, type Session } from '../contract/service/account'
import type { Store } from '../store/store'
import { freshSecret, hashOf } from './secret'

export interface Sessions {
  /** A one-time token for a sign-in link, valid for SIGN_IN_MINUTES. */
  issueToken(): { token: string; expires_at: number }
  /**
   * Uses the token up and returns the session's secret for the cookie; null when the token is unknown, used or expired.
   * `browser` describes the browser in the list of sessions.
   */
  signIn(token: string, browser?: string): string | null
  /** The account holder, when the session is open; null otherwise. */
  authenticate(secret: string): Caller | null
  /**
   * Open sessions, most recently used first; `secret` is the caller's own session, null for a call by an API key or a
   * command.
   */
  list(secret: string | null): Session[]
  /**
   * Ends the session at once. Throws `not_found`, and `storage_full` where the session has ended but its row could not
   * be deleted: calling it again deletes the row once there is space.
   */
  revoke(session_id: string, secret: string | null): Session
}

export const SIGN_IN_MINUTES = 15
const HOUR_MS = 3_600_000
/** A session ends after this long without use. */
export const IDLE_MS = 12 * HOUR_MS
/** A session ends this long after its sign-in, even when it is in use. */
export const MAX_AGE_MS = 7 * 24 * HOUR_MS
/** The last use is stored with this precision: storing every use would flush the disk at every request. */
const LAST_USED_PRECISION_MS = 60_000
const MAX_BROWSER = 200

/** The account holder may do everything that any key may do. */
export const HOLDER: Caller = { kind: 'session', key_id: null, name: 'account holder', roles: [...KeyRole.options] }

interface SessionRow {
  readonly session_id: string
  readonly hash: Buffer
  readonly browser: string
  readonly created_at: number
  readonly last_used_at: number
}

/** One-time tokens of sign-in links, as hashes in memory: they end with the process. */
function signInTokens(now: () => number) {
  const expiries = new Map<string, number>()

  function forgetOld(): void {
    for (const [name, expires_at] of expiries) if (expires_at <= now()) expiries.delete(name)
  }

  return {
    issue() {
      forgetOld()
      const token = freshSecret('signin')
      const expires_at = now() + SIGN_IN_MINUTES * 60_000
      expiries.set(nameOf(hashOf(token)), expires_at)
      return { token, expires_at }
    },
    isValid(token: string): boolean {
      forgetOld()
      return expiries.has(nameOf(hashOf(token)))
    },
    spend(token: string): void {
      expiries.delete(nameOf(hashOf(token)))
    },
  }
}

/** Ends open sessions, and remembers those whose rows a full disk did not let it delete. */
function sessionEnds(open: Map<string, SessionRow>, remove: { run(session_id: string): unknown }) {
  /** Sessions that were ended by a caller while a full disk prevented deleting their rows; by the base64 hash of their secrets. */
  const undeleted = new Map<string, SessionRow>()

  /** Deletes the rows that a full disk kept, once there is space. */
  function deleteEnded(): void {
    for (const [name, { session_id }] of undeleted)
      unlessFull(() => {
        remove.run(session_id)
        undeleted.delete(name)
      })
  }

  /** Ends a session for a caller, who must learn that it would come back with a restart where its row cannot be deleted. */
  function endForCaller(row: SessionRow): void {
    const name = nameOf(row.hash)
    open.delete(name)
    undeleted.set(name, row)
    deleteEnded()
    if (undeleted.has(name)) throw notDeleted(row)
  }

  /** Ends a session even when a full disk prevents deleting its row: the row will have expired by the next start too. */
  function end(name: string, { session_id }: SessionRow): void {
    open.delete(name)
    unlessFull(() => remove.run(session_id))
  }

  return { undeleted, deleteEnded, end, endForCaller }
}

/** Stores sessions as hashes, so that no file or row reveals a secret; sessions outlive the process. */
export function createSessions({ db }: Pick<Store, 'db'>, now: () => number): Sessions {
  const insert = db.prepare(
    'INSERT INTO sessions (session_id, hash, browser, created_at, last_used_at) VALUES (?, ?, ?, ?, ?)',
  )
  const all = db.prepare<[], SessionRow>('SELECT * FROM sessions ORDER BY last_used_at DESC, rowid DESC')
  const touch = db.prepare('UPDATE sessions SET last_used_at = ? WHERE session_id = ?')
  const remove = db.prepare<[session_id: string]>('DELETE FROM sessions WHERE session_id = ?')
  const tokens = signInTokens(now)
  /** By the base64 hash of its secret. */
  const open = new Map<string, SessionRow>(all.all().map(row => [nameOf(row.hash), row]))
  const { undeleted, deleteEnded, end, endForCaller } = sessionEnds(open, remove)

  function forgetOld(): void {
    for (const [name, row] of open) if (endOf(row) <= now()) end(name, row)
  }

  function used(name: string, row: SessionRow): Caller | null {
    if (endOf(row) <= now()) {
      end(name, row)
      return null
    }
    if (now() - row.last_used_at >= LAST_USED_PRECISION_MS) {
      open.set(name, { ...row, last_used_at: now() })
      unlessFull(() => touch.run(now(), row.session_id))
      deleteEnded()
    }
    return HOLDER
  }

  const rowOf = (secret: string | null): SessionRow | undefined =>
    secret === null ? undefined : open.get(nameOf(hashOf(secret)))

  return {
    issueToken: () => {
      forgetOld()
      deleteEnded()
      return tokens.issue()
    },
    signIn: (token, browser = '') => {
      forgetOld()
      if (!tokens.isValid(token)) return null
      const secret = freshSecret('session')
      const [session_id, hash, at] = [randomUUID(), hashOf(secret), now()]
      const row = { session_id, hash, browser: browser.slice(0, MAX_BROWSER), created_at: at, last_used_at: at }
      insert.run(session_id, hash, row.browser, at, at)
      // Used up only after the session is stored, so that the link still works after a full disk.
      tokens.spend(token)
      open.set(nameOf(hash), row)
      return secret
    },
    authenticate: secret => {
      const name = nameOf(hashOf(secret))
      const row = open.get(name)
      return row ? used(name, row) : null
    },
    list: secret => {
      forgetOld()
      deleteEnded()
      const own = rowOf(secret)
      return [...open.values()].sort((a, b) => b.last_used_at - a.last_used_at).map(row => shown(row, own))
    },
    revoke: (session_id, secret) => {
      forgetOld()
      const row = [...open.values(), ...undeleted.values()].find(each => each.session_id === session_id)
      if (!row) throw new AppError('not_found', `No open session ${session_id}`, { details: { session_id } })
      const session = shown(row, rowOf(secret))
      endForCaller(row)
      return session
    },
  }
}

const notDeleted = ({ session_id }: SessionRow): AppError =>
  new AppError(
    'storage_full',
    'The session has ended, but the disk is full and still holds its row: should the service restart before there is ' +
      'space, the session is open again. Free some space; the row is deleted then.',
    { details: { session_id } },
  )

const nameOf = (hash: Buffer): string => hash.toString('base64')

const endOf = ({ created_at, last_used_at }: SessionRow): number =>
  Math.min(last_used_at + IDLE_MS, created_at + MAX_AGE_MS)

const shown = (row: SessionRow, own: SessionRow | undefined): Session => ({
  session_id: row.session_id,
  browser: row.browser,
  created_at: isoTime(row.created_at),
  last_used_at: isoTime(row.last_used_at),
  expires_at: isoTime(endOf(row)),
  is_current: row.session_id === own?.session_id,
})

function unlessFull(write: () => void): void {
  try {
    write()
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}
