/** What is asked of an instrument: a parameter read or set, and below it a dialogue on its port; who asks, and what comes back. */
import type { InstrumentError } from './fault'
import type { LinkTiming } from './timing'

/** The actor who caused a request, and for which work; for the log. */
export interface Cause {
  readonly actor: string
  /** The run or job it belongs to. */
  readonly work: string | null
}

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

/** The instrument that an entry of the log belongs to. */
export interface LogOwner {
  readonly instrument: string
  /** Whether it is a twin: all its entries are marked. */
  readonly simulated: boolean
}

/** A frame and what came behind it. */
interface Framed {
  readonly frame: Uint8Array
  readonly rest: Uint8Array
}

/** Reads one frame from bytes that come in pieces of any length. Throws `reply_malformed` or `reply_too_long`. */
export interface Framer {
  /** Null until the frame is whole; not called again after it. */
  push(bytes: Uint8Array): Framed | null
}

/** Next request of a dialogue to its port. */
export type DialogueStep =
  /** One message; its parts go out behind one another as if they were one. */
  | { readonly write: readonly Uint8Array[] }
  | { readonly read: Framer }
  /** Time that an instrument needs (SIM900: 100 ms between SNDT and GETN?). */
  | { readonly pause_ms: number }

/** One exchange with an instrument: yields steps, gets the frame of each read (nothing of the others), returns the answer. */
export type Dialogue<T> = Generator<DialogueStep, T, Uint8Array>

export interface PortRequest<T> {
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
