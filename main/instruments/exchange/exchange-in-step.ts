/** Exchanges on a port, brought back into step where questions and answers have lost each other, and tried again. */
import { textOf } from '../model/bytes'
import { type FaultCode, InstrumentError, isFault, UnexpectedAnswer } from '../model/fault'
import type { Cause, Dialogue, LogOwner, PortRequest } from '../model/request'
import { pause } from '../model/timing'
import { exchange } from './exchange'
import type { PortLine } from './port-line'
import { drain, takeUnrequested } from './unrequested'

/** An instrument on the port. */
export interface Respondent {
  readonly owner: LogOwner
  /** Asks who is there and throws unless it is the right one; run after anything that leaves the line out of step. */
  readonly resync: () => Dialogue<void>
}

/** An unanswered query is tried once more, and a query that found the instrument busy a few times; a set is never repeated. */
export type ExchangeInStep = <T>(respondent: Respondent, request: PortRequest<T>) => Promise<T>

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

export function createExchangeInStep(line: PortLine): ExchangeInStep {
  const { timing, streams, log, inbox } = line
  /** An answer may be on the way to a question that nobody waits for any more. */
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
