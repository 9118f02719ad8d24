/** The entry of `npm run devices`. */

import { runDevices } from './devices_command'

process.exitCode = runDevices(process.argv.slice(2), {
  out: line => console.log(line),
  say: line => console.error(line),
})
