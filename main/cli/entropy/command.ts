import { commandConfig } from '../../config/environment'
import { closestName, type Option, optionLines, readFlags, UsageError } from '../../config/options.mjs'
import type { ConfigSource } from '../../config/read'
import { AppError } from '../../contract/model/errors'
import { runVerify } from '../commands/verify'
import { runningService } from '../io/client'
import type { Terminal } from '../io/terminal'
import { type EntropyCall, giveBeacon, giveReceipt } from './evidence-commands'

const OPTIONS: Record<string, Option> = {
  proof: { type: 'boolean', help: 'receipt: with the proof that it is in the log' },
  keys: { type: 'boolean', help: 'receipt: the public keys that verify receipts, instead of one' },
  out: { type: 'string', value: 'FILE', help: 'write the document there instead of to stdout' },
  json: { type: 'boolean', help: 'one JSON object a line' },
  data: { type: 'string', value: 'FOLDER', env: 'PENTAD_DATA', help: "data folder (the user's own data folder)" },
  config: { type: 'string', value: 'FILE', env: 'PENTAD_CONFIG', help: 'config file, as for npm start' },
  help: { type: 'boolean', help: 'show this and stop' },
}

const HELP = `Random bytes, their receipts, and the beacon.

Usage: npm run entropy -- receipt REQUEST_ID|FILE [--proof]   a receipt, by its id or of a reply in a file
       npm run entropy -- receipt --keys                      the public keys to verify with
       npm run entropy -- beacon [latest|INDEX]               the beacon, or one of its pulses
       npm run entropy -- verify FILE... --key KEY            offline, without a service; see verify --help

${optionLines(OPTIONS)}`

/** Commands that ask the running service. */
const COMMANDS: Readonly<Record<string, (call: EntropyCall) => Promise<void>>> = {
  receipt: giveReceipt,
  beacon: giveBeacon,
}

/** Runs `npm run entropy`; answers the exit code. */
export async function runEntropy(
  argv: readonly string[],
  source: Omit<ConfigSource, 'argv'>,
  terminal: Terminal,
): Promise<number> {
  if (argv[0] === 'verify') return runVerify(argv.slice(1), source, terminal)
  try {
    const words = argv.slice(0, leading(argv))
    const flags = readFlags(argv.slice(words.length), OPTIONS)
    if (flags.help || argv.length === 0) {
      terminal.out(HELP)
      return 0
    }
    const [name = '', ...rest] = words
    const command = COMMANDS[name]
    if (!command)
      throw new UsageError(
        `There is no command "${name}". Did you mean "${closestName(name, [...Object.keys(COMMANDS), 'verify'])}"? See --help.`,
      )
    const { data } = commandConfig(flags, source)
    const client = runningService(data)
    if (!client) throw new AppError('not_found', `No service runs on ${data}: start one with npm start.`)
    await command({ words: rest, flags, client, cwd: source.cwd, terminal })
    return 0
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof AppError)) throw error
    terminal.say(error.message)
    return error instanceof UsageError ? 2 : 1
  }
}

const leading = (argv: readonly string[]): number => {
  const first = argv.findIndex(word => word.startsWith('-'))
  return first < 0 ? argv.length : first
}
