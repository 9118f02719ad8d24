import type { DeviceState } from '../../backends/backends'
import type { JsonText } from '../../contract/model/json-text'
import type { ResolvedModule } from '../../contract/modules/candidates'
import type { Veto } from '../../contract/modules/diagnostics'
import type { SelectionProfile } from '../../contract/modules/layout'
import type { LogicalQubit, LogicalQubitList, LogicalTopology } from '../../contract/modules/logical-qubits'
import type { RoundsQuery } from '../../contract/modules/rounds'
import type { RoundSchedule } from '../../contract/modules/schedule'
import type { CompiledRound, NoiseModel } from '../../qec/model/round'
import { noiseModel } from '../../qec/noise/transform'
import type { Chiplet } from '../../qec/noise/vetoes'
import type { Obstacle } from '../../qec/search/explain/obstacle'
import type { CallOwner } from '../../worker/runner'

/** A module on whichever backend of the device, and however old its calibration is by now. */
export type UndatedModule = Omit<ResolvedModule, 'backend_id'>

/** A chiplet without a module, and the reason. */
export interface NotFound extends Obstacle {
  readonly found: false
  readonly chiplet: Chiplet
  readonly vetoes: readonly Veto[]
}

/** What a chiplet gives, without the search behind it. */
export interface PlainResolvedChiplet {
  readonly found: true
  readonly chiplet: Chiplet
  readonly vetoes: readonly Veto[]
  readonly compiled: CompiledRound
  readonly module: UndatedModule
}

/** As on the service's side, with the noise model of its calibration. */
export type ResolvedChiplet = PlainResolvedChiplet & { readonly noise: NoiseModel }

/** What a chiplet gives: a module, or the reason why there is none. */
export type ChipletResolution = ResolvedChiplet | NotFound

/** Everything a run starts from. */
export interface ReadyModule {
  readonly module: ResolvedModule
  readonly compiled: CompiledRound
  readonly noise: NoiseModel
  readonly profile: DeviceState['profile']
  readonly snapshot: DeviceState['current']
  /** All qubits of the chiplet, usable or not, for the physical baselines. */
  readonly chiplet_qubits: readonly number[]
}

export interface Modules {
  /** Every module of the backend by rank; chiplets without one last, with the reason. */
  list(backend_id: string, asker?: CallOwner): Promise<LogicalQubitList>
  /** Throws AppError not_found; a chiplet without a module is an answer, not an error. With disqualified layouts. */
  get(backend_id: string, logical_id: string, asker?: CallOwner): Promise<LogicalQubit>
  /** Throws AppError not_found, no_embedding, disqualified. */
  select(backend_id: string, profile: SelectionProfile, asker?: CallOwner): Promise<ResolvedModule>
  topology(backend_id: string, asker?: CallOwner): Promise<LogicalTopology>
  /** A RoundsText. Throws as `select`, and AppError invalid_request at a choice that the module cannot be proved to bear. */
  rounds(backend_id: string, logical_id: string, query: RoundsQuery, asker?: CallOwner): Promise<JsonText>
  /** Throws as `select`. */
  schedule(backend_id: string, logical_id: string, asker?: CallOwner): Promise<RoundSchedule>
  /** Throws AppError not_found, no_embedding, disqualified. */
  resolve(backend_id: string, logical_id: string, asker?: CallOwner): Promise<ReadyModule>
  /** What a chiplet gives under any calibration; not remembered. */
  resolveUnder(device: DeviceState, chiplet: Chiplet, asker?: CallOwner): Promise<ChipletResolution>
}

/** The same as plain data, for threads and files: the noise model is functions, made from profile and snapshot. */
export type PlainModule = Omit<ReadyModule, 'noise'>

export function plainOf({ module, compiled, profile, snapshot, chiplet_qubits }: ReadyModule): PlainModule {
  return { module, compiled, profile, snapshot, chiplet_qubits }
}

export const withNoise = (plain: PlainModule): ReadyModule => ({
  ...plain,
  noise: noiseModel(plain.profile, plain.snapshot),
})
