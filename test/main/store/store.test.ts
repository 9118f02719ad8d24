import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jobStates } from '../../../main/contract/jobs/status'
import { runStates } from '../../../main/contract/runs/run'
import { migrate } from '../../../main/store/migrate'
import { isOpen, openStore } from '../../../main/store/store'
import { nameInResult } from './file-reference'
import { openMemoryStore } from './memory-store'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (path: string) => statSync(path).mode & 0o777

describe('the data folder', () => {
  it('keeps what was written over a close and a reopen', () => {
    const first = openStore({ dataDir: folder })
    first.db.exec('CREATE TABLE t (v TEXT)')
    first.db.prepare('INSERT INTO t VALUES (?)').run('kept')
    first.close()
    const second = openStore({ dataDir: folder })
    expect(second.db.prepare('SELECT v FROM t').pluck().get()).toBe('kept')
    second.close()
  })

  it('runs in WAL mode, flushes every commit and checks foreign keys', () => {
    const store = openStore({ dataDir: folder })
    expect(store.db.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(store.db.pragma('synchronous', { simple: true })).toBe(2)
    expect(store.db.pragma('foreign_keys', { simple: true })).toBe(1)
    store.close()
  })

  it.skipIf(process.platform === 'win32')('is closed to other users, with every file in it', async () => {
    const dataDir = join(folder, 'new')
    const store = openStore({ dataDir })
    const sha256 = await store.writeFile(new Uint8Array([1]))
    expect(modeOf(dataDir)).toBe(0o700)
    for (const name of ['pentad.sqlite', 'pentad.sqlite-wal', 'lock.sqlite'])
      expect(modeOf(join(dataDir, name))).toBe(0o600)
    expect(modeOf(join(store.files, sha256.slice(0, 2), sha256))).toBe(0o600)
    store.close()
  })

  it('refuses a second opening while the first is open, and says what to do', () => {
    const store = openStore({ dataDir: folder })
    expect(() => openStore({ dataDir: folder })).toThrow(/in use by another Pentad process.*--data/)
    store.close()
    openStore({ dataDir: folder }).close()
  })

  it('is free again at once when the process that held it was killed', async () => {
    const holder = spawn(process.execPath, ['-e', HOLD, join(folder, 'lock.sqlite')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise(resolve => holder.stdout.once('data', resolve))
    expect(() => openStore({ dataDir: folder })).toThrow(/in use/)
    const ended = new Promise(resolve => holder.once('exit', resolve))
    holder.kill('SIGKILL')
    await ended
    openStore({ dataDir: folder }).close()
  })

  it('that cannot be made is refused with its name', () => {
    writeFileSync(join(folder, 'file'), '')
    expect(() => openStore({ dataDir: join(folder, 'file', 'data') })).toThrow(/cannot be created.*--data/)
  })

  it('with a damaged database is refused by name and left as it is', () => {
    const damaged = 'this is not a database, and is long enough to be distinguished from an empty one'
    writeFileSync(join(folder, 'pentad.sqlite'), damaged)
    expect(() => openStore({ dataDir: folder })).toThrow(/pentad\.sqlite is not a readable database/)
    expect(readFileSync(join(folder, 'pentad.sqlite'), 'utf8')).toBe(damaged)
  })
})

const HOLD = `
  const Database = require('better-sqlite3')
  new Database(process.argv[1]).exec('BEGIN EXCLUSIVE')
  console.log('held')
  setInterval(() => {}, 1000)
`

describe('a data folder that cannot be', () => {
  it.skipIf(process.platform !== 'linux')('is refused and not waited for', () => {
    expect(() => openStore({ dataDir: '/proc/pentad/data' })).toThrow(/cannot be created.*--data/)
  })
})

describe('what a killed process left half-written', () => {
  it('is removed at the next opening, and nothing else', async () => {
    const first = openStore({ dataDir: folder })
    const kept = await first.writeFile(new Uint8Array([1]))
    nameInResult(first, 'counts_file', kept)
    first.close()
    writeFileSync(join(folder, 'endpoint.json.123.part'), 'half')
    writeFileSync(join(folder, 'files', '.0f.part'), 'half')
    writeFileSync(join(folder, 'files', 'other'), 'whole')
    const second = openStore({ dataDir: folder })
    expect(readdirSync(folder).filter(name => name.endsWith('.part'))).toEqual([])
    expect(readdirSync(join(folder, 'files')).sort()).toEqual([kept.slice(0, 2), 'other'].sort())
    expect([...(await second.readFile(kept))]).toEqual([1])
    second.close()
  })
})

describe('migrations', () => {
  const first = { id: 1, name: 'first', sql: 'CREATE TABLE one (v TEXT)' }
  const broken = { id: 2, name: 'broken', sql: 'CREATE TABLE two (v TEXT); CREATE TABLE one (v TEXT)' }

  it('are applied once each', () => {
    const db = new Database(':memory:')
    migrate(db, [first])
    migrate(db, [first])
    expect(db.prepare('SELECT id, name FROM migrations').all()).toEqual([{ id: 1, name: 'first' }])
  })

  it('leave nothing half done when one fails', () => {
    const db = new Database(':memory:')
    expect(() => migrate(db, [first, broken])).toThrow(/already exists/)
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
    expect(tables).toContain('one')
    expect(tables).not.toContain('two')
  })

  it('of a newer version are refused', () => {
    const db = new Database(':memory:')
    migrate(db, [first, { id: 9, name: 'later', sql: 'CREATE TABLE later (v TEXT)' }])
    expect(() => migrate(db, [first])).toThrow(/newer version of Pentad \(schema 9, this one knows up to 1\)/)
  })

  it('make every table of this version in an empty folder', () => {
    const store = openMemoryStore()
    expect(store.db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()).toContain('api_keys')
    store.close()
  })
})

describe('bulk files', () => {
  it('are found by the hash of their bytes', async () => {
    const store = openMemoryStore()
    const sha256 = await store.writeFile(new TextEncoder().encode('abc'))
    expect(sha256).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(new TextDecoder().decode(await store.readFile(sha256))).toBe('abc')
    store.close()
  })

  it('written twice at once are kept once and leave no temporary file', async () => {
    const store = openMemoryStore()
    const bytes = new Uint8Array(10_000).fill(7)
    const names = await Promise.all([store.writeFile(bytes), store.writeFile(bytes), store.writeFile(bytes)])
    expect(new Set(names).size).toBe(1)
    expect(readdirSync(store.files)).toEqual([names[0]!.slice(0, 2)])
    store.close()
  })

  it('changed on disk are never handed out', async () => {
    const store = openMemoryStore()
    const sha256 = await store.writeFile(new Uint8Array([1, 2, 3]))
    writeFileSync(join(store.files, sha256.slice(0, 2), sha256), new Uint8Array([1, 2, 4]))
    await expect(store.readFile(sha256)).rejects.toThrow(/changed on disk/)
    store.close()
  })

  it.each(['', '../pentad.sqlite', 'ABC', 'f'.repeat(64)])('named %j are not found', async name => {
    const store = openMemoryStore()
    await expect(store.readFile(name)).rejects.toMatchObject({ code: 'not_found' })
    store.close()
  })
})

describe('the SQL for open rows', () => {
  it('names the statuses that may change', () => {
    expect(isOpen(jobStates)).toBe("status IN ('PENDING', 'WAITING', 'PROCESSING')")
    expect(isOpen(runStates)).toBe("status IN ('PENDING', 'PROCESSING')")
  })
})
