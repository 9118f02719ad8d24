/** The entry of `npm run entropy`. */
import { processEnvironment } from '../config/environment'
import { runEntropy } from './entropy/command'

const terminal = { out: (line: string) => console.log(line), say: (line: string) => console.error(line) }
const streams = { output: process.stdout, progress: process.stderr }
process.exitCode = await runEntropy(process.argv.slice(2), {
  source: processEnvironment(import.meta.dirname),
  terminal,
  streams,
})
