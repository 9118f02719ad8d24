/** A port and the queue before it; instruments that share it, as modules of one mainframe do, take turns there. */
import { textOf } from '../model/bytes'
import { type FaultCode, InstrumentError, isFault, UnexpectedAnswer } from '../model/fault'
import type { Cause, Dialogue, LogOwner, PortRequest } from '../model/request'
import { pause } from '../model/timing'
import { drain, exchange, MAX_UNREAD, type PortLine, type PortOptions, takeUnrequested } from './exchange'
import { createInbox } from './inbox'

/** An instrument's only way to its port: one exchange at a time, in the order of asking. */
export interface PortMember {
  /** Rejects with a named fault that says where. */
  request<T>(request: PortRequest<T>): Promise<T>
  /** Requests of this instrument that wait or are under way fail as `preempted`, except urgent ones. */
  preempt(): void
  /** Null while it serves; else why every request is refused until the port is opened again. */
  readonly failure: InstrumentError | null
  readonly queued: number
  /** Called once, when it stops serving for good. */
  onFailure(listener: (cause: InstrumentError) => void): void
  /** Leaves the port; the last one closes it. */
  close(): Promise<void>
}

/** An open port with one queue for all instruments on it. */
export interface Port {
  join(member: { readonly instrument: string; readonly resync: () => Dialogue<void> }): PortMember
  /** Null while it is open. */
  readonly failure: InstrumentError | null
  /** Ends the port for all instruments on it. */
  close(): Promise<void>
}

export const createPort = (options: PortOptions): Port => new QueuedPort(options)

interface WaitingRequest {
  readonly member: QueuedMember
  readonly request: PortRequest<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

const MAX_QUEUE = 1_000

/**
 * Each instrument on it may fail by itself, and all do where the port ends. Its queue is not `worker/round-robin`: requests are served
 * in the order of arrival, as the bytes of one instrument build on those before, and urgent ones go first.
 */
class QueuedPort implements Port {
  failure: InstrumentError | null = null
  private readonly members = new Set<QueuedMember>()
  /** In the order of arrival; urgent ones come first. */
  private waiting: WaitingRequest[] = []
  private current: WaitingRequest | null = null
  private readonly inbox = createInbox(MAX_UNREAD)
  private readonly exchangeInStep: ExchangeInStep

  constructor(private readonly options: PortOptions) {
    const { transport, log } = options
    const silence = { since: Number.NEGATIVE_INFINITY }
    this.exchangeInStep = createExchangeInStep({ ...options, inbox: this.inbox, silence })
    transport.onData(bytes => this.inbox.push(bytes))
    transport.onClose(cause => {
      const text = { direction: 'note', text: cause?.message ?? 'closed', outcome: cause?.fault ?? 'closed' } as const
      for (const { owner } of this.members) log.add({ ...owner, ...text })
      this.failAll(cause ?? closed())
    })
  }

  join({ instrument, resync }: { readonly instrument: string; readonly resync: () => Dialogue<void> }): PortMember {
    const member = new QueuedMember(this, { instrument, simulated: this.options.transport.simulated }, resync)
    if (this.failure) member.failure = this.failure.at(instrument)
    else this.members.add(member)
    return member
  }

  close(): Promise<void> {
    return this.end(closed())
  }

  request<T>(member: QueuedMember, request: PortRequest<T>): Promise<T> {
    const refusal = member.failure ?? this.fullFault(member, request)
    if (refusal) return Promise.reject(refusal)
    return new Promise<T>((resolve, reject) => {
      const entry: WaitingRequest = { member, request, resolve: value => resolve(value as T), reject }
      const position = request.urgent ? this.waiting.findIndex(other => !other.request.urgent) : -1
      this.waiting.splice(position < 0 ? this.waiting.length : position, 0, entry)
      void this.exchangeWaiting()
    })
  }

