import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isDiskFull } from '../../../main/contract/model/disk-full'
import { AppError } from '../../../main/contract/model/errors'
import { createSpace } from '../../../main/store/disk-space'
import { openMemoryStore } from './memory-store'

const noSpace = (): Error => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-space-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a full disk', () => {
  it.each([
    ['the system has no space', noSpace(), true],
    ['the quota is used up', Object.assign(new Error('quota'), { code: 'EDQUOT' }), true],
    ['SQLite cannot grow its log', new Database.SqliteError('database or disk is full', 'SQLITE_FULL'), true],
    ['it was so before', new AppError('storage_full', 'full'), true],
    ['a file is missing', Object.assign(new Error('no file'), { code: 'ENOENT' }), false],
    ['a row is refused', new Database.SqliteError('constraint', 'SQLITE_CONSTRAINT'), false],
    ['it is no error', 'ENOSPC', false],
  ])('is distinguished from other failures: %s', (_, error, full) => {
    expect(isDiskFull(error)).toBe(full)
  })

  it('is explained with its folder and the bytes free, whatever the cause; other failures stay', () => {
    const space = createSpace(folder)
    expect(space.explain(noSpace())).toMatchObject({
      code: 'storage_full',
      message: expect.stringContaining(folder),
      details: { folder, free_bytes: expect.any(Number) },
    })
    const other = new Error('other')
    expect(space.explain(other)).toBe(other)
  })

  it('holds work up until there is space, and then does it', async () => {
    const space = createSpace(folder, 1)
    let [tries, waits] = [0, 0]
    const work = async () => {
      tries += 1
      if (tries < 4) throw noSpace()
      return 'done'
    }
    const held = space.retryWhenFree(work, undefined, () => {
      waits += 1
      expect(space.waiting()).toBe(1)
    })
    expect(await held).toBe('done')
    expect([tries, waits, space.waiting()]).toEqual([4, 3, 0])
    expect(readdirSync(folder)).toEqual([])
  })

  it('is waited for while no trial can be written', async () => {
    const gone = join(folder, 'gone')
    const space = createSpace(gone, 1)
    let tries = 0
    const controller = new AbortController()
    const held = space.retryWhenFree(async () => {
      tries += 1
      throw noSpace()
    }, controller.signal)
    await expect.poll(() => space.waiting(), { interval: 1 }).toBe(1)
    await new Promise(resolve => setTimeout(resolve, 20))
    controller.abort(new Error('stopped'))
    await expect(held).rejects.toThrow('stopped')
    expect([tries, space.waiting(), existsSync(gone)]).toEqual([1, 0, false])
  })

  it('does not hold up what fails otherwise', async () => {
    await expect(createSpace(folder, 1).retryWhenFree(async () => Promise.reject(new Error('other')))).rejects.toThrow(
      'other',
    )
  })

  it('is what a store rejects with', () => {
    const store = openMemoryStore()
    try {
      const full = () =>
        store.deferred.commit(() => {
          throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
        })
      expect(full).toThrow(expect.objectContaining({ code: 'storage_full' }))
    } finally {
      store.close()
    }
  })
})
