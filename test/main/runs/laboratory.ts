/** A small lab for runs: one synthetic 3×3 chiplet, real modules, and the services around them. */
import type { BackendExecution } from '../../../main/backends/listing'
import type { DeviceProfile } from '../../../main/contract/calibration/device-profile'
import { AppError } from '../../../main/contract/model/errors'
import type { RunRecord } from '../../../main/contract/runs/record'
import { RunRequest } from '../../../main/contract/runs/request'
import type { Run } from '../../../main/contract/runs/run'
import type { Caller } from '../../../main/contract/service/account'
import type { Device as RackDevice } from '../../../main/device/device'
import { createLog } from '../../../main/log/log'
import type { Modules } from '../../../main/modules/model/module'
import { withNoise } from '../../../main/modules/model/module'
import { createModules } from '../../../main/modules/modules'
import { cachedProofs, type Proofs } from '../../../main/modules/rounds/proven-parts'
import type { ModuleTasks } from '../../../main/modules/tasks'
import { type RunTasks, runTasks } from '../../../main/runs/execution/tasks'
import type { RunPricing } from '../../../main/runs/lifecycle/tokens'
import { createRuns, type Runs } from '../../../main/runs/runs'
import { runEngines } from '../../../main/runs/sampling/frame-engine'
import { createReferenceSimulator } from '../../../main/simulation/engines'
import type { Simulator } from '../../../main/simulation/model/simulator'
import type { TrajectorySimulator } from '../../../main/simulation/model/trajectory'
import { createReferenceTrajectories } from '../../../main/simulation/trajectories/reference'
import type { Store } from '../../../main/store/store'
import { direct, type Runner } from '../../../main/worker/runner'
import { type Figures, latticeCouplings, syntheticDevice } from '../qec/devices'
import { readText } from '../read-text'
import { findAddon, nativeWith } from '../simulation/engine-fixtures'

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

/** No T2 of any qubit, and a T1 that leaves open whether the gate passes; with a short one it fails whatever T2 is. */
export const WITHOUT_T2: Figures = { ...FIGURES, qubit: index => ({ ...FIGURES.qubit!(index), t2_us: null }) }
export const SHORT_WITHOUT_T2: Figures = { ...FIGURES, qubit: () => ({ t1_us: 12, t2_us: null }) }

const EXECUTIONS: Record<string, BackendExecution> = {
  'lab-mock': { mode: 'mock', simulated: true, online: true, offline_reason: null },
  lab: { mode: 'live', simulated: true, online: true, offline_reason: null },
  'lab-real': { mode: 'live', simulated: false, online: true, offline_reason: null },
  'lab-off': { mode: 'live', simulated: false, online: false, offline_reason: 'the fridge is warm' },
}

const ADDON = findAddon()

/** The native one where it is built; predictions draw no more shots for it than for the reference. */
const FEW_PILOT_SHOTS: Simulator = ADDON ? { ...nativeWith(ADDON), kind: 'reference' } : createReferenceSimulator()

/** Of one device: its module and what is proved of it, worked out once for all labs of a test file, as a service does. */
interface Device {
  readonly modules: Modules
  readonly proofs: Proofs
}
const DEVICES = new Map<Figures, Device>()

function deviceOf(figures: Figures): Device {
  const known = DEVICES.get(figures) ?? { modules: modulesOf(figures), proofs: cachedProofs() }
  DEVICES.set(figures, known)
  return known
}

export interface Lab {
  readonly store: Store
  /** The native one where it is built, with a short pilot run. */
  readonly simulator?: Simulator
  readonly trajectories?: TrajectorySimulator
  readonly figures?: Figures
  /** What its device profile says otherwise. */
  readonly profile?: Partial<DeviceProfile>
  /** Of another device than the figures'. */
  readonly modules?: Modules
  readonly now?: () => number
  /** What plays the runs of the live backend; they are simulated unless given. */
  readonly device?: RackDevice
  /** Runs are free unless given. */
  readonly pricing?: RunPricing
  /** On the calling thread unless given. */
  readonly computing?: Runner<RunTasks & ModuleTasks>
}

export function openLab({
  store,
  figures = FIGURES,
  profile,
  modules: given,
  now = Date.now,
  computing,
  pricing,
  device,
  ...simulators
}: Lab): Runs {
  const execution = (backend_id: string): BackendExecution => {
    const found = EXECUTIONS[backend_id]
    if (!found) throw new AppError('not_found', `No backend ${backend_id}`)
    return found
  }
  const shared = given || computing || profile ? null : deviceOf(figures)
  const modules = given ?? shared?.modules ?? modulesOf(figures, computing, profile)
  const log = createLog('silent')
  const version = '0.0.0-test'
  const { simulator = FEW_PILOT_SHOTS, trajectories = createReferenceTrajectories() } = simulators
  const engines = runEngines({ simulator, trajectories })
  const tasks = computing ?? direct(runTasks(() => engines, shared?.proofs))
  const services = { store, modules, backends: { execution }, engines, log, now, version, computing: tasks }
  const played = { deviceOf: (backend_id: string) => (backend_id === 'lab' ? (device ?? null) : null) }
  return createRuns({ ...services, ...played, ...(pricing ? { pricing } : {}) })
}

/** Its profile and calibration, for a twin of it. */
export const figuresOfLab = (figures: Figures = FIGURES) => syntheticDevice(9, latticeCouplings(3, 3), figures)

export function modulesOf(figures: Figures = FIGURES, computing?: Runner<ModuleTasks>, said?: Partial<DeviceProfile>) {
  const { profile: plain, snapshot } = syntheticDevice(9, latticeCouplings(3, 3), figures)
  const profile = { ...plain, ...said }
  const device = { profile, current: snapshot, snapshots: [snapshot] }
  const now = () => Date.parse('2026-11-21T00:00:00Z')
  return createModules({ backends: { device: () => device }, now, ...(computing ? { computing } : {}) })
}

/** The lab's module as a run starts from it. */
export const resolved = () => deviceOf(FIGURES).modules.resolve(MODULE.backend_id, MODULE.logical_id)

export const resolvedWithNoise = async () => withNoise(await resolved())

/** The product readout unless named: what a run chooses is tested by itself. */
export const request = ({ readout = 'checked', ...fields }: Partial<RunRequest> = {}) => ({
  ...RunRequest.parse({ mode: 'correction', rounds: [1, 2, 3], shots: 200, seed: 7, ...fields }),
  readout,
})

/** Waits until the run is over; fails with its reason when it did not complete. */
export async function completed(runs: Runs, { backend_id, logical_id, run_id }: Run): Promise<RunRecord> {
  const params = { backend_id, logical_id, run_id }
  for (;;) {
    const run = runs.get(params)
    if (run.status === 'COMPLETED') return readText<RunRecord>(await runs.record(params))
    if (run.status !== 'PENDING' && run.status !== 'PROCESSING')
      throw new Error(`${run.status}: ${run.status_reason?.message}`)
    // Each look reads the whole run from the store.
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}

/** What must be equal between two records of the same request, calibration and seed. */
export const reproducible = ({ run_id: _, execution_timestamp: __, ...rest }: RunRecord) => rest

/** Bits as they are stored. */
export const PLANES = { format: 'planes' } as const
