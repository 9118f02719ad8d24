import type { Backends, DeviceState } from '../backends/backends'
import { AppError } from '../contract/errors'
import type {
  LogicalQubit,
  LogicalQubitList,
  LogicalTopology,
  ResolvedModule,
  SelectionProfile,
} from '../contract/modules'
import { paced } from '../pace/pace'
import type { CompiledRound, FaultReport, NoiseModel } from '../qec/model'
import { NOISE_MODEL_VERSION } from '../qec/noise'
import { recentSnapshots } from '../qec/stability'
import type { Chiplet } from '../qec/vetoes'
import { remember } from './memory'
import { type NotFound, type Resolution, rememberedVerdict, resolveChiplet } from './resolve'
import { logicalId, resolvedModule } from './resolved'
import { topologyOf } from './topology'

/** Everything a run starts from. */
export interface ReadyModule {
  readonly module: ResolvedModule
  readonly compiled: CompiledRound
  readonly noise: NoiseModel
  readonly faults: FaultReport
  readonly profile: DeviceState['profile']
  readonly snapshot: DeviceState['current']
  /** All qubits of the chiplet, usable or not, for the physical baselines. */
  readonly chiplet_qubits: readonly number[]
}

export interface Modules {
  /** Every module of the backend by rank; chiplets without one last, with the reason. */
  list(backend_id: string): Promise<LogicalQubitList>
  /** Throws AppError not_found; a chiplet without a module is an answer, not an error. */
  get(backend_id: string, logical_id: string): Promise<LogicalQubit>
  /** Throws AppError not_found, no_embedding, disqualified. */
  select(backend_id: string, profile: SelectionProfile): Promise<ResolvedModule>
  topology(backend_id: string): Promise<LogicalTopology>
  /** Throws AppError not_found, no_embedding, disqualified. */
  resolve(backend_id: string, logical_id: string): Promise<ReadyModule>
}

export interface Parts {
  readonly backends: Pick<Backends, 'device'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const RESOLUTIONS_KEPT = 64

/** Modules are resolved from the current calibration at each call, and remembered per chiplet and calibration. */
export function createModules({ backends, now }: Parts): Modules {
  const verdict = rememberedVerdict()
  const remembered = remember<Resolution>(RESOLUTIONS_KEPT)

  const resolution = (device: DeviceState, chiplet: Chiplet): Promise<Resolution> =>
    remembered(keyOf(device, chiplet), () => paced(resolveChiplet(device, chiplet, verdict)))

  async function ranked(backend_id: string, device: DeviceState): Promise<LogicalQubit[]> {
    const qubits: LogicalQubit[] = []
    for (const chiplet of device.profile.chiplets)
      qubits.push(logicalQubit(backend_id, device, await resolution(device, chiplet), now()))
    return byRank(qubits)
  }

  async function resolve(backend_id: string, chiplet_id: string, asked: string): Promise<ReadyModule> {
    const device = backends.device(backend_id)
    const found = await resolution(device, chipletOf(device, chiplet_id, asked))
    if (!found.found) throw unavailable(found)
    const { chiplet, compiled, noise, faults } = found
    const module = resolvedModule(backend_id, device, found, now())
    const { profile, current: snapshot } = device
    return { module, compiled, noise, faults, profile, snapshot, chiplet_qubits: chiplet.qubits }
  }

  return {
    async list(backend_id) {
      const device = backends.device(backend_id)
      const { calibration_id, calibrated_at } = device.current
      const logical_qubits = await ranked(backend_id, device)
      return { backend_id, calibration_id, calibrated_at, noise_model_version: NOISE_MODEL_VERSION, logical_qubits }
    },
    async get(backend_id, logical_id) {
      const device = backends.device(backend_id)
      chipletOf(device, chipletIdOf(logical_id), logical_id)
      return (await ranked(backend_id, device)).find(qubit => qubit.logical_id === logical_id)!
    },
    select: async (backend_id, profile) => (await resolve(backend_id, profile.chiplet, profile.chiplet)).module,
    async topology(backend_id) {
      const device = backends.device(backend_id)
      return topologyOf(backend_id, device, await ranked(backend_id, device))
    },
    resolve: (backend_id, logical_id) => resolve(backend_id, chipletIdOf(logical_id), logical_id),
  }
}

/** Stability looks back over the recent snapshots, so an import among them asks anew. */
const keyOf = ({ profile, current, snapshots }: DeviceState, chiplet: Chiplet): string =>
  JSON.stringify([
    profile.device_id,
    chiplet.chiplet_id,
    recentSnapshots(snapshots, current).map(({ calibration_id }) => calibration_id),
  ])

const chipletIdOf = (logical_id: string): string => logical_id.replace(/\.L0$/, '')

function chipletOf({ profile }: DeviceState, chiplet_id: string, asked: string): Chiplet {
  const chiplet = profile.chiplets.find(one => one.chiplet_id === chiplet_id)
  if (chiplet && (asked === chiplet_id || asked === logicalId(chiplet_id))) return chiplet
  const chiplets = profile.chiplets.map(one => one.chiplet_id)
  throw new AppError('not_found', `${profile.device_id} has no ${asked}; its chiplets are ${chiplets.join(', ')}`, {
    asked,
    chiplets,
  })
}

const unavailable = ({ status, reason, chiplet, vetoes, decisive }: NotFound): AppError =>
  new AppError(status, reason, { chiplet: chiplet.chiplet_id, reason, vetoes, decisive })

function logicalQubit(backend_id: string, device: DeviceState, resolution: Resolution, now: number): LogicalQubit {
  const { chiplet, vetoes } = resolution
  const shared = {
    logical_id: logicalId(chiplet.chiplet_id),
    chiplet: chiplet.chiplet_id,
    qubits: [...chiplet.qubits],
    vetoes: [...vetoes],
    rank: null,
  }
  if (!resolution.found) return { ...shared, status: resolution.status, reason: resolution.reason, module: null }
  const module = resolvedModule(backend_id, device, resolution, now)
  return { ...shared, status: module.gate.passed ? 'ready' : 'gate_failed', reason: null, module }
}

const LAST = ['disqualified', 'no_embedding']

/** By Δ_round; then the disqualified, then those without an embedding, in the profile's order. */
function byRank(qubits: readonly LogicalQubit[]): LogicalQubit[] {
  const modules = qubits.filter(({ module }) => module !== null).sort((a, b) => a.module!.score - b.module!.score)
  const others = qubits.filter(({ module }) => module === null)
  return [
    ...modules.map((qubit, place) => ({ ...qubit, rank: place + 1 })),
    ...others.sort((a, b) => LAST.indexOf(a.status) - LAST.indexOf(b.status)),
  ]
}
