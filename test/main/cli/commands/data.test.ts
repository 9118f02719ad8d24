import { createHash } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runData } from '../../../../main/cli/commands/data'
import { openIssuing } from '../../../../main/composition/issuing'
import { passphraseFile } from '../../../../main/entropy/issuing/keys/passphrase-file'
import { signingTasks } from '../../../../main/entropy/issuing/signing/tasks'
import { createLog } from '../../../../main/log/log'
import { openStore, type Store } from '../../../../main/store/store'
import { direct } from '../../../../main/worker/runner'
import { draftOf } from '../../entropy/issuing/opened'
import { nameInResult } from '../../store/file-reference'

const ROOT = resolve(import.meta.dirname, '../../../..')
let folder = ''
let data = ''
let backup = ''
let stores: Store[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-data-'))
  data = join(folder, 'data')
  backup = join(folder, 'backup')
})
afterEach(() => {
  for (const store of stores) store.close()
  stores = []
  rmSync(folder, { recursive: true, force: true })
})

async function run(...argv: string[]) {
  const out: string[] = []
  const said: string[] = []
  const around = {
    env: { PENTAD_DATA: data },
    cwd: folder,
    root: ROOT,
    home: folder,
    ...({ host: 'headless', platform: 'linux' } as const),
  }
  const terminal = { out: (line: string) => void out.push(line), say: (line: string) => void said.push(line) }
  const code = await runData(argv, around, { terminal, progress: { write: () => undefined } })
  return { code, out: out.join('\n'), said: said.join('\n') }
}

function open(at = data): Store {
  const store = openStore({ dataDir: at })
  stores.push(store)
  return store
}

function close(store: Store): void {
  stores = stores.filter(one => one !== store)
  store.close()
}

const REPLY = Buffer.from('the sealed bytes of a draw that are asked for again')

/** A folder with two kept files, of which a row names one, a kept reply, and what lies beside. */
async function filled(store: Store): Promise<string> {
  const [named] = await Promise.all([store.writeFile(Buffer.from('shots')), store.writeFile(Buffer.from('nobody'))])
  nameInResult(store, 'counts_file', named)
  store.db.prepare("INSERT INTO entropy_replies VALUES ('o', 'k', 'f', 'r', 1, 1, ?)").run(REPLY)
  store.db.exec(`INSERT INTO sessions VALUES ('s', x'01', 'b', 1, 1)`)
  for (const [name, text] of [
    ['entropy/reply-keys/1.key', 'reply key'],
    ['entropy/passphrase', 'of this host'],
    ['entropy/epoch.json', '{}'],
    ['local-token', 'secret'],
    ['instruments/log.jsonl', '{}\n'],
    ['drivers/own.json', '{}'],
  ] as const) {
    mkdirSync(resolve(data, name, '..'), { recursive: true })
    writeFileSync(join(data, name), text)
  }
  return named
}

const contents = (at: string): string[] =>
  (readdirSync(at, { recursive: true, encoding: 'utf8' }) as string[])
    .filter(name => statSync(join(at, name)).isFile())
    .map(name => name.replaceAll('\\', '/'))
    .sort()

