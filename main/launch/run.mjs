/** Runs a program in the foreground on behalf of this process. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const FORWARDED = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs the program, forwards signals to it, and resolves to its exit code. A Ctrl-C in a terminal also reaches the
 * program directly; the hosts count signals that arrive together as one.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>}
 */
export function runInForeground(program, args, env = process.env) {
  const child = spawn(program, args, { stdio: 'inherit', env })
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal))
  whenOrphaned(() => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}

/**
 * Calls `stop` when the parent process changes: npm sends a signal to its shell, which may die without forwarding it.
 */
function whenOrphaned(/** @type {() => void} */ stop) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 500)
  watch.unref()
}
