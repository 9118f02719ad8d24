/**
 * A lock file with the id of the process that holds it; other processes wait. Node has no file lock that the system
 * releases when a process ends.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'

const LOOK_AGAIN_MS = 200
/** A lock file with incomplete text counts as being written for this time, and as abandoned afterwards. */
const WRITING_MS = 10_000
/** Longer than any step takes: an older lock counts as abandoned, even when a process with its id is running. */
const LONGEST_MS = 3_600_000

/**
 * Runs `work` while no other process holds the same lock; removes a lock whose process has ended.
 * @template T
 * @param {string} file
 * @param {() => T} work
 * @param {(pid: number) => void} [waits] called once with the id of the process that holds the lock
 * @returns {T}
 */
export function whileLocked(file, work, waits = () => undefined) {
  mkdirSync(dirname(file), { recursive: true })
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() })
  for (let reported = false; !isTaken(file, mine); ) {
    const [text, age_ms] = [textOf(file), ageOf(file)]
    if (text === null || age_ms === null) continue
    const holder = holderOf(text)
    if (isGone(holder, age_ms) && removed(file, text)) continue
    if (holder && !reported) waits(holder.pid)
    reported ||= holder !== null
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

/** Null for an incomplete text. @param {string} text @returns {Holder | null} */
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
 * Removes the lock only if it still has this text: when several processes see one abandoned lock, a later one would
 * otherwise remove the new lock of the first. Returns false while another process is removing it.
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
