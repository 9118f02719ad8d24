import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDeferredCommit } from '../../../main/store/deferred-commit'
import { openStore } from '../../../main/store/store'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-flush-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('holds what was flushed in the files themselves, and leaves plain transactions waiting for the disk', async () => {
  const store = openStore({ dataDir: folder })
  store.db.exec('CREATE TABLE t (n INTEGER NOT NULL)')
  const insert = store.db.prepare('INSERT INTO t VALUES (?)')
  expect(store.deferred.commit(() => insert.run(7).changes)).toBe(1)
  await store.deferred.flushed()
  expect(store.db.pragma('synchronous', { simple: true })).toBe(2)
  // As another machine would find them after a power cut here.
  for (const name of ['pentad.sqlite', 'pentad.sqlite-wal'])
    copyFileSync(join(folder, name), join(folder, `copy-${name}`))
  const copy = new Database(join(folder, 'copy-pentad.sqlite'))
  expect(copy.prepare('SELECT n FROM t').pluck().all()).toEqual([7])
  copy.close()
  store.close()
})

it('undoes what throws and waits for the disk as before', () => {
  const store = openStore({ dataDir: folder })
  store.db.exec('CREATE TABLE t (n INTEGER NOT NULL)')
  const broken = () => {
    store.db.exec('INSERT INTO t VALUES (1)')
    throw new Error('no')
  }
  expect(() => store.deferred.commit(broken)).toThrow('no')
  expect(store.db.prepare('SELECT count(*) FROM t').pluck().get()).toBe(0)
  expect(store.db.pragma('synchronous', { simple: true })).toBe(2)
  store.close()
})

it.skipIf(process.platform !== 'linux')('takes nothing more once the disk did not confirm a write', async () => {
  const db = new Database(':memory:')
  db.exec('CREATE TABLE t (n INTEGER NOT NULL)')
  // Cannot be flushed.
  const deferred = openDeferredCommit(db, '/dev/null')
  deferred.commit(() => db.exec('INSERT INTO t VALUES (1)'))
  await expect(deferred.flushed()).rejects.toThrow(/did not confirm/)
  await expect(deferred.flushed()).rejects.toThrow(/did not confirm/)
  expect(() => deferred.commit(() => db.exec('INSERT INTO t VALUES (2)'))).toThrow(/did not confirm/)
  expect(db.prepare('SELECT count(*) FROM t').pluck().get()).toBe(1)
  deferred.close()
  db.close()
})
