import { UsageError } from '../../config/options.mjs'
import type { InstrumentDetail } from '../../contract/instruments/instrument'
import { earlierErrorsText, valueText } from '../../contract/instruments/value-text'
import { AppError } from '../../contract/model/errors'
import { routes } from '../../contract/routes'
import type { TakesWords } from '../io/command-words'
import { flagText } from '../io/service-options'
import { simulatedText } from '../io/table'
import { printReply } from '../io/terminal'
import type { InstrumentsCall } from './call'
import { whereToAsk } from './identify-options'
import { experimentLog, log } from './logs'
import { askLines } from './prompt'
import {
  discoveryText,
  driversText,
  driverText,
  faultsText,
  holderText,
  identityText,
  listText,
  parameterAndChannel,
  parametersText,
  rangeText,
  safeText,
} from './show'
import { faultOf } from './twin-words'

const ofInstrument = (instrument_id: string) => ({ params: { instrument_id } })

const ofParameter = (instrument_id: string, parameter: string, channel: string | null) => ({
  params: { instrument_id, parameter },
  query: channel === null ? {} : { channel },
})

async function list(call: InstrumentsCall): Promise<void> {
  const reply = await call.client.call(routes.listInstruments)
  printReply(call, reply, () => listText(reply))
}

/**
 * Lists driver files, and fails when some were refused, naming the faulty field of each; with an id it prints that
 * driver completely.
 */
async function drivers(call: InstrumentsCall): Promise<void> {
  const reply = await call.client.call(routes.listDrivers)
  const [id] = call.words
  if (id !== undefined) {
    const found = reply.items.find(({ driver }) => driver === id)
    const known = reply.items.map(({ driver }) => driver).join(', ')
    if (!found) throw new UsageError(`There is no driver ${id}; there are ${known}`)
    return printReply(call, found, () => driverText(found))
  }
  printReply(call, reply, () => driversText(reply))
  for (const { message, remedy } of reply.warnings) call.terminal.say(`Warning: ${message}; ${remedy}`)
  if (reply.problems.length > 0)
    throw new AppError('invalid_request', reply.problems.map(({ message }) => message).join('\n'))
}

async function discover(call: InstrumentsCall): Promise<void> {
  const reply = await call.client.call(routes.discoverInstruments)
  printReply(call, reply, () => discoveryText(reply))
}

/** Prints the identity of a configured instrument, or of the one at an address given by --driver and --port. */
async function identify(call: InstrumentsCall): Promise<void> {
  const [id] = call.words
  if (id !== undefined) {
    if (['driver', 'port', 'option'].some(name => call.flags[name] !== undefined))
      throw new UsageError(`Name ${id}, or whom to ask with --driver and --port: not both.`)
    const detail = await call.client.call(routes.getInstrument, ofInstrument(id))
    return printReply(call, detail, () => identityText(detail))
  }
  const { identity, simulated } = await call.client.call(routes.identifyInstrument, { body: whereToAsk(call.flags) })
  const { vendor, model, serial_number, firmware } = identity
  const who = `${vendor} ${model}, ${serial_number === null ? 'no serial number' : `serial number ${serial_number}`}${firmware === null ? '' : `, firmware ${firmware}`}`
  printReply(call, { identity, simulated }, () => `${who}${simulated ? '  SIMULATED' : ''}`)
}

/** Closes the instrument's port and opens it again. */
async function connect(call: InstrumentsCall): Promise<void> {
  const detail = await call.client.call(routes.reopenInstrument, ofInstrument(call.words[0]!))
  printReply(call, detail, () => identityText(detail))
}

/** Reads a parameter; without one, all parameters. */
async function get(call: InstrumentsCall): Promise<void> {
  const [id = '', name, channel = null] = call.words
  const detail = await call.client.call(routes.getInstrument, ofInstrument(id))
  if (name === undefined) return getAll(call, detail)
  const { parameter } = parameterIn(detail, name, channel)
  const reply = await call.client.call(routes.readParameter, ofParameter(id, parameter, channel))
  const { value, unit, status, simulated, fresh } = reply
  const notes = [fresh ? '' : `read earlier: ${holderText(detail)} holds the instrument`, simulatedText(simulated)]
  printReply(call, reply, () => [valueText(value, unit, status), ...notes].filter(Boolean).join('  '))
}

