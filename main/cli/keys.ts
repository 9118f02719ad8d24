/** The entry of `npm run keys`. */
import { processEnvironment } from '../config/environment'
import { runKeys } from './commands/keys'

const code = await runKeys(process.argv.slice(2), processEnvironment(import.meta.dirname), {
  out: line => console.log(line),
  say: line => console.error(line),
})
process.exitCode = code
