/** The entry of `npm run experiment`. */
import { surroundings } from '../config/surroundings'
import { runExperiment } from './experiment_command'

const abort = new AbortController()
process.once('SIGINT', () => abort.abort(new DOMException('Ctrl-C', 'AbortError')))
process.once('SIGTERM', () => abort.abort(new DOMException('told to stop', 'AbortError')))

process.exitCode = await runExperiment(
  process.argv.slice(2),
  surroundings(import.meta.dirname),
  { out: line => console.log(line), say: line => console.error(line), progress: process.stderr },
  abort.signal,
)