  private fullFault(member: QueuedMember, { urgent }: PortRequest<unknown>): InstrumentError | null {
    const waiting = this.waiting.filter(one => one.member === member).length
    if (urgent || waiting < (this.options.maxQueue ?? MAX_QUEUE)) return null
    return new InstrumentError('queue_full', `${waiting} requests wait`, member.instrument)
  }

  /** One after another until none is left. */
  private async exchangeWaiting(): Promise<void> {
    if (this.current) return
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      this.current = next
      const { member, request, resolve, reject } = next
      // The caller goes on after the next turn of this loop: by then its request is no longer the current one.
      try {
        resolve(await this.exchangeInStep(member, request))
      } catch (error) {
        reject(this.failedBy(error, member))
      }
    }
    this.current = null
  }

  /** Returns the error for the caller. Some faults end the port, and others take the instrument off it. */
  private failedBy(error: unknown, member: QueuedMember): unknown {
    if (isFault(error, 'resync_failed', 'write_timeout')) void this.end(error)
    else if (isFault(error, 'identity_mismatch', 'module_missing')) void this.leave(member, error)
    // Once the port has ended, this error says only what was waited for: the caller gets the fault that ended the port.
    const reason = member.failure && isFault(error) ? member.failure : error
    return isFault(reason) ? reason.at(member.instrument) : reason
  }

  /** Ends the port for all instruments on it. */
  private async end(cause: InstrumentError): Promise<void> {
    this.failAll(cause)
    await this.options.transport.close()
  }

  /** Takes an instrument off the port; the last one ends the port. */
  async leave(member: QueuedMember, cause: InstrumentError): Promise<void> {
    if (![...this.members].some(one => one !== member)) return this.end(cause)
    this.members.delete(member)
    this.fail(member, cause)
  }

  private failAll(cause: InstrumentError): void {
    this.failure ??= cause
    for (const member of this.members) this.fail(member, cause)
  }

  /** Rejects every request of the instrument with the cause, those that wait and all later ones. */
  private fail(member: QueuedMember, cause: InstrumentError): void {
    if (member.failure) return
    const reason = cause.at(member.instrument)
    member.failure = reason
    this.reject(entry => entry.member === member, reason)
    for (const listener of member.listeners) listener(reason)
  }

  /** Rejects what waits and what is under way as preempted, except what is urgent. */
  preempt(member: QueuedMember): void {
    const text = 'the instrument is taken to its safe state before anything else'
    const cause = new InstrumentError('preempted', text, member.instrument)
    this.reject(entry => entry.member === member && !entry.request.urgent, cause)
  }

  private reject(isWanted: (entry: WaitingRequest) => boolean, cause: InstrumentError): void {
    if (this.current && isWanted(this.current)) this.inbox.interrupt(cause)
    const rejected = this.waiting.filter(isWanted)
    this.waiting = this.waiting.filter(entry => !isWanted(entry))
    for (const entry of rejected) entry.reject(cause)
  }

  queuedOf(member: QueuedMember): number {
    return [...this.waiting, ...(this.current ? [this.current] : [])].filter(one => one.member === member).length
  }
}

class QueuedMember implements PortMember, Respondent {
  failure: InstrumentError | null = null
  readonly listeners: ((cause: InstrumentError) => void)[] = []

  constructor(
    private readonly port: QueuedPort,
    readonly owner: LogOwner,
    readonly resync: () => Dialogue<void>,
  ) {}

  get instrument(): string {
    return this.owner.instrument
  }

  get queued(): number {
    return this.port.queuedOf(this)
  }

  request<T>(request: PortRequest<T>): Promise<T> {
    return this.port.request(this, request)
  }

  preempt(): void {
    this.port.preempt(this)
  }

  onFailure(listener: (cause: InstrumentError) => void): void {
    if (this.failure) listener(this.failure)
    else this.listeners.push(listener)
  }

  close(): Promise<void> {
    return this.port.leave(this, closed())
  }
}

const closed = () => new InstrumentError('closed', 'the connection was closed')

/** An instrument on the port. */
interface Respondent {
  readonly owner: LogOwner
  /** Asks who is there and throws unless it is the right one; run after anything that leaves the line out of step. */
  readonly resync: () => Dialogue<void>
}

