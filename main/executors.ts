import type { Backends } from './backends/backends'
import type { Lab } from './backends/devices/lab-profile'
import { calibratedEngine } from './jobs/execution/calibrated-engine'
import { deviceTranspiler } from './jobs/execution/device-transpiler'
import { idealEngine } from './jobs/execution/ideal-engine'
import { executorsOf, mockExecutor, simulatedDevice } from './jobs/execution/simulated-executors'
import type { Executors } from './jobs/model/executor'
import type { SimulationEngines } from './simulation/engines'
import type { ThreadPools } from './thread-pools'

interface ExecutorsOptions {
  readonly simulators: SimulationEngines
  readonly backends: Pick<Backends, 'device'>
  readonly pools: Pick<ThreadPools, 'reading' | 'working'>
  readonly lab: Pick<Lab, 'simulated_device'>
}

/** What carries out circuit jobs on each backend of this lab. */
export function createExecutors({ simulators, backends, pools, lab }: ExecutorsOptions): Executors {
  const { simulator, stabilizer, trajectories } = simulators
  const { reading, working } = pools
  const engines = {
    ideal: idealEngine({ simulator, stabilizer }, working),
    noisy: calibratedEngine({ stabilizer, trajectories }, backends.device, working, reading),
    transpiler: deviceTranspiler(backends.device, working),
  }
  const simulated_device = lab.simulated_device ? simulatedDevice(engines) : null
  return executorsOf({ mock: mockExecutor(engines), simulated_device })
}
