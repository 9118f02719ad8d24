/** Counts of tests, from vitest's report. */
import { existsSync, readFileSync, rmSync } from 'node:fs'

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
