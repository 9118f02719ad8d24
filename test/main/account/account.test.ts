import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Account, createAccount } from '../../../main/account/account'
import { SIGN_IN_MINUTES } from '../../../main/account/sessions'
import { KeyRole } from '../../../main/contract/service/account'
import type { Store } from '../../../main/store/store'
import { openMemoryStore } from '../store/memory-store'

let store: Store
let account: Account
let clock = 0
beforeEach(() => {
  clock = Date.UTC(2026, 0, 1)
  store = openMemoryStore()
  account = createAccount({ store, now: () => clock })
})
afterEach(() => store.close())

describe('an API key', () => {
  it('is 256 random bits behind pk_, and only its hash is stored', () => {
    const { secret, prefix } = account.keys.create({ name: 'ci', roles: ['jobs'] })
    expect(secret).toMatch(/^pk_[A-Za-z0-9_-]{43}$/)
    expect(secret.startsWith(prefix)).toBe(true)
    const rows = store.db.prepare('SELECT * FROM api_keys').all()
    expect(JSON.stringify(rows)).not.toContain(secret.slice(prefix.length))
    expect(account.keys.list()[0]).not.toHaveProperty('secret')
  })

  it('names its holder and roles', () => {
    const { secret, key_id } = account.keys.create({ name: 'ci', roles: ['jobs', 'qec', 'jobs'] })
    expect(account.authenticate(secret)).toEqual({ kind: 'key', key_id, name: 'ci', roles: ['jobs', 'qec'] })
  })

  it('keeps its id when rotated, and the old secret ends at once', () => {
    const old = account.keys.create({ name: 'ci', roles: ['jobs'] })
    clock += 1000
    const fresh = account.keys.rotate(old.key_id)
    expect(fresh.key_id).toBe(old.key_id)
    expect(fresh.rotated_at).toBe('2026-01-01T00:00:01.000Z')
    expect(account.authenticate(old.secret)).toBeNull()
    expect(account.authenticate(fresh.secret)?.key_id).toBe(old.key_id)
  })

  it('ends when revoked, stays in the list, and cannot be rotated back', () => {
    const { secret, key_id } = account.keys.create({ name: 'ci', roles: ['jobs'] })
    const revoked = account.keys.revoke(key_id)
    clock += 1000
    expect(account.keys.revoke(key_id)).toEqual(revoked)
    expect(account.authenticate(secret)).toBeNull()
    expect(account.keys.list().map(key => key.revoked_at)).toEqual(['2026-01-01T00:00:00.000Z'])
    expect(() => account.keys.rotate(key_id)).toThrow(/revoked for good/)
  })

  it('notes its last use, at most once a minute', () => {
    const { secret } = account.keys.create({ name: 'ci', roles: ['jobs'] })
    const lastUse = () => account.keys.list()[0]!.last_used_at
    expect(lastUse()).toBeNull()
    account.authenticate(secret)
    clock += 59_000
    account.authenticate(secret)
    expect(lastUse()).toBe('2026-01-01T00:00:00.000Z')
    clock += 1_000
    account.authenticate(secret)
    expect(lastUse()).toBe('2026-01-01T00:01:00.000Z')
  })

  it('that differs in any one character opens nothing', () => {
    const { secret } = account.keys.create({ name: 'ci', roles: ['jobs'] })
    const wrong = fc.tuple(fc.nat(secret.length - 1), fc.string({ minLength: 1, maxLength: 1 }))
    fc.assert(
      fc.property(wrong, ([at, letter]) => {
        const changed = secret.slice(0, at) + letter + secret.slice(at + 1)
        expect(account.authenticate(changed) !== null).toBe(changed === secret)
      }),
    )
  })

  it.each(['rotate', 'revoke'] as const)('that does not exist cannot %s', what => {
    expect(() => account.keys[what]('00000000-0000-4000-8000-000000000000')).toThrow(/No API key/)
  })
})

describe('signing in', () => {
  it('uses the token up and opens a session with every role', () => {
    const { token } = account.sessions.issueToken()
    const session = account.sessions.signIn(token)!
    expect(account.sessions.authenticate(session)?.roles).toEqual(KeyRole.options)
    expect(account.sessions.signIn(token)).toBeNull()
  })

  it('refuses a token that has grown old', () => {
    const { token, expires_at } = account.sessions.issueToken()
    expect(expires_at).toBe(clock + SIGN_IN_MINUTES * 60_000)
    clock = expires_at
    expect(account.sessions.signIn(token)).toBeNull()
  })

  it('lets no token, key or session pass for another kind', () => {
    const { token } = account.sessions.issueToken()
    const { secret } = account.keys.create({ name: 'ci', roles: ['jobs'] })
    expect(account.sessions.signIn(secret)).toBeNull()
    expect(account.sessions.authenticate(token)).toBeNull()
    const session = account.sessions.signIn(token)!
    expect(account.authenticate(session)).toBeNull()
    expect(account.authenticate(token)).toBeNull()
  })

  it('ends at sign-out', () => {
    const session = account.sessions.signIn(account.sessions.issueToken().token)!
    account.sessions.revoke(account.sessions.list(session)[0]!.session_id, session)
    expect(account.sessions.authenticate(session)).toBeNull()
  })
})

it('the local token acts as the account holder, and another process has another one', () => {
  expect(account.authenticate(account.local_token)).toMatchObject({ kind: 'session', key_id: null })
  expect(createAccount({ store, now: () => clock }).authenticate(account.local_token)).toBeNull()
})
