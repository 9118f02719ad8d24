/** The entry of `npm run data`. */
import { processEnvironment } from '../config/environment'
import { runData } from './commands/data'

const terminal = { out: (line: string) => console.log(line), say: (line: string) => console.error(line) }
process.exitCode = await runData(process.argv.slice(2), processEnvironment(import.meta.dirname), {
  terminal,
  progress: process.stderr,
})
