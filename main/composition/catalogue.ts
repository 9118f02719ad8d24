/** Devices of the lab: backends with their calibration, the logical qubits on them, and their drift. */
import { type Backends, createBackends } from '../backends/backends'
import { createLabEvents, type LabEvents } from '../events/lab-events'
import { type AttachedLab, attachedTo } from '../lab/view/attached'
import { createDrifts, type Drifts } from '../modules/drift/history'
import { createDriftWatch } from '../modules/drift/watch'
import type { Modules } from '../modules/model/module'
import { createModules } from '../modules/modules'
import type { SimulationEngines } from '../simulation/engines'
import type { Foundation } from './foundation'

export interface LabCatalogue {
  readonly backends: Backends
  readonly modules: Modules
  readonly drifts: Drifts
  readonly labEvents: LabEvents
  /** Sequencers of live backends; it learns their connections once there are instruments. */
  readonly attached: AttachedLab
}

export function openCatalogue({ changes, store, simulators, pools, log, now, shutdown }: Foundation): LabCatalogue {
  const labEvents = createLabEvents(now)
  const attached = attachedTo(changes)
  const notice = (line: string): void => log.warn(line)
  const backends = createBackends({ store, lab: attached, now, notice, ...sizesOf(simulators) })
  const modules = createModules({ backends, now, computing: pools.computing })
  const drifts = createDrifts({ backends, modules })
  const watch = createDriftWatch({ drifts, backendsOf: backends.idsOf, publish: labEvents.publish, log })
  backends.onSnapshot(watch.onSnapshot)
  shutdown.add(watch.stop)
  return { backends, modules, drifts, labEvents, attached }
}

/** Most qubits that the simulators hold on this machine. */
const sizesOf = ({ simulator, stabilizer }: Pick<SimulationEngines, 'simulator' | 'stabilizer'>) => ({
  max_simulated_qubits: stabilizer.max_qubits,
  max_state_vector_qubits: {
    float64: simulator.max_qubits,
    float32: simulator.max_qubits_float32 ?? simulator.max_qubits,
  },
})
