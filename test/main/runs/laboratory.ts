/** A small lab for runs: one synthetic 3×3 chiplet, real modules, and the services around them. */
import type { Caller } from '../../../main/contract/service/account'
import { AppError } from '../../../main/contract/model/errors'
import type { RunRecord } from '../../../main/contract/runs/record'
import { RunRequest } from '../../../main/contract/model/protocols'
import type { Run } from '../../../main/contract/runs/run'
import { createLog } from '../../../main/log/log'
import { createModules } from '../../../main/modules/modules'
import type { ModuleTasks } from '../../../main/modules/tasks'
import type { Execution } from '../../../main/runs/admit'
import { runEngines } from '../../../main/runs/sampling/engines'
import { createRuns, type Runs } from '../../../main/runs/runs'
import type { RunTasks } from '../../../main/runs/tasks'
import { createReference } from '../../../main/simulation/reference'
import type { Simulator } from '../../../main/simulation/model/simulator'
import type { TrajectorySimulator } from '../../../main/simulation/model/trajectory'
import { createReferenceTrajectories } from '../../../main/simulation/trajectories/reference'
import type { Store } from '../../../main/store/store'
import type { Runner } from '../../../main/worker/runner'
import { type Figures, latticeCouplings, syntheticDevice } from '../qec/devices'

export const caller: Caller = { kind: 'session', key_id: null, name: 'account holder', roles: ['qec'] }
export const MODULE = { backend_id: 'lab-mock', logical_id: 'c0.L0' }

/** Good figures, and one qubit that no layout may use. */
const FIGURES: Figures = {
  qubit: index => ({
    t1_us: 200 + index,
    t2_us: 150 + index,
    fidelity_1q: 0.9995,
    readout_fidelity: 0.985 + index / 1000,
    reset_fidelity: index === 4 ? null : 0.99,
  }),
  edge: () => ({ fidelity: 0.997, duration_ns: 60 }),
}

/** T2 so short that the coherence ratio exceeds the gate. */
export const SHORT_LIVED: Figures = { ...FIGURES, qubit: () => ({ t1_us: 30, t2_us: 20 }) }

const EXECUTIONS: Record<string, Execution> = {
  'lab-mock': { mode: 'mock', simulated: true, online: true, offline_reason: null },
  lab: { mode: 'live', simulated: true, online: true, offline_reason: null },
  'lab-real': { mode: 'live', simulated: false, online: true, offline_reason: null },
  'lab-off': { mode: 'live', simulated: false, online: false, offline_reason: 'the fridge is warm' },
}

export interface Lab {
  readonly store: Store
  readonly simulator?: Simulator
  readonly trajectories?: TrajectorySimulator
  readonly figures?: Figures
  readonly now?: () => number
  /** On the calling thread unless given. */
  readonly computing?: Runner<RunTasks & ModuleTasks>
}

export function openLab({ store, figures = FIGURES, now = Date.now, computing, ...simulators }: Lab): Runs {
  const execution = (backend_id: string): Execution => {
    const found = EXECUTIONS[backend_id]
    if (!found) throw new AppError('not_found', `No backend ${backend_id}`)
    return found
  }
  const modules = modulesOf(figures, computing)
  const log = createLog('silent')
  const version = '0.0.0-test'
  const { simulator = createReference(), trajectories = createReferenceTrajectories() } = simulators
  const engines = runEngines({ simulator, trajectories })
  const shared = { store, modules, backends: { execution }, engines, log, now, version }
  return createRuns({ ...shared, ...(computing ? { computing } : {}) })
}

export function modulesOf(figures: Figures = FIGURES, computing?: Runner<ModuleTasks>) {
  const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3), figures)
  const device = { profile, current: snapshot, snapshots: [snapshot] }
  const now = () => Date.parse('2026-11-21T00:00:00Z')
  return createModules({ backends: { device: () => device }, now, ...(computing ? { computing } : {}) })
}

/** The lab's module as a run starts from it. */
export const resolved = () => modulesOf().resolve(MODULE.backend_id, MODULE.logical_id)

export const request = (fields: Partial<RunRequest> = {}): RunRequest =>
  RunRequest.parse({ mode: 'correction', rounds: [1, 2, 3], shots: 200, seed: 7, ...fields })

/** Waits until the run is over; fails with its reason when it did not complete. */
export async function completed(runs: Runs, { backend_id, logical_id, run_id }: Run): Promise<RunRecord> {
  const params = { backend_id, logical_id, run_id }
  for (;;) {
    const run = runs.get(params)
    if (run.status === 'COMPLETED') return runs.record(params)
    if (run.status !== 'PENDING' && run.status !== 'PROCESSING')
      throw new Error(`${run.status}: ${run.status_reason?.message}`)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

/** What must be equal between two records of the same request, calibration and seed. */
export const reproducible = ({ run_id: _, execution_timestamp: __, ...rest }: RunRecord) => rest
