/** One synthetic 3×3 chiplet, its modules, and studies and runs over the same store. */
import type { Caller } from '../../../main/contract/service/account'
import { AppError } from '../../../main/contract/model/errors'
import { BreakEvenRequest, type Study } from '../../../main/contract/runs/studies'
import { createLog } from '../../../main/log/log'
import { createModules } from '../../../main/modules/modules'
import { runEngines } from '../../../main/runs/sampling/engines'
import { createRuns } from '../../../main/runs/runs'
import { createReference } from '../../../main/simulation/reference'
import type { Simulator } from '../../../main/simulation/model/simulator'
import { createReferenceTrajectories } from '../../../main/simulation/trajectories/reference'
import { openMemoryStore, type Store } from '../../../main/store/store'
import { createStudies, type Studies, type StudyNews } from '../../../main/studies/studies'
import type { StudyTasks } from '../../../main/studies/tasks'
import type { Runner } from '../../../main/worker/runner'
import { type Figures, latticeCouplings, syntheticDevice } from '../qec/devices'

export const caller: Caller = { kind: 'session', key_id: null, name: 'account holder', roles: ['qec'] }
export const MODULE = { backend_id: 'lab-mock', logical_id: 'c0.L0' }
const DISQUALIFIED: Figures = { qubit: q => (q === 4 ? { out_of_service: 'warm' } : {}) }

export interface Lab {
  readonly store?: Store
  readonly simulator?: Simulator
  readonly publish?: (study: StudyNews) => void
  /** On the calling thread unless given. */
  readonly computing?: Runner<StudyTasks>
}

export function openLab({
  store = openMemoryStore(),
  simulator = createReference(),
  publish = () => {},
  computing,
}: Lab = {}) {
  const stateOf = (backend_id: string) => {
    if (!['lab-mock', 'lab-dead'].includes(backend_id)) throw new AppError('not_found', `No backend ${backend_id}`)
    const figures = backend_id === 'lab-dead' ? DISQUALIFIED : {}
    const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3), figures)
    return { profile: { ...profile, device_id: backend_id }, current: snapshot, snapshots: [snapshot] }
  }
  const now = Date.now
  const modules = createModules({ backends: { device: stateOf }, now: () => Date.parse('2026-11-21T00:00:00Z') })
  const execution = (backend_id: string) => {
    stateOf(backend_id)
    return { mode: 'mock' as const, simulated: true, online: true, offline_reason: null }
  }
  const log = createLog('silent')
  const engines = runEngines({ simulator, trajectories: createReferenceTrajectories() })
  const shared = { store, modules, backends: { execution }, engines, log, now }
  return {
    store,
    studies: createStudies({ ...shared, publish, ...(computing ? { computing } : {}) }),
    runs: createRuns({ ...shared, version: '0.0.0-test' }),
  }
}

export const request = (fields: Partial<BreakEvenRequest> = {}): BreakEvenRequest =>
  BreakEvenRequest.parse({ mode: 'correction', scales: [0.5, 1], rounds: [1, 2], shots: 100, seed: 7, ...fields })

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

/** The reference engine, except that from the n-th circuit on it waits until the caller gives up. */
export function haltingAt(circuit: number) {
  const reference = createReference()
  let started = 0
  const simulator: Simulator = {
    ...reference,
    async sampleFrames(program, shots, seed, inputs, options) {
      options?.signal?.throwIfAborted()
      if (started++ >= circuit)
        await new Promise<void>((_, reject) => {
          options?.signal?.addEventListener('abort', () => reject(options.signal?.reason), { once: true })
        })
      return reference.sampleFrames(program, shots, seed, inputs, options)
    },
  }
  return { simulator, started: () => started }
}
