/** Resolution of a chiplet under a calibration, the module that a run starts from, and the service that provides both. */
import type { DeviceState } from '../../backends/backends'
import type { JsonText } from '../../contract/model/json-text'
import type { ResolvedModule } from '../../contract/modules/candidates'
import type { Veto } from '../../contract/modules/diagnostics'
import type { FaultReplay, FaultReplayQuery, FaultsQuery, FaultsReport } from '../../contract/modules/faults'
import type { SelectionProfile } from '../../contract/modules/layout'
import type { LogicalQubit, LogicalQubitList, LogicalTopology } from '../../contract/modules/logical-qubits'
import type { RoundsQuery } from '../../contract/modules/rounds'
import type { RoundSchedule } from '../../contract/modules/schedule'
import type { NoiseModel } from '../../qec/model/noise-model'
import type { CompiledRound } from '../../qec/model/round'
import { noiseModel } from '../../qec/noise/transform'
import type { Chiplet } from '../../qec/noise/vetoes'
import type { Obstacle } from '../../qec/search/explain/obstacle'
import type { WorkContext } from '../../worker/runner'

/** A chiplet that carries a module, and the round selected for it. Plain data: a thread makes it. */
export interface ResolvedChiplet {
  readonly found: true
  readonly chiplet: Chiplet
  readonly vetoes: readonly Veto[]
  readonly compiled: CompiledRound
  /** The same on every backend of the device; without the warning that depends on the clock. */
  readonly module: Omit<ResolvedModule, 'backend_id'>
}

/** Resolution of a chiplet: a module, or the reason why there is none. */
export type ChipletResolution =
  | ResolvedChiplet
  | (Obstacle & { readonly found: false; readonly chiplet: Chiplet; readonly vetoes: readonly Veto[] })

/** Everything a run starts from, as plain data for threads and files. */
export interface ReadyModule {
  readonly module: ResolvedModule
  readonly compiled: CompiledRound
  readonly profile: DeviceState['profile']
  readonly snapshot: DeviceState['current']
  /** All qubits of the chiplet, usable or not, for the physical baselines. */
  readonly chiplet_qubits: readonly number[]
}

/** A ready module with a noise model, which holds functions: that of its calibration, or one with scaled errors. */
export interface ModuleWithNoise extends ReadyModule {
  readonly noise: NoiseModel
}

export const withNoise = (ready: ReadyModule): ModuleWithNoise => ({
  ...ready,
  noise: noiseModel(ready.profile, ready.snapshot),
})

/** `context` says for whom work is done, and until when. Unless said otherwise, calls throw AppError not_found, no_embedding and disqualified. */
export interface Modules {
  /** Every module of the backend by rank; chiplets without one last, with the reason. Throws not_found only. */
  list(backend_id: string, context?: WorkContext): Promise<LogicalQubitList>
  /**
   * One logical qubit with its disqualified layouts. Throws not_found only: a chiplet without a module is an answer.
   */
  get(backend_id: string, logical_id: string, context?: WorkContext): Promise<LogicalQubit>
  select(backend_id: string, profile: SelectionProfile, context?: WorkContext): Promise<ResolvedModule>
  /** Throws not_found only. */
  topology(backend_id: string, context?: WorkContext): Promise<LogicalTopology>
  /**
   * JSON of a RoundsText. Throws AppError invalid_request for parts that cannot be proved fault tolerant or run there.
   */
  rounds(
    backend_id: string,
    logical_id: string,
    options: { readonly query: RoundsQuery; readonly context?: WorkContext },
  ): Promise<JsonText>
  schedule(backend_id: string, logical_id: string, context?: WorkContext): Promise<RoundSchedule>
  /** Fault report of the module's round. Throws AppError invalid_request for a protocol that the device does not offer. */
  listFaults(
    backend_id: string,
    logical_id: string,
    options: { readonly query: FaultsQuery; readonly context?: WorkContext },
  ): Promise<FaultsReport>
  /** Throws as `listFaults`, and invalid_request for a fault that the round does not have or a closing without windows. */
  replayFault(
    backend_id: string,
    logical_id: string,
    options: { readonly query: FaultReplayQuery; readonly context?: WorkContext },
  ): Promise<FaultReplay>
  /** The module that a run is to use. */
  resolve(backend_id: string, logical_id: string, context?: WorkContext): Promise<ReadyModule>
  /** Resolves a chiplet under any calibration, without cache. Never throws: that there is no module is a result. */
  resolveUnder(device: DeviceState, chiplet: Chiplet, context?: WorkContext): Promise<ChipletResolution>
}
