/** Start times: as soon, or as late, as the operations before and after allow. */
import { readsOf } from './model/operations'
import { type NativeInstruction, TIMELESS } from './model/result'

export interface Schedule {
  /** One per instruction, nanoseconds from the start of the circuit. */
  readonly start_ns: readonly number[]
  readonly duration_ns: number
}

export type DurationOf = (instruction: NativeInstruction) => number

/** When the wires (qubits and classical bits) that an instruction holds are free. */
class Clock {
  private readonly qubits = new Map<number, number>()
  /** Reads of a bit may overlap each other, never a write. */
  private readonly written = new Map<number, number>()
  private readonly read = new Map<number, number>()

  /** A measured bit is known `latency_ns` after the measurement; `backwards` schedules the circuit from its end. */
  constructor(
    private readonly latency_ns: number,
    private readonly backwards: boolean,
  ) {}

  /** Books `length` from the first moment when all wires are free, and returns that moment. */
  book(instruction: NativeInstruction, length: number): number {
    const start = this.free(instruction)
    const end = start + length
    for (const q of instruction.qubits) this.qubits.set(q, end)
    // A stored value is known at once.
    const known = instruction.name === 'store' && !this.backwards ? end - this.latency_ns : end
    for (const c of instruction.clbits ?? []) this.written.set(c, known)
    for (const c of readsOf(instruction.condition ?? null)) this.read.set(c, Math.max(end, this.read.get(c) ?? 0))
    return start
  }

  private free({ name, qubits, clbits = [], condition }: NativeInstruction): number {
    let start = 0
    for (const q of qubits) start = Math.max(start, this.qubits.get(q) ?? 0)
    const [known, free] = this.backwards ? [0, name === 'store' ? 0 : this.latency_ns] : [this.latency_ns, 0]
    for (const c of clbits) start = Math.max(start, this.written.get(c) ?? 0, later(this.read.get(c), free))
    for (const c of readsOf(condition ?? null)) start = Math.max(start, later(this.written.get(c), known))
    return start
  }
}

const later = (time: number | undefined, by: number): number => (time === undefined ? 0 : time + by)

export interface Timing {
  readonly length: DurationOf
  /** From the end of a measurement to when an instruction may depend on it; 0 unless given. */
  readonly latency_ns?: number | undefined
  /** Whether the instructions are given last first; false unless given. */
  readonly backwards?: boolean
}

/** In the order given, each as soon as its wires are free and its condition is known (`latency_ns` after measuring). */
export function asap(
  instructions: readonly NativeInstruction[],
  { length, latency_ns = 0, backwards = false }: Timing,
  checkpoint: () => void,
): Schedule {
  const clock = new Clock(latency_ns, backwards)
  const start_ns: number[] = []
  let duration_ns = 0
  for (const instruction of instructions) {
    checkpoint()
    const needed = length(instruction)
    const start = clock.book(instruction, needed)
    start_ns.push(start)
    duration_ns = Math.max(duration_ns, start + needed)
  }
  return { start_ns, duration_ns }
}

/** The same circuit read backwards: qubits stay in their ground state, where they lose nothing, as long as they can. */
export function alap(instructions: readonly NativeInstruction[], timing: Timing, checkpoint: () => void): Schedule {
  const backwards = asap(instructions.toReversed(), { ...timing, backwards: true }, checkpoint)
  const { duration_ns } = backwards
  const start_ns = backwards.start_ns
    .toReversed()
    .map((start, index) => duration_ns - start - timing.length(instructions[index]!))
  return { start_ns, duration_ns }
}

/** In order of time; equal times keep the order given, so that operations still follow those they depend on. */
export function sortedByStart(instructions: readonly NativeInstruction[], { start_ns }: Schedule) {
  const order = [...instructions.keys()].sort((a, b) => start_ns[a]! - start_ns[b]! || a - b)
  return { instructions: order.map(i => instructions[i]!), start_ns: order.map(i => start_ns[i]!) }
}

/** Length of the longest chain, in operations that take time. */
export function scheduleDepth(instructions: readonly NativeInstruction[], checkpoint: () => void): number {
  const layers = asap(instructions, { length: ({ name }) => (TIMELESS.includes(name) ? 0 : 1) }, checkpoint)
  return layers.duration_ns
}
