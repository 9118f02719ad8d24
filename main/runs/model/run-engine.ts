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
   * Upper bound on the seconds that the run will take; null where it takes a moment. Throws `invalid_request` for a run
   * that takes too long; its faults point at the fields to lower and name the bounds.
   */
  estimateSeconds(plan: RunPlan, settings: RunSettings, cancellation: Cancellation): Promise<number | null>
  /**
   * Lower bound on the shots of each circuit that all of them together can sample within the seconds of `limits`, at most
   * `most`; 0 where not even one shot fits.
   */
  affordableShots(circuits: readonly SignedProgram[], limits: ShotLimits): Promise<number>
  /** An aborted call rejects with the signal's reason within 200 ms. */
  sample(circuit: SignedProgram, options: SampleOptions): Promise<BitPlanes>
}

/** One for each engine that a request can name. */
export type RunEngines = Readonly<Record<RunRequest['engine'], RunEngine>>

/** The engine, with every shot counted that it samples for this run, of whatever circuit. */
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
