/** The entry of `npm run instruments`. */
import { processEnvironment } from '../config/environment'
import { runInstruments } from './instruments/command'

process.exitCode = await runInstruments(
  process.argv.slice(2),
  processEnvironment(import.meta.dirname),
  { out: line => console.log(line), say: line => console.error(line) },
  { input: process.stdin, output: process.stderr },
)
