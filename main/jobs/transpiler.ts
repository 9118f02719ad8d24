import { type Target, targetOf } from '../circuits/transpile/model/target'
import { transpiling } from '../circuits/transpile/transpile'
import type { Circuit, TranspiledCircuit } from '../contract/jobs'
import { paced } from '../pace/pace'
import type { Runner } from '../worker/runner'
import type { DeviceOf } from './engines'
import { knownOf } from './model/executor'
import { fittedOf } from './fitted'
import type { Transpiler } from './simulated'
import type { JobTasks } from './tasks/registry'

/** Fits circuits to the whole device of a backend, by its current calibration; lets the event loop turn meanwhile. */
export function deviceTranspiler(deviceOf: DeviceOf, heavy?: Runner<JobTasks>): Transpiler {
  const target = targetsOf(deviceOf)
  const refuse: Transpiler['refuse'] = (planned, at) => {
    const { used_qubits } = knownOf(planned)
    const working = target(planned.backend.backend_id).qubits.length
    if (used_qubits <= working) return []
    return [{ pointer: `${at}/num_qubits`, message: `${used_qubits} qubits are used; ${working} of the device work` }]
  }
  const fit = async (circuit: Circuit, { backend_id }: { backend_id: string }): Promise<TranspiledCircuit> =>
    fittedOf(await paced(transpiling(circuit, target(backend_id))), circuit)
  if (!heavy) return { refuse, fit }
  return {
    refuse,
    fit,
    fitLarge: (json, { backend_id }, signal) =>
      heavy.run('transpile', { json, target: target(backend_id) }, { signal }),
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
