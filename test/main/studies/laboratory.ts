/** One synthetic 3×3 chiplet, its modules, and studies and runs over the same store. */
import type { DeviceState } from '../../../main/backends/backends'
import { AppError } from '../../../main/contract/model/errors'
import { BreakEvenRequest, type Study } from '../../../main/contract/runs/studies'
import type { Caller } from '../../../main/contract/service/account'
import { createLog } from '../../../main/log/log'
import { createModules, type ModuleServices } from '../../../main/modules/modules'
import { cachedProofs } from '../../../main/modules/rounds/proven-parts'
import type { ModuleTasks } from '../../../main/modules/tasks'
import { type RunTasks, runTasks } from '../../../main/runs/execution/tasks'
import { createRuns } from '../../../main/runs/runs'
import { runEngines } from '../../../main/runs/sampling/frame-engine'
import { loadEngines } from '../../../main/simulation/engines'
import type { Simulator } from '../../../main/simulation/model/simulator'
import { createReferenceTrajectories } from '../../../main/simulation/trajectories/reference'
import type { Store } from '../../../main/store/store'
import type { StudyNews } from '../../../main/studies/queue'
import { createStudies, type Studies } from '../../../main/studies/studies'
import { type StudyTasks, studyTasks } from '../../../main/studies/tasks'
import { direct, type Runner } from '../../../main/worker/runner'
import { type Figures, latticeCouplings, syntheticDevice } from '../qec/devices'
import { openMemoryStore } from '../store/memory-store'

export const caller: Caller = { kind: 'session', key_id: null, name: 'account holder', roles: ['qec'] }
export const MODULE = { backend_id: 'lab-mock', logical_id: 'c0.L0' }
const DISQUALIFIED: Figures = { qubit: q => (q === 4 ? { out_of_service: 'warm' } : {}) }

const stateWith = (device_id: string, figures: Figures): [string, DeviceState] => {
  const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3), figures)
  return [device_id, { profile: { ...profile, device_id }, current: snapshot, snapshots: [snapshot] }]
}
const STATES = new Map([stateWith('lab-mock', {}), stateWith('lab-dead', DISQUALIFIED)])

/** The native one where it is built. */
export const { simulator: fastest } = loadEngines({ log: () => {} })

/** Proved once for all labs of a test file, as a service does. */
const PROOFS = cachedProofs()

export interface Lab {
  readonly store?: Store
  readonly simulator?: Simulator
  readonly publish?: (study: StudyNews) => void
  /** On the calling thread unless given. */
  readonly computing?: Runner<StudyTasks>
  /** The same for modules and runs. */
  readonly others?: Runner<ModuleTasks & RunTasks>
}

function stateOf(backend_id: string): DeviceState {
  const state = STATES.get(backend_id)
  if (!state) throw new AppError('not_found', `No backend ${backend_id}`)
  return state
}

const modulesOn = (elsewhere: Pick<ModuleServices, 'computing'> = {}) =>
  createModules({ backends: { device: stateOf }, now: () => Date.parse('2026-11-21T00:00:00Z'), ...elsewhere })

/** Selected once for all labs of a test file, as a service does. */
const MODULES = modulesOn()

export function openLab({
  store = openMemoryStore(),
  simulator = fastest,
  publish = () => {},
  computing,
  others,
}: Lab = {}) {
  const now = Date.now
  const modules = others ? modulesOn({ computing: others }) : MODULES
  const execution = (backend_id: string) => {
    stateOf(backend_id)
    return { mode: 'mock' as const, simulated: true, online: true, offline_reason: null }
  }
  const log = createLog('silent')
  const engines = runEngines({ simulator, trajectories: createReferenceTrajectories() })
  const shared = { store, modules, backends: { execution }, engines, log, now }
  return {
    store,
    studies: createStudies({ ...shared, publish, computing: computing ?? direct(studyTasks(() => engines, PROOFS)) }),
    runs: createRuns({
      ...shared,
      version: '0.0.0-test',
      computing: others ?? direct(runTasks(() => engines, PROOFS)),
    }),
  }
}

/** The product readout unless named: what a map chooses is tested by itself. */
export const request = ({ readout = 'checked', ...fields }: Partial<BreakEvenRequest> = {}) => ({
  ...BreakEvenRequest.parse({ mode: 'correction', scales: [0.5, 1], rounds: [1, 2], shots: 100, seed: 7, ...fields }),
  readout,
})

/** Waits until the study is over; fails with its reason when it did not complete. */
export async function completed(studies: Studies, { backend_id, logical_id, study_id }: Study): Promise<Study> {
  for (;;) {
    const study = studies.get({ backend_id, logical_id, study_id })
    if (study.status === 'COMPLETED') return study
    if (study.status !== 'PENDING' && study.status !== 'PROCESSING')
      throw new Error(`${study.status}: ${study.status_reason?.message}`)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

/** The engine of the lab, except that from the n-th circuit on it waits until the caller gives up. */
export function haltingAt(circuit: number) {
  let started = 0
  const simulator: Simulator = {
    ...fastest,
    async sampleFrames(program, { shots, seed, ...options }) {
      options?.signal?.throwIfAborted()
      if (started++ >= circuit)
        await new Promise<void>((_, reject) => {
          options?.signal?.addEventListener('abort', () => reject(options.signal?.reason), { once: true })
        })
      return fastest.sampleFrames(program, { shots, seed, ...options })
    },
  }
  return { simulator, started: () => started }
}
