/** A request to a port: who asks and why, the dialogue on the line, and how long it may take. */
import type { LinkTiming } from './timing'

/** The actor who caused a request, and for which work; for the log. */
export interface Cause {
  readonly actor: string
  /** The run or job it belongs to. */
  readonly work: string | null
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
