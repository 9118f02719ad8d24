import type { Backends, DeviceState } from '../backends/backends'
import { AppError } from '../contract/model/errors'
import type {
  DisqualifiedLayout,
  LogicalQubit,
  LogicalQubitList,
  LogicalTopology,
  ResolvedModule,
  SelectionProfile,
} from '../contract/modules'
import type { RoundsQuery, RoundsText } from '../contract/modules/rounds'
import type { RoundSchedule } from '../contract/modules/schedule'
import type { CompiledRound, NoiseModel } from '../qec/model/round'
import { NOISE_MODEL_VERSION, noiseModel } from '../qec/noise/transform'
import type { Chiplet } from '../qec/noise/vetoes'
import { recentSnapshots } from '../qec/search/explain/stability'
import { direct, type Runner } from '../worker/runner'
import { chipletIdOf, chipletKey, chipletOf, partOf } from './resolution/chiplets'
import { remember } from './memory'
import type { NotFound } from './resolution/resolve'
import { datedModule, logicalId } from './resolution/resolved-module'
import { roundSchedule } from './rounds/schedule'
import { type Chosen, type ModuleTasks, moduleTasks } from './tasks'
import { topologyOf } from './resolution/topology'

/** What a chiplet gives: a module, or the reason why there is none. */
export type Resolution = Found | NotFound
export type Found = Chosen & { readonly noise: NoiseModel }

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
  list(backend_id: string): Promise<LogicalQubitList>
  /** Throws AppError not_found; a chiplet without a module is an answer, not an error. With disqualified layouts. */
  get(backend_id: string, logical_id: string): Promise<LogicalQubit>
  /** Throws AppError not_found, no_embedding, disqualified. */
  select(backend_id: string, profile: SelectionProfile): Promise<ResolvedModule>
  topology(backend_id: string): Promise<LogicalTopology>
  /** Throws as `select`, and AppError invalid_request at a choice that the module cannot be proved to bear. */
  rounds(backend_id: string, logical_id: string, query: RoundsQuery): Promise<RoundsText>
  /** Throws as `select`. */
  schedule(backend_id: string, logical_id: string): Promise<RoundSchedule>
  /** Throws AppError not_found, no_embedding, disqualified. */
  resolve(backend_id: string, logical_id: string): Promise<ReadyModule>
  /** What a chiplet gives under any calibration; not remembered. */
  under(device: DeviceState, chiplet: Chiplet): Promise<Resolution>
}

export interface Parts {
  readonly backends: Pick<Backends, 'device'>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Where the long work is done; on the calling thread unless given. */
  readonly computing?: Runner<ModuleTasks>
}

const RESOLUTIONS_KEPT = 64

/** Modules are resolved from the current calibration at each call, and remembered per chiplet and calibration. */
export function createModules({ backends, now, computing = direct(moduleTasks()) }: Parts): Modules {
  const remembered = remember<Resolution>(RESOLUTIONS_KEPT)
  const out = remember<readonly DisqualifiedLayout[]>(RESOLUTIONS_KEPT)

  async function under({ profile, current, snapshots }: DeviceState, chiplet: Chiplet): Promise<Resolution> {
    // Asked once for each chiplet and calibration, and the drift watch has nobody to ask again.
    const recent = recentSnapshots(snapshots, current).map(snapshot => partOf(snapshot, chiplet))
    const device = { profile, current: partOf(current, chiplet), snapshots: recent }
    const resolution = await computing.run('resolveChiplet', { device, chiplet }, { patient: true })
    return resolution.found ? { ...resolution, noise: noiseModel(profile, current) } : resolution
  }
  /** Stability looks back over the recent snapshots, so an import among them asks anew. */
  function resolution(device: DeviceState, chiplet: Chiplet): Promise<Resolution> {
    const { profile, current, snapshots } = device
    return remembered(chipletKey(profile, chiplet, recentSnapshots(snapshots, current)), () => under(device, chiplet))
  }

  const disqualified = ({ profile, current }: DeviceState, chiplet: Chiplet) =>
    out(chipletKey(profile, chiplet, [current]), () =>
      computing.run('disqualifiedLayouts', { profile, snapshot: current, chiplet }),
    )

  async function ranked(backend_id: string, device: DeviceState): Promise<LogicalQubit[]> {
    const qubits: LogicalQubit[] = []
    for (const chiplet of device.profile.chiplets)
      qubits.push(logicalQubit(backend_id, device, await resolution(device, chiplet), now()))
    return byRank(qubits)
  }

  async function found(device: DeviceState, chiplet_id: string, asked: string): Promise<Found> {
    const answer = await resolution(device, chipletOf(device, chiplet_id, asked))
    if (!answer.found) throw unavailable(answer)
    return answer
  }

  async function resolve(backend_id: string, logical_id: string): Promise<ReadyModule> {
    const device = backends.device(backend_id)
    const answer = await found(device, chipletIdOf(logical_id), logical_id)
    const { chiplet, compiled, noise } = answer
    const module = datedModule(answer.module, backend_id, device, now())
    const { profile, current: snapshot } = device
    return { module, compiled, noise, profile, snapshot, chiplet_qubits: chiplet.qubits }
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
      const chiplet = chipletOf(device, chipletIdOf(logical_id), logical_id)
      const qubit = (await ranked(backend_id, device)).find(qubit => qubit.chiplet === chiplet.chiplet_id)!
      const { calibration_id, calibrated_at } = device.current
      const from = { calibration_id, calibrated_at, noise_model_version: NOISE_MODEL_VERSION }
      return { ...qubit, disqualified: [...(await disqualified(device, chiplet))], ...from }
    },
    async select(backend_id, { chiplet }) {
      const device = backends.device(backend_id)
      return datedModule((await found(device, chiplet, chiplet)).module, backend_id, device, now())
    },
    async topology(backend_id) {
      const device = backends.device(backend_id)
      return topologyOf(backend_id, device, await ranked(backend_id, device))
    },
    async rounds(backend_id, logical_id, query) {
      const { noise: _, ...ready } = await resolve(backend_id, logical_id)
      return computing.run('exportRounds', { ready, query })
    },
    schedule: async (backend_id, logical_id) => roundSchedule(await resolve(backend_id, logical_id)),
    resolve,
    under,
  }
}

function unavailable({ status, reason, chiplet, vetoes, ...remedies }: NotFound): AppError {
  const { decisive, decisive_together, couplings, couplings_together } = remedies
  const changes = { decisive, decisive_together, couplings, couplings_together }
  return new AppError(status, reason, { chiplet: chiplet.chiplet_id, reason, vetoes, ...changes })
}

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
  const module = datedModule(resolution.module, backend_id, device, now)
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
