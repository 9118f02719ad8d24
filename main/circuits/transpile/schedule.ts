/** Start times: as soon, or as late, as the operations before and after allow. */
import { type NativeInstruction, readsOf } from './model'

export interface Schedule {
  /** One per instruction, nanoseconds from the start of the circuit. */
  readonly start_ns: readonly number[]
  readonly duration_ns: number
}

export type Length = (instruction: NativeInstruction) => number

/** When the wires (qubits and classical bits) that an instruction holds are free. */
class Clock {
  private readonly qubits = new Map<number, number>()
  /** Reads of a bit may overlap each other, never a write. */
  private readonly written = new Map<number, number>()
  private readonly read = new Map<number, number>()

  /** Where `length` fits next; books it. */
  book(instruction: NativeInstruction, length: number): number {
    const { qubits, clbits = [], condition } = instruction
    const reads = readsOf(condition ?? null)
    const start = Math.max(
      0,
      ...qubits.map(q => this.qubits.get(q) ?? 0),
      ...[...clbits, ...reads].map(c => this.written.get(c) ?? 0),
      ...clbits.map(c => this.read.get(c) ?? 0),
    )
    const end = start + length
    for (const q of qubits) this.qubits.set(q, end)
    for (const c of clbits) this.written.set(c, end)
    for (const c of reads) this.read.set(c, Math.max(end, this.read.get(c) ?? 0))
    return start
  }
}

/** In the order given, each as soon as its wires are free. */
export function asap(instructions: readonly NativeInstruction[], length: Length): Schedule {
  const clock = new Clock()
  const start_ns = instructions.map(instruction => clock.book(instruction, length(instruction)))
  return { start_ns, duration_ns: endOf(instructions, start_ns, length) }
}

/** The same circuit read backwards: qubits stay in their ground state, where they lose nothing, as long as they can. */
export function alap(instructions: readonly NativeInstruction[], length: Length): Schedule {
  const backwards = asap(instructions.toReversed(), length)
  const { duration_ns } = backwards
  const start_ns = backwards.start_ns
    .toReversed()
    .map((start, index) => duration_ns - start - length(instructions[index]!))
  return { start_ns, duration_ns }
}

const endOf = (instructions: readonly NativeInstruction[], start: readonly number[], length: Length): number =>
  instructions.reduce((end, instruction, index) => Math.max(end, start[index]! + length(instruction)), 0)

/** In order of time; equal times keep the order given, so that what depends on another still follows it. */
export function inTime(instructions: readonly NativeInstruction[], { start_ns }: Schedule) {
  const order = [...instructions.keys()].sort((a, b) => start_ns[a]! - start_ns[b]! || a - b)
  return { instructions: order.map(i => instructions[i]!), start_ns: order.map(i => start_ns[i]!) }
}

/** Length of the longest chain, in operations that take time. */
export function depthOf(instructions: readonly NativeInstruction[]): number {
  return asap(instructions, ({ name }) => (name === 'rz' || name === 'barrier' ? 0 : 1)).duration_ns
}
