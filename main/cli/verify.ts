/** Entry of `npm run verify`. */
import { processEnvironment } from '../config/environment'
import { runVerify } from './commands/verify'
import { PROCESS_TERMINAL } from './io/terminal'

process.exitCode = await runVerify(process.argv.slice(2), processEnvironment(import.meta.dirname), PROCESS_TERMINAL)
