/** Entry of `npm run devices`. */
import { processEnvironment } from '../config/environment'
import { runDevices } from './commands/devices'
import { PROCESS_TERMINAL } from './io/terminal'

process.exitCode = await runDevices(process.argv.slice(2), processEnvironment(import.meta.dirname), PROCESS_TERMINAL)
