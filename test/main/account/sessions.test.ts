import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSessions, IDLE_MS, MAX_AGE_MS, type Sessions } from '../../../main/account/sessions'
import { AppError } from '../../../main/contract/model/errors'
import { openStore, type Store } from '../../../main/store/store'

let [data, store, clock] = ['', null as unknown as Store, 0]
const now = () => clock
const HOUR_MS = 3_600_000

const reopened = (): Sessions => {
  store.close()
  store = openStore({ dataDir: data })
  return createSessions(store, now)
}
const signedIn = (sessions: Sessions, browser = 'Browser/1'): string =>
  sessions.signIn(sessions.issueToken().token, browser)!

/** Sessions of the store, on a disk that takes no writes while it is full. */
function sessionsOn(disk: { full: boolean }): Sessions {
  const prepare = store.db.prepare.bind(store.db)
  const limited = Object.create(store.db, {
    prepare: {
      value: (sql: string) => {
        const statement = prepare(sql)
        const run = (...values: unknown[]) => {
          if (disk.full) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
          return statement.run(...values)
        }
        return { all: () => statement.all(), run }
      },
    },
  }) as Store['db']
  return createSessions({ db: limited }, now)
}

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'pentad-sessions-'))
  store = openStore({ dataDir: data })
  clock = Date.parse('2026-01-01T00:00:00Z')
})
afterEach(() => {
  store.close()
  rmSync(data, { recursive: true, force: true })
})

describe('a session', () => {
  it('outlives a restart of the service; a one-time token does not', () => {
    const sessions = createSessions(store, now)
    const [secret, { token }] = [signedIn(sessions), sessions.issueToken()]
    const after = reopened()
    expect(after.authenticate(secret)).toMatchObject({ kind: 'session' })
    expect(after.signIn(token)).toBeNull()
  })

  it('lies in the store as a hash alone', () => {
    const secret = signedIn(createSessions(store, now))
    const rows = JSON.stringify(store.db.prepare('SELECT * FROM sessions').all())
    expect(rows).not.toContain(secret)
    // The random part may itself begin with an underscore.
    expect(rows).not.toContain(secret.slice('session_'.length))
  })

  it('ends twelve hours after its last use, restart or not', () => {
    const secret = signedIn(createSessions(store, now))
    clock += IDLE_MS - 1
    expect(reopened().authenticate(secret)).not.toBeNull()
    clock += IDLE_MS
    const after = reopened()
    expect(after.authenticate(secret)).toBeNull()
    expect([after.list(null), store.db.prepare('SELECT * FROM sessions').all()]).toEqual([[], []])
  })

  it('ends seven days after it began, however much it is used', () => {
    const sessions = createSessions(store, now)
    const secret = signedIn(sessions)
    for (let hours = 0; hours < MAX_AGE_MS / HOUR_MS - 1; hours += 6) {
      clock += 6 * HOUR_MS
      expect(sessions.authenticate(secret) === null).toBe(hours + 6 >= MAX_AGE_MS / HOUR_MS)
    }
    expect(sessions.authenticate(secret)).toBeNull()
  })

  it('is listed with its browser and times, the last used first, the own one marked', () => {
    const sessions = createSessions(store, now)
    const first = signedIn(sessions, 'First/1')
    clock += 5 * 60_000
    signedIn(sessions, 'x'.repeat(5_000))
    clock += 5 * 60_000
    sessions.authenticate(first)
    const [a, b] = sessions.list(first)
    expect(a).toMatchObject({
      browser: 'First/1',
      is_current: true,
      created_at: '2026-01-01T00:00:00.000Z',
      last_used_at: '2026-01-01T00:10:00.000Z',
      expires_at: '2026-01-01T12:10:00.000Z',
    })
    expect([b!.is_current, b!.browser.length]).toEqual([false, 200])
  })

  it('is revoked by its id, at once and for good', () => {
    const sessions = createSessions(store, now)
    const [mine, other] = [signedIn(sessions), signedIn(sessions)]
    const { session_id } = sessions.list(mine).find(({ is_current }) => !is_current)!
    expect(sessions.revoke(session_id, mine)).toMatchObject({ session_id, is_current: false })
    expect([sessions.authenticate(other), sessions.authenticate(mine) === null]).toEqual([null, false])
    expect(reopened().authenticate(other)).toBeNull()
    expect(() => sessions.revoke(session_id, mine)).toThrow(AppError)
  })

  it('goes on while the disk is full, and a link that could not be used then works afterwards', () => {
    const sessions = createSessions(store, now)
    const [secret, { token }] = [signedIn(sessions), sessions.issueToken()]
    const disk = { full: true }
    const onFullDisk = sessionsOn(disk)
    clock += 2 * 60_000
    expect(onFullDisk.authenticate(secret)).not.toBeNull()
    const link = onFullDisk.issueToken().token
    expect(() => onFullDisk.signIn(link)).toThrow('full')
    disk.full = false
    expect(onFullDisk.signIn(link)).not.toBeNull()
    expect(sessions.signIn(token)).not.toBeNull()
  })

  it('ends on a full disk too, says that a restart could open it again, and is deleted once there is space', () => {
    const before = createSessions(store, now)
    const [mine, other] = [signedIn(before), signedIn(before)]
    const disk = { full: true }
    const sessions = sessionsOn(disk)
    const [own, others] = [true, false].map(
      wanted => sessions.list(mine).find(({ is_current }) => is_current === wanted)!.session_id,
    ) as [string, string]
    const refusal = expect.objectContaining({ code: 'storage_full', message: expect.stringContaining('restart') })
    expect(() => sessions.revoke(others, mine)).toThrow(refusal)
    expect(() => sessions.revoke(own, mine)).toThrow(refusal)
    expect([sessions.authenticate(mine), sessions.authenticate(other), sessions.list(null)]).toEqual([null, null, []])
    expect(() => sessions.revoke(others, mine)).toThrow(refusal)
    expect(() => sessions.revoke(own, mine)).toThrow(refusal)
    disk.full = false
    expect(sessions.revoke(others, null)).toMatchObject({ session_id: others })
    sessions.list(null)
    expect(store.db.prepare('SELECT * FROM sessions').all()).toEqual([])
    expect([reopened().authenticate(mine), reopened().authenticate(other)]).toEqual([null, null])
  })
})
