/** Features of a circuit that determine the time of its simulation: a few numbers, however long the circuit is. */
import type { CircuitFacts } from '../../simulation/circuit-facts'

export interface JobFeatures extends Pick<CircuitFacts, 'instructions' | 'used_qubits' | 'written_clbits'> {
  readonly is_clifford: boolean
  /** Whether measurements decide what follows: loops and conditions. */
  readonly has_decisions: boolean
}

type Facts = Pick<
  CircuitFacts,
  'instructions' | 'used_qubits' | 'written_clbits' | 'first_non_clifford' | 'first_condition' | 'has_loops'
>

export const featuresOf = (facts: Facts): JobFeatures => ({
  instructions: facts.instructions,
  used_qubits: facts.used_qubits,
  written_clbits: facts.written_clbits,
  is_clifford: facts.first_non_clifford === null,
  has_decisions: facts.has_loops || facts.first_condition !== null,
})
