/**
 * npm run soak: the long, random tests, within 15 minutes. Those that would begin later than START_UNTIL_MS are skipped, which the
 * last line counts; with PENTAD_SOAK=whole none is, and there is no bound.
 */
import { giveUp, ROOT, setUp } from '../install/setup.mjs'
import { runVitest } from './vitest.mjs'

const LIMIT_MS = 15 * 60_000
/** The longest test takes less than the rest on a slow machine. */
const START_UNTIL_MS = 12 * 60_000
const isWhole = process.env.PENTAD_SOAK === 'whole'

async function main() {
  setUp(line => console.log(line))
  if (!isWhole) process.env.PENTAD_SOAK_UNTIL = String(Date.now() + START_UNTIL_MS)
  const bound = isWhole ? {} : { limit_ms: LIMIT_MS }
  const { passed, failed, skipped } = await runVitest(['--project=soak*', ...process.argv.slice(2)], bound)
  console.log(`\nsoak: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped or not reached` : ''}`)
  process.exitCode = failed ? 1 : 0
}

process.chdir(ROOT)
main().catch(giveUp)
