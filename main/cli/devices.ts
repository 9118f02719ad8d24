/** The entry of `npm run devices`. */
import { processEnvironment } from '../config/environment'
import { runDevices } from './commands/devices'

process.exitCode = await runDevices(process.argv.slice(2), processEnvironment(import.meta.dirname), {
  out: line => console.log(line),
  say: line => console.error(line),
})
