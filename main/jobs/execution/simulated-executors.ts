import type { Backend } from '../../contract/backends/catalogue'
import { AppError, type Fault } from '../../contract/model/errors'
import { MAX_OUTCOME_BITS } from '../../simulation/model/circuit'
import {
  type CircuitRequest,
  circuitFactsOf,
  type ExecutionRequest,
  type ExecutionResult,
  type Executor,
  type Executors,
  requestFor,
} from '../model/executor'
import { type CircuitEngine, callbacksOf } from './circuit-engine'
import type { Transpiler } from './device-transpiler'

interface SimulatedEngines {
  readonly ideal: CircuitEngine
  /** With the noise of the backend's current calibration; null while there is none: it is then refused on mocks. */
  readonly noisy: CircuitEngine | null
}

/** Bytes of bitstrings that counts may come to: they are counted, stored and sent in one piece. */
const MAX_RESULT_BYTES = 2 ** 26

/** The free counterpart of a device: the circuit as it was submitted, noiseless unless calibrated noise is asked for. */
export function mockExecutor({ ideal, noisy }: SimulatedEngines): Executor {
  return {
    refuse: (request, at) => joined(outcomeFaults(request, at), engineFaults(request, at, ideal, noisy)),
    execute: request => (request.options.noise === 'calibrated' && noisy ? noisy : ideal).run(request),
    rerunShots: async (request, executed) =>
      (executed.noise === 'calibrated' ? noisy : ideal)?.rerunShots?.(request, executed) ?? null,
  }
}

interface SimulatedDeviceOptions extends SimulatedEngines {
  /** null while there is none: the circuit runs as submitted, and the job shows no transpiled one. */
  readonly transpiler: Transpiler | null
}

/**
 * Stands for a device in a lab that says so; jobs and results are labelled simulated. Its noise is the calibration's
 * where there is an engine for it, and the result names what was applied.
 */
export function simulatedDevice({ ideal, noisy, transpiler }: SimulatedDeviceOptions): Executor {
  const engine = noisy ?? ideal
  return {
    refuse: (request, at) => {
      const unfit = transpiler?.refuse(request, at) ?? []
      return joined(outcomeFaults(request, at), unfit.length > 0 ? unfit : engine.refuse(request, at))
    },
    async execute(request) {
      if (transpiler === null) return engine.run(request)
      const { prepared, transpiled } = await transpile(transpiler, request)
      request.signal.throwIfAborted()
      return { ...(await engine.run(prepared)), transpiled }
    },
    rerunShots: async (request, executed) => engine.rerunShots?.(request, executed) ?? null,
  }
}

const joined = (faults: Fault[], more: Fault[] | Promise<Fault[]>): Fault[] | Promise<Fault[]> =>
  more instanceof Promise ? more.then(found => [...faults, ...found]) : [...faults, ...more]

type Prepared = Pick<ExecutionResult, 'transpiled'> & { readonly prepared: ExecutionRequest }

async function transpile(transpiler: Transpiler, request: ExecutionRequest): Promise<Prepared> {
  const { backend, shots, seed, options, owner, json } = request
  const rest = { backend, shots, seed, options, ...callbacksOf(request), owner }
  if (transpiler.transpileOnThread && json !== undefined) {
    const { transpiled, circuit } = await transpiler.transpileOnThread(json, backend, request)
    return { transpiled, prepared: requestFor(circuit, rest) }
  }
  const transpiled = await transpiler.transpile(request.circuit, backend)
  return { transpiled, prepared: { ...rest, circuit: transpiled.circuit } }
}

function engineFaults(request: CircuitRequest, at: string, ideal: CircuitEngine, noisy: CircuitEngine | null) {
  if (request.options.noise === 'none') return ideal.refuse(request, at)
  if (noisy) return noisy.refuse(request, at)
  return [{ pointer: '/options/noise', message: 'calibrated noise is not available here: no engine for it is loaded' }]
}

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

export interface ExecutorsOptions {
  readonly mock: Executor
  /** What stands for the devices in a lab with a simulated device; null where live backends need instruments. */
  readonly simulated_device: Executor | null
}

export function executorsOf({ mock, simulated_device }: ExecutorsOptions): Executors {
  return backend => {
    if (backend.mode === 'mock') return mock
    if (backend.online && backend.simulated && simulated_device) return simulated_device
    throw offline(backend)
  }
}

function offline({ backend_id, offline_reason }: Backend): AppError {
  const reason = offline_reason ?? 'No sequencer is attached.'
  const details = { backend: backend_id, offline_reason: reason }
  return new AppError('backend_offline', `${backend_id} takes no circuit jobs in this lab: ${reason}`, details)
}
