import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { InstrumentError } from '../../../../main/instruments/model/fault'
import { lockPort } from '../../../../main/instruments/transport/port-lock'

/** A process id that no system gives. */
const GONE = '4194999'
const PORT = '/dev/ttyS-test'
let folder = ''
/** Called before a lock file is put into place, with its path. */
let beforeLink: (file: string) => void = () => {}

vi.mock('node:fs', async original => {
  const fs = await original<typeof import('node:fs')>()
  const linkSync = (written: string, file: string) => {
    beforeLink(file)
    fs.linkSync(written, file)
  }
  return { ...fs, linkSync }
})

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-lock-'))
  beforeLink = () => {}
})
afterEach(() => rmSync(folder, { recursive: true }))

const files = () => readdirSync(folder)
const held = () => readFileSync(join(folder, files()[0]!), 'utf8')

describe('the lock of a port', () => {
  it('names the process that holds it, refuses a second holder, and is gone after its release', () => {
    const release = lockPort(folder, PORT)
    expect(held()).toBe(String(process.pid))
    expect(() => lockPort(folder, PORT)).toThrow(`process ${process.pid} holds it`)
    expect(files()).toHaveLength(1)
    release()
    release()
    expect(files()).toEqual([])
  })

  it('is put into place with its process id, never empty', () => {
    let before: string[] = []
    beforeLink = file => {
      before = files().map(name => readFileSync(join(folder, name), 'utf8'))
      expect(files()).not.toContain(basename(file))
    }
    lockPort(folder, PORT)()
    expect(before).toEqual([String(process.pid)])
  })

  it('is taken over from a process that is gone, and from a file that names none', () => {
    for (const left of [GONE, '', 'no number']) {
      const file = join(folder, files()[0] ?? nameOfLock())
      writeFileSync(file, left)
      const release = lockPort(folder, PORT)
      expect(held()).toBe(String(process.pid))
      release()
    }
  })

  it('is not taken over while another living process has a claim on it; claims of processes that are gone are removed', () => {
    const file = join(folder, nameOfLock())
    writeFileSync(file, GONE)
    const claims = [process.ppid, GONE].map(pid => `${file}.${pid}.a.claim`)
    for (const claim of claims) writeFileSync(claim, '')
    expect(() => lockPort(folder, PORT)).toThrow(InstrumentError)
    expect(readFileSync(file, 'utf8')).toBe(GONE)
    expect(files().sort()).toEqual([file, claims[0]!].map(path => basename(path)).sort())
    rmSync(claims[0]!)
    lockPort(folder, PORT)()
    expect(files()).toEqual([])
  })

  it('stays with another process that takes it over at the same moment', () => {
    const file = join(folder, nameOfLock())
    writeFileSync(file, GONE)
    let linked = 0
    beforeLink = path => {
      linked += 1
      // After this process has moved the abandoned lock aside, the other one puts its own into place.
      if (linked === 2) writeFileSync(path, String(process.ppid))
    }
    expect(() => lockPort(folder, PORT)).toThrow(`process ${process.ppid} holds it`)
    expect(held()).toBe(String(process.ppid))
    expect(files()).toHaveLength(1)
  })
})

/** Locks once to see how the file is called. */
function nameOfLock(): string {
  const release = lockPort(folder, PORT)
  const [name] = files()
  release()
  return name!
}
