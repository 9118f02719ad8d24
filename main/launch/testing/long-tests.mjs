/**
 * npm run soak: the long, random tests; then the kernels' tests under the address and undefined-behaviour sanitizers, and
 * the addon on random arguments. npm run test:window: every page, view and dialog of the window in a real Chromium, at
 * all sizes and in both colour schemes.
 */
import { giveUp, ROOT, setUp } from '../install/setup.mjs'
import { runBounded } from './process-group.mjs'
import { total } from './test-report.mjs'
import { runVitest } from './vitest.mjs'

const MINUTE_MS = 60_000
/** Time after which everything is ended. */
const LIMITS_MS = { soak: 15 * MINUTE_MS, window: 25 * MINUTE_MS }

/** What the soak runs on the kernels; where no compiler has sanitizers they say so and pass. */
const KERNEL_CHECKS = [
  ['native/sanitize.mjs', 'address'],
  ['native/fuzz.mjs', '60'],
]

/**
 * One check of the kernels. What the bound leaves no time for is skipped and named: a slow machine is no finding.
 * @param {readonly string[]} args
 * @param {number} limit_ms
 * @returns {Promise<import('./test-report.mjs').Tally>}
 */
async function kernelCheck(args, limit_ms) {
  let is_late = limit_ms <= 0
  const onLimit = () => {
    is_late = true
  }
  const code = is_late ? null : await runBounded(args, { cwd: ROOT, limit_ms, onLimit })
  if (code === 0) return { passed: 1, failed: 0, skipped: 0 }
  if (!is_late) return { passed: 0, failed: 1, skipped: 0 }
  console.warn(`\nSkipped, as the bound of the soak left no time for it: node ${args.join(' ')}`)
  return { passed: 0, failed: 0, skipped: 1 }
}

async function main() {
  // `soak` or `window`, as in the names of vitest's projects; then paths and options of vitest.
  const [name, ...args] = process.argv.slice(2)
  setUp(line => console.log(line))
  const ends_ms = Date.now() + (name === 'window' ? LIMITS_MS.window : LIMITS_MS.soak)
  const tallies = [await runVitest([`--project=${name}*`, ...args], { limit_ms: ends_ms - Date.now() })]
  if (name === 'soak' && args.length === 0)
    for (const check of KERNEL_CHECKS) tallies.push(await kernelCheck(check, ends_ms - Date.now()))
  const { passed, failed, skipped } = total(tallies)
  console.log(`\n${name}: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  process.exitCode = failed ? 1 : 0
}

process.chdir(ROOT)
main().catch(giveUp)
