/** A file that names the process which works: others wait for it. Node's own modules know no lock that the system lets go. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'

const LOOK_AGAIN_MS = 200
/** A file without its text is being written, for so long at most. */
const WRITING_MS = 10_000
/** No step takes longer: another program has the number of the one that began it, or it ran on a machine that is gone. */
const LONGEST_MS = 3_600_000

/**
 * Does `work` while no other process does any under the same lock. A lock whose process has ended counts as none.
 * @template T
 * @param {string} file
 * @param {() => T} work
 * @param {(pid: number) => void} [waits] told once of the process that is waited for
 * @returns {T}
 */
export function whileLocked(file, work, waits = () => undefined) {
  mkdirSync(dirname(file), { recursive: true })
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() })
  for (let told = false; !isTaken(file, mine); ) {
    const [text, age_ms] = [textOf(file), ageOf(file)]
    if (text === null || age_ms === null) continue
    const holder = holderOf(text)
    if (isGone(holder, age_ms) && removed(file, text)) continue
    if (holder && !told) waits(holder.pid)
    told ||= holder !== null
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS)
  }
  try {
    return work()
  } finally {
    if (textOf(file) === mine) rmSync(file, { force: true })
  }
}

/** @param {string} file @param {string} mine */
function isTaken(file, mine) {
  try {
    writeFileSync(file, mine, { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** @typedef {{ pid: number, host: string }} Holder */

/** Null for a text that is not written to its end. @param {string} text @returns {Holder | null} */
function holderOf(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** @param {Holder | null} holder @param {number} age_ms */
function isGone(holder, age_ms) {
  if (!holder) return age_ms > WRITING_MS
  if (age_ms > LONGEST_MS) return true
  if (holder.host !== hostname()) return false
  return holder.pid === process.pid || !isRunning(holder.pid)
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

/**
 * Removes the lock with this text, and no other: of several that see the same one left behind, the later ones would remove
 * the lock of the first. False where another is at it.
 * @param {string} file @param {string} text
 */
function removed(file, text) {
  const removing = `${file}-removing`
  try {
    mkdirSync(removing)
  } catch {
    if ((ageOf(removing) ?? 0) > WRITING_MS) rmSync(removing, { recursive: true, force: true })
    return false
  }
  try {
    if (textOf(file) === text) rmSync(file, { force: true })
  } finally {
    rmdirSync(removing)
  }
  return true
}

/** @param {string} file */
function textOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** @param {string} path */
function ageOf(path) {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    return null
  }
}

/** @param {unknown} error */
const codeOf = error => /** @type {NodeJS.ErrnoException} */ (error).code
