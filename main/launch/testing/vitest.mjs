/** Starts vitest and reads how it went. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../install/setup.mjs'
import { readReport } from './test-report.mjs'

/**
 * Runs vitest on the terminal. After `limit_ms`, if given, it is ended and counts as failed.
 * @param {readonly string[]} args
 * @param {{ limit_ms?: number }} [options]
 * @returns {Promise<import('./test-report.mjs').Tally>}
 */
export async function runVitest(args, { limit_ms } = {}) {
  const report = join(ROOT, 'node_modules', '.pentad', `tests-${process.pid}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const script = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(process.execPath, [script, 'run', ...reporters, ...args], { cwd: ROOT, stdio: 'inherit' })
  const timer = limit_ms === undefined ? undefined : setTimeout(() => child.kill('SIGTERM'), limit_ms)
  const code = await new Promise(resolve => child.once('exit', resolve).once('error', () => resolve(1)))
  clearTimeout(timer)
  return readReport(report, code === 0)
}
