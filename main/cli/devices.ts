/** The entry of `npm run devices`. */

import { runDevices } from './commands/devices'

process.exitCode = runDevices(process.argv.slice(2), {
  out: line => console.log(line),
  say: line => console.error(line),
})
