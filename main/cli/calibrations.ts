/** The entry of `npm run calibrations`. */
import { processEnvironment } from '../config/environment'
import { runCalibrations } from './commands/calibrations'

process.exitCode = await runCalibrations(process.argv.slice(2), processEnvironment(import.meta.dirname), {
  out: line => console.log(line),
  say: line => console.error(line),
})
