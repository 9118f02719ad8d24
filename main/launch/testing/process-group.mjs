/** Runs a program and ends it together with all its child processes. */
import { spawn, spawnSync } from 'node:child_process'

const FORWARDED = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
/** Time after SIGTERM in which the program may clean up. */
const GRACE_MS = 10_000

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/**
 * Runs a program on the terminal and resolves to its exit code, null where a signal ended it. After `limit_ms` it gets
 * SIGTERM; when it has ended, or `grace_ms` later, its whole process group is killed, as a busy child does not handle
 * SIGTERM.
 * @param {readonly string[]} args of Node
 * @param {{ cwd: string, limit_ms: number, grace_ms?: number, stdio?: 'inherit' | 'ignore', onLimit?: () => void }}
 * options
 * @returns {Promise<number | null>}
 */
export function runBounded(args, { cwd, limit_ms, grace_ms = GRACE_MS, stdio = 'inherit', onLimit }) {
  const child = spawn(process.execPath, args, { cwd, stdio, detached: process.platform !== 'win32' })
  // The child has a process group of its own, which the terminal's signals do not reach.
  const forward = FORWARDED.map(signal => {
    const pass = () => signalAll(child, signal)
    process.on(signal, pass)
    return () => process.off(signal, pass)
  })
  /** @type {NodeJS.Timeout | undefined} */
  let killing
  const asking = setTimeout(() => {
    onLimit?.()
    signalAll(child, 'SIGTERM')
    killing = setTimeout(() => signalAll(child, 'SIGKILL'), grace_ms)
  }, limit_ms)
  const ended = () => {
    for (const timer of [asking, killing]) clearTimeout(timer)
    for (const stop of forward) stop()
    signalAll(child, 'SIGKILL')
  }
  return new Promise(resolve => {
    child.once('exit', resolve).once('error', () => resolve(1))
  }).finally(ended)
}

/** @param {ChildProcess} child @param {NodeJS.Signals} signal */
function signalAll({ pid }, signal) {
  if (pid === undefined) return
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' })
  else
    try {
      process.kill(-pid, signal)
    } catch {
      // The whole group has ended.
    }
}
