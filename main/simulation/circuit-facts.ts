/** What decides where a circuit can run, and the engine that runs it. */
import { resultBitsOf } from '../circuits/model/classical-bits'
import { hasLoops, loopFaults, unrolledLength } from '../circuits/model/loops'
import { registersInResult } from '../circuits/model/registers'
import { type Circuit, isLoopMark } from '../contract/jobs/circuit'
import { cliffordOps } from './stabilizer/program'

/** Facts that decide where a circuit can run, found in one pass over the circuit. */
export interface CircuitFacts {
  readonly num_qubits: number
  /** Whether the qubits are those of the device itself. */
  readonly physical_qubits: boolean
  /** Number of instructions, with loops unrolled. */
  readonly instructions: number
  readonly has_loops: boolean
  /** Number of qubits that anything but a barrier acts on, and the one that loops take. */
  readonly used_qubits: number
  /** Width of the result. */
  readonly clbits: number
  /** Declared registers of the result, from bit 0 on; null where none are declared. */
  readonly registers: readonly ClassicalRegister[] | null
  /** Number of distinct classical bits that are written. */
  readonly written_clbits: number
  /** The first instruction that is not Clifford, loop marks aside; null when all are. */
  readonly first_non_clifford: IndexedInstruction | null
  /** The first instruction under a condition; null when there is none. */
  readonly first_condition: IndexedInstruction | null
  /** The first measurement, reset or loop mark; null when there is none. */
  readonly first_collapse: IndexedInstruction | null
}

export interface ClassicalRegister {
  readonly name: string
  readonly size: number
}

interface IndexedInstruction {
  readonly index: number
  readonly name: string
}

/** One pass over the circuit, sound or not. */
export function factsOf(circuit: Circuit): CircuitFacts {
  const used = new Set<number>()
  const written = new Set<number>()
  let first: IndexedInstruction | null = null
  let first_condition: IndexedInstruction | null = null
  let first_collapse: IndexedInstruction | null = null
  for (const [index, instruction] of circuit.instructions.entries()) {
    const { name, qubits, clbits = [] } = instruction
    if (first_condition === null && instruction.condition) first_condition = { index, name }
    if (isLoopMark(instruction)) {
      first_collapse ??= { index, name }
      continue
    }
    if (name !== 'barrier') for (const qubit of qubits) used.add(qubit)
    for (const clbit of clbits) written.add(clbit)
    if (first === null && cliffordOps(instruction) === null) first = { index, name }
    if (first_collapse === null && (name === 'measure' || name === 'reset')) first_collapse = { index, name }
  }
  const has_loops = hasLoops(circuit) && loopFaults(circuit.instructions, '').length === 0
  return {
    num_qubits: circuit.num_qubits,
    physical_qubits: circuit.physical_qubits ?? false,
    instructions: has_loops ? unrolledLength(circuit.instructions) : circuit.instructions.length,
    has_loops,
    // Engines keep what a loop decides by a qubit of their own.
    used_qubits: used.size + (has_loops ? 1 : 0),
    clbits: resultBitsOf(circuit),
    registers: registersOf(circuit),
    written_clbits: written.size,
    first_non_clifford: first,
    first_condition,
    first_collapse,
  }
}

const registersOf = ({ registers, result_clbits }: Circuit): ClassicalRegister[] | null =>
  registers ? registersInResult(registers, result_clbits) : null

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
