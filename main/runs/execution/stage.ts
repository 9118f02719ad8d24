/** What the stages of a run share: its circuits, its engine, and the host that stores bits and shows progress. */
import type { RunPlan } from '../model/plan'
import type { RunSettings } from '../model/settings'
import { measuredRounds } from '../planning/planned-shots'
import type { RunEngine, RunEngines } from '../sampling/engine'

/** What a run needs of whoever executes it. */
export interface ExecutionHost {
  /** Left out: a prediction is made before the run. */
  readonly predicts?: boolean
  readonly engines: RunEngines
  /** Stores a bit file and answers its SHA-256; settles when it is safe on disk. */
  readonly writeBits: (bytes: Uint8Array) => Promise<string>
  readonly signal: AbortSignal
  readonly progress: (fraction: number, stage: string) => void
  /** Told of the shots executed so far, after every circuit. */
  readonly executed?: (shots: number) => unknown
}

export interface StageContext {
  readonly plan: RunPlan
  readonly settings: RunSettings
  /** The run's own, with its shots counted. */
  readonly engine: RunEngine
  readonly host: ExecutionHost
}

/** A part of a run that progress names. */
export interface Stage {
  readonly name: string
  /** Share of the whole run's work. */
  readonly weight: number
  run(onProgress: (fraction: number) => void): Promise<void>
}

/** Numbers of rounds and states of the run's circuits, with 0 rounds. */
export const circuitPoints = ({ rounds, states }: Pick<RunSettings, 'rounds' | 'states'>) =>
  measuredRounds(rounds).flatMap(count => states.map(state => ({ rounds: count, state })))
