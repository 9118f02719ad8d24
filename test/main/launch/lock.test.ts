import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { whileLocked } from '../../../main/launch/install/lock.mjs'

const INSTALL = resolve(import.meta.dirname, '../../../main/launch/install')

let folder = ''
let lock = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-lock-'))
  lock = join(folder, 'deep', 'lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a script in a process of its own; what it printed. */
function node(script: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { env: { ...process.env, ...env } })
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      out += text
    })
  return new Promise((settle, reject) =>
    child.once('close', code => (code === 0 ? settle(out) : reject(new Error(`ended with ${code}: ${out}`)))),
  )
}

/** Writes who begins and who ends, with something to do between. */
const noting = (name: number): string => `
  import { appendFileSync } from 'node:fs'
  import { whileLocked } from ${JSON.stringify(pathToFileURL(join(INSTALL, 'lock.mjs')))}
  const note = word => appendFileSync(${JSON.stringify(join(folder, 'notes'))}, '${name} ' + word + '\\n')
  whileLocked(${JSON.stringify(lock)}, () => {
    note('begins')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30)
    note('ends')
  })`

/** A process that has ended; its number is not given again soon. */
const endedPid = () => spawnSync(process.execPath, ['-e', '']).pid
const leaveBehind = (text: string, age_s = 0) => {
  mkdirSync(join(folder, 'deep'), { recursive: true })
  writeFileSync(lock, text)
  utimesSync(lock, Date.now() / 1_000 - age_s, Date.now() / 1_000 - age_s)
}
const of = (pid: number, host = hostname()) => JSON.stringify({ pid, host, id: 'another' })

describe('work under a lock', () => {
  it('is done by one process at a time, also where all of them find the lock of one that was killed', async () => {
    leaveBehind(of(endedPid()))
    const names = [1, 2, 3]
    await Promise.all(names.map(name => node(noting(name))))
    const notes = readFileSync(join(folder, 'notes'), 'utf8').trimEnd().split('\n')
    const order = notes.filter(note => note.endsWith('begins')).map(note => note.split(' ')[0])
    expect(order.toSorted()).toEqual(names.map(String))
    expect(notes).toEqual(order.flatMap(name => [`${name} begins`, `${name} ends`]))
    expect(readdirSync(join(folder, 'deep'))).toEqual([])
  })

  it.each([
    ['of a process that has ended', () => of(endedPid()), 0],
    ['of its own number, from before the machine started again', () => of(process.pid), 0],
    ['that was never written to its end', () => '{"pid": 1', 60],
    ['of another machine, hours ago', () => of(1, 'elsewhere'), 7_200],
    ['of a number that another program has by now', () => of(process.ppid), 7_200],
  ])('takes the place of a lock %s', (_, text, age_s) => {
    leaveBehind(text(), age_s)
    expect(whileLocked(lock, () => readFileSync(lock, 'utf8'))).toContain(`"pid":${process.pid}`)
    expect(existsSync(lock)).toBe(false)
  })

  it('waits for a process that runs, and says once for which', async () => {
    leaveBehind(of(process.pid))
    const waits = join(folder, 'waits')
    const tell = `pid => appendFileSync(${JSON.stringify(waits)}, pid + '\\n')`
    const done = node(noting(1).replace(/\}\)$/, `}, ${tell})`))
    await expect.poll(() => existsSync(waits)).toBe(true)
    expect(existsSync(join(folder, 'notes'))).toBe(false)
    rmSync(lock)
    await done
    expect(readFileSync(waits, 'utf8')).toBe(`${process.pid}\n`)
    expect(readFileSync(join(folder, 'notes'), 'utf8')).toBe('1 begins\n1 ends\n')
  })

  it('lets the lock go where the work fails, and passes on what it returns', () => {
    expect(() =>
      whileLocked(lock, () => {
        throw new Error('no disk')
      }),
    ).toThrow('no disk')
    expect(existsSync(lock)).toBe(false)
    expect(whileLocked(lock, () => 'done')).toBe('done')
  })
})

describe('two commands at once on a tree without packages', () => {
  /** Stands for npm: what it was called for, and what it leaves behind. */
  const NPM = `
    import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
    appendFileSync(process.env.NPM_CALLS, 'ci\\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
    mkdirSync('node_modules/better-sqlite3/build/Release', { recursive: true })
    writeFileSync('node_modules/better-sqlite3/build/Release/better_sqlite3.node', '')
    writeFileSync('node_modules/.package-lock.json', '{"packages":{}}')`

  it('install once: the second waits for the first', async () => {
    const root = join(folder, 'tree')
    cpSync(INSTALL, join(root, 'main', 'launch', 'install'), { recursive: true })
    writeFileSync(join(root, 'package.json'), '{"name":"pentad","type":"module"}')
    writeFileSync(join(root, 'package-lock.json'), '{"packages":{}}')
    writeFileSync(join(folder, 'npm.mjs'), NPM)
    writeFileSync(join(folder, 'npm.js'), `import(${JSON.stringify(pathToFileURL(join(folder, 'npm.mjs')))})`)
    const env = { npm_execpath: join(folder, 'npm.js'), NPM_CALLS: join(folder, 'calls') }
    const setup = pathToFileURL(join(root, 'main', 'launch', 'install', 'setup.mjs'))
    const script = `import { setUpSources } from ${JSON.stringify(setup)}; setUpSources(line => console.log(line))`
    const said = await Promise.all([node(script, env), node(script, env)])
    expect(readFileSync(env.NPM_CALLS, 'utf8')).toBe('ci\n')
    expect(said.filter(text => text.includes('Installing packages'))).toHaveLength(1)
    expect(existsSync(join(root, 'node_modules', '.pentad', 'packages'))).toBe(true)
    expect(readdirSync(root).filter(name => name.startsWith('.'))).toEqual([])
  })
})
