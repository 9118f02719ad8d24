/** The circuits that measure observables, and what each of their bits says. */
import type { Circuit, Instruction } from '../../contract/jobs/circuit'
import type { Grouping } from '../../contract/jobs/observables'
import { clbitsOf, MAX_CLBITS } from '../model/classical-bits'
import { diagonalizeCommuting, diagonalizeQubitWise } from './diagonalize'
import { groupPaulis } from './grouping'
import { sparseText } from './pauli'
import type { ObservableSet } from './read-observables'

/** The parity of measured bits (indices into `MeasurementGroup.qubits`), with its coefficient in each observable that has it. */
export interface ParityTerm {
  readonly bits: readonly number[]
  readonly coefficients: readonly (readonly [observable: number, coefficient: number])[]
}

export interface MeasurementGroup {
  readonly paulis: readonly string[]
  readonly gates: readonly Instruction[]
  /** Qubit of each measured bit. */
  readonly qubits: readonly number[]
  readonly terms: readonly ParityTerm[]
}

/**
 * Groups of commuting Paulis, by sorted insertion, each with the gates that turn its Paulis into parities of measured bits.
 * `checkpoint` is called regularly and throws to end the work.
 */
export function measurementGroups(
  { terms }: ObservableSet,
  grouping: Grouping,
  checkpoint: () => void = () => undefined,
): MeasurementGroup[] {
  const weighted = terms.map(({ pauli, coefficients }) => ({
    pauli,
    weight: [...coefficients.values()].reduce((sum, each) => sum + Math.abs(each), 0),
  }))
  return groupPaulis(weighted, grouping, checkpoint).map(members => {
    const own = members.map(at => terms[at]!)
    const paulis = own.map(({ pauli }) => pauli)
    const { gates, paulis: diagonal } = isQubitWise(grouping)
      ? diagonalizeQubitWise(paulis)
      : diagonalizeCommuting(paulis)
    const qubits = [...new Set(diagonal.flatMap(each => each.qubits))].sort((a, b) => a - b)
    const bitOf = new Map(qubits.map((qubit, bit) => [qubit, bit]))
    return {
      paulis: paulis.map(sparseText),
      gates,
      qubits,
      terms: own.map(({ coefficients }, at) => ({
        bits: diagonal[at]!.qubits.map(qubit => bitOf.get(qubit)!),
        coefficients: [...coefficients].map(([index, value]) => [index, value * diagonal[at]!.sign] as const),
      })),
    }
  })
}

const isQubitWise = (grouping: Grouping): boolean => grouping === 'qubit_wise'

/** Classical bit of the group's first measured qubit, in the circuit that `measuring` makes. */
export const firstBitOf = (circuit: Circuit): number => clbitsOf(circuit)

/** Classical bits that the groups of a circuit can take beside its own. */
export const bitsLeft = (circuit: Circuit): number => MAX_CLBITS - clbitsOf(circuit)

/** The circuit with a group's gates and measurements at its end, which write new bits above those of the circuit. */
export function measuring(circuit: Circuit, { gates, qubits }: Pick<MeasurementGroup, 'gates' | 'qubits'>): Circuit {
  const first = firstBitOf(circuit)
  const measures = qubits.map(
    (qubit, bit): Instruction => ({ name: 'measure', qubits: [qubit], clbits: [first + bit] }),
  )
  return {
    num_qubits: circuit.num_qubits,
    num_clbits: first + qubits.length,
    ...(circuit.physical_qubits && { physical_qubits: true }),
    instructions: [...circuit.instructions, ...gates, ...measures],
  }
}

/** The two circuits that measure the readout errors of these qubits: prepared all in 0, and all in 1. Qubit `qubits[b]` is read into bit b. */
export function confusionCircuits(qubits: readonly number[], num_qubits: number): readonly [Circuit, Circuit] {
  const measures = qubits.map((qubit, bit): Instruction => ({ name: 'measure', qubits: [qubit], clbits: [bit] }))
  const flips = qubits.map((qubit): Instruction => ({ name: 'x', qubits: [qubit] }))
  const of = (instructions: Instruction[]): Circuit => ({ num_qubits, num_clbits: qubits.length, instructions })
  return [of(measures), of([...flips, ...measures])]
}

/** The gate as an OpenQASM statement, such as `sdg q[3];`. */
export const gateText = ({ name, qubits }: Instruction): string => `${name} ${qubits.map(q => `q[${q}]`).join(', ')};`
