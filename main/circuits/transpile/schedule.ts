/** Start times: as soon, or as late, as the operations before and after allow. */
import { type NativeInstruction, OPS_PER_PAUSE, readsOf } from './model/result'

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
    const start = this.free(instruction)
    const end = start + length
    for (const q of instruction.qubits) this.qubits.set(q, end)
    for (const c of instruction.clbits ?? []) this.written.set(c, end)
    for (const c of readsOf(instruction.condition ?? null)) this.read.set(c, Math.max(end, this.read.get(c) ?? 0))
    return start
  }

  private free({ qubits, clbits = [], condition }: NativeInstruction): number {
    let start = 0
    for (const q of qubits) start = Math.max(start, this.qubits.get(q) ?? 0)
    for (const c of clbits) start = Math.max(start, this.written.get(c) ?? 0, this.read.get(c) ?? 0)
    for (const c of readsOf(condition ?? null)) start = Math.max(start, this.written.get(c) ?? 0)
    return start
  }
}

/** In the order given, each as soon as its wires are free. */
export function* asap(instructions: readonly NativeInstruction[], length: Length): Generator<void, Schedule> {
  const clock = new Clock()
  const start_ns: number[] = []
  let duration_ns = 0
  for (const [index, instruction] of instructions.entries()) {
    if (index % OPS_PER_PAUSE === 0) yield
    const needed = length(instruction)
    const start = clock.book(instruction, needed)
    start_ns.push(start)
    duration_ns = Math.max(duration_ns, start + needed)
  }
  return { start_ns, duration_ns }
}

/** The same circuit read backwards: qubits stay in their ground state, where they lose nothing, as long as they can. */
export function* alap(instructions: readonly NativeInstruction[], length: Length): Generator<void, Schedule> {
  const backwards = yield* asap(instructions.toReversed(), length)
  const { duration_ns } = backwards
  const start_ns = backwards.start_ns
    .toReversed()
    .map((start, index) => duration_ns - start - length(instructions[index]!))
  return { start_ns, duration_ns }
}

/** In order of time; equal times keep the order given, so that what depends on another still follows it. */
export function inTime(instructions: readonly NativeInstruction[], { start_ns }: Schedule) {
  const order = [...instructions.keys()].sort((a, b) => start_ns[a]! - start_ns[b]! || a - b)
  return { instructions: order.map(i => instructions[i]!), start_ns: order.map(i => start_ns[i]!) }
}

/** Length of the longest chain, in operations that take time. */
export function* depthOf(instructions: readonly NativeInstruction[]): Generator<void, number> {
  const layers = yield* asap(instructions, ({ name }) => (name === 'rz' || name === 'barrier' ? 0 : 1))
  return layers.duration_ns
}
