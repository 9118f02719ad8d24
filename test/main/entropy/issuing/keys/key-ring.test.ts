import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openKeyFile } from '../../../../../main/entropy/evidence/keys/key-file'
import { isEndorsed } from '../../../../../main/entropy/evidence/keys/key-record'
import type { Store } from '../../../../../main/store/store'
import { openStore } from '../../../../../main/store/store'
import { draftOf, openedOn } from '../opened'

let folder = ''
let store: Store
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-keys-'))
  store = openStore({ dataDir: folder })
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true, force: true })
})

const open = () => openedOn(store, folder)
const file = () => join(folder, 'keys.json')
const nothing = () => undefined

describe('the keys of a data folder', () => {
  it('are made once, encrypted, for their owner only', async () => {
    const { kid, seed } = (await open().keys.open()).signing
    expect((await open().keys.open()).signing.kid).toBe(kid)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'passphrase')).mode & 0o777).toBe(0o600)
    const text = readFileSync(file(), 'latin1')
    expect(text.includes(Buffer.from(seed).toString('base64').slice(0, 40))).toBe(false)
  })

  it.each([
    ['lost', () => rmSync(file()), 'key_file_missing'],
    [
      'damaged',
      () => writeFileSync(file(), readFileSync(file(), 'utf8').replace(/"sealed": "./, '"sealed": "!')),
      'key_file_corrupt',
    ],
    ['cut off', () => writeFileSync(file(), readFileSync(file()).subarray(0, 200)), 'key_file_corrupt'],
    ['of another passphrase', () => writeFileSync(join(folder, 'passphrase'), 'something else\n'), 'wrong_passphrase'],
    ['without its passphrase', () => rmSync(join(folder, 'passphrase')), 'wrong_passphrase'],
  ])('are never made anew where the file is %s: nothing is signed until it is back', async (_, spoil, reason) => {
    await open().book.issue(draftOf(1), nothing)
    const kept = readdirSync(folder).map(
      name => [name, statSync(join(folder, name)).isFile() && readFileSync(join(folder, name))] as const,
    )
    spoil()
    const { book, log, keys } = open()
    await expect(book.issue(draftOf(2), nothing)).rejects.toMatchObject({
      code: 'signing_unavailable',
      details: { reason },
    })
    expect(book.ready()).toMatchObject({ ok: false, reason, message: expect.not.stringContaining(folder) })
    expect([log.current().size, keys.records().length]).toEqual([1, 1])
    for (const [name, bytes] of kept)
      if (bytes && !name.startsWith('pentad.sqlite')) writeFileSync(join(folder, name), bytes, { mode: 0o600 })
    await book.issue(draftOf(2), nothing)
    expect(book.ready()).toEqual({ ok: true })
  })

  it('follow one another by endorsement', async () => {
    const { keys, book } = open()
    const first = await book.issue(draftOf(1), nothing)
    const successor = await keys.rotate(Date.now() + 1)
    const second = await book.issue(draftOf(2), nothing)
    const [retired, active] = keys.records()
    expect(isEndorsed(successor, retired!)).toBe(true)
    expect([first.kid, second.kid]).toEqual([retired!.kid, active!.kid])
    expect([retired!.status, active!.status]).toEqual(['retired', 'active'])
    expect(second.issued_at >= active!.not_before).toBe(true)
    expect((await open().keys.open()).signing.kid).toBe(successor.kid)
  })

  it('are replaced by unendorsed ones only when an operator says so, and the old file is set aside', async () => {
    const { keys } = open()
    await keys.open()
    writeFileSync(file(), 'nonsense')
    const record = await keys.rekey(Date.now() + 5)
    expect(record.predecessor).toBeNull()
    expect(readdirSync(folder).some(name => name.startsWith('keys.json.lost-'))).toBe(true)
    expect((await open().keys.open()).signing.kid).toBe(record.kid)
  })

  it('can be taken away under a passphrase of their owner', async () => {
    const { keys } = open()
    const { signing } = await keys.open()
    writeFileSync(join(folder, 'copy.json'), await keys.exported('long words of mine'))
    const secrets = await openKeyFile(join(folder, 'copy.json'), 'long words of mine')
    expect(secrets.find(({ purpose }) => purpose === 'signing')).toMatchObject({ id: signing.kid })
  })
})
