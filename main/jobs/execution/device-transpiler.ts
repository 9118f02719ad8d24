import { type Target, targetOf } from '../../circuits/transpile/model/target'
import { transpile } from '../../circuits/transpile/transpile'
import type { Backend } from '../../contract/backends/catalogue'
import type { Circuit } from '../../contract/jobs/circuit'
import type { TranspiledCircuit } from '../../contract/jobs/circuit-job'
import type { Fault } from '../../contract/model/errors'
import type { Json } from '../../worker/json'
import type { Runner } from '../../worker/runner'
import { type CircuitRequest, circuitFactsOf, type ExecutionRequest } from '../model/executor'
import type { JobTasks } from '../tasks/registry'
import { type TranspiledJson, transpiledOf } from '../tasks/transpiled'
import type { DeviceOf } from './circuit-engine'

/** Transpiles circuits to a backend's device. */
export interface Transpiler {
  /** Why the device cannot take it, as far as that is quick to tell; empty when one can. */
  refuse(request: CircuitRequest, at: string): Fault[]
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
  const refuse: Transpiler['refuse'] = (request, at) => {
    const { used_qubits } = circuitFactsOf(request)
    const working = target(request.backend.backend_id).qubits.length
    if (used_qubits <= working) return []
    return [{ pointer: `${at}/num_qubits`, message: `${used_qubits} qubits are used; ${working} of the device work` }]
  }
  const here: Transpiler['transpile'] = (circuit, { backend_id }) =>
    transpiledOf(transpile(circuit, target(backend_id)), circuit)
  if (!background) return { refuse, transpile: here }
  return {
    refuse,
    transpile: here,
    transpileOnThread: (json, { backend_id }, { signal, owner }) =>
      background.run('transpile', { json, target: target(backend_id) }, { signal, owner }),
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