/** Reads all parameters. A failed read does not stop the others, but fails the command at the end. */
async function getAll(call: InstrumentsCall, { instrument_id, parameters }: InstrumentDetail): Promise<void> {
  const addresses = parameters.flatMap(({ parameter, channels }) =>
    channels.map(({ channel }) => ({ parameter, channel })),
  )
  let [failed, held] = [0, 0]
  for (const { parameter, channel } of addresses) {
    try {
      const params = ofParameter(instrument_id, parameter, channel)
      const { fresh } = await call.client.call(routes.readParameter, params)
      if (!fresh) held += 1
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'shutting_down') throw error
      failed += 1
      call.terminal.say(`${parameterAndChannel(parameter, channel)}: ${error.message}`)
    }
  }
  const detail = await call.client.call(routes.getInstrument, ofInstrument(instrument_id))
  printReply(call, detail.parameters, () => parametersText(detail))
  if (held > 0)
    call.terminal.say(`${holderText(detail)} holds the instrument: these are the values that were read last.`)
  if (failed > 0) throw new AppError('conflict', `${failed} of ${addresses.length} could not be read`)
}

/** Sets a parameter to the last word, converted to the parameter's type. */
async function set(call: InstrumentsCall): Promise<void> {
  const [id = '', name = '', ...rest] = call.words
  const [channel, text] = rest.length === 2 ? [rest[0]!, rest[1]!] : [null, rest[0] ?? '']
  const detail = await call.client.call(routes.getInstrument, ofInstrument(id))
  const { parameter, form } = parameterIn(detail, name, channel)
  const value = typedValue(form, channel, text)
  const reply = await call.client.call(routes.setParameter, {
    params: { instrument_id: id, parameter },
    body: { value, channel },
  })
  const { old, read_back, unit, ramped, simulated, earlier_errors } = reply
  const [before, now] = [valueText(old, unit), valueText(read_back, unit)]
  const words = `${parameterAndChannel(parameter, channel)}: ${before} → ${now} (read back${ramped ? ', ramped' : ''})`
  printReply(call, reply, () => `${words}${simulated ? '  SIMULATED' : ''}`)
  if (earlier_errors.length > 0) call.terminal.say(`Warning: ${earlierErrorsText(earlier_errors)}`)
}

type ListedParameter = InstrumentDetail['parameters'][number]

function parameterIn({ instrument_id, parameters }: InstrumentDetail, name: string, channel: string | null) {
  const form = parameters.find(({ parameter }) => parameter === name)
  if (!form)
    throw new UsageError(
      `${instrument_id} has no parameter "${name}". It has ${parameters.map(({ parameter }) => parameter).join(', ')}.`,
    )
  const channels = form.channels.flatMap(one => one.channel ?? [])
  if (channel === null ? channels.length > 0 : !channels.includes(channel))
    throw new UsageError(
      channels.length > 0
        ? `Say which channel: ${instrument_id} ${name} CHANNEL, one of ${channels.join(', ')}.`
        : `${name} has no channels: leave "${channel}" out.`,
    )
  return { parameter: form.parameter, form }
}

const SWITCH_WORDS: Readonly<Record<string, boolean>> = {
  on: true,
  true: true,
  1: true,
  off: false,
  false: false,
  0: false,
}

/** Decimal numbers such as `0.25`, `-.5` and `1e-3`; hexadecimal and other forms are refused as typing errors. */
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

function typedValue(
  { parameter, value: form, channels }: ListedParameter,
  channel: string | null,
  text: string,
): number | boolean | string {
  const limits = channels.find(one => one.channel === channel)?.limits ?? null
  const refused = () => new UsageError(`${parameter} cannot be "${text}": ${rangeText(form, limits)}.`)
  if (form.type === 'number') {
    if (!DECIMAL.test(text) || !Number.isFinite(Number(text))) throw refused()
    return Number(text)
  }
  if (form.type === 'boolean') {
    const value = SWITCH_WORDS[text.toLowerCase()]
    if (value === undefined) throw refused()
    return value
  }
  if (form.type === 'choice' && !form.choices.includes(text)) throw refused()
  return text
}

const LEAVING = 'exit, quit or Ctrl-D ends; \\exit and \\quit are sent without the backslash.'

