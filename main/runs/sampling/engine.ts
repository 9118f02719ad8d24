import type { RunRequest } from '../../contract/runs/request'
import type { SignedProgram } from '../../qec/experiment/reference-signs'
import type { DecayModel } from '../../qec/noise/transform'
import type { BitPlanes } from '../../qec/program/frame'
import type { RunOptions } from '../../simulation/model/run-options'
import type { Simulator } from '../../simulation/model/simulator'
import type { RunPlan } from '../model/plan'
import type { PredictionSettings } from '../model/settings'

/** What may be quicker at decoding than this program is; the same outcomes, whoever sampled the bits. */
export type Kernels = Pick<Simulator, 'decodeFlagMap'>

/** What samples the circuits of a run. The same version, circuit, shots and seed give the same bits. */
export interface RunEngine extends Kernels {
  readonly kind: 'native' | 'reference'
  /** Name and version for records, e.g. `native-frames/4`. */
  readonly version: string
  readonly decay: DecayModel
  /** Most bits of one piece of a circuit's shots. */
  readonly piece_bits: number
  /** Share of a circuit's time that sampling takes; decoding has the rest. */
  readonly sampling: number
  /**
   * Seconds that the run will take, an upper bound; null where nobody need ask. Throws `invalid_request` for one that is
   * too long, pointing at what would have to be less and saying how much.
   */
  admit(plan: RunPlan, request: PredictionSettings, signal: AbortSignal): Promise<number | null>
  /**
   * Shots of each of the circuits that all of them together take so many seconds for, a lower bound, and no more than
   * `most`; 0 where even one is too many.
   */
  affordable(circuits: readonly SignedProgram[], most: number, seconds: number, signal: AbortSignal): Promise<number>
  /** An aborted call rejects with the signal's reason within 200 ms. */
  sample(circuit: SignedProgram, shots: number, seed: bigint, options: RunOptions): Promise<BitPlanes>
}

/** One for each engine that a request can name. */
export type RunEngines = Readonly<Record<RunRequest['engine'], RunEngine>>

/** The engine, with every shot that it samples for this run counted, whatever the circuit is of. */
export function countedEngine(
  engine: RunEngine,
  tell?: (shots: number) => unknown,
  before = 0,
): { engine: RunEngine; shots: () => number } {
  let sum = before
  const sample: RunEngine['sample'] = async (circuit, shots, ...rest) => {
    const planes = await engine.sample(circuit, shots, ...rest)
    sum += shots
    tell?.(sum)
    return planes
  }
  return { engine: { ...engine, sample }, shots: () => sum }
}
