/** The executor of each backend: by simulation for mocks, on sequencers for live backends. */
import type { Backend } from '../../contract/backends/catalogue'
import { AppError, type Fault } from '../../contract/model/errors'
import type { Devices } from '../../device/device'
import type { SimulationEngines } from '../../simulation/engines'
import { MAX_OUTCOME_BITS } from '../../simulation/model/circuit'
import { direct, type Runner } from '../../worker/runner'
import {
  type CircuitRequest,
  circuitFactsOf,
  type DeviceExecutor,
  type DeviceOf,
  type ExecutionRequest,
  type Executor,
  type Executors,
} from '../model/execution'
import { type JobTasks, jobTasks } from '../tasks/registry'
import { calibratedExecutor } from './calibrated-executor'
import { deviceExecutor } from './device/device-executor'
import { idealExecutor } from './ideal-executor'
import { executeRowByRow } from './sweeps/row-by-row'

interface ExecutorsOptions {
  readonly engines: Pick<SimulationEngines, 'simulator' | 'stabilizer' | 'trajectories'>
  readonly deviceOf: DeviceOf
  /** The sequencers of the lab; null where there are none. */
  readonly devices: Pick<Devices, 'deviceOf'> | null
  /** Where the long work of jobs is done; left out: on the calling thread. */
  readonly background?: Runner<JobTasks>
  /** Where work is done that a caller waits for; left out: as `background`. */
  readonly interactive?: Runner<JobTasks>
}

/** Returns the executor of each backend of a lab. */
export function createExecutors({ engines, deviceOf, devices, background, interactive }: ExecutorsOptions): Executors {
  const noisy = calibratedExecutor(engines, { deviceOf, background, interactive })
  const mock = mockExecutor({ ideal: idealExecutor(engines, background, interactive), noisy }, background)
  if (!devices) return executorsOf(mock)
  const { trajectories } = engines
  const device = withOutcomeLimits(deviceExecutor({ devices, deviceOf, trajectories, background, interactive }))
  return executorsOf(mock, ({ backend_id }) => (devices.deviceOf(backend_id) ? device : null))
}

/** `live` returns null for backends without a sequencer. */
export const executorsOf =
  (mock: Executor, live: (backend: Backend) => Executor | null = () => null): Executors =>
  backend => {
    if (backend.mode === 'mock') return mock
    const executor = backend.online ? live(backend) : null
    if (executor) return executor
    const { backend_id, offline_reason } = backend
    const reason = offline_reason ?? 'No sequencer is attached.'
    const details = { backend: backend_id, offline_reason: reason }
    throw new AppError('backend_offline', `${backend_id} takes no circuit jobs in this lab: ${reason}`, { details })
  }

/** Adds the limits on outcomes to a device's checks, as its counts, too, are made in one piece. */
const withOutcomeLimits = ({ device, ...executor }: DeviceExecutor): Executor => ({
  ...executor,
  validate: (request, at) => {
    const faults = outcomeFaults(request, at)
    return faults.length > 0 ? faults : executor.validate(request, at)
  },
  device: {
    ...device,
    check: async (request, at) => {
      const faults = outcomeFaults(request, at)
      return faults.length > 0 ? { faults, device_time_s: null, most_shots: 0 } : device.check(request, at)
    },
  },
})

interface SimulatedExecutors {
  readonly ideal: Executor
  /**
   * With the noise of the backend's current calibration; null where no such executor is there, so that mocks refuse
   * calibrated noise.
   */
  readonly noisy: Executor | null
}

/** The free counterpart of a device: the circuit as it was submitted, noiseless unless calibrated noise is asked for. */
export function mockExecutor(
  { ideal, noisy }: SimulatedExecutors,
  background: Runner<JobTasks> = direct(jobTasks),
): Executor {
  const executorFor = ({ options }: Pick<ExecutionRequest, 'options'>): Executor =>
    options.noise === 'calibrated' && noisy ? noisy : ideal
  const exactOf = ({ options }: CircuitRequest) => (options.noise === 'calibrated' ? noisy : ideal)?.exact
  return {
    validate: (request, at) => joined(outcomeFaults(request, at), simulationFaults(request, at, { ideal, noisy })),
    execute: request => executorFor(request).execute(request),
    executeSweep(request) {
      const executor = executorFor(request)
      const together = request.has_loops ? undefined : executor.executeSweep?.(request)
      return together ?? executeRowByRow(executor, request, background)
    },
    exact: {
      faults: (request, at) => exactOf(request)?.faults(request, at) ?? [],
      values: (request, paulis) => exactOf(request)!.values(request, paulis),
    },
    ...(noisy?.readout && { readout: noisy.readout }),
    runtime: async request => (await executorFor(request).runtime?.(request)) ?? null,
    rerunShots: async (request, executed) =>
      (executed.noise === 'calibrated' ? noisy : ideal)?.rerunShots?.(request, executed) ?? null,
  }
}

const joined = (faults: Fault[], more: Fault[] | Promise<Fault[]>): Fault[] | Promise<Fault[]> =>
  more instanceof Promise ? more.then(found => [...faults, ...found]) : [...faults, ...more]

function simulationFaults(request: CircuitRequest, at: string, { ideal, noisy }: SimulatedExecutors) {
  if (request.options.noise === 'none') return ideal.validate(request, at)
  if (noisy) return noisy.validate(request, at)
  return [{ pointer: '/options/noise', message: 'calibrated noise is not available here: no engine for it is loaded' }]
}

/** Maximum bytes of all bitstrings in counts, which are counted, stored and sent in one piece. */
const MAX_RESULT_BYTES = 2 ** 26

/**
 * Faults of too many outcomes: every bitstring has all classical bits, and there are at most min(shots, 2^written bits) of
 * them.
 */
function outcomeFaults(request: CircuitRequest, at: string): Fault[] {
  const { shots } = request
  const { clbits: length, written_clbits: written } = circuitFactsOf(request)
  const bytes = Math.min(shots, 2 ** written) * length
  if (length * shots <= MAX_OUTCOME_BITS && bytes <= MAX_RESULT_BYTES) return []
  const few = 2 ** written * length <= MAX_RESULT_BYTES ? Math.floor(MAX_OUTCOME_BITS / length) : 0
  const most = Math.max(Math.floor(MAX_RESULT_BYTES / length), few)
  const message = `bitstrings of ${length} classical bits (${at}) can be counted for at most ${most} shots`
  return [{ pointer: '/shots', message }]
}
