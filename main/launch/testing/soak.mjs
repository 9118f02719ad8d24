/** npm run soak: the long, random tests, within 15 minutes. */
import { giveUp, ROOT, setUp } from '../install/setup.mjs'
import { runVitest } from './vitest.mjs'

const LIMIT_MS = 15 * 60_000

async function main() {
  setUp(line => console.log(line))
  const { passed, failed, skipped } = await runVitest(['--project=soak*', ...process.argv.slice(2)], {
    limit_ms: LIMIT_MS,
  })
  console.log(`\nsoak: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  process.exitCode = failed ? 1 : 0
}

process.chdir(ROOT)
main().catch(giveUp)
