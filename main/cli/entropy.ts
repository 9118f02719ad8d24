/** Entry of `npm run entropy`. */
import { processEnvironment } from '../config/environment'
import { runEntropy } from './entropy/command'
import { PROCESS_TERMINAL } from './io/terminal'

const streams = { output: process.stdout, progress: process.stderr }
process.exitCode = await runEntropy(process.argv.slice(2), {
  source: processEnvironment(import.meta.dirname),
  terminal: PROCESS_TERMINAL,
  streams,
})
