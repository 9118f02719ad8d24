/** Entry for plain Node: starts the service, prints its address, and runs until a signal stops it. */
import { everyFaultText } from './backends/files/fault-list'
import { processEnvironment } from './config/environment'
import { HELP, OPTIONS, readFlags, UsageError } from './config/options.mjs'
import { readConfig, versionOf } from './config/read'
import { AppError } from './contract/model/errors'
import type { Service } from './service'

const around = processEnvironment(import.meta.dirname)
const argv = process.argv.slice(2)

async function main(): Promise<void> {
  const flags = readFlags(argv, OPTIONS)
  if (flags.help) return console.log(HELP)
  if (flags.version) return console.log(versionOf(around.root))
  // Imported here: it takes most of a second, which --help does not need.
  const { startService } = await import('./service')
  const service = await startService(readConfig({ ...around, argv }))
  stopOnSignal(service)
  console.log(greeting(service))
}

const greeting = (service: Service): string => `
Pentad is running at ${service.url}

Open this link in a browser on this computer; it signs in once, within 15 minutes:
  ${service.signInUrl()}

Another link: npm run keys -- link.   Stop: Ctrl-C.`

/**
 * Signals within this time count as one: a Ctrl-C arrives from the terminal, from npm and from the launcher at once.
 */
const SAME_SIGNAL_MS = 700

/** Message that names the work being stopped, as there is nobody to ask for confirmation. */
const stopping = (running: readonly string[]): string =>
  running.length === 0 ? 'Stopping.' : `Stopping; this ends ${running.join(', ')}.`

/** The first signal stops in order, a later one immediately. */
function stopOnSignal(service: Service): void {
  let first = 0
  const stop = (): void => {
    const now = performance.now()
    if (first > 0 && now - first > SAME_SIGNAL_MS) process.exit(1)
    if (first > 0) return
    first = now
    console.log(stopping(service.activity.running()))
    service.stop().then(() => process.exit(0), fail)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
}

/** Prints an expected error as one sentence and a bug with its stack, then exits. */
function fail(error: unknown): never {
  const expected = error instanceof AppError || error instanceof UsageError
  console.error(expected ? `Pentad cannot start: ${everyFaultText(error)}` : error)
  process.exit(error instanceof UsageError ? 2 : 1)
}

main().catch(fail)
