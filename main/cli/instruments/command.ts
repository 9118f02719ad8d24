import { type Flags, type Option, optionLines, readFlags, UsageError } from '../../config/options.mjs'
import type { ConfigSource } from '../../config/read'
import { AppError } from '../../contract/model/errors'
import { isGone, serviceThatRuns } from '../io/client'
import { commandFor, splitWords } from '../io/command-words'
import { FOLDER_OPTIONS, HELP_OPTION, serviceOptions } from '../io/service-options'
import type { Terminal } from '../io/terminal'
import { INSTRUMENT_COMMANDS } from './actions'
import type { InstrumentsCall } from './call'
import { FAULT_WORDS } from './twin-words'

const OPTIONS: Record<string, Option> = {
  json: { type: 'boolean', help: 'the answer as JSON' },
  driver: { type: 'string', value: 'ID', help: 'identify: the driver to ask with' },
  option: { type: 'string', value: 'NAME=N', help: 'identify: a number that the driver asks for, such as slot=3' },
  port: { type: 'string', value: 'PORT', help: 'identify: /dev/ttyUSB0, hid:PATH, tcp:HOST:PORT or twin:NAME' },
  after: { type: 'string', value: 'N', help: 'twin: replies that come through before the fault (0)' },
  limit: { type: 'string', value: 'N', help: 'log, experiment-log: the newest so many (50; 10000 with --format)' },
  work: { type: 'string', value: 'ID', help: 'log, experiment-log: of this run or job' },
  text: { type: 'string', value: 'TEXT', help: 'log, experiment-log: with this text, upper or lower case' },
  format: {
    type: 'string',
    value: 'NAME',
    help: 'log, experiment-log: as a file to keep, oldest first: csv, text or json',
  },
  event: { type: 'string', value: 'NAME', help: 'experiment-log: set, fault, limit, lease, safe-state, …' },
  outcome: { type: 'string', value: 'NAME', help: 'log: ok, a fault such as unplugged, or fault for any' },
  ...serviceOptions('operator'),
  ...FOLDER_OPTIONS,
  ...HELP_OPTION,
}

const HELP = `The instruments of the lab, from the terminal.

Usage: npm run instruments -- list                            all, with state, port and who holds them
       npm run instruments -- drivers [srs-dc205]             driver files, and why some were refused; one with all of its models
       npm run instruments -- discover                        what is plugged in and not in use
       npm run instruments -- identify dac                    its identity; with --driver and --port, that of what is plugged in
       npm run instruments -- connect dac                     closes its port and opens it again, at once
       npm run instruments -- get dac voltage 3               a fresh value; get dac shows all parameters
       npm run instruments -- set dac voltage 3 0.25          ramped where the driver says so, and read back
       npm run instruments -- console dac ["*IDN?"]           one line, or a prompt with history that exit or Ctrl-D leaves
       npm run instruments -- safe [dac]                      all, or one, to safe values; ends what runs on them
       npm run instruments -- twin dac [drop --after 2]       faults that a twin is to play; twin dac clear removes them
       npm run instruments -- log [dac] --text volt           the last requests and replies
       npm run instruments -- experiment-log [dac]            what was done, by whom, and what happened

${optionLines(OPTIONS)}

It uses the service that runs on the data folder, or the one at --url; npm start starts one. What comes from a twin is marked SIMULATED.
It acts as the account holder: what the window of the same account holds is set from here too, while runs, jobs and API keys are kept out.
Give each person a key of the role operator (--url and --key) to keep them apart.
Exit codes: 0 done; 1 failed, also where safe could not reach everything; 2 called wrongly.
Faults of a twin: ${FAULT_WORDS}.`

/** Runs `npm run instruments`; returns the exit code: 0 done, 1 failed, 2 called wrongly. */
export async function runInstruments(
  argv: readonly string[],
  {
    source,
    terminal,
    streams,
  }: {
    readonly source: Omit<ConfigSource, 'argv'>
    readonly terminal: Terminal
    readonly streams: InstrumentsCall['streams']
  },
): Promise<number> {
  try {
    // A value may be negative, so only words that begin with two dashes are options.
    const { words: said, options } = splitWords(argv, '--')
    const flags = readFlags(options, OPTIONS)
    if (flags.help) terminal.out(HELP)
    else {
      const { command, words } = commandFor('instruments', INSTRUMENT_COMMANDS, said)
      refuseForeignOptions(said[0]!, flags)
      const client = serviceThatRuns(flags, source, ', and only a service holds instruments')
      await command.run({ client, words, flags, terminal, streams })
    }
    return 0
  } catch (error) {
    if (!(error instanceof AppError || error instanceof UsageError)) throw error
    terminal.say(error.message)
    if (isGone(error) && error.details.sent === true)
      terminal.say('What became of the request is not known: read the instrument again, and look in its log.')
    return error instanceof UsageError || isUnknownName(error) ? 2 : 1
  }
}

/** Whether the error is about an unknown instrument or driver. */
const isUnknownName = ({ code, details }: AppError): boolean =>
  code === 'not_found' && ('instrument_id' in details || 'driver' in details)

/** Refuses options of other commands, which would otherwise be ignored silently. */
function refuseForeignOptions(name: string, flags: Flags): void {
  const commands = Object.entries(INSTRUMENT_COMMANDS)
  for (const option of Object.keys(flags)) {
    const takers = commands.filter(([, { options }]) => options?.includes(option)).map(([taker]) => taker)
    if (takers.length > 0 && !takers.includes(name))
      throw new UsageError(`${name} takes no --${option}: it goes with ${takers.join(', ')}. See --help.`)
  }
}