/** Sends the line from the command line, or opens a prompt. */
async function openConsole(call: InstrumentsCall): Promise<void> {
  const { client, terminal, streams, words } = call
  const [id = '', ...typed] = words
  const { label, console: kind, simulated } = await client.call(routes.getInstrument, ofInstrument(id))
  if (kind.kind === 'none') throw new AppError('conflict', `${label} has no console: ${kind.hint}`)
  const send = async (text: string) => {
    const reply = await client.call(routes.instrumentConsole, { ...ofInstrument(id), body: { text } })
    printReply(call, reply, () => reply.reply ?? '(nothing was asked)')
  }
  if (typed.length > 0) return send(typed.join(' '))
  terminal.say(`${label}${simulated ? ' (SIMULATED)' : ''}: ${kind.hint} ${LEAVING}`)
  let failed = 0
  await askLines({
    ...streams,
    prompt: `${id}> `,
    async onLine(line) {
      try {
        await send(line)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        failed += 1
        terminal.say(error.message)
      }
    },
  })
  // A person has read the errors on the terminal; a script needs the exit code.
  if (failed > 0 && streams.input.isTTY !== true)
    throw new AppError('conflict', `${failed} ${failed === 1 ? 'line' : 'lines'} failed`)
}

/** Drives all instruments or one to safe values. Fails when one of them cannot be reached. */
async function safe(call: InstrumentsCall): Promise<void> {
  const [id] = call.words
  const reply =
    id === undefined
      ? await call.client.call(routes.driveAllSafe)
      : await call.client.call(routes.driveSafe, ofInstrument(id))
  printReply(call, reply, () => safeText(reply))
  const missed = reply.items.filter(({ outcome }) => outcome === 'unreachable')
  if (missed.length > 0)
    throw new AppError('conflict', `Not at its safe values: ${missed.map(({ label }) => label).join(', ')}`)
}

/** Lists the pending faults of a twin, adds one, or clears them. */
async function twin(call: InstrumentsCall): Promise<void> {
  const [id = '', ...words] = call.words
  const before = await call.client.call(routes.getTwinFaults, ofInstrument(id))
  if (words.length === 0) return printReply(call, before, () => faultsText(before))
  const after = flagText(call.flags, 'after') ?? '0'
  if (!/^\d{1,6}$/.test(after)) throw new UsageError(`--after cannot be "${after}": a number of replies.`)
  const script = words[0] === 'clear' ? [] : [...before.script, { after_replies: Number(after), fault: faultOf(words) }]
  const reply = await call.client.call(routes.setTwinFaults, {
    ...ofInstrument(id),
    body: { seed: before.seed, script },
  })
  printReply(call, reply, () => faultsText(reply))
}

interface InstrumentCommand extends TakesWords {
  /** Options of this command besides those of every command. */
  readonly options?: readonly string[]
  run(call: InstrumentsCall): Promise<void>
}

const OF_LOGS = ['limit', 'work', 'text', 'format']

export const INSTRUMENT_COMMANDS: Readonly<Record<string, InstrumentCommand>> = {
  list: { takes: [0, 0], wants: 'options only', run: list },
  drivers: { takes: [0, 1], wants: 'a driver, or none for all', run: drivers },
  discover: { takes: [0, 0], wants: 'options only', run: discover },
  identify: {
    takes: [0, 1],
    wants: 'an instrument, or --driver and --port',
    options: ['driver', 'port', 'option'],
    run: identify,
  },
  connect: { takes: [1, 1], wants: 'INSTRUMENT', run: connect },
  get: { takes: [1, 3], wants: 'INSTRUMENT [PARAMETER [CHANNEL]]', run: get },
  set: { takes: [3, 4], wants: 'INSTRUMENT PARAMETER [CHANNEL] VALUE', run: set },
  console: { takes: [1, 100], wants: 'INSTRUMENT [LINE]', run: openConsole },
  safe: { takes: [0, 1], wants: 'an instrument, or none for all', run: safe },
  twin: { takes: [1, 3], wants: 'INSTRUMENT [FAULT [ARGUMENT]]', options: ['after'], run: twin },
  log: { takes: [0, 1], wants: 'an instrument, or none for all', options: [...OF_LOGS, 'outcome'], run: log },
  'experiment-log': {
    takes: [0, 1],
    wants: 'an instrument, or none for all',
    options: [...OF_LOGS, 'event'],
    run: experimentLog,
  },
}
