/** Who executes the jobs of each backend: mocks, and what stands for the devices of a lab. */
import { type Target, targetOf } from '../../circuits/transpile/model/target'
import { transpile } from '../../circuits/transpile/transpile'
import type { Backend } from '../../contract/backends/catalogue'
import type { Circuit } from '../../contract/jobs/circuit'
import type { TranspiledCircuit } from '../../contract/jobs/circuit-job'
import { AppError, type Fault } from '../../contract/model/errors'
import type { SimulationEngines } from '../../simulation/engines'
import { MAX_OUTCOME_BITS } from '../../simulation/model/circuit'
import type { Json } from '../../worker/json'
import type { Runner } from '../../worker/runner'
import {
  type CircuitRequest,
  callbacksOf,
  circuitFactsOf,
  type DeviceOf,
  type ExecutionRequest,
  type ExecutionResult,
  type Executor,
  type Executors,
  requestFor,
} from '../model/executor'
import { type JobTasks, type TranspiledJson, transpiledOf } from '../tasks/registry'
import { calibratedEngine } from './calibrated-engine'
import { idealEngine } from './ideal-engine'

interface ExecutorsOptions {
  readonly engines: Pick<SimulationEngines, 'simulator' | 'stabilizer' | 'trajectories'>
  readonly deviceOf: DeviceOf
  /** Whether simulators stand for the devices of this lab; else live backends need instruments. */
  readonly has_simulated_device: boolean
  /** Where the long work of jobs is done; left out: on the calling thread. */
  readonly background?: Runner<JobTasks>
  /** And what a caller waits for meanwhile; left out: with the jobs. */
  readonly interactive?: Runner<JobTasks>
}

/** Who executes circuit jobs on each backend of a lab. */
export function createExecutors(options: ExecutorsOptions): Executors {
  const { engines, deviceOf, has_simulated_device, background, interactive } = options
  const parts = {
    ideal: idealEngine(engines, background),
    noisy: calibratedEngine(engines, deviceOf, background, interactive),
    transpiler: deviceTranspiler(deviceOf, background),
  }
  return executorsOf(mockExecutor(parts), has_simulated_device ? simulatedDevice(parts) : null)
}

/** `simulated_device` stands for the devices; null where live backends need instruments. */
export const executorsOf =
  (mock: Executor, simulated_device: Executor | null = null): Executors =>
  backend => {
    if (backend.mode === 'mock') return mock
    if (backend.online && backend.simulated && simulated_device) return simulated_device
    const { backend_id, offline_reason } = backend
    const reason = offline_reason ?? 'No sequencer is attached.'
    const details = { backend: backend_id, offline_reason: reason }
    throw new AppError('backend_offline', `${backend_id} takes no circuit jobs in this lab: ${reason}`, details)
  }

interface SimulatedEngines {
  readonly ideal: Executor
  /** With the noise of the backend's current calibration; null while there is none: it is then refused on mocks. */
  readonly noisy: Executor | null
}

/** The free counterpart of a device: the circuit as it was submitted, noiseless unless calibrated noise is asked for. */
export function mockExecutor({ ideal, noisy }: SimulatedEngines): Executor {
  return {
    validate: (request, at) => joined(outcomeFaults(request, at), engineFaults(request, at, { ideal, noisy })),
    execute: request => (request.options.noise === 'calibrated' && noisy ? noisy : ideal).execute(request),
    rerunShots: async (request, executed) =>
      (executed.noise === 'calibrated' ? noisy : ideal)?.rerunShots?.(request, executed) ?? null,
  }
}

/**
 * Stands for a device in a lab that says so; jobs and results are labelled simulated. Its noise is the calibration's
 * where there is an engine for it, and the result names what was applied. Without a transpiler the circuit runs as submitted,
 * and the job shows no transpiled one.
 */
