/** Entry of `npm run instruments`. */
import { processEnvironment } from '../config/environment'
import { runInstruments } from './instruments/command'
import { PROCESS_TERMINAL } from './io/terminal'

process.exitCode = await runInstruments(process.argv.slice(2), {
  source: processEnvironment(import.meta.dirname),
  terminal: PROCESS_TERMINAL,
  streams: { input: process.stdin, output: process.stderr },
})
