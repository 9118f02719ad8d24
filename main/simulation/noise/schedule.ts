import { type CircuitFigures, isVirtual, twoQubitGates } from './parameters'
import type { CircuitInstruction } from '../stabilizer_gates'

/** An instruction in time; `waits` says how long each of its qubits has been idle since its last one, in ns. */
export interface ScheduledInstruction {
  readonly instruction: CircuitInstruction
  readonly start_ns: number
  readonly duration_ns: number
  readonly waits: readonly { readonly qubit: number; readonly ns: number }[]
}

/** Pairs of an instruction's qubits that interact; for three qubits, all three pairs. */
export const pairsOf = (qubits: readonly number[]): [number, number][] =>
  qubits.flatMap((a, i) => qubits.slice(i + 1).map((b): [number, number] => [a, b]))

/** Length in ns: a two-qubit instruction lasts as long as the native gates it costs, on the slowest pair. */
export function lengthOf({ name, qubits }: CircuitInstruction, figures: CircuitFigures): number {
  if (name === 'barrier' || isVirtual(name)) return 0
  if (name === 'measure') return Math.max(...qubits.map(q => figures.readoutLength(q)))
  if (name === 'reset') return Math.max(...qubits.map(q => figures.resetLength(q)))
  if (qubits.length === 1) return figures.gate1Length(qubits[0]!)
  return twoQubitGates(name) * Math.max(...pairsOf(qubits).map(([a, b]) => figures.gate2Length(a, b)))
}

/**
 * Each instruction as soon as its qubits are free, and its condition's bit has been read. A qubit is idle from its first
 * instruction on (before that it rests in |0>), never after its last. Barriers hold all their qubits to the latest one.
 */
export function scheduleAsap(
  instructions: readonly CircuitInstruction[],
  figures: CircuitFigures,
): ScheduledInstruction[] {
  const busyUntil = new Map<number, number>()
  const freeAt = new Map<number, number>()
  const readAt = new Map<number, number>()
  return instructions.map(instruction => {
    const { name, qubits, clbits = [], condition } = instruction
    const read = condition === undefined ? [] : 'clbits' in condition ? condition.clbits : [condition.clbit]
    const known = Math.max(0, ...read.map(bit => readAt.get(bit) ?? 0))
    const start_ns = qubits.reduce((latest, q) => Math.max(latest, freeAt.get(q) ?? 0), known)
    const duration_ns = lengthOf(instruction, figures)
    for (const q of qubits) freeAt.set(q, start_ns + duration_ns)
    if (name === 'barrier') return { instruction, start_ns, duration_ns, waits: [] }
    const waits = qubits.map(qubit => ({ qubit, ns: start_ns - (busyUntil.get(qubit) ?? start_ns) }))
    for (const q of qubits) busyUntil.set(q, start_ns + duration_ns)
    for (const bit of clbits) readAt.set(bit, start_ns + duration_ns)
    return { instruction, start_ns, duration_ns, waits: waits.filter(({ ns }) => ns > 0) }
  })
}
