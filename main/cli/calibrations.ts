/** Entry of `npm run calibrations`. */
import { processEnvironment } from '../config/environment'
import { runCalibrations } from './commands/calibrations'
import { PROCESS_TERMINAL } from './io/terminal'

process.exitCode = await runCalibrations(
  process.argv.slice(2),
  processEnvironment(import.meta.dirname),
  PROCESS_TERMINAL,
)
