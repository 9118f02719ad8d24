import type { Backends, DeviceState } from '../backends/backends'
import { AppError } from '../contract/model/errors'
import { JsonText } from '../contract/model/json-text'
import type { DisqualifiedLayout } from '../contract/modules/candidates'
import { gateVerdictOf, STATUS_OF_GATE } from '../contract/modules/feasibility-gate'
import type { LogicalQubit } from '../contract/modules/logical-qubits'
import { NOISE_MODEL_VERSION, noiseModel } from '../qec/noise/transform'
import type { Chiplet } from '../qec/noise/vetoes'
import { recentSnapshots } from '../qec/search/explain/stability'
import { type CallOwner, direct, type Runner } from '../worker/runner'
import type { ChipletResolution, Modules, NotFound, ReadyModule, ResolvedChiplet } from './model/module'
import { asyncCache } from './resolution/answer-cache'
import { chipletIdOf, chipletKey, chipletOf, partOf } from './resolution/chiplets'
import { datedModule, logicalId } from './resolution/resolved-module'
import { topologyOf } from './resolution/topology'
import { roundSchedule } from './rounds/schedule'
import { type ModuleTasks, moduleTasks } from './tasks'

export interface ModuleServices {
  readonly backends: Pick<Backends, 'device'>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Where the long work is done; on the calling thread unless given. */
  readonly computing?: Runner<ModuleTasks>
}

const RESOLUTIONS_KEPT = 64

/** Modules are resolved from the current calibration at each call, and remembered per chiplet and calibration. */
export function createModules({ backends, now, computing = direct(moduleTasks()) }: ModuleServices): Modules {
  const remembered = asyncCache<ChipletResolution>(RESOLUTIONS_KEPT)
  const disqualifiedCache = asyncCache<readonly DisqualifiedLayout[]>(RESOLUTIONS_KEPT)

  async function resolveUnder(
    { profile, current, snapshots }: DeviceState,
    chiplet: Chiplet,
    { owner }: CallOwner = {},
  ): Promise<ChipletResolution> {
    // The result is shared: one caller's cancel must not end it, and the drift watch does not ask twice.
    const recent = recentSnapshots(snapshots, current).map(snapshot => partOf(snapshot, chiplet))
    const device = { profile, current: partOf(current, chiplet), snapshots: recent }
    const resolution = await computing.run('resolveChiplet', { device, chiplet }, { patient: true, owner })
    return resolution.found ? { ...resolution, noise: noiseModel(profile, current) } : resolution
  }
  /** Stability looks back over the recent snapshots, so an import among them asks anew. */
  function resolution(device: DeviceState, chiplet: Chiplet, asker?: CallOwner): Promise<ChipletResolution> {
    const { profile, current, snapshots } = device
    const key = chipletKey(profile, chiplet, recentSnapshots(snapshots, current))
    return remembered(key, () => resolveUnder(device, chiplet, asker), asker?.owner)
  }

  function disqualified({ profile, current }: DeviceState, chiplet: Chiplet, { owner }: CallOwner = {}) {
    const asked = { profile, snapshot: current, chiplet }
    const key = chipletKey(profile, chiplet, [current])
    return disqualifiedCache(key, () => computing.run('disqualifiedLayouts', asked, { owner }), owner)
  }

  async function ranked(backend_id: string, device: DeviceState, asker?: CallOwner): Promise<LogicalQubit[]> {
    const qubits: LogicalQubit[] = []
    for (const chiplet of device.profile.chiplets)
      qubits.push(logicalQubit(backend_id, device, await resolution(device, chiplet, asker), now()))
    return byRank(qubits)
  }

  async function found(
    device: DeviceState,
    chiplet_id: string,
    asked: string,
    asker?: CallOwner,
  ): Promise<ResolvedChiplet> {
    const answer = await resolution(device, chipletOf(device, chiplet_id, asked), asker)
    if (!answer.found) throw unavailable(answer)
    return answer
  }

  async function resolve(backend_id: string, logical_id: string, asker?: CallOwner): Promise<ReadyModule> {
    const device = backends.device(backend_id)
    const answer = await found(device, chipletIdOf(logical_id), logical_id, asker)
    const { chiplet, compiled, noise } = answer
    const module = datedModule(answer.module, backend_id, device, now())
    const { profile, current: snapshot } = device
    return { module, compiled, noise, profile, snapshot, chiplet_qubits: chiplet.qubits }
  }

  return {
    async list(backend_id, asker) {
      const device = backends.device(backend_id)
      const { calibration_id, calibrated_at } = device.current
      const logical_qubits = await ranked(backend_id, device, asker)
      return { backend_id, calibration_id, calibrated_at, noise_model_version: NOISE_MODEL_VERSION, logical_qubits }
    },
    async get(backend_id, logical_id, asker) {
      const device = backends.device(backend_id)
      const chiplet = chipletOf(device, chipletIdOf(logical_id), logical_id)
      const qubit = (await ranked(backend_id, device, asker)).find(qubit => qubit.chiplet === chiplet.chiplet_id)!
      const { calibration_id, calibrated_at } = device.current
      const from = { calibration_id, calibrated_at, noise_model_version: NOISE_MODEL_VERSION }
      return { ...qubit, disqualified: [...(await disqualified(device, chiplet, asker))], ...from }
    },
    async select(backend_id, { chiplet }, asker) {
      const device = backends.device(backend_id)
      return datedModule((await found(device, chiplet, chiplet, asker)).module, backend_id, device, now())
    },
    async topology(backend_id, asker) {
      const device = backends.device(backend_id)
      return topologyOf(backend_id, device, await ranked(backend_id, device, asker))
    },
    async rounds(backend_id, logical_id, query, asker) {
      const { noise: _, ...ready } = await resolve(backend_id, logical_id, asker)
      return new JsonText([await computing.run('exportRounds', { ready, query }, asker)])
    },
    schedule: async (backend_id, logical_id, asker) => roundSchedule(await resolve(backend_id, logical_id, asker)),
    resolve,
    resolveUnder,
  }
}

function unavailable({ status, reason, chiplet, vetoes, ...remedies }: NotFound): AppError {
  const { decisive, decisive_together, couplings, couplings_together } = remedies
  const changes = { decisive, decisive_together, couplings, couplings_together }
  return new AppError(status, reason, { chiplet: chiplet.chiplet_id, reason, vetoes, ...changes })
}

function logicalQubit(
  backend_id: string,
  device: DeviceState,
  resolution: ChipletResolution,
  now: number,
): LogicalQubit {
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
  return { ...shared, status: STATUS_OF_GATE[gateVerdictOf(module.gate)], reason: null, module }
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
