/** QEC runs from request to record; resources/help/traces/qec-run.md lists the path, file by file. */
import { AppError } from '../contract/model/errors'
import type { RunRequest } from '../contract/runs/request'
import type { Run, RunEstimate, RunPrediction } from '../contract/runs/run'
import type { Device } from '../device/device'
import type { ReadyModule } from '../modules/model/module'
import type { WorkContext } from '../worker/runner'
import type { RunServices } from './lifecycle/host-run'
import { createRunQueue, type RunQueue } from './lifecycle/queue'
import { createStoredRuns, type StoredRuns } from './lifecycle/stored-runs'
import { estimateOf, refuseUnpayable } from './lifecycle/tokens'
import type { RunSettings } from './model/plan'
import type { ModuleId } from './model/run'
import {
  checkedRunRequest,
  refuseFailedGate,
  refuseOffline,
  refuseOversize,
  refuseUnavailable,
  refuseWithoutSequencer,
  withDeviceDefaults,
} from './planning/checked-request'
import { chargedBaselines, type PlannedShots, plannedShots } from './planning/circuits'
import { planQubits } from './planning/plan-run'

export interface Runs extends StoredRuns, Pick<RunQueue, 'resume' | 'running' | 'stop'> {
  /** Resolves once the run is on the disk. */
  submit(module: ModuleId, body: RunRequest, context?: WorkContext): Promise<Run>
  /** Cost of the run, without a prediction. */
  estimate(module: ModuleId, body: RunRequest, context?: WorkContext): Promise<RunEstimate>
  /** Prediction and cost of the run. */
  predict(module: ModuleId, body: RunRequest, context?: WorkContext): Promise<RunPrediction>
}

export function createRuns(services: RunServices): Runs {
  const { computing, pricing } = services
  const queue = createRunQueue(services)
  const stopping = new AbortController()
  /** The context with a signal that aborts when the caller leaves or the service stops. */
  const untilStop = ({ owner, signal }: WorkContext = {}): WorkContext => ({
    owner,
    signal: signal ? AbortSignal.any([stopping.signal, signal]) : stopping.signal,
  })
  return {
    submit: (module, body, context) => submitRun({ module, body, context: untilStop(context) }, services, queue),
    async estimate(module, body, context = {}) {
      const { resolution, settings, device } = await checkedRun({ module, body, context }, services)
      const { total, ...shots_by_kind } = shotsOf(settings, resolution, device)
      return { tokens: estimateOf(pricing, module.backend_id, total), shots_by_kind }
    },
    async predict(module, body, context = {}) {
      const { resolution, settings, device } = await checkedRun({ module, body, context }, services)
      const input = { resolution, settings, sequencer: device?.profile }
      const predicted = await computing.run('predictRun', input, untilStop(context))
      const total_shots = device ? shotsOf(settings, resolution, device).total : predicted.total_shots
      return { ...predicted, total_shots, tokens: estimateOf(pricing, module.backend_id, total_shots) }
    },
    ...createStoredRuns(services, queue, untilStop),
    resume: queue.resume,
    running: queue.running,
    async stop() {
      stopping.abort(new AppError('shutting_down', 'The service is stopping'))
      await queue.stop()
    },
  }
}

interface RunCall {
  readonly module: ModuleId
  readonly body: RunRequest
  readonly context: WorkContext
}

async function submitRun(call: RunCall, services: RunServices, queue: RunQueue): Promise<Run> {
  const { store, computing, pricing } = services
  const { module, context } = call
  queue.refuseWhileStopping()
  const { resolution, settings, device } = await checkedRun(call, services, { toRun: true })
  refuseFailedGate(resolution, settings)
  refuseUnpayable(pricing, module.backend_id, shotsOf(settings, resolution, device).total)
  const planned = await computing.run('planRun', { resolution, settings, sequencer: device?.profile }, context)
  const { logical_qubit, chiplet, calibration_id } = resolution.module
  return queue.add({
    backend_id: module.backend_id,
    logical_id: logical_qubit,
    chiplet,
    name: settings.name ?? null,
    simulated: device && !device.simulated ? 0 : 1,
    driven: device ? 1 : 0,
    calibration_id,
    ...planned,
    plan: await store.writeFile(planned.plan),
    replay: null,
    owner: context.owner ?? null,
  })
}

/** The module, and the settings as its device runs them. For an estimate or a prediction the device may be offline. */
async function checkedRun(
  { module, body, context }: RunCall,
  { backends, modules, deviceOf }: RunServices,
  { toRun = false }: { readonly toRun?: boolean } = {},
) {
  const { backend_id, logical_id } = module
  refuseUnavailable(body)
  const execution = backends.execution(backend_id)
  if (toRun) refuseOffline(backend_id, execution)
  const device = deviceOf?.(backend_id) ?? null
  if (toRun) refuseWithoutSequencer(backend_id, execution, device !== null)
  const settings = checkedRunRequest(body)
  refuseOversize(settings)
  const resolution = await modules.resolve(backend_id, logical_id, { owner: context.owner })
  return { resolution, settings: withDeviceDefaults(settings, resolution), device }
}

/** Planned shots, known before there is a plan. */
const shotsOf = (settings: RunSettings, resolution: ReadyModule, device: Device | null): PlannedShots =>
  plannedShots(settings, chargedBaselines({ qubits: planQubits(resolution), device }))
