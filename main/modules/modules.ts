import type { Backends, DeviceState } from '../backends/backends'
import { AppError } from '../contract/model/errors'
import { JsonText } from '../contract/model/json-text'
import type { DisqualifiedLayout } from '../contract/modules/candidates'
import type { FaultReplayQuery, FaultsQuery } from '../contract/modules/faults'
import { NOISE_MODEL_VERSION } from '../qec/noise/transform'
import type { Chiplet } from '../qec/noise/vetoes'
import { recentSnapshots } from '../qec/search/explain/stability'
import { direct, type Runner, type WorkContext } from '../worker/runner'
import { type ChipletResolution, type Modules, type ReadyModule, type ResolvedChiplet, withNoise } from './model/module'
import { asyncCache } from './resolution/answer-cache'
import { chipletKey, chipletOf, partOf } from './resolution/chiplets'
import { logicalTopology, rankedQubits } from './resolution/logical-qubits'
import { moduleOnBackend } from './resolution/resolved-module'
import { closingFor, protocolFor, roundUnder } from './rounds/protocol'
import { roundSchedule } from './rounds/round-exports'
import { type ModuleTasks, moduleTasks } from './tasks'

export interface ModuleServices {
  readonly backends: Pick<Backends, 'device'>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Where the long work is done; on the calling thread unless given. */
  readonly computing?: Runner<ModuleTasks>
}

const RESOLUTIONS_KEPT = 64

/** Resolutions and disqualified layouts of chiplets, cached per chiplet and calibration. */
function chipletResolutions(computing: Runner<ModuleTasks>, now: () => number) {
  const resolutions = asyncCache<ChipletResolution>(RESOLUTIONS_KEPT)
  const disqualified = asyncCache<readonly DisqualifiedLayout[]>(RESOLUTIONS_KEPT)

  function resolveUnder({ profile, current, snapshots }: DeviceState, chiplet: Chiplet, context: WorkContext = {}) {
    const recent = recentSnapshots(snapshots, current).map(snapshot => partOf(snapshot, chiplet))
    const device = { profile, current: partOf(current, chiplet), snapshots: recent }
    return computing.run('resolveChiplet', { device, chiplet }, { always_queued: true, ...context })
  }
  /**
   * The key names the recent snapshots, which stability looks back over: an import among them leads to a new
   * resolution.
   */
  function resolution(device: DeviceState, chiplet: Chiplet, context?: WorkContext): Promise<ChipletResolution> {
    const key = chipletKey(device.profile, chiplet, recentSnapshots(device.snapshots, device.current))
    return resolutions(key, signal => resolveUnder(device, chiplet, { ...context, signal }), context)
  }
  async function requireModule(device: DeviceState, chiplet: Chiplet, context?: WorkContext): Promise<ResolvedChiplet> {
    const answer = await resolution(device, chiplet, context)
    if (!answer.found) throw noModule(answer)
    return answer
  }
  async function ranked(backend_id: string, device: DeviceState, context?: WorkContext) {
    const answers: ChipletResolution[] = []
    for (const chiplet of device.profile.chiplets) answers.push(await resolution(device, chiplet, context))
    return rankedQubits(backend_id, { device, resolutions: answers, now: now() })
  }
  function disqualifiedOn({ profile, current }: DeviceState, chiplet: Chiplet, context: WorkContext = {}) {
    const asked = { profile, snapshot: current, chiplet }
    const key = chipletKey(profile, chiplet, [current])
    return disqualified(key, signal => computing.run('disqualifiedLayouts', asked, { ...context, signal }), context)
  }
  return { resolveUnder, resolution, requireModule, ranked, disqualifiedOn }
}

/** Modules are resolved from the current calibration at each call. */
export function createModules({ backends, now, computing = direct(moduleTasks()) }: ModuleServices): Modules {
  const { resolveUnder, resolution, requireModule, ranked, disqualifiedOn } = chipletResolutions(computing, now)

  async function resolve(backend_id: string, logical_id: string, context?: WorkContext): Promise<ReadyModule> {
    const device = backends.device(backend_id)
    const chiplet = chipletOf(device, logical_id)
    const { compiled, module } = await requireModule(device, chiplet, context)
    const { profile, current: snapshot } = device
    const dated = moduleOnBackend(module, { backend_id, device, now: now() })
    return { module: dated, compiled, profile, snapshot, chiplet_qubits: chiplet.qubits }
  }

  return {
    async list(backend_id, context) {
      const device = backends.device(backend_id)
      return { backend_id, ...calibrationOf(device), logical_qubits: await ranked(backend_id, device, context) }
    },
    async get(backend_id, logical_id, context) {
      const device = backends.device(backend_id)
      const chiplet = chipletOf(device, logical_id)
      const qubit = chiplet.demands
        ? {
            ...rankedQubits(backend_id, {
              device,
              resolutions: [await resolution(device, chiplet, context)],
              now: now(),
            })[0]!,
            rank: null,
          }
        : (await ranked(backend_id, device, context)).find(qubit => qubit.chiplet === chiplet.chiplet_id)!
      return { ...qubit, disqualified: [...(await disqualifiedOn(device, chiplet, context))], ...calibrationOf(device) }
    },
    async select(backend_id, { chiplet }, context) {
      const device = backends.device(backend_id)
      const { module } = await requireModule(device, chipletOf(device, chiplet), context)
      return moduleOnBackend(module, { backend_id, device, now: now() })
    },
    async topology(backend_id, context) {
      const device = backends.device(backend_id)
      return logicalTopology(backend_id, device, await ranked(backend_id, device, context))
    },
    async rounds(backend_id, logical_id, { query, context }) {
      const ready = await resolve(backend_id, logical_id, context)
      return new JsonText([await computing.run('exportRounds', { ready, query }, context)])
    },
    schedule: async (backend_id, logical_id, context) => roundSchedule(await resolve(backend_id, logical_id, context)),
    async listFaults(backend_id, logical_id, { query, context }) {
      const ready = await resolve(backend_id, logical_id, context)
      const { logical_qubit, calibration_id } = ready.module
      const report = await computing.run('listFaults', underProtocol(ready, query), context)
      return { logical_qubit, calibration_id, ...report }
    },
    async replayFault(backend_id, logical_id, { query, context }) {
      const ready = await resolve(backend_id, logical_id, context)
      return computing.run('replayFault', underProtocol(ready, query), context)
    },
    resolve,
    resolveUnder,
  }
}

const calibrationOf = ({ current: { calibration_id, calibrated_at } }: DeviceState) => ({
  calibration_id,
  calibrated_at,
  noise_model_version: NOISE_MODEL_VERSION,
})

function noModule({
  status,
  reason,
  chiplet,
  vetoes,
  ...remedies
}: Exclude<ChipletResolution, ResolvedChiplet>): AppError {
  const { decisive, decisive_together, couplings, couplings_together } = remedies
  const changes = { decisive, decisive_together, couplings, couplings_together }
  return new AppError(status, reason, { details: { chiplet: chiplet.chiplet_id, reason, vetoes, ...changes } })
}

/**
 * The round as the protocol runs it. Throws AppError invalid_request for a protocol or closing that the device lacks.
 */
function underProtocol<Query extends FaultsQuery | FaultReplayQuery>(ready: ReadyModule, query: Query) {
  const protocol = protocolFor(ready.profile, query.protocol)
  const closing = closingFor(ready.profile, protocol, query.closing)
  return { compiled: roundUnder(withNoise(ready), protocol), query: { ...query, protocol, closing } }
}
