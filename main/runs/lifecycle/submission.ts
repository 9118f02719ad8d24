/** A request on its way to a run, or to what the run would show and cost. */
import type { RunRequest } from '../../contract/runs/request'
import type { Run, RunEstimate, RunPrediction } from '../../contract/runs/run'
import type { Caller } from '../../contract/service/account'
import type { ReadyModule } from '../../modules/model/module'
import { normalized, refuseFailedGate, refuseOffline, withDeviceDefaults } from '../intake/admit'
import { refuseOversize } from '../intake/limits'
import { refuseUnavailable } from '../intake/options'
import type { NormalizedRequest } from '../model/request'
import { planQubits } from '../planning/plan'
import { baselinesOf, type PlannedShots, plannedShots } from '../planning/planned-shots'
import type { RunQueue } from './run-queue'
import type { ModuleId, RunContext } from './services'
import { estimateOf, refuseUnpayable } from './tokens'

/** null for the account holder, undefined for the service itself. */
type Owner = string | null | undefined

export interface Submission {
  /** Resolves once the run is on the disk. `left` is aborted when the caller leaves. */
  create(module: ModuleId, body: RunRequest, caller?: Caller, left?: AbortSignal): Promise<Run>
  /** What the run would cost, without predicting anything. */
  estimate(module: ModuleId, body: RunRequest, caller?: Caller): Promise<RunEstimate>
  predict(module: ModuleId, body: RunRequest, left?: AbortSignal, owner?: string | null): Promise<RunPrediction>
}

export function createSubmission(context: RunContext, queue: RunQueue): Submission {
  const { store, modules, backends, computing, money, random, until } = context

  /** The module, and the request as its device runs it. Unless it is to be run, no seed is drawn and the device may be offline. */
  async function admitted({ backend_id, logical_id }: ModuleId, body: RunRequest, owner: Owner, toRun = false) {
    refuseUnavailable(body)
    const asked = normalized(body, toRun ? random : () => 0)
    const execution = backends.execution(backend_id)
    if (toRun) refuseOffline(backend_id, execution)
    refuseOversize(asked)
    const ready = await modules.resolve(backend_id, logical_id, { owner })
    return { ready, request: withDeviceDefaults(asked, ready) }
  }

  return {
    async create(module, body, caller, left) {
      const owner = ownerOf(caller)
      queue.refuseWhileStopping()
      const { ready, request } = await admitted(module, body, owner, true)
      refuseFailedGate(ready, request)
      refuseUnpayable(money, module.backend_id, shotsOf(request, ready).total)
      const planning = { resolution: ready, request }
      const planned = await computing.run('planRun', planning, { signal: until(left), owner })
      return queue.enter({
        backend_id: module.backend_id,
        logical_id: ready.module.logical_qubit,
        chiplet: ready.module.chiplet,
        name: request.name ?? null,
        simulated: 1,
        request: JSON.stringify(planned.request),
        calibration_id: ready.module.calibration_id,
        warnings: JSON.stringify(planned.warnings),
        plan: await store.writeFile(planned.plan),
        replay: null,
        owner: caller?.key_id ?? null,
        planned_shots: planned.shots,
      })
    },
    async estimate(module, body, caller) {
      const { ready, request } = await admitted(module, body, ownerOf(caller))
      const { total, ...shots_by_kind } = shotsOf(request, ready)
      return { tokens: estimateOf(money, module.backend_id, total), shots_by_kind }
    },
    async predict(module, body, left, owner) {
      const { ready, request } = await admitted(module, body, owner)
      const planning = { resolution: ready, request }
      const predicted = await computing.run('predictRun', planning, { signal: until(left), owner })
      return { ...predicted, tokens: estimateOf(money, module.backend_id, predicted.total_shots) }
    },
  }
}

const shotsOf = (request: NormalizedRequest, ready: ReadyModule): PlannedShots =>
  plannedShots(request, baselinesOf({ qubits: planQubits(ready) }))

const ownerOf = (caller: Caller | undefined): Owner => caller?.key_id
