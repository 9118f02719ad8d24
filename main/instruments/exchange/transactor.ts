import type { Dialogue } from '../framing/dialogue'
import { type FaultCode, InstrumentError, isFault } from '../model/fault'
import type { Transport } from '../transport/transport'
import type { ByteDirection, Cause, CommandLog, NewEntry } from './command-log'
import { exchange, type Observer } from './exchange'
import { createInbox, type Inbox } from './inbox'
import { type LinkTiming, pause } from './timing'

interface Work<T> {
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

/** The only way to a port: one exchange at a time, in the order of asking. */
export interface Transactor {
  /** Rejects with a named fault that says where. */
  run<T>(work: Work<T>): Promise<T>
  /** What waits and what is under way fails as `preempted`, except what is urgent. */
  preempt(): void
  /** Null while it serves; else why every request is refused until the port is opened again. */
  readonly failure: InstrumentError | null
  readonly queued: number
  /** Called once, when it stops serving for good. */
  onFailure(listener: (cause: InstrumentError) => void): void
  close(): Promise<void>
}

export interface TransactorOptions {
  readonly instrument: string
  readonly transport: Transport
  readonly timing: LinkTiming
  readonly log: CommandLog
  /** Asks who is there and throws unless it is the right one; run after anything that leaves the line out of step. */
  readonly resync: () => Dialogue<void>
  /** Ends whatever the instrument is sending (Pfeiffer: ETX); null where there is no such thing. */
  readonly clearLine: Uint8Array | null
  /** An entropy source sends all the time: bytes that nobody asked for are no fault. */
  readonly streams: boolean
  readonly maxQueue?: number
}

interface Waiting {
  readonly work: Work<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** Bytes that may wait unread: more than the largest block, and of a stream the last moment only. */
const [MOST_UNREAD, MOST_STREAMED] = [80_000_000, 65_536]
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
])
/** An instrument that says it is busy is asked again so often, each time after twice as long. */
const BUSY_PAUSES_MS = [20, 40, 80, 160]

export function createTransactor(options: TransactorOptions): Transactor {
  const { instrument, transport, log, maxQueue = 1_000 } = options
  const inbox = createInbox(options.streams ? MOST_STREAMED : MOST_UNREAD)
  const queue: Waiting[] = []
  let current: Waiting | null = null
  let failure: InstrumentError | null = null
  const session = createSession(options, inbox)
  transport.onData(bytes => inbox.push(bytes))
  const listeners: ((cause: InstrumentError) => void)[] = []
  const fail = (error: InstrumentError) => {
    if (failure) return
    failure = error.at(instrument)
    inbox.interrupt(failure)
    for (const { reject } of queue.splice(0)) reject(failure)
    for (const listener of listeners) listener(failure)
  }
  transport.onClose(cause => {
    log.add({
      ...session.place,
      direction: 'note',
      text: cause?.message ?? 'closed',
      outcome: cause?.fault ?? 'closed',
    })
    fail(cause ?? new InstrumentError('closed', 'the connection was closed'))
  })

  const pump = async () => {
    if (current) return
    for (let next = queue.shift(); next; next = queue.shift()) {
      current = next
      try {
        next.resolve(await session.carryOut(next.work))
      } catch (error) {
        if (isFault(error, 'resync_failed', 'write_timeout', 'identity_mismatch')) {
          fail(error)
          void transport.close()
        }
        // A port that ended shows as whatever was being waited for: the cause is what ended it.
        const reason = failure && isFault(error) ? failure : error
        next.reject(isFault(reason) ? reason.at(instrument) : reason)
      }
    }
    current = null
  }

  return {
    run<T>(work: Work<T>): Promise<T> {
      if (failure) return Promise.reject(failure)
      if (queue.length >= maxQueue && !work.urgent)
        return Promise.reject(new InstrumentError('queue_full', `${queue.length} requests wait`, instrument))
      return new Promise<T>((resolve, reject) => {
        const waiting: Waiting = { work, resolve: value => resolve(value as T), reject }
        const place = work.urgent ? queue.findIndex(other => !other.work.urgent) : -1
        if (place < 0) queue.push(waiting)
        else queue.splice(place, 0, waiting)
        void pump()
      })
    },
    preempt() {
      const error = new InstrumentError('preempted', 'the safe state goes first', instrument)
      const waiting = queue.splice(0)
      queue.push(...waiting.filter(({ work }) => work.urgent))
      for (const { work, reject } of waiting) if (!work.urgent) reject(error)
      if (current && !current.work.urgent) inbox.interrupt(error)
    },
    get failure() {
      return failure
    },
    get queued() {
      return queue.length + (current ? 1 : 0)
    },
    onFailure: listener => {
      if (failure) listener(failure)
      else listeners.push(listener)
    },
    async close() {
      fail(new InstrumentError('closed', 'the connection was closed'))
      await transport.close()
    },
  }
}

