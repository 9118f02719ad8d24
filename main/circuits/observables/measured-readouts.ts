/** Which qubit each bit of a circuit's counts is read from. */
import { beginsLoop, type Circuit, isLoopMark } from '../../contract/jobs/circuit'
import { MAX_MITIGATED_BITS } from '../../contract/jobs/observables'
import type { Fault } from '../../contract/model/errors'
import { conditionBits, resultBitsOf } from '../model/classical-bits'

export interface Readouts {
  /** Measured classical bits in ascending order, and the qubit that each is read from. */
  readonly clbits: readonly number[]
  readonly qubits: readonly number[]
}

/**
 * The qubit that each bit of the result is read from, if it is the same in every shot; else the faults. With conditions or loops
 * only bits count that are read once, in every shot, and that no condition reads: inverting a readout cannot undo what it
 * decided.
 */
export function measuredReadouts(circuit: Circuit, at: string): Readouts | Fault[] {
  const { instructions } = circuit
  const decides = instructions.some(({ condition }) => condition)
  const found = decides ? readBesideDecisions(circuit, at) : readOnce(circuit, at)
  if (Array.isArray(found)) return found
  if (found.clbits.length <= MAX_MITIGATED_BITS) return found
  const message = `readout is inverted for the counts of at most ${MAX_MITIGATED_BITS} measured bits, not ${found.clbits.length}; measure fewer, or ask for observables`
  return [{ pointer: `${at}/instructions`, message }]
}

interface MeasureInstruction {
  readonly qubit: number
  readonly clbit: number
  /** Index of the instruction. */
  readonly index: number
  /** Whether every shot comes to it once. */
  readonly isCertain: boolean
}

/** Measurements into bits of the result. */
function readingsOf(circuit: Circuit): MeasureInstruction[] {
  const { instructions } = circuit
  const result = resultBitsOf(circuit)
  const readings: MeasureInstruction[] = []
  let depth = 0
  for (const [index, instruction] of instructions.entries()) {
    const { name, qubits, clbits = [], condition } = instruction
    if (isLoopMark(instruction)) depth += beginsLoop(instruction) ? 1 : -1
    const isCertain = depth === 0 && !condition
    if (name === 'measure')
      for (const [k, qubit] of qubits.entries()) readings.push({ qubit, clbit: clbits[k]!, index, isCertain })
  }
  return readings.filter(({ clbit }) => clbit < result)
}

function readOnce(circuit: Circuit, at: string): Readouts | Fault[] {
  const [qubits, bits] = [new Set<number>(), new Set<number>()]
  const readings = readingsOf(circuit)
  if (readings.length === 0)
    return [
      { pointer: `${at}/instructions`, message: 'no bit of the result is measured, so there is no readout to invert' },
    ]
  for (const { qubit, clbit, index } of readings) {
    const pointer = `${at}/instructions/${index}`
    if (bits.has(clbit)) return [{ pointer, message: `${WHY}: classical bit ${clbit} is written twice` }]
    if (qubits.has(qubit)) return [{ pointer, message: `${WHY}: qubit ${qubit} is measured twice` }]
    qubits.add(qubit)
    bits.add(clbit)
  }
  return sorted(readings)
}

const WHY = 'the readout of counts is inverted where each qubit is measured once'

function readBesideDecisions(circuit: Circuit, at: string): Readouts | Fault[] {
  const deciding = new Set(circuit.instructions.flatMap(({ condition }) => conditionBits(condition)))
  const times = new Map<number, number>()
  const readings = readingsOf(circuit)
  for (const { clbit } of readings) times.set(clbit, (times.get(clbit) ?? 0) + 1)
  const kept = readings.filter(({ clbit, isCertain }) => isCertain && times.get(clbit) === 1 && !deciding.has(clbit))
  if (kept.length > 0) return sorted(kept)
  const message =
    'no classical bit of the result is read once in every shot without deciding anything, so there is no readout to invert: measure into a bit that no condition reads, outside of loops'
  return [{ pointer: `${at}/instructions`, message }]
}

function sorted(readings: readonly MeasureInstruction[]): Readouts {
  const inOrder = readings.toSorted((a, b) => a.clbit - b.clbit)
  return { clbits: inOrder.map(({ clbit }) => clbit), qubits: inOrder.map(({ qubit }) => qubit) }
}

/** Qubit that each of these classical bits is read from, the last time. */
export function readingSites({ instructions }: Pick<Circuit, 'instructions'>, clbits: readonly number[]): number[] {
  const siteOf = new Map<number, number>()
  for (const { name, qubits, clbits: own = [] } of instructions)
    if (name === 'measure') for (const [k, clbit] of own.entries()) siteOf.set(clbit, qubits[k]!)
  return clbits.map(clbit => siteOf.get(clbit)!)
}