describe('a backup', () => {
  it('is made beside the process that holds the folder, without secrets and unnamed files, and restored whole', async () => {
    const store = open()
    const named = await filled(store)
    const made = await run('backup', 'backup', '--json')
    expect(made).toMatchObject({ code: 0, said: '' })
    const file = `files/${named.slice(0, 2)}/${named}`
    const expected = ['drivers/own.json', file, 'instruments/log.jsonl', 'pentad.sqlite']
    expect(contents(backup)).toEqual([...expected, 'manifest.json'].sort())
    expect(JSON.parse(made.out)).toMatchObject({ files: 4, folder: backup, left_out: [] })
    expect(readFileSync(join(data, 'pentad.sqlite-wal')).includes(REPLY)).toBe(true)
    expect(readFileSync(join(backup, 'pentad.sqlite')).includes(REPLY)).toBe(false)
    // What is written later is in the next backup.
    store.db.exec("UPDATE jobs SET name = 'later'")
    expect(await run('check', 'backup')).toMatchObject({ code: 0, out: expect.stringContaining('is whole: 4 files') })
    expect(await run('restore', 'backup', '--data', 'new')).toMatchObject({ code: 0 })
    expect(contents(join(folder, 'new'))).toEqual(expected)
    const restored = open(join(folder, 'new'))
    expect(Buffer.from(await restored.readFile(named)).toString()).toBe('shots')
    expect(restored.db.prepare('SELECT name FROM jobs').pluck().all()).toEqual([null])
    expect(restored.db.prepare('SELECT sealed FROM entropy_replies').pluck().all()).toEqual([null])
    expect(restored.db.prepare('SELECT count(*) FROM sessions').pluck().get()).toBe(0)
    expect(readdirSync(folder).sort()).toEqual(['backup', 'data', 'new'])
  })

  it('is never written over, nor into the data folder, nor made of nothing', async () => {
    expect(await run('backup', 'backup')).toMatchObject({ code: 1, said: expect.stringContaining('holds no data') })
    close(open())
    expect(await run('backup', 'data/backup')).toMatchObject({ code: 1, said: expect.stringContaining('lies within') })
    mkdirSync(backup)
    expect(await run('backup', 'backup')).toMatchObject({ code: 0 })
    const before = readFileSync(join(backup, 'manifest.json'))
    expect(await run('backup', 'backup')).toMatchObject({ code: 1, said: expect.stringContaining('is not empty') })
    expect(readFileSync(join(backup, 'manifest.json'))).toEqual(before)
  })

  it('names damaged kept files, and goes on without them when requested', async () => {
    const store = open()
    const named = await filled(store)
    appendFileSync(join(data, 'files', named.slice(0, 2), named), '!')
    expect(await run('backup', 'backup')).toMatchObject({ code: 1, said: expect.stringContaining(named) })
    expect(readdirSync(folder)).toEqual(['data'])
    expect(await run('backup', 'backup', '--without-damaged')).toMatchObject({
      code: 0,
      said: expect.stringContaining(named),
    })
    expect(await run('check', 'backup')).toMatchObject({ code: 0 })
  })
})

describe('a backup that is not whole', () => {
  const manifest = () => JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'))
  const rewrite = (change: object) =>
    writeFileSync(join(backup, 'manifest.json'), JSON.stringify({ ...manifest(), ...change }))
  const database = () => manifest().files.find(({ path }: { path: string }) => path === 'pentad.sqlite')
  const instead = (path: string) => rewrite({ files: [database(), { ...database(), path }] })
  const damageDatabase = () => {
    const bytes = readFileSync(join(backup, 'pentad.sqlite')).fill(0xa5, 0, 100)
    writeFileSync(join(backup, 'pentad.sqlite'), bytes)
    rewrite({
      files: [{ path: 'pentad.sqlite', bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }],
    })
  }
  const log = () => join(backup, 'instruments', 'log.jsonl')

  it('is refused with what is wrong, and leaves nothing at the new place', async () => {
    const store = open()
    await filled(store)
    close(store)
    const faults: [() => void, RegExp][] = [
      [() => writeFileSync(log(), '[]\n'), /instruments\/log\.jsonl was changed/],
      [() => appendFileSync(log(), 'x'), /log\.jsonl has 4 bytes instead of 3/],
      [() => rmSync(log()), /log\.jsonl is missing/],
      [() => writeFileSync(join(backup, 'more'), ''), /more is not named/],
      [() => [rmSync(log()), symlinkSync('/etc/passwd', log())], /log\.jsonl is a link/],
      [() => rewrite({ format: 'pentad-backup/2' }), /its format is pentad-backup\/2/],
      [() => rewrite({ files: [] }), /names no database/],
      [() => rewrite({ files: [database(), database()] }), /names a file twice/],
      [() => rewrite({ more: 1 }), /Unrecognized key/],
      [() => writeFileSync(join(backup, 'manifest.json'), '{"format":'), /is no manifest/],
      [() => rmSync(join(backup, 'manifest.json')), /is no backup/],
      [() => rewrite({ schema: 1 }), /schema \d+ instead of 1/],
      [damageDatabase, /not (whole|a readable database)/],
      ...['../x', 'drivers/../../x', '/etc/x', 'drivers\\x', 'entropy/epoch.json', 'drivers/a:b'].map(
        (path): [() => void, RegExp] => [() => instead(path), /is no place of a data folder/],
      ),
    ]
    await run('backup', 'backup')
    const original = join(folder, 'data', 'original')
    cpSync(backup, original, { recursive: true })
    for (const [damage, message] of faults) {
      rmSync(backup, { recursive: true, force: true })
      cpSync(original, backup, { recursive: true })
      damage()
      expect(await run('check', 'backup')).toMatchObject({ code: 1, said: expect.stringMatching(message) })
      expect(await run('restore', 'backup', '--data', 'new')).toMatchObject({ code: 1 })
      expect(readdirSync(folder).sort()).toEqual(['backup', 'data'])
    }
  })

  it('is never restored over data', async () => {
    close(open())
    await run('backup', 'backup')
    expect(await run('restore', 'backup', '--data', 'data')).toMatchObject({
      code: 1,
      said: expect.stringContaining('is not empty'),
    })
    expect(await run('restore', 'backup', '--data', 'backup/in')).toMatchObject({ code: 1 })
    expect(await run('restore', 'backup')).toMatchObject({ code: 2, said: expect.stringContaining('--data NEW') })
  })
})