export function simulatedDevice({
  ideal,
  noisy,
  transpiler,
}: SimulatedEngines & { readonly transpiler: Transpiler | null }): Executor {
  const engine = noisy ?? ideal
  return {
    validate: (request, at) => {
      const unfit = transpiler?.validate(request, at) ?? []
      return joined(outcomeFaults(request, at), unfit.length > 0 ? unfit : engine.validate(request, at))
    },
    async execute(request) {
      if (transpiler === null) return engine.execute(request)
      const { transpiled, prepared } = await transpileRequest(transpiler, request)
      request.signal.throwIfAborted()
      return { ...(await engine.execute(prepared)), transpiled }
    },
    rerunShots: async (request, executed) => engine.rerunShots?.(request, executed) ?? null,
  }
}

const joined = (faults: Fault[], more: Fault[] | Promise<Fault[]>): Fault[] | Promise<Fault[]> =>
  more instanceof Promise ? more.then(found => [...faults, ...found]) : [...faults, ...more]

function engineFaults(request: CircuitRequest, at: string, { ideal, noisy }: SimulatedEngines) {
  if (request.options.noise === 'none') return ideal.validate(request, at)
  if (noisy) return noisy.validate(request, at)
  return [{ pointer: '/options/noise', message: 'calibrated noise is not available here: no engine for it is loaded' }]
}

/** Bytes of bitstrings that counts may come to: they are counted, stored and sent in one piece. */
const MAX_RESULT_BYTES = 2 ** 26

/** Bitstrings are as long as the highest classical bit says, and there are as many as the measured bits can make. */
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

/** Transpiles circuits to a backend's device. */
export interface Transpiler {
  /** Why the device cannot take it, as far as that is quick to tell; empty when it can. */
  validate(request: CircuitRequest, at: string): Fault[]
  /** Throws AppError where it has no room after all. */
  transpile(circuit: Circuit, backend: Backend): TranspiledCircuit | Promise<TranspiledCircuit>
  /** The same on a thread; left out: there is none. */
  transpileOnThread?(
    json: Json,
    backend: Backend,
    request: Pick<ExecutionRequest, 'owner' | 'signal'>,
  ): Promise<TranspiledJson>
}

/** To the whole device, by its current calibration; on a thread where there is one. */
export function deviceTranspiler(deviceOf: DeviceOf, background?: Runner<JobTasks>): Transpiler {
  const target = targetsOf(deviceOf)
  return {
    validate(request, at) {
      const { used_qubits } = circuitFactsOf(request)
      const working = target(request.backend.backend_id).qubits.length
      if (used_qubits <= working) return []
      return [{ pointer: `${at}/num_qubits`, message: `${used_qubits} qubits are used; ${working} of the device work` }]
    },
    transpile: (circuit, { backend_id }) => transpiledOf(transpile(circuit, target(backend_id)), circuit),
    ...(background && {
      transpileOnThread: (json, { backend_id }, { signal, owner }) =>
        background.run('transpile', { json, target: target(backend_id) }, { signal, owner }),
    }),
  }
}

/** What a device can do follows from its calibration, so each is worked out once. */
function targetsOf(deviceOf: DeviceOf): (backend_id: string) => Target {
  const known = new Map<string, { readonly of: ReturnType<DeviceOf>['current']; readonly target: Target }>()
  return backend_id => {
    const { profile, current } = deviceOf(backend_id)
    const last = known.get(backend_id)
    if (last?.of === current) return last.target
    const target = targetOf(profile, current)
    known.set(backend_id, { of: current, target })
    return target
  }
}

/** The transpiled circuit, and the request to execute it. */
async function transpileRequest(
  transpiler: Transpiler,
  request: ExecutionRequest,
): Promise<Pick<ExecutionResult, 'transpiled'> & { readonly prepared: ExecutionRequest }> {
  const { backend, shots, seed, options, owner, json } = request
  const rest = { backend, shots, seed, options, ...callbacksOf(request), owner }
  if (transpiler.transpileOnThread && json !== undefined) {
    const { transpiled, circuit } = await transpiler.transpileOnThread(json, backend, request)
    return { transpiled, prepared: requestFor(circuit, rest) }
  }
  const transpiled = await transpiler.transpile(request.circuit, backend)
  return { transpiled, prepared: { ...rest, circuit: transpiled.circuit } }
}
