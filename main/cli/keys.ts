/** Entry of `npm run keys`. */
import { processEnvironment } from '../config/environment'
import { runKeys } from './commands/keys'
import { PROCESS_TERMINAL } from './io/terminal'

process.exitCode = await runKeys(process.argv.slice(2), processEnvironment(import.meta.dirname), PROCESS_TERMINAL)
