/** The error queue of an instrument: emptied at the connection and before each set, and read after each set. */
import { earlierErrorsText } from '../../contract/instruments/value-text'
import { InstrumentError, isFault } from '../model/fault'
import type { AccessOptions, Dialogue } from '../model/request'
import { type DriverCodec, type Placeholders, query } from './commands'
import type { DriverConnection } from './connection'
import { matchPattern } from './patterns'
import type { DriverFile } from './schema'

/** Who asks, for the log, and whether the question goes before others. */
type Urgency = Pick<AccessOptions, 'cause' | 'urgent'>

/** Most errors to read of one queue, so that a queue that never ends is not read forever. */
const MAX_ERRORS = 20

type ErrorQueues = Pick<DriverConnection, 'codec' | 'driver' | 'placeholders'>

/** Reads the error queues until they are empty: yields the dialogue of each read, is resumed with its answer, returns all errors. */
function* errorReads({
  codec,
  driver,
  placeholders,
}: ErrorQueues): Generator<() => Dialogue<string | null>, string[], string | null> {
  const found: string[] = []
  for (const queue of driver.errors) {
    for (let count = 0; count < MAX_ERRORS; count += 1) {
      const error = yield () => nextError(codec, queue, placeholders)
      if (error === null) break
      found.push(error)
    }
  }
  return found
}

/** Empties the error queues and returns their errors, oldest first; each read is a request of its own, so none is read twice. */
export async function drainErrors(
  { port, ...queues }: ErrorQueues & Pick<DriverConnection, 'port'>,
  { cause = null, urgent = false }: Urgency,
): Promise<string[]> {
  const reads = errorReads(queues)
  let read = reads.next()
  while (!read.done) {
    const dialogue = read.value
    read = reads.next(await port.request({ name: 'read the error queue', kind: 'query', dialogue, cause, urgent }))
  }
  return read.value
}

/** As `drainErrors`, in one dialogue without a port. */
export function* errorsDialogue(queues: ErrorQueues): Dialogue<string[]> {
  const reads = errorReads(queues)
  let read = reads.next()
  while (!read.done) read = reads.next(yield* read.value())
  return read.value
}

/** The oldest error of a queue, with the meaning of its code; null where there is none. */
function* nextError(
  codec: DriverCodec,
  { ask: commands, reply, none, words }: DriverFile['errors'][number],
  placeholders: Placeholders,
): Dialogue<string | null> {
  const { texts } = yield* query(codec, { commands, reply, placeholders })
  const text = texts.text ?? ''
  if (matchPattern(none, text)) return null
  return words && Object.hasOwn(words, text) ? `${text} (${words[text]})` : text
}

/** Messages of its error queue, each once. */
const differentErrors = async (connection: DriverConnection, options: Urgency): Promise<string[]> => [
  ...new Set(await drainErrors(connection, options)),
]

/** Rejects with `refused`, naming what its error queue holds. */
export async function throwRefusals(connection: DriverConnection, options: Urgency, name: string): Promise<void> {
  const errors = await differentErrors(connection, options)
  if (errors.length > 0) throw new InstrumentError('refused', `${name}: ${errors.join('; ')}`, connection.id)
}

/**
 * Empties the error queue right before a value goes out: errors that are there afterwards belong to that value. Where the queue
 * cannot be read it rejects, and the value is not sent; for an urgent set, as of a safe state, it resolves all the same.
 */
export async function takeEarlierErrors(
  connection: DriverConnection,
  name: string,
  options: Urgency & { readonly skipsErrorQueue?: boolean; readonly earlier_errors: string[] },
): Promise<void> {
  if (options.skipsErrorQueue) return
  const errors = await differentErrors(connection, options).catch(error => {
    if (!options.urgent) throw error
    ignoreFaultOfLine(error)
    return []
  })
  if (errors.length === 0) return
  options.earlier_errors.push(...errors)
  const { id, transport, log } = connection
  log.add({
    instrument: id,
    simulated: transport.simulated,
    direction: 'note',
    outcome: 'earlier_error',
    cause: options.cause ?? null,
    text: `set ${name}: ${earlierErrorsText(errors)}`,
  })
}

/**
 * Rejects with `refused` where the error queue says why an answer did not come: an error that is left there would be blamed on the
 * next set.
 */
export async function explained<T>(
  connection: DriverConnection,
  { asking, name, reply }: { readonly asking: Urgency; readonly name: string; readonly reply: Promise<T> },
): Promise<T> {
  try {
    return await reply
  } catch (error) {
    if (!isFault(error)) throw error
    if (UNANSWERED.has(error.fault)) await throwRefusals(connection, asking, name).catch(ignoreFaultOfLine)
    throw error.adding(` (${name})`)
  }
}

/** Faults after which the error queue may say why the instrument did not answer. */
const UNANSWERED: ReadonlySet<string> = new Set(['first_byte_timeout', 'reply_malformed'])

/**
 * Ignores a fault of the line, which may fail again while the instrument is asked for a reason: the first fault is reported then.
 * Throws any other error.
 */
function ignoreFaultOfLine(error: unknown): void {
  if (!isFault(error) || !FAULTS_OF_LINE.has(error.fault)) throw error
}

const FAULTS_OF_LINE: ReadonlySet<string> = new Set([
  'first_byte_timeout',
  'between_bytes_timeout',
  'exchange_timeout',
  'write_timeout',
  'reply_malformed',
  'checksum_mismatch',
  'reply_too_long',
  'reply_unexpected',
  'echo_mismatch',
  'module_missing',
  'resync_failed',
  'identity_mismatch',
  'unplugged',
  'closed',
  'preempted',
  'queue_full',
])
