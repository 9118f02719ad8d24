import { createHash } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { InstrumentError } from '../model/fault'

/**
 * One program a port. A second open of a hidraw node succeeds and steals reports, so that a lock of our own is taken: a file
 * with our process id, as /var/lock has for modems. One left by a process that is gone is taken over.
 * Returns the release, idempotent. Throws `port_busy` naming the process that holds it.
 */
export function lockPort(folder: string, path: string): () => void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${createHash('sha256').update(path).digest('hex').slice(0, 16)}.lock`)
  for (let attempt = 0; ; attempt += 1) {
    if (created(file)) break
    const holder = holderOf(file)
    if ((holder !== null && isAlive(holder)) || attempt >= 3)
      throw new InstrumentError('port_busy', `process ${holder ?? 'unknown'} holds it (${file})`, path)
    remove(file)
  }
  let held = true
  return () => {
    if (held) remove(file)
    held = false
  }
}

function created(file: string): boolean {
  try {
    const descriptor = openSync(file, 'wx', 0o644)
    writeSync(descriptor, String(process.pid))
    closeSync(descriptor)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function holderOf(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    return Number.isInteger(pid) && pid > 0 ? pid : null
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function remove(file: string): void {
  try {
    unlinkSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
