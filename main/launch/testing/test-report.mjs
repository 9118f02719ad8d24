/** Counts of tests, from vitest's report, and how long they took, from its cache. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/**
 * Reads vitest's JSON report and removes it, so that an old report is never read for a new one. A file that did not
 * load, an error outside every test and a missing report each count as a failure.
 * @param {string} path
 * @param {boolean} ok whether vitest exited with code 0
 * @returns {Tally}
 */
export function readReport(path, ok) {
  if (!existsSync(path)) return { passed: 0, failed: 1, skipped: 0 }
  const report = JSON.parse(readFileSync(path, 'utf8'))
  rmSync(path)
  const tally = tallyOf(report)
  return ok || tally.failed > 0 ? tally : { ...tally, failed: 1 }
}

/**
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { status: string, assertionResults: unknown[] }[] }} report
 * @returns {Tally}
 */
function tallyOf(report) {
  const unloaded = report.testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** @param {readonly Tally[]} tallies @returns {Tally} */
export const total = tallies =>
  tallies.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )

/**
 * Seconds that the tests of each file took in its last run on this machine; none for files that never ran.
 * @param {string} root
 * @returns {Map<string, number>}
 */
export function readDurations(root) {
  const cache = join(root, 'node_modules', '.vite', 'vitest')
  const files = existsSync(cache) ? readdirSync(cache).map(folder => join(cache, folder, 'results.json')) : []
  /** @type {[string, { duration: number }][]} named `<project>:<path>` */
  const results = files.filter(existsSync).flatMap(file => JSON.parse(readFileSync(file, 'utf8')).results)
  return new Map(results.map(([name, { duration }]) => [name.slice(name.indexOf(':') + 1), duration / 1_000]))
}
