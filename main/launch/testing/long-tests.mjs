/**
 * npm run soak: the long, random tests. npm run test:window: every view and dialog of the window, at all sizes and in both colour
 * schemes. Each within 15 minutes.
 */
import { giveUp, ROOT, setUp } from '../install/setup.mjs'
import { runVitest } from './vitest.mjs'

const LIMIT_MS = 15 * 60_000

async function main() {
  // soak or window, as the projects of vitest are named; then paths, and options of vitest.
  const [name, ...args] = process.argv.slice(2)
  setUp(line => console.log(line))
  const { passed, failed, skipped } = await runVitest([`--project=${name}*`, ...args], { limit_ms: LIMIT_MS })
  console.log(`\n${name}: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  process.exitCode = failed ? 1 : 0
}

process.chdir(ROOT)
main().catch(giveUp)
