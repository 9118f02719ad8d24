/**
 * npm run keys, npm run experiment and other commands: sets up what is missing, then runs the built command. Only the
 * command writes to stdout.
 */
import { join } from 'node:path'
import { giveUp, ROOT, setUp } from './install/setup.mjs'
import { runInForeground } from './run.mjs'

const [name = '', ...argv] = process.argv.slice(2)

async function main() {
  setUp(line => console.error(line))
  process.exitCode = await runInForeground(process.execPath, [join(ROOT, 'out', 'main', `${name}.js`), ...argv])
}

main().catch(giveUp)
