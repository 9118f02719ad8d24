/** The entry of `npm run entropy`. */
import { processEnvironment } from '../config/environment'
import { runEntropy } from './entropy/command'

process.exitCode = await runEntropy(process.argv.slice(2), processEnvironment(import.meta.dirname), {
  out: line => console.log(line),
  say: line => console.error(line),
})
