/** What is to be executed: a circuit, how, for whom, and what is called meanwhile. */
import type { Backend } from '../../contract/backends/catalogue'
import type { Circuit } from '../../contract/jobs/circuit'
import type { JobOptions, NoiseKind, Precision } from '../../contract/jobs/submit'
import { type CircuitFacts, factsOf } from '../../simulation/circuit-facts'
import { type Json, parsed } from '../../worker/json'
import type { KeptBatches, MeasuredPart } from './measured-batch'

/** Where a device is to execute a circuit, see `JobOptions`. */
export type DevicePlacement = Pick<JobOptions, 'initial_layout' | 'routing'>

export interface ExecutionOptions {
  readonly noise: NoiseKind
  readonly precision: Precision
  /** For a device; left out: chosen by the calibration. */
  readonly placement?: DevicePlacement | undefined
  /** For a device: the calibration that circuits are transpiled by; left out: the current one. */
  readonly calibration_id?: string | undefined
}

/** What a submit says of an execution, besides its circuit. */
interface SubmittedRequest {
  readonly backend: Backend
  readonly shots: number
  /** On a device, of a circuit beside the job's own: device qubit of each qubit; left out: as the options say. */
  readonly layout?: readonly number[] | undefined
  readonly options: ExecutionOptions
  /** The key that the work is done for; null for the account holder. */
  readonly owner?: string | null | undefined
  readonly signal?: AbortSignal | undefined
}

/** A circuit, and what is known of its execution when it is submitted. */
export interface CircuitRequest extends SubmittedRequest {
  /** A large circuit is read here when it is first asked for, which holds the event loop: take `facts` or `json` instead. */
  readonly circuit: Circuit
  /** Facts of the circuit; left out: to be determined. */
  readonly facts?: CircuitFacts | undefined
  /** The circuit as it is stored; left out: to be made. */
  readonly json?: Json | undefined
}

/** Everything that an execution takes besides its circuit: how it is executed, for whom, and what is called meanwhile. */
export interface ExecutionContext extends SubmittedRequest {
  /** The job, under whose name a device is leased; engines need none. */
  readonly work?: { readonly id: string; readonly label: string } | undefined
  /** Unsigned 64-bit. */
  readonly seed: bigint
  readonly signal: AbortSignal
  /** Called with a fraction 0..1. */
  readonly onProgress: (fraction: number) => void
  /** Called where the execution has to wait for memory that others hold. */
  readonly onWait?: (() => void) | undefined
  /** Called with the position in the queue of the device: 1 is next, 0 holds the device. */
  readonly onPosition?: ((position: number) => void) | undefined
  /**
   * Called once everything is ready, and waited for: the job is PROCESSING from then on. May be called again, which does
   * nothing; rejects where the job has ended meanwhile. One that is not called at all counts as started at its end.
   */
  readonly onStart?: (() => Promise<void>) | undefined
  /** Opens the storage of a device's batches, once for each execution; left out: in memory. */
  readonly keepBatches?: ((of?: MeasuredPart) => KeptBatches) | undefined
}

export interface ExecutionRequest extends ExecutionContext, Pick<CircuitRequest, 'circuit' | 'facts' | 'json'> {}

/** Facts of the circuit, which is read only where the request has none. */
export const circuitFactsOf = (request: CircuitRequest): CircuitFacts => request.facts ?? factsOf(request.circuit)

export const jsonOf = (request: CircuitRequest): Json => request.json ?? JSON.stringify(request.circuit)

/** Callbacks and signal of an execution. */
export const callbacksOf = ({ signal, onProgress, onWait, onStart }: ExecutionRequest) => ({
  signal,
  onProgress,
  onWait,
  onStart,
})

/** The request for a circuit in JSON, which is parsed when `circuit` is first read. */
export function requestFor<Rest extends SubmittedRequest>(
  json: Json,
  rest: Rest,
): Rest & { readonly circuit: Circuit; readonly json: Json } {
  let circuit: Circuit | null = null
  return {
    ...rest,
    json,
    get circuit() {
      circuit ??= parsed<Circuit>(json)
      return circuit
    },
  }
}

/**
 * Work of unrolling and encoding a circuit, in bytes of JSON that take as long to read: more than its JSON has where loops
 * expand it.
 */
export function encodingWork(request: CircuitRequest): number {
  const { length } = jsonOf(request)
  if (length > MAX_READ_FOR_FACTS) return length
  const { has_loops, instructions } = circuitFactsOf(request)
  return has_loops ? Math.max(length, instructions * BYTES_PER_INSTRUCTION) : length
}
const MAX_READ_FOR_FACTS = 65_536
const BYTES_PER_INSTRUCTION = 64
