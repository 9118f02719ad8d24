/** The command log and the experiment log, printed as tables or files. */
import { UsageError } from '../../config/options.mjs'
import { ExperimentEvent, LogFormat } from '../../contract/instruments/command-log'
import { AppError } from '../../contract/model/errors'
import { routes } from '../../contract/routes'
import { flagText } from '../io/service-options'
import { printReply } from '../io/terminal'
import type { InstrumentsCall } from './call'
import { experimentLogText, logText } from './show'

/** Prints the newest requests and replies as a table, or with --format as a file. */
export async function log(call: InstrumentsCall): Promise<void> {
  const filter = { ...logFilter(call), ...withText(call, 'outcome') }
  const format = formatOf(call)
  if (format !== null) {
    await requireLogged(call, routes.exportCommands)
    return withKnownOutcome(
      printFile(call, routes.exportCommands, { ...filter, format, limit: limitOf(call, EXPORTED) }),
    )
  }
  const query = { ...filter, limit: limitOf(call, LISTED) }
  const reply = await withKnownOutcome(call.client.call(routes.listCommands, { query }))
  if (reply.items.length === 0) await requireLogged(call, routes.exportCommands)
  printReply(call, reply, () => logText(reply.items))
}

/** Prints the experiment log: actions, their authors, and events. */
export async function experimentLog(call: InstrumentsCall): Promise<void> {
  const event = flagText(call.flags, 'event')?.replaceAll('-', '_')
  const known = ExperimentEvent.safeParse(event)
  if (event !== undefined && !known.success)
    throw new UsageError(`--event cannot be "${event}": one of ${ExperimentEvent.options.join(', ')}.`)
  const filter = { ...logFilter(call), ...(known.success && { event: known.data }) }
  const format = formatOf(call)
  if (format !== null) {
    await requireLogged(call, routes.exportExperimentLog)
    return printFile(call, routes.exportExperimentLog, { ...filter, format, limit: limitOf(call, EXPORTED) })
  }
  const reply = await call.client.call(routes.listExperimentLog, { query: { ...filter, limit: limitOf(call, LISTED) } })
  if (reply.items.length === 0) await requireLogged(call, routes.exportExperimentLog)
  printReply(call, reply, () => experimentLogText(reply.items))
}

/** Turns the service's refusal of an unknown outcome into a UsageError, as only the service has the list. */
async function withKnownOutcome<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof AppError && error.faults.some(({ pointer }) => pointer === '#query/outcome'))
      throw new UsageError(`--outcome: ${error.message}`)
    throw error
  }
}

/**
 * Throws UsageError for an instrument that is neither in the lab nor in the log; removed instruments keep their
 * entries.
 */
async function requireLogged(
  { client, words: [instrument_id] }: InstrumentsCall,
  route: typeof routes.exportCommands | typeof routes.exportExperimentLog,
): Promise<void> {
  if (instrument_id === undefined) return
  const known = (await client.call(routes.listInstruments)).items.map(one => one.instrument_id)
  if (known.includes(instrument_id)) return
  const found = await client.call(route, { query: { instrument_id, format: 'json', limit: 1 } })
  const entries: unknown[] = JSON.parse(new TextDecoder().decode(found))
  if (entries.length === 0)
    throw new UsageError(
      `There is no instrument ${instrument_id}, and nothing was logged of one; there are ${known.join(', ') || 'none'}`,
    )
}

const LISTED = { most: 500, normally: 50 }
const EXPORTED = { most: 100_000, normally: 10_000 }

function limitOf({ flags }: InstrumentsCall, { most, normally }: typeof LISTED): number {
  const limit = flagText(flags, 'limit') ?? String(normally)
  if (/^[1-9]\d{0,5}$/.test(limit) && Number(limit) <= most) return Number(limit)
  throw new UsageError(`--limit cannot be "${limit}": 1 to ${most} entries.`)
}

function formatOf({ flags }: InstrumentsCall): LogFormat | null {
  const format = flagText(flags, 'format')
  if (format === undefined) return null
  const known = LogFormat.safeParse(format)
  if (known.success) return known.data
  throw new UsageError(`--format cannot be "${format}": one of ${LogFormat.options.join(', ')}.`)
}

async function printFile(
  { client, terminal }: InstrumentsCall,
  route: typeof routes.exportCommands | typeof routes.exportExperimentLog,
  query: object,
): Promise<void> {
  const bytes = await client.call(route, { query })
  terminal.out(new TextDecoder().decode(bytes).trimEnd())
}

function logFilter(call: InstrumentsCall): Record<string, string> {
  const [instrument_id] = call.words
  return { ...(instrument_id !== undefined && { instrument_id }), ...withText(call, 'work'), ...withText(call, 'text') }
}

function withText(call: InstrumentsCall, name: string): Record<string, string> {
  const value = flagText(call.flags, name)
  return value === undefined ? {} : { [name]: value }
}
