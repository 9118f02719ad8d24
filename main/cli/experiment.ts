/** Entry of `npm run experiment`. */
import { processEnvironment } from '../config/environment'
import { EXIT, runExperiment } from './experiment/command'
import { PROCESS_TERMINAL } from './io/terminal'

const abort = new AbortController()
/**
 * Signals within this time count as one: a Ctrl-C arrives from the terminal, from npm and from the launcher at once.
 */
const SAME_SIGNAL_MS = 700
let first = 0

/** The first signal aborts the run and waits until it has ended; a later one ends the command at once. */
function stop(): void {
  if (first > 0 && performance.now() - first > SAME_SIGNAL_MS) process.exit(EXIT.aborted)
  first ||= performance.now()
  abort.abort(new DOMException('Stopped by a signal', 'AbortError'))
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)

process.exitCode = await runExperiment(process.argv.slice(2), {
  source: processEnvironment(import.meta.dirname),
  terminal: { ...PROCESS_TERMINAL, progress: process.stderr },
  signal: abort.signal,
})
