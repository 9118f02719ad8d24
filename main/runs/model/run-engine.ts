import type { RunRequest } from '../../contract/runs/request'
import type { SignedProgram } from '../../qec/experiment/reference-signs'
import type { DecayModel } from '../../qec/noise/transform'
import type { BitPlanes } from '../../qec/program/frame'
import type { SampleOptions } from '../../simulation/model/run-options'
import type { Simulator } from '../../simulation/model/simulator'
import type { RunPlan, RunSettings } from './plan'

/** Native decoding, with the same outcomes as the TypeScript reference, independent of the engine that sampled. */
export type DecodingKernels = Pick<Simulator, 'decodeFlagMap'>

/** How work on a thread is ended: `signal` aborts where it waits, `checkpoint` throws where it computes. */
export interface Cancellation {
  readonly signal: AbortSignal
  readonly checkpoint: () => void
}

export interface ShotLimits extends Cancellation {
  readonly most: number
  readonly seconds: number
}

/** Samples the circuits of a run. The same version, circuit, shots and seed give the same bits. */
export interface RunEngine extends DecodingKernels {
  readonly kind: 'native' | 'reference'
  /** Name and version for records, e.g. `native-frames/4`. */
  readonly version: string
  readonly decay: DecayModel
  /** Most bits of one piece of a circuit's shots. */
  readonly piece_bits: number
  /** Share of a circuit's time that sampling takes; decoding has the rest. */
  readonly sampling: number
  /**
   * Seconds that the run will take, an upper bound; null where it takes a moment. Throws `invalid_request` for one that takes
   * too long, pointing at what would have to be less and saying how much.
   */
  estimateSeconds(plan: RunPlan, request: RunSettings, cancellation: Cancellation): Promise<number | null>
  /**
   * Shots of each of the circuits that all of them together take so many seconds for, a lower bound, and no more than
   * `most`; 0 where even one is too many.
   */
  affordableShots(circuits: readonly SignedProgram[], limits: ShotLimits): Promise<number>
  /** An aborted call rejects with the signal's reason within 200 ms. */
  sample(circuit: SignedProgram, options: SampleOptions): Promise<BitPlanes>
}

/** One for each engine that a request can name. */
export type RunEngines = Readonly<Record<RunRequest['engine'], RunEngine>>

/** The engine, with every shot that it samples for this run counted, whatever the circuit is of. */
export function countedEngine(
  engine: RunEngine,
  report: (shots: number) => unknown,
): { engine: RunEngine; shots: () => number } {
  let sum = 0
  const sample: RunEngine['sample'] = async (circuit, options) => {
    const planes = await engine.sample(circuit, options)
    sum += options.shots
    report(sum)
    return planes
  }
  return { engine: { ...engine, sample }, shots: () => sum }
}