/** An unanswered query is tried once more, and a query that found the instrument busy a few times; a set is never repeated. */
type ExchangeInStep = <T>(respondent: Respondent, request: PortRequest<T>) => Promise<T>

const RESYNC_ATTEMPTS = 3
/** Faults that a repeated question cannot resolve. */
const BEYOND_RESYNC: ReadonlySet<FaultCode> = new Set([
  'unplugged',
  'closed',
  'identity_mismatch',
  'write_timeout',
  'preempted',
  'module_missing',
])
/** Faults after which no answer is on the way. */
const IN_STEP: readonly FaultCode[] = ['refused', 'busy', 'value_out_of_range', 'line_malformed', 'sensor_invalid']
/** Milliseconds before each further try with an instrument that says it is busy. */
const BUSY_PAUSES_MS = [20, 40, 80, 160]

function createExchangeInStep(line: PortLine): ExchangeInStep {
  const { timing, streams, log, inbox } = line
  /** Whether an answer may be on the way to a question that nobody waits for any more. */
  let outOfStep = false

  async function resyncOnce({ owner, resync }: Respondent, cause: Cause | null, attempt: number): Promise<void> {
    if (!streams) await drain(line, timing.quiet_ms * attempt)
    await exchange(line, resync(), { owner, cause, timing })
    outOfStep = false
    log.add({ ...owner, direction: 'note', text: 'in step again', outcome: 'ok', cause })
  }

  async function bringIntoStep(respondent: Respondent, cause: Cause | null): Promise<void> {
    const reasons: InstrumentError[] = []
    for (let attempt = 1; attempt <= RESYNC_ATTEMPTS; attempt += 1) {
      try {
        return await resyncOnce(respondent, cause, attempt)
      } catch (error) {
        if (!isFault(error) || BEYOND_RESYNC.has(error.fault)) throw error
        reasons.push(error)
      }
    }
    throw resyncFailed(reasons)
  }

  return async (respondent, { name, kind, dialogue, timing: own, cause = null, secret }) => {
    const { owner } = respondent
    let [busy, retried] = [0, false]
    for (;;) {
      try {
        inbox.reset()
        if (outOfStep) await bringIntoStep(respondent, cause)
        takeUnrequested(line, { owner, cause })
        return await exchange(line, dialogue(), { owner, cause, secret, timing: { ...timing, ...own } })
      } catch (error) {
        // A dialogue that broke off half-way may leave an answer on the way, whatever the reason.
        if (!isFault(error, ...IN_STEP)) outOfStep = true
        if (!isFault(error)) throw error
        log.add({ ...owner, direction: 'note', text: `${name}: ${error.message}`, outcome: error.fault, cause })
        if (kind === 'set') throw error
        if (error.fault === 'busy' && busy < BUSY_PAUSES_MS.length) await pause(BUSY_PAUSES_MS[busy++]!)
        else if (error.outOfStep && error.fault !== 'preempted' && !retried) retried = true
        else throw error
      }
    }
  }
}

/**
 * The fault after the last attempt. An instrument that never answers is reported as silent, not as out of step. One that always
 * gives the same readable answer is in step, but another model than the driver expects.
 */
function resyncFailed(reasons: readonly InstrumentError[]): InstrumentError {
  const [first] = reasons
  if (first && reasons.every(reason => isReadable(reason) && reason.message === first.message))
    return new InstrumentError('identity_mismatch', first.message)
  const isSilent = reasons.every(({ fault }) => fault === 'first_byte_timeout')
  const what = isSilent ? 'nobody answers' : 'its answers stayed out of step'
  return new InstrumentError('resync_failed', `${what} after ${reasons.length} attempts (${reasons.at(-1)!.message})`)
}

/** Whether the answer is text only: a wrong baud rate leaves other bytes. */
const isReadable = (reason: InstrumentError): boolean =>
  reason instanceof UnexpectedAnswer && /^[ -~\r\n]+$/.test(textOf(reason.answer))
