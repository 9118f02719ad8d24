import type { Transpiled } from '../circuits/transpile/model/result'
import type { Circuit, TranspiledCircuit } from '../contract/jobs'

/** What the transpiler made of `source`, as a job shows it; results keep the width of the submitted circuit. */
export const fittedOf = (done: Transpiled, { num_clbits }: Circuit): TranspiledCircuit => ({
  circuit: { ...(done.circuit as Circuit), ...(num_clbits !== undefined && { num_clbits }) },
  initial_layout: [...done.initial_layout],
  final_layout: [...done.final_layout],
  swaps: done.swap_count,
  cz_count: done.cz_count,
  depth: done.depth,
  duration_ns: done.duration_ns,
  expected_success: done.expected_success,
})
