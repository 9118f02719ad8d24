import type { CircuitFacts } from './circuit-facts'

export interface EngineLimits {
  /** Most qubits of the state vector in this machine's memory. */
  readonly statevector_qubits: number
  readonly stabilizer_qubits: number
}

type ChoiceFacts = Pick<CircuitFacts, 'used_qubits' | 'first_non_clifford'>

/** Which engine runs a circuit and why; `none` when none can, and then `why` is shown to the user. */
export interface EngineChoice {
  readonly engine: 'statevector' | 'stabilizer' | 'none'
  /** Qubits the circuit touches; the others cost nothing. */
  readonly qubits: number
  readonly why: string
}

/**
 * The engine for a circuit: stabilizer whenever every instruction is Clifford, whatever its conditions, else the state vector.
 * The same circuit always gets the same engine where both have room, so that a seed means the same counts.
 */
export function engineFor(facts: ChoiceFacts, limits: EngineLimits): EngineChoice {
  const { used_qubits: qubits, first_non_clifford: first } = facts
  if (first === null) return withinStabilizer(qubits, limits.stabilizer_qubits)
  const reason = `instruction ${first.index} (${first.name}) is not Clifford`
  const most = limits.statevector_qubits
  if (qubits <= most) return { engine: 'statevector', qubits, why: reason }
  const why = `${reason}, and the ${qubits} qubits in use exceed the ${most} that a state vector can hold here`
  return { engine: 'none', qubits, why }
}

function withinStabilizer(qubits: number, most: number): EngineChoice {
  if (qubits <= most) return { engine: 'stabilizer', qubits, why: 'every instruction is Clifford' }
  return { engine: 'none', qubits, why: `the ${qubits} qubits in use exceed the ${most} of the stabilizer engine` }
}
