import { createHash } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { InstrumentError } from '../model/fault'

/**
 * Locks a port for one program. A second open of a hidraw node would succeed and steal reports, so a lock file with our process id
 * is written, as in /var/lock for modems. A lock of a process that is gone is taken over. Returns an idempotent release. Throws
 * `port_busy`, which names the process that holds the lock.
 */
export function lockPort(folder: string, path: string): () => void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${createHash('sha256').update(path).digest('hex').slice(0, 16)}.lock`)
  for (let attempt = 0; ; attempt += 1) {
    if (created(file)) break
    const holder = holderOf(file)
    if ((holder !== null && isAlive(holder)) || attempt >= 3)
      throw new InstrumentError('port_busy', `process ${holder ?? 'unknown'} holds it (${file})`, path)
    takeOver(file, holder)
  }
  let held = true
  return () => {
    if (held) remove(file)
    held = false
  }
}

/** False where the lock file is there. It appears with its process id: an empty one would look abandoned to another process. */
function created(file: string): boolean {
  const written = `${file}.${process.pid}`
  writeFileSync(written, String(process.pid), { mode: 0o644 })
  try {
    linkSync(written, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    remove(written)
  }
}

/** Removes the lock of a process that is gone, unless another process has taken it over in the meantime. */
function takeOver(file: string, gone: number | null): void {
  const aside = `${file}.${process.pid}.gone`
  try {
    renameSync(file, aside)
    if (holderOf(aside) !== gone) linkSync(aside, file)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    remove(aside)
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
