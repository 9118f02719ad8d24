import type { Backend } from '../contract/backends'
import type { Fault } from '../contract/errors'
import type { Circuit, NoiseKind, Precision, TranspiledCircuit } from '../contract/jobs'
import type { Simulator } from '../simulation/simulator'

/** Plane b holds bit b of every shot, shot i at byte i >> 3, bit i & 7; plane b starts at b × stride. */
export type BitPlanes = Awaited<ReturnType<Simulator['sampleFrames']>>

export interface Options {
  readonly noise: NoiseKind
  readonly precision: Precision
}

/** What is knowable when a circuit is submitted. */
export interface Planned {
  readonly backend: Backend
  readonly circuit: Circuit
  readonly shots: number
  readonly options: Options
}

export interface Order extends Planned {
  /** Unsigned 64-bit. */
  readonly seed: bigint
  readonly signal: AbortSignal
  /** A fraction 0..1, at most some ten times a second. */
  readonly onProgress: (fraction: number) => void
}

interface Told {
  /** Name and version of what executed it, e.g. `native-statevector/1`. */
  readonly engine: string
  /** What was applied, whatever was asked for. */
  readonly noise: NoiseKind
  readonly calibration_id: string | null
  /** Shots that were executed and are charged: all of them, or fewer when a device ended early. */
  readonly shots: number
  readonly transpiled: TranspiledCircuit | null
}
/** Counts by bitstring (left-most character = highest classical bit), for engines that never hold single shots. */
export interface Counted extends Told {
  readonly counts: ReadonlyMap<string, number>
}
/** One plane for each classical bit, in the order of the shots as they were executed. */
export interface Recorded extends Told {
  readonly planes: BitPlanes
}
export type Outcome = Counted | Recorded

/**
 * What runs the jobs of a backend: simulators now, the sequencer later.
 *
 * Same build, circuit, options, shots and seed: same outcome, for whatever is simulated. An aborted call rejects with the
 * signal's reason within 200 ms. Counts come from sampling. An AppError or `DeviceLost` it throws is told to the user,
 * anything else is a bug.
 */
export interface Executor {
  /** Everything that makes the order impossible, found without executing; pointers are below the circuit's own, `at`. */
  refuse(planned: Planned, at: string): Fault[]
  execute(order: Order): Promise<Outcome>
}

/** The device went away while it ran: the job is FAILED with `instrument_lost`. */
export class DeviceLost extends Error {}

/** Who runs the jobs of a backend. Throws `backend_offline`, naming why. */
export type Executors = (backend: Backend) => Executor
