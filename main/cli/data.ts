/** Entry of `npm run data`. */
import { processEnvironment } from '../config/environment'
import { runData } from './commands/data'
import { PROCESS_TERMINAL } from './io/terminal'

process.exitCode = await runData(process.argv.slice(2), processEnvironment(import.meta.dirname), {
  terminal: PROCESS_TERMINAL,
  progress: process.stderr,
})
