/** One exchange after another on a port, whoever speaks, with what is tried again and what is not. */
import type { Dialogue } from '../framing/dialogue'
import { type FaultCode, InstrumentError, isFault } from '../model/fault'
import type { Transport } from '../transport/transport'
import type { ByteDirection, Cause, CommandLog, NewEntry } from './command-log'
import { exchange, type Observer } from './exchange'
import type { Inbox } from './inbox'
import { type LinkTiming, pause } from './timing'

export interface Work<T> {
  /** For the log: `get voltage 3`. */
  readonly name: string
  /** A query is tried once more after a resync; a set never. */
  readonly kind: 'query' | 'set'
  /** Called afresh for each try. */
  readonly dialogue: () => Dialogue<T>
  readonly timing?: Partial<LinkTiming>
  readonly cause?: Cause | null
  /** Goes before everything that waits: the safe state. */
  readonly urgent?: boolean
  /** What comes in is kept out of the log. */
  readonly secret?: boolean
}

export interface PortOptions {
  readonly transport: Transport
  readonly timing: LinkTiming
  readonly log: CommandLog
  /** Ends whatever the instrument is sending (Pfeiffer: ETX); null where there is no such thing. */
  readonly clearLine: Uint8Array | null
  /** The longest answer; so much and a little more may wait while somebody reads. */
  readonly maxReplyBytes?: number
  /** An entropy source sends all the time: bytes that nobody asked for are no fault. */
  readonly streams: boolean
  /** Of each instrument. */
  readonly maxQueue?: number
}

/** How the log names an instrument. */
type LogPlace = Pick<NewEntry, 'instrument' | 'simulated'>

/** On whose behalf the port is used. */
export interface Speaker {
  readonly place: LogPlace
  /** Asks who is there and throws unless it is the right one; run after anything that leaves the line out of step. */
  readonly resync: () => Dialogue<void>
}

export interface PortSession {
  carryOut<T>(speaker: Speaker, work: Work<T>): Promise<T>
}

/** Bytes that may wait while nobody reads: of a stream the last moment, of anything else what nobody asked for. */
export const MOST_UNREAD = 65_536
const RESYNC_ATTEMPTS = 3
/** A line that is not quiet after this long is no line that answers questions. */
const DRAIN_MS = 3_000
/** What asking again does not mend. */
const BEYOND_RESYNC: ReadonlySet<FaultCode> = new Set([
  'unplugged',
  'closed',
  'identity_mismatch',
  'write_timeout',
  'preempted',
  'module_missing',
])
/** An instrument that says it is busy is asked again so often, each time after twice as long. */
const BUSY_PAUSES_MS = [20, 40, 80, 160]

/** One exchange after another on a port, and whether questions and answers are in step. */
export function createSession(options: PortOptions, inbox: Inbox): PortSession {
  const { transport, log, timing, clearLine, streams } = options
  let outOfStep = false
  const silence = { since: Number.NEGATIVE_INFINITY }

  const observe = (place: LogPlace, cause: Cause | null, secret: boolean): Observer => {
    let sentAt = performance.now()
    const add = (direction: ByteDirection, bytes: Uint8Array, more: Pick<NewEntry, 'latency_ms' | 'sha256'>) =>
      log.add({ ...place, direction, bytes, cause, ...more })
    return {
      sent(bytes, sha256) {
        sentAt = performance.now()
        add('sent', bytes, { sha256 })
      },
      received: bytes => {
        if (!secret) add('received', bytes, { latency_ms: performance.now() - sentAt })
      },
    }
  }

  const unasked = (place: LogPlace, cause: Cause | null): boolean => {
    if (streams || inbox.length === 0) return false
    const pieces = inbox.clear()
    // A line end behind a block is no answer.
    if (pieces.every(piece => piece.every(byte => byte === 10 || byte === 13))) return false
    const count = pieces.reduce((sum, { length }) => sum + length, 0)
    const bytes = count > MOST_UNREAD ? Buffer.from(pieces[0]!.subarray(0, MOST_UNREAD)) : Buffer.concat(pieces)
    log.add({ ...place, direction: 'received', bytes, outcome: 'reply_unexpected', cause })
    if (bytes.length < count) log.add({ ...place, direction: 'note', text: `${count} bytes in all`, cause })
    return true
  }

  async function once<T>(
    dialogue: Dialogue<T>,
    limits: LinkTiming,
    { place, cause, secret = false }: { place: LogPlace; cause: Cause | null; secret?: boolean },
  ): Promise<T> {
    if (!streams) inbox.allow(MOST_UNREAD + (options.maxReplyBytes ?? MOST_UNREAD))
    const speaking = exchange({ transport, inbox, observer: observe(place, cause, secret), silence }, dialogue, limits)
    const answer = await speaking.finally(() => inbox.allow(MOST_UNREAD))
    if (unasked(place, cause)) throw new InstrumentError('reply_unexpected', 'more bytes came than were asked for')
    return answer
  }

  async function drain(quiet: number): Promise<void> {
    if (clearLine) await transport.write(clearLine)
    const end = performance.now() + DRAIN_MS
    while ((await inbox.next(quiet)) !== null)
      if (performance.now() > end)
        throw new InstrumentError('reply_unexpected', `bytes that nobody asked for still come after ${DRAIN_MS} ms`)
    await transport.flush()
    inbox.clear()
  }

  async function bringIntoStep({ place, resync }: Speaker, cause: Cause | null): Promise<void> {
    let reason = ''
    for (let attempt = 1; attempt <= RESYNC_ATTEMPTS; attempt += 1) {
      try {
        if (!streams) await drain(timing.quiet_ms * attempt)
        await once(resync(), timing, { place, cause })
        outOfStep = false
        log.add({ ...place, direction: 'note', text: 'in step again', outcome: 'ok', cause })
        return
      } catch (error) {
        if (!isFault(error) || BEYOND_RESYNC.has(error.fault)) throw error
        reason = error.message
      }
    }
    throw new InstrumentError(
      'resync_failed',
      `its answers stayed out of step after ${RESYNC_ATTEMPTS} attempts (${reason})`,
    )
  }

  async function attempt<T>(
    speaker: Speaker,
    { dialogue, timing: own, cause = null, secret = false }: Work<T>,
  ): Promise<T> {
    const { place } = speaker
    inbox.reset()
    if (outOfStep) await bringIntoStep(speaker, cause)
    unasked(place, cause)
    try {
      return await once(dialogue(), { ...timing, ...own }, { place, cause, secret })
    } catch (error) {
      // A dialogue that broke off half-way may leave an answer on the way, whatever the reason.
      if (!isFault(error, 'refused', 'busy', 'value_out_of_range', 'sensor_invalid')) outOfStep = true
      throw error
    }
  }

  /** A query that was left unanswered is asked once more; one that found the instrument busy, a few times. */
  async function carryOut<T>(speaker: Speaker, work: Work<T>): Promise<T> {
    let busy = 0
    let retried = false
    for (;;) {
      try {
        return await attempt(speaker, work)
      } catch (error) {
        if (!isFault(error)) throw error
        log.add({
          ...speaker.place,
          direction: 'note',
          text: `${work.name}: ${error.message}`,
          outcome: error.fault,
          cause: work.cause ?? null,
        })
        if (work.kind === 'set') throw error
        if (error.fault === 'busy' && busy < BUSY_PAUSES_MS.length) await pause(BUSY_PAUSES_MS[busy++]!)
        else if (error.outOfStep && error.fault !== 'preempted' && !retried) retried = true
        else throw error
      }
    }
  }

  return { carryOut }
}
