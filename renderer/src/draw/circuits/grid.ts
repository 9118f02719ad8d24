/** A circuit as a grid: each instruction in the earliest moment in which all its wires are free. */
import { countedNoun } from '../../../../main/contract/numbers/number-text'
import { angle } from './angle'
import { type NamedStretch, PLAIN_NAMES, type WireNames } from './wire-names'

/** An instruction as the drawings read it; the contract's instruction is one. */
export interface DrawnInstruction {
  readonly name: string
  readonly qubits: readonly number[]
  readonly clbits?: readonly number[] | undefined
  /** Radians, or an expression of parameters. */
  readonly params?: readonly (number | string)[] | undefined
  readonly condition?: DrawnCondition | undefined
  /** Bound of a loop. */
  readonly max_iterations?: number | undefined
}

/**
 * Condition of an instruction: the classical bit has the value, or the i-th of the bits has bit i of the value; a value above
 * 2^53 - 1 is its decimal digits.
 */
export type DrawnCondition =
  | { readonly clbit: number; readonly value: number }
  | { readonly clbits: readonly number[]; readonly value: number | string }

export interface GateList {
  readonly num_qubits: number
  readonly registers?: readonly NamedStretch[] | undefined
  readonly instructions: readonly DrawnInstruction[]
}

export interface PlacedGate {
  readonly instruction: DrawnInstruction
  /** Position in the circuit, from 0. */
  readonly index: number
  /** Column, from 0. */
  readonly moment: number
  /** Wires the drawing of the gate crosses. */
  readonly top: number
  readonly bottom: number
}

/**
 * Gates in the given order; `limit` stops after so many instructions, since nobody can read a drawing of more. A condition
 * stands after the measurement that writes its bit.
 */
export function placed(circuit: GateList, limit = Number.POSITIVE_INFINITY): PlacedGate[] {
  const free = new Array<number>(circuit.num_qubits).fill(0)
  const written = new Map<number, number>()
  return circuit.instructions.slice(0, limit).map((instruction, index) => {
    const [top, bottom] = crossedBy(instruction, circuit.num_qubits)
    let moment = Math.max(0, ...bitsOf(instruction).map(bit => written.get(bit) ?? 0))
    for (let wire = top; wire <= bottom; wire++) moment = Math.max(moment, free[wire]!)
    free.fill(moment + 1, top, bottom + 1)
    for (const bit of bitsOf(instruction)) written.set(bit, moment + 1)
    return { instruction, index, moment, top, bottom }
  })
}

function crossedBy({ qubits }: DrawnInstruction, numQubits: number): [top: number, bottom: number] {
  if (qubits.length === 0) return [0, numQubits - 1]
  return [Math.min(...qubits), Math.max(...qubits)]
}

/** Classical bits that order the instruction: those it writes, and those it waits for. */
const bitsOf = ({ clbits = [], condition }: DrawnInstruction) =>
  condition ? [...clbits, ...readBits(condition)] : clbits

const readBits = (condition: DrawnCondition) => ('clbit' in condition ? [condition.clbit] : condition.clbits)

/** Number of moments of a placed circuit. */
export const depthOf = (gates: readonly PlacedGate[]) =>
  gates.reduce((deepest, gate) => Math.max(deepest, gate.moment + 1), 0)

/** Gates by moment, so that a drawing of thousands of moments looks at those in view only. */
export function momentsOf(gates: readonly PlacedGate[]): PlacedGate[][] {
  const moments = Array.from({ length: depthOf(gates) }, (): PlacedGate[] => [])
  for (const gate of gates) moments[gate.moment]!.push(gate)
  return moments
}

/** `h 0`, `rz(π/2) 1`, `measure 0 → c0`, `x 2 if c1 = 1`: one line, for screen readers and logs. */
export function instructionText(
  { name, qubits, clbits = [], params = [], condition }: DrawnInstruction,
  names = PLAIN_NAMES,
): string {
  const angles = params.length > 0 ? `(${params.map(angle).join(', ')})` : ''
  const target = clbits.length > 0 ? ` → ${clbits.map(names.bit).join(', ')}` : ''
  const wires = names === PLAIN_NAMES ? qubits : qubits.map(names.qubit)
  const when = condition ? ` if ${conditionText(condition, names, ' = ')}` : ''
  return `${name}${angles} ${wires.join(', ')}${target}`.trim() + when
}

/** `c1=1`; of several bits the first and the last: `c0…c3=5`. */
export function conditionText(condition: DrawnCondition, names: WireNames, equals = '='): string {
  const bits = readBits(condition)
  const last = bits.length > 1 ? `…${names.bit(bits.at(-1)!)}` : ''
  return `${names.bit(bits[0] ?? 0)}${last}${equals}${condition.value}`
}

/** What a circuit holds in one line: `5 qubits, 12 instructions: 1 h, 4 cx, 5 measure`. */
export function summaryText(circuit: GateList): string {
  const numbers = new Map<string, number>()
  for (const { name } of circuit.instructions) numbers.set(name, (numbers.get(name) ?? 0) + 1)
  const kinds = [...numbers].map(([name, number]) => `${number} ${name}`)
  const held = `${countedNoun(circuit.num_qubits, 'qubit')}, ${countedNoun(circuit.instructions.length, 'instruction')}`
  return kinds.length === 0 ? held : `${held}: ${kinds.join(', ')}`
}
