import { commandConfig } from '../../config/environment'
import { closestName, type Option, optionLines, readFlags, UsageError } from '../../config/options.mjs'
import type { ConfigSource } from '../../config/read'
import { AppError } from '../../contract/model/errors'
import { type Client, createClient, runningService } from '../io/client'
import type { Terminal } from '../io/terminal'
import { RACK_ACTIONS, type RackAction } from './actions'
import type { InstrumentsCall } from './call'
import { FAULT_WORDS } from './twin-words'

const OPTIONS: Record<string, Option> = {
  json: { type: 'boolean', help: 'the answer as JSON' },
  driver: { type: 'string', value: 'ID', help: 'identify: the driver to ask with' },
  port: { type: 'string', value: 'PORT', help: 'identify: /dev/ttyUSB0, hid:PATH, tcp:HOST:PORT or twin:NAME' },
  after: { type: 'string', value: 'N', help: 'twin: replies that come through before the fault (0)' },
  limit: { type: 'string', value: 'N', help: 'log: the newest so many (50)' },
  work: { type: 'string', value: 'ID', help: 'log: of this run or job' },
  text: { type: 'string', value: 'TEXT', help: 'log: with this text in the bytes, upper or lower case' },
  outcome: { type: 'string', value: 'NAME', help: 'log: ok, a fault such as unplugged, or fault for any' },
  url: { type: 'string', value: 'URL', help: 'use the service at this address' },
  key: { type: 'string', value: 'SECRET', env: 'PENTAD_KEY', help: 'API key with the role operator, for --url' },
  data: { type: 'string', value: 'FOLDER', env: 'PENTAD_DATA', help: "data folder (the user's own data folder)" },
  config: { type: 'string', value: 'FILE', env: 'PENTAD_CONFIG', help: 'config file, as for npm start' },
  help: { type: 'boolean', help: 'show this and stop' },
}

const HELP = `The instruments of the lab, from the terminal.

Usage: npm run instruments -- list                            all, with state, port and who holds them
       npm run instruments -- drivers                         driver files, and why some were refused
       npm run instruments -- discover                        what is plugged in and not in use
       npm run instruments -- identify dac                    its identity; with --driver and --port, that of what is plugged in
       npm run instruments -- get dac voltage 3               a fresh value; get dac shows all parameters
       npm run instruments -- set dac voltage 3 0.25          ramped where the driver says so, and read back
       npm run instruments -- console dac ["*IDN?"]           one line, or a prompt with history
       npm run instruments -- safe [dac]                      all, or one, to safe values; ends what runs on them
       npm run instruments -- twin dac [drop --after 2]       faults that a twin is to play; twin dac clear removes them
       npm run instruments -- log [dac] --text volt           the last requests and replies

${optionLines(OPTIONS)}

It uses the service that runs on the data folder, or the one at --url; npm start starts one. What comes from a twin is marked SIMULATED.
Exit codes: 0 done; 1 failed, also where safe could not reach everything; 2 called wrongly.
Faults of a twin: ${FAULT_WORDS}.`

/** Runs `npm run instruments`; answers the exit code: 0 done, 1 failed, 2 called wrongly. */
export async function runInstruments(
  argv: readonly string[],
  source: Omit<ConfigSource, 'argv'>,
  terminal: Terminal,
  streams: InstrumentsCall['streams'],
): Promise<number> {
  try {
    // A value may be negative: what begins with two dashes is an option.
    const end = argv.findIndex(word => word.startsWith('--'))
    const [name, ...words] = end < 0 ? argv : argv.slice(0, end)
    const flags = readFlags(end < 0 ? [] : argv.slice(end), OPTIONS)
    if (flags.help) terminal.out(HELP)
    else {
      const action = chosen(name, words)
      await action.run({ client: serviceFor(flags, source), words, flags, terminal, streams })
    }
    return 0
  } catch (error) {
    if (!(error instanceof AppError || error instanceof UsageError)) throw error
    terminal.say(error.message)
    return error instanceof UsageError ? 2 : 1
  }
}

function chosen(name: string | undefined, words: readonly string[]): RackAction {
  const names = Object.keys(RACK_ACTIONS)
  if (name === undefined) throw new UsageError(`Say what to do: ${names.join(', ')}. See --help.`)
  const action = Object.hasOwn(RACK_ACTIONS, name) ? RACK_ACTIONS[name] : undefined
  if (action === undefined)
    throw new UsageError(`Unknown command "${name}". Did you mean ${closestName(name, names)}? See --help.`)
  const [least, most] = action.takes
  if (words.length < least || words.length > most)
    throw new UsageError(`instruments ${name} takes ${action.wants}. See --help.`)
  return action
}

/** Instruments are held by one process: the service. Throws `not_found` where none runs. */
function serviceFor(flags: InstrumentsCall['flags'], source: Omit<ConfigSource, 'argv'>): Client {
  const key = typeof flags.key === 'string' ? flags.key : (source.env.PENTAD_KEY ?? '')
  if (typeof flags.url === 'string') return createClient({ url: flags.url.replace(/\/+$/, ''), token: key })
  const { data } = commandConfig(flags, source)
  const running = runningService(data)
  if (running) return running
  throw new AppError(
    'not_found',
    `No service runs on ${data}, and only a service holds instruments. Start one with npm start, or name another with --data, or --url and --key.`,
  )
}
