/** Parameters of an instrument: where they are, their values, and what came of reading and setting them. */
import type { InstrumentError } from './fault'
import type { Cause } from './request'

export type InstrumentValue = number | boolean | string

/** A parameter at one of its channels; null where it has none. */
export interface ParameterAddress {
  readonly parameter: string
  readonly channel: string | null
}

/** A value with the time of reading and the status that the instrument reports; `value` is null wherever `status` is not `ok`. */
export interface InstrumentReading extends ParameterAddress {
  readonly value: InstrumentValue | null
  readonly unit: string | null
  readonly status: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** How a parameter is read or set. */
export interface AccessOptions {
  readonly channel?: string | null
  readonly cause?: Cause | null
  /** Goes before everything that waits. */
  readonly urgent?: boolean
  /** For a step of a ramp: the value read back after the previous step. */
  readonly from?: InstrumentValue
  /** `generation` at the beginning of longer work: after a preemption it may set nothing any more. */
  readonly generation?: number
  /**
   * True for a step between the first and the last of a ramp: its value is sufficient proof, and the error queue is read before the
   * last.
   */
  readonly skipsErrorQueue?: boolean
}

/** How a set ended: `read_back` is the value that the instrument now reports. Where it failed, `old` and `read_back` are null. */
export interface SetResult extends ParameterAddress {
  readonly unit: string | null
  readonly old: InstrumentValue | null
  readonly requested: InstrumentValue
  readonly read_back: InstrumentValue | null
  /** Errors in its queue from before this set. */
  readonly earlier_errors: readonly string[]
  /** Why it failed; null where the value was set. */
  readonly problem: InstrumentError | null
  readonly cause: Cause | null
}
