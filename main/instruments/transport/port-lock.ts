import { createHash, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { InstrumentError } from '../model/fault'

/** Longest wait for other processes that take over the same lock; each needs about a millisecond. */
const MOST_WAIT_MS = 1_000

/**
 * Locks a port for one program. A second open of a hidraw node would succeed and steal reports, so a lock file with our process id
 * is written, as in /var/lock for modems. A lock of a process that is gone is taken over. Returns an idempotent release. Throws
 * `port_busy`, which names the process that holds the lock.
 */
export function lockPort(folder: string, path: string): () => void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${createHash('sha256').update(path).digest('hex').slice(0, 16)}.lock`)
  const until = performance.now() + MOST_WAIT_MS
  while (!created(file)) {
    const holder = holderOf(file)
    if (isAlive(holder) || performance.now() > until)
      throw new InstrumentError('port_busy', `process ${holder ?? 'unknown'} holds it (${file})`, path)
    removeAbandoned(file, until)
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

/**
 * Removes the lock of a process that is gone. Only the process whose claim stands alone may do so, and only its holder removes any
 * other lock: between the look at the lock and its removal nobody can have put another one in its place.
 */
function removeAbandoned(file: string, until: number): void {
  const claim = `${file}.${process.pid}.${randomUUID()}${CLAIM}`
  writeFileSync(claim, '', { mode: 0o644 })
  let alone = false
  try {
    alone = isAlone(claim, file, until)
    if (alone && isAbandoned(file)) remove(file)
  } finally {
    remove(claim)
  }
  if (!alone) pause(GIVEN_WAY_MS)
}

/** Time that a process leaves to the one for which it gave up its claim: a few of that one's looks. */
const GIVEN_WAY_MS = 4

const pause = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/** Ending of a file that a process writes before it looks whether others want to take the same lock over. */
const CLAIM = '.claim'

/**
 * Waits until no other living process has a claim on the lock. False where it must give up its own claim: for one of a lower name,
 * or after the time.
 */
function isAlone(claim: string, file: string, until: number): boolean {
  for (;;) {
    const others = claimsOn(file).filter(other => other !== claim)
    if (others.length === 0) return true
    if (others.some(other => other < claim) || performance.now() > until) return false
    pause(1)
  }
}

/** Claims of living processes; those of others are removed. */
function claimsOn(file: string): string[] {
  const folder = dirname(file)
  const start = `${basename(file)}.`
  return readdirSync(folder).flatMap(name => {
    if (!name.startsWith(start) || !name.endsWith(CLAIM)) return []
    if (isAlive(processIn(name.slice(start.length).split('.')[0]!))) return [join(folder, name)]
    remove(join(folder, name))
    return []
  })
}

/**
 * Whether the lock is there and its process is gone. One that is not there is not abandoned: another process may put its own into
 * place at any moment.
 */
function isAbandoned(file: string): boolean {
  try {
    return !isAlive(processIn(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Null where the lock names no process, or is gone. */
function holderOf(file: string): number | null {
  try {
    return processIn(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function processIn(text: string): number | null {
  const pid = Number(text)
  return Number.isInteger(pid) && pid > 0 ? pid : null
}

/** False for null. */
function isAlive(pid: number | null): boolean {
  if (pid === null) return false
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
