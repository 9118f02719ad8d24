/** One exchange after another on a port, brought back into step where questions and answers have lost each other. */
import type { Dialogue } from '../framing/dialogue'
import { textOf } from '../model/bytes'
import { type FaultCode, InstrumentError, isFault, UnexpectedAnswer } from '../model/fault'
import type { Cause, CommandLog, NewEntry } from './command-log'
import type { Inbox } from './inbox'
import { createLoggedLine, type LoggedLineOptions, type LogPlace } from './logged-line'
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
  /** Received bytes are kept out of the log. */
  readonly secret?: boolean
}

export interface PortOptions extends LoggedLineOptions {
  readonly timing: LinkTiming
  /** Longest queue of each instrument. */
  readonly maxQueue?: number
}

/** On whose behalf the port is used. */
export interface Speaker {
  readonly place: LogPlace
  /** Asks who is there and throws unless it is the right one; run after anything that leaves the line out of step. */
  readonly resync: () => Dialogue<void>
}

export interface PortSession {
  carryOut<T>(speaker: Speaker, work: Work<T>): Promise<T>
}

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
/** After these the instrument has said all that it had to say. */
const IN_STEP: readonly FaultCode[] = ['refused', 'busy', 'value_out_of_range', 'line_malformed', 'sensor_invalid']
/** An instrument that says it is busy is asked again so often, each time after twice as long. */
const BUSY_PAUSES_MS = [20, 40, 80, 160]

export function createSession(options: PortOptions, inbox: Inbox): PortSession {
  const steps = createSteps(options, inbox)
  return { carryOut: (speaker, work) => withRetries(() => steps.attempt(speaker, work), { ...speaker, work }, options) }
}

/** A port whose answers may be out of step with its questions. */
interface Steps {
  /** One try, in step before it begins. */
  attempt<T>(speaker: Speaker, work: Work<T>): Promise<T>
}

function createSteps(options: PortOptions, inbox: Inbox): Steps {
  const { timing, streams, log } = options
  const line = createLoggedLine(options, inbox)
  let outOfStep = false

  async function resyncOnce({ place, resync }: Speaker, cause: Cause | null, attempt: number): Promise<void> {
    if (!streams) await line.drain(timing.quiet_ms * attempt)
    await line.once(resync(), timing, { place, cause })
    outOfStep = false
    log.add({ ...place, direction: 'note', text: 'in step again', outcome: 'ok', cause })
  }

  async function bringIntoStep(speaker: Speaker, cause: Cause | null): Promise<void> {
    const reasons: InstrumentError[] = []
    for (let attempt = 1; attempt <= RESYNC_ATTEMPTS; attempt += 1) {
      try {
        return await resyncOnce(speaker, cause, attempt)
      } catch (error) {
        if (!isFault(error) || BEYOND_RESYNC.has(error.fault)) throw error
        reasons.push(error)
      }
    }
    throw resyncFailed(reasons)
  }

  return {
    async attempt(speaker, { dialogue, timing: own, cause = null, secret }) {
      const use = { place: speaker.place, cause, secret }
      inbox.reset()
      if (outOfStep) await bringIntoStep(speaker, cause)
      line.takeUnasked(use)
      try {
        return await line.once(dialogue(), { ...timing, ...own }, use)
      } catch (error) {
        // A dialogue that broke off half-way may leave an answer on the way, whatever the reason.
        if (!isFault(error, ...IN_STEP)) outOfStep = true
        throw error
      }
    },
  }
}

/**
 * Silence is reported as silence: nothing that answered can be out of step. The same readable answer each time is in step, and
 * that of another model than the driver expects.
 */
function resyncFailed(reasons: readonly InstrumentError[]): InstrumentError {
  const [first] = reasons
  if (first && reasons.every(reason => isReadable(reason) && reason.message === first.message))
    return new InstrumentError('identity_mismatch', first.message)
  const isSilent = reasons.every(({ fault }) => fault === 'first_byte_timeout')
  const what = isSilent ? 'nobody answers' : 'its answers stayed out of step'
  return new InstrumentError('resync_failed', `${what} after ${reasons.length} attempts (${reasons.at(-1)!.message})`)
}

/** An answer of text alone: a wrong rate leaves bytes that are none. */
const isReadable = (reason: InstrumentError): boolean =>
  reason instanceof UnexpectedAnswer && /^[ -~\r\n]+$/.test(textOf(reason.answer))

interface Tried {
  readonly work: Pick<Work<unknown>, 'name' | 'kind' | 'cause'>
  readonly place: LogPlace
}

/** A query that was left unanswered is asked once more; one that found the instrument busy, a few times; a set never. */
async function withRetries<T>(
  attempt: () => Promise<T>,
  { work, place }: Tried,
  { log }: { log: CommandLog },
): Promise<T> {
  let busy = 0
  let retried = false
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isFault(error)) throw error
      log.add(failureEntry(error, { work, place }))
      if (work.kind === 'set') throw error
      if (error.fault === 'busy' && busy < BUSY_PAUSES_MS.length) await pause(BUSY_PAUSES_MS[busy++]!)
      else if (error.outOfStep && error.fault !== 'preempted' && !retried) retried = true
      else throw error
    }
  }
}

const failureEntry = (error: InstrumentError, { work, place }: Tried): NewEntry => ({
  ...place,
  direction: 'note',
  text: `${work.name}: ${error.message}`,
  outcome: error.fault,
  cause: work.cause ?? null,
})
