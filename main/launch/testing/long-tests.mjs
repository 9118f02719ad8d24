/**
 * npm run soak: the long, random tests. npm run test:window: the window in a real Chromium, every page, view and dialog, at all sizes
 * and in both colour schemes.
 */
import { giveUp, ROOT, setUp } from '../install/setup.mjs'
import { runVitest } from './vitest.mjs'

const MINUTE_MS = 60_000
/** What takes longer than that is ended. */
const LIMIT_MS = /** @type {Readonly<Record<string, number>>} */ ({ soak: 15 * MINUTE_MS, window: 25 * MINUTE_MS })

async function main() {
  // soak or window, as the projects of vitest are named; then paths, and options of vitest.
  const [name = 'soak', ...args] = process.argv.slice(2)
  setUp(line => console.log(line))
  const { passed, failed, skipped } = await runVitest([`--project=${name}*`, ...args], { limit_ms: LIMIT_MS[name] })
  console.log(`\n${name}: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  process.exitCode = failed ? 1 : 0
}

process.chdir(ROOT)
main().catch(giveUp)