describe('the signing keys', () => {
  const issuing = (store: Store, at: string) =>
    openIssuing(
      {
        config: { data: at },
        store,
        pools: { signing: direct(signingTasks()) },
        log: createLog('silent'),
        now: Date.now,
      },
      () => 'http://127.0.0.1',
    )

  it('come back under a passphrase of their owner, to a new log that goes on from the old one', async () => {
    const store = open()
    const first = issuing(store, data)
    const before = await first.book.issue(draftOf(1), () => undefined)
    const { origin } = await first.checkpoints.latest()
    writeFileSync(join(folder, 'passphrase'), 'correct horse battery\n')
    const exported = await run('export-signing-key', 'keys.json', '--passphrase-file', 'passphrase')
    expect(exported).toMatchObject({ code: 0, out: expect.stringContaining(before.kid) })
    const again = await run('export-signing-key', 'keys.json', '--passphrase-file', 'passphrase')
    expect(again).toMatchObject({ code: 1, said: expect.stringContaining('is not replaced') })
    await run('backup', 'backup')
    close(store)
    expect(contents(backup)).toEqual(['entropy/keys.json', 'manifest.json', 'pentad.sqlite'])

    const wrong = await run('restore', 'backup', '--data', 'new', '--passphrase-file', 'passphrase')
    expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining('does not open') })
    expect(existsSync(join(folder, 'new'))).toBe(false)
    const locked = await run('restore', 'backup', '--data', 'locked')
    expect(locked).toMatchObject({ code: 0, said: expect.stringContaining('locked') })

    const keys = ['--signing-key', 'keys.json', '--passphrase-file', 'passphrase']
    expect(await run('restore', 'backup', '--data', 'new', ...keys)).toMatchObject({ code: 0 })
    const new_data = join(folder, 'new')
    const second = issuing(open(new_data), new_data)
    expect(second.log.current()).toMatchObject({ epoch: 2, size: 1, serial: 0, reason: 'restored' })
    expect(second.log.current().origin).not.toBe(origin)
    expect(second.book.of(before.request_id)).toEqual(before)
    expect(await second.book.issue(draftOf(2), () => undefined)).toMatchObject({
      kid: before.kid,
      epoch: 2,
      serial: '1',
    })
    expect(passphraseFile(join(new_data, 'entropy', 'passphrase')).read()).toMatch(/^[\w-]{43}$/)
  })
})

describe('npm run data', () => {
  it.each([
    [[], /Say what to do/],
    [['bakcup', 'x'], /Unknown command "bakcup"\. Did you mean backup/],
    [['backup'], /takes one folder/],
    [['backup', 'a', 'b'], /takes one folder/],
    [['backup', 'a', '--signing-key', 'f'], /backup does not take --signing-key/],
    [['export-signing-key', 'a'], /--passphrase-file P/],
    [['export-signing-key', 'a', '--passphrase-file', 'none'], /there is no such file/],
    [['restore', 'a', '--data', 'b', '--signing-key', 'c'], /needs --passphrase-file/],
  ])('called as %j explains itself and answers 2', async (argv, message) => {
    expect(await run(...argv)).toMatchObject({ code: 2, out: '', said: expect.stringMatching(message) })
  })
})
