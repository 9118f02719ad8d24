/** Starts vitest and reads its report. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../install/setup.mjs'
import { runBounded } from './process-group.mjs'
import { readReport } from './test-report.mjs'

/**
 * Runs vitest on the terminal. After `limit_ms`, if given, vitest and its workers are ended, which counts as a failure.
 * @param {readonly string[]} args
 * @param {{ limit_ms?: number }} [options]
 * @returns {Promise<import('./test-report.mjs').Tally>}
 */
export async function runVitest(args, { limit_ms } = {}) {
  const report = join(ROOT, 'node_modules', '.pentad', `tests-${process.pid}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const script = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
  const command = [script, 'run', ...reporters, ...args]
  const code = limit_ms === undefined ? await run(command) : await bounded(command, limit_ms)
  return readReport(report, code === 0)
}

/**
 * Runs in the terminal's process group, so that a Ctrl-C reaches it. @param {string[]} command @returns {Promise<number
 * | null>}
 */
function run(command) {
  const child = spawn(process.execPath, command, { cwd: ROOT, stdio: 'inherit' })
  return new Promise(resolve => child.once('exit', resolve).once('error', () => resolve(1)))
}

/** @param {string[]} command @param {number} limit_ms */
function bounded(command, limit_ms) {
  const onLimit = () =>
    console.error(
      `\nNot done within the bound of ${limit_ms / 60_000} minutes: ended. Files without a line above did not finish.`,
    )
  return runBounded(command, { cwd: ROOT, limit_ms, onLimit })
}
