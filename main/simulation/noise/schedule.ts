import { conditionBits } from '../../circuits/model/classical-bits'
import { STORE, SYNC, type UnrolledInstruction } from '../../circuits/model/unroll'
import type { Instruction } from '../../contract/jobs/circuit'
import { isVirtual, type NoiseParameters, nativeTwoQubitGates } from './parameters'

/** An instruction in time; `idles` says how long each of its qubits has been idle since its last one, in ns. */
export interface ScheduledInstruction {
  readonly instruction: UnrolledInstruction
  readonly start_ns: number
  readonly duration_ns: number
  readonly idles: readonly { readonly qubit: number; readonly ns: number }[]
}

/** Pairs of an instruction's qubits that interact; for three qubits, all three pairs. */
export const pairsOf = (qubits: readonly number[]): [number, number][] =>
  qubits.flatMap((a, i) => qubits.slice(i + 1).map((b): [number, number] => [a, b]))

/** Length in ns: an instruction on several qubits lasts as long as the native gates it costs, on its slowest pair. */
function lengthOf({ name, qubits }: Instruction, figures: NoiseParameters): number {
  if (name === 'barrier' || name === SYNC || isVirtual(name)) return 0
  if (name === 'measure') return Math.max(...qubits.map(q => figures.readoutLength(q)))
  if (name === 'reset') return Math.max(...qubits.map(q => figures.resetLength(q)))
  if (qubits.length === 1) return figures.gate1Length(qubits[0]!)
  return nativeTwoQubitGates(name) * Math.max(...pairsOf(qubits).map(([a, b]) => figures.gate2Length(a, b)))
}

/**
 * The controller knows a stored bit as soon as it knows the bits of its condition; qubits do not wait for the store.
 */
function stored(instruction: Instruction, readAt: Map<number, number>): ScheduledInstruction {
  const [bit] = instruction.clbits as [number]
  const known = conditionBits(instruction.condition).map(read => readAt.get(read) ?? 0)
  readAt.set(bit, Math.max(readAt.get(bit) ?? 0, ...known))
  return { instruction, start_ns: 0, duration_ns: 0, idles: [] }
}

/**
 * Each instruction starts as soon as its qubits are free and every bit of its condition is known, which is the
 * feed-forward latency after the bit's measurement. A qubit is idle from its first instruction on (before that it rests
 * in |0>), never after its last. Barriers hold all their qubits to the latest one.
 */
export function scheduleAsap(
  instructions: readonly UnrolledInstruction[],
  figures: NoiseParameters,
): ScheduledInstruction[] {
  const busyUntil = new Map<number, number>()
  const freeAt = new Map<number, number>()
  const readAt = new Map<number, number>()
  const { feedforwardLatency = 0 } = figures
  return instructions.map(instruction => {
    const { name, qubits, clbits = [], condition } = instruction
    if (name === STORE) return stored(instruction, readAt)
    const read = condition === undefined ? [] : 'clbits' in condition ? condition.clbits : [condition.clbit]
    const known = Math.max(0, ...read.flatMap(bit => (readAt.has(bit) ? [readAt.get(bit)! + feedforwardLatency] : [])))
    const start_ns = qubits.reduce((latest, q) => Math.max(latest, freeAt.get(q) ?? 0), known)
    const duration_ns = lengthOf(instruction, figures)
    for (const q of qubits) freeAt.set(q, start_ns + duration_ns)
    if (name === 'barrier') return { instruction, start_ns, duration_ns, idles: [] }
    const idles = qubits.map(qubit => ({ qubit, ns: start_ns - (busyUntil.get(qubit) ?? start_ns) }))
    for (const q of qubits) busyUntil.set(q, start_ns + duration_ns)
    for (const bit of clbits) readAt.set(bit, start_ns + duration_ns)
    return { instruction, start_ns, duration_ns, idles: idles.filter(({ ns }) => ns > 0) }
  })
}
