/** The entry of `npm run instruments`. */
import { processEnvironment } from '../config/environment'
import { runInstruments } from './instruments/command'

process.exitCode = await runInstruments(process.argv.slice(2), {
  source: processEnvironment(import.meta.dirname),
  terminal: { out: line => console.log(line), say: line => console.error(line) },
  streams: { input: process.stdin, output: process.stderr },
})
