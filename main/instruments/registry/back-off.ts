/**
 * When an instrument that did not answer is asked again: at longer and longer intervals, as each question takes time on
 * its line.
 */
import type { InstrumentError } from '../model/fault'
import type { Slot } from './slots'

export interface BackOff {
  /** Whether no attempt has failed since it was added, lost or requested. */
  isFirst(slot: Slot): boolean
  /** `candidates`: the ports where it may be now; it is due at once where these are others than at the last attempt. */
  isDue(slot: Slot, candidates: string): boolean
  failed(slot: Slot, problem: InstrumentError, candidates: string): void
  /** The next look asks it, or all of them, as if for the first time. */
  forget(slot?: Slot): void
}

interface FailedAttempt {
  /** Milliseconds. */
  readonly wait: number
  readonly due: number
  readonly candidates: string
}

const MIN_WAIT_MS = 2_000
const MAX_WAIT_MS = 30_000

/** Faults found without a query: they are cleared at the next look once the cause is gone. */
const UNASKED: ReadonlySet<string> = new Set([
  'port_missing',
  'access_denied',
  'port_busy',
  'library_missing',
  'driver_invalid',
])

export function createBackOff(now: () => number = () => performance.now()): BackOff {
  let failures = new WeakMap<Slot, FailedAttempt>()
  return {
    isFirst: slot => !failures.has(slot),
    isDue(slot, candidates) {
      const failure = failures.get(slot)
      return !failure || failure.candidates !== candidates || now() >= failure.due
    },
    failed(slot, { fault }, candidates) {
      const before = failures.get(slot)
      const doubled = before?.candidates === candidates ? 2 * before.wait : 0
      const wait = UNASKED.has(fault) ? 0 : Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, doubled))
      failures.set(slot, { wait, due: now() + wait, candidates })
    },
    forget(slot) {
      if (slot) failures.delete(slot)
      else failures = new WeakMap()
    },
  }
}
