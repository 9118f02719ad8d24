import { targetOf } from '../circuits/transpile/target'
import { transpiling } from '../circuits/transpile/transpile'
import type { Circuit, TranspiledCircuit } from '../contract/jobs'
import { paced } from '../pace/pace'
import type { DeviceOf } from './engines'
import type { Transpiler } from './simulated'

/** Fits circuits to the whole device of a backend, by its current calibration; lets the event loop turn meanwhile. */
export function deviceTranspiler(deviceOf: DeviceOf): Transpiler {
  const target = (backend_id: string) => {
    const { profile, current } = deviceOf(backend_id)
    return targetOf(profile, current)
  }
  return {
    refuse({ circuit, backend }, at) {
      const used = usedQubits(circuit)
      const working = target(backend.backend_id).qubits.length
      if (used <= working) return []
      return [{ pointer: `${at}/num_qubits`, message: `${used} qubits are used; ${working} of the device work` }]
    },
    async fit(circuit, { backend_id }): Promise<TranspiledCircuit> {
      const done = await paced(transpiling(circuit, target(backend_id)))
      return {
        circuit: nativeCircuit(done.circuit, circuit),
        initial_layout: [...done.initial_layout],
        final_layout: [...done.final_layout],
        swaps: done.swap_count,
        cz_count: done.cz_count,
        depth: done.depth,
        duration_ns: done.duration_ns,
        expected_success: done.expected_success,
      }
    },
  }
}

const usedQubits = ({ instructions }: Circuit): number =>
  new Set(instructions.filter(({ name }) => name !== 'barrier').flatMap(({ qubits }) => qubits)).size

/** Results keep the width of the submitted circuit. */
const nativeCircuit = (native: unknown, { num_clbits }: Circuit): Circuit => ({
  ...(native as Circuit),
  ...(num_clbits !== undefined && { num_clbits }),
})