/** One exchange after another on a port, and whether questions and answers are in step. */
function createSession(options: TransactorOptions, inbox: Inbox) {
  const { transport, log, timing, resync, clearLine, streams } = options
  const place = { instrument: options.instrument, simulated: transport.simulated }
  let outOfStep = false
  const silence = { since: Number.NEGATIVE_INFINITY }

  const observe = (cause: Cause | null, secret: boolean): Observer => {
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

  const unasked = (cause: Cause | null): boolean => {
    if (streams || inbox.length === 0) return false
    const bytes = Buffer.concat(inbox.clear())
    // A line end behind a block is no answer.
    if (bytes.every(byte => byte === 10 || byte === 13)) return false
    log.add({ ...place, direction: 'received', bytes, outcome: 'reply_unexpected', cause })
    return true
  }

  async function once<T>(
    dialogue: Dialogue<T>,
    limits: LinkTiming,
    { cause, secret = false }: { readonly cause: Cause | null; readonly secret?: boolean },
  ): Promise<T> {
    const answer = await exchange({ transport, inbox, observer: observe(cause, secret), silence }, dialogue, limits)
    if (unasked(cause)) throw new InstrumentError('reply_unexpected', 'more came than was asked for')
    return answer
  }

  async function drain(quiet: number): Promise<void> {
    if (clearLine) await transport.write(clearLine)
    const end = performance.now() + DRAIN_MS
    while ((await inbox.next(quiet)) !== null)
      if (performance.now() > end)
        throw new InstrumentError('reply_unexpected', `the line is not quiet after ${DRAIN_MS} ms`)
    await transport.flush()
    inbox.clear()
  }

  async function bringIntoStep(cause: Cause | null): Promise<void> {
    let reason = ''
    for (let attempt = 1; attempt <= RESYNC_ATTEMPTS; attempt += 1) {
      try {
        if (!streams) await drain(timing.quiet_ms * attempt)
        await once(resync(), timing, { cause })
        outOfStep = false
        log.add({ ...place, direction: 'note', text: 'in step again', outcome: 'ok', cause })
        return
      } catch (error) {
        if (!isFault(error) || BEYOND_RESYNC.has(error.fault)) throw error
        reason = error.message
      }
    }
    throw new InstrumentError('resync_failed', `no sense in its answers after ${RESYNC_ATTEMPTS} attempts (${reason})`)
  }

  async function attempt<T>({ dialogue, timing: own, cause = null, secret = false }: Work<T>): Promise<T> {
    inbox.reset()
    if (outOfStep) await bringIntoStep(cause)
    unasked(cause)
    try {
      return await once(dialogue(), { ...timing, ...own }, { cause, secret })
    } catch (error) {
      // A dialogue that broke off half-way may leave an answer on the way, whatever the reason.
      if (!isFault(error, 'refused', 'busy', 'value_out_of_range', 'sensor_invalid')) outOfStep = true
      throw error
    }
  }

  /** A query that was left unanswered is asked once more; one that found the instrument busy, a few times. */
  async function carryOut<T>(work: Work<T>): Promise<T> {
    let busy = 0
    let retried = false
    for (;;) {
      try {
        return await attempt(work)
      } catch (error) {
        if (!isFault(error)) throw error
        log.add({
          ...place,
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

  return { carryOut, place }
}
