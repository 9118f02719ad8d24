import type { Transpiled } from '../../circuits/transpile/model/result'
import type { Circuit } from '../../contract/jobs/circuit'
import type { TranspiledCircuit } from '../../contract/jobs/circuit-job'

/** JSON of the TranspiledCircuit, and of the circuit in it. */
export interface TranspiledJson {
  readonly transpiled: Uint8Array
  readonly circuit: Uint8Array
}

/** What the transpiler made of `source`, as a job shows it; results keep the width of the submitted circuit. */
export const transpiledOf = (done: Transpiled, { num_clbits }: Circuit): TranspiledCircuit => ({
  circuit: { ...(done.circuit as Circuit), ...(num_clbits !== undefined && { num_clbits }) },
  initial_layout: [...done.initial_layout],
  final_layout: [...done.final_layout],
  swaps: done.swap_count,
  cz_count: done.cz_count,
  ...(done.native_two_qubit_count !== undefined && { native_two_qubit_count: done.native_two_qubit_count }),
  ...(done.native_two_qubit_gates && { native_two_qubit_gates: [...done.native_two_qubit_gates] }),
  depth: done.depth,
  duration_ns: done.duration_ns,
  expected_success: done.expected_success,
  ...(done.success_is_bound && { success_is_bound: true }),
})
