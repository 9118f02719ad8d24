/** The entry of `npm run keys`. */

import { surroundings } from '../config/environment'
import { runKeys } from './commands/keys'

const code = await runKeys(process.argv.slice(2), surroundings(import.meta.dirname), {
  out: line => console.log(line),
  say: line => console.error(line),
})
process.exitCode = code
