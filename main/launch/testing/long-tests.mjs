/**
 * npm run soak: the long, random tests. npm run test:window: every page, view and dialog of the window in a real
 * Chromium, at all sizes and in both colour schemes.
 */
import { giveUp, ROOT, setUp } from '../install/setup.mjs'
import { runVitest } from './vitest.mjs'

const MINUTE_MS = 60_000
/** Time after which the tests are ended. */
const LIMITS_MS = { soak: 15 * MINUTE_MS, window: 25 * MINUTE_MS }

async function main() {
  // `soak` or `window`, as in the names of vitest's projects; then paths and options of vitest.
  const [name, ...args] = process.argv.slice(2)
  setUp(line => console.log(line))
  const limit_ms = name === 'window' ? LIMITS_MS.window : LIMITS_MS.soak
  const { passed, failed, skipped } = await runVitest([`--project=${name}*`, ...args], { limit_ms })
  console.log(`\n${name}: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  process.exitCode = failed ? 1 : 0
}

process.chdir(ROOT)
main().catch(giveUp)
