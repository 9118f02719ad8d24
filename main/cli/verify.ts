/** The entry of `npm run verify`. */
import { processEnvironment } from '../config/environment'
import { runVerify } from './commands/verify'

process.exitCode = await runVerify(process.argv.slice(2), processEnvironment(import.meta.dirname), {
  out: line => console.log(line),
  say: line => console.error(line),
})
