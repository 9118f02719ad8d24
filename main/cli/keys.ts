/** The entry of `npm run keys`. */

import { surroundings } from '../config/surroundings'
import { runKeys } from './keys_command'

const code = await runKeys(process.argv.slice(2), surroundings(import.meta.dirname), {
  out: line => console.log(line),
  say: line => console.error(line),
})
process.exitCode = code
