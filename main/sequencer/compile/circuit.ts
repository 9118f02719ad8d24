/**
 * A transpiled circuit as a program: stretches under one condition become blocks, scheduled as late as their wires allow, and what
 * unrolled loops decide becomes registers.
 */
import { valueBits } from '../../circuits/model/condition-value'
import type { NativeInstruction } from '../../circuits/transpile/model/result'
import { SequencerError } from '../program/errors'
import type { Operation, ProgramBlock, ProgramStep, SequencerProgram } from '../program/program'
import { andNot, or, set } from './logic'
import { NativeOperations } from './native-operations'
import { byStart, lengthOfAll } from './segment-block'
import { assembledProgram, type CompileTarget, delays } from './target'

export interface NativeCircuit {
  readonly num_clbits: number
  readonly instructions: readonly NativeInstruction[]
}

export interface CircuitProgram {
  readonly program: SequencerProgram
  /** For each classical bit the slots read into it, in order; the last one executed gives its value. */
  readonly clbits: readonly (readonly number[])[]
  /** Register of each classical bit that the program itself sets. */
  readonly stored: ReadonlyMap<number, number>
}

type NativeCondition = NativeInstruction['condition']

const sameCondition = (a: NativeCondition, b: NativeCondition): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Whether an instruction is no operation on qubits and therefore forms a block of its own. */
const standsAlone = ({ name, condition }: NativeInstruction): boolean =>
  name === 'store' || (name === 'barrier' && condition !== undefined)

/** Instructions that follow one another under one condition, up to one that writes what the condition reads. */
function stretches(instructions: readonly NativeInstruction[]): NativeInstruction[][] {
  const found: NativeInstruction[][] = []
  let open = false
  for (const instruction of instructions) {
    const { condition, clbits = [] } = instruction
    const last = found.at(-1)
    const alone = standsAlone(instruction)
    if (open && !alone && last && sameCondition(last[0]!.condition, condition)) last.push(instruction)
    else found.push([instruction])
    open = !alone && !clbits.some(bit => readsOf(condition).includes(bit))
  }
  return found
}

/**
 * Throws SequencerError `no_feedforward` for a condition on a device that has none, `unsupported_operation` for a gate that is
 * not native. Every qubit in use is reset at the start of a shot, as late as its first gate allows: until then nothing decays.
 */
export function compileCircuit(
  circuit: NativeCircuit,
  {
    shots,
    target,
    name = 'circuit',
  }: { readonly shots: number; readonly target: CompileTarget; readonly name?: string },
): CircuitProgram {
  const writer = new CircuitWriter(circuit, target)
  const resets = writer.used.map((qubit): NativeInstruction => ({ name: 'reset', qubits: [qubit] }))
  for (const stretch of stretches([...resets, ...circuit.instructions])) {
    const [first] = stretch as [NativeInstruction]
    if (first.name === 'store') writer.store(first)
    else if (standsAlone(first)) writer.endTurn(first)
    else writer.add(stretch)
  }
  const names = Array.from({ length: writer.slots }, (_, slot) => `m${slot}`)
  if (writer.slots === 0)
    throw new SequencerError('unsupported_operation', 'nothing is measured, so nothing would be recorded')
  const program = assembledProgram(
    {
      name,
      shots,
      rounds: 0,
      blocks: writer.blocks,
      body: writer.body,
      registers: writer.registers,
      idle: [],
      decoupling: null,
      schedule_hash: 'circuit',
      slot_groups: [{ label: 'measurement', names, times: 1 }],
      feedforward_latency_ns: target.durations.feedforward ?? null,
    },
    target,
  )
  return { program, clbits: writer.clbits, stored: writer.stored }
}

/** Blocks, and registers for what conditions read, in the order in which a shot plays them. */
class CircuitWriter {
  readonly blocks: ProgramBlock[] = []
  readonly body: ProgramStep[] = []
  readonly clbits: number[][]
  registers = 0
  readonly used: readonly number[]
  /** Register of a classical bit that conditions read; it follows every measurement into the bit. */
  private readonly registerOf = new Map<number, number>()
  /** By bit, at least how many nanoseconds ago the last measurement into it ended. */
  private readonly since = new Map<number, number>()
  /** By bit, the condition's bits under which it was last read. */
  private readonly under = new Map<number, readonly number[]>()
  /** Register that holds whether the current condition is met; the next condition uses it again. */
  private decision: number | null = null
  readonly stored = new Map<number, number>()
  /** Bits that the program itself sets. */
  private readonly flags: ReadonlySet<number>
  private readonly operations: NativeOperations

  constructor(
    { instructions, num_clbits }: NativeCircuit,
    private readonly target: CompileTarget,
  ) {
    this.operations = new NativeOperations(target.durations)
    this.clbits = Array.from({ length: num_clbits }, () => [])
    this.used = [...new Set(instructions.flatMap(({ name, qubits }) => (name === 'barrier' ? [] : qubits)))].sort(
      (a, b) => a - b,
    )
    this.flags = new Set(instructions.flatMap(({ name, clbits = [] }) => (name === 'store' ? clbits : [])))
    for (const { name, condition, clbits = [] } of instructions)
      for (const bit of [...readsOf(condition), ...(name === 'store' ? clbits : [])])
        if (!this.registerOf.has(bit)) this.registerOf.set(bit, this.registers++)
    if (this.registers > 0 && target.durations.feedforward == null)
      throw new SequencerError(
        'no_feedforward',
        'the circuit has conditions, and the device decides nothing within a shot; take them out or use another device',
      )
  }

  /** How many readouts a shot has so far. */
  get slots(): number {
    return this.operations.slots
  }

  add(stretch: readonly NativeInstruction[]): void {
    const { condition } = stretch[0]!
    this.wait(this.missing(this.readAgainInTurn(stretch)))
    const register = condition ? this.decide(condition) : null
    const { operations, written } = this.operations.scheduled(stretch)
    const name = `stretch${this.blocks.length}`
    const duration_ns = this.append(name, operations, register)
    for (const { clbit, slot, end_ns } of written) {
      this.clbits[clbit]!.push(slot)
      this.note(clbit, slot, register)
      this.since.set(clbit, duration_ns - end_ns)
      this.under.set(clbit, readsOf(condition))
    }
  }

  /**
   * Bits that a turn of a loop reads anew, and whose values from before the turn may not be known yet: shots without the turn keep
   * those.
   */
  private readAgainInTurn(stretch: readonly NativeInstruction[]): readonly number[] {
    const turns = readsOf(stretch[0]!.condition).filter(bit => this.flags.has(bit))
    if (turns.length === 0) return []
    const read = stretch.flatMap(({ clbits = [] }) => clbits)
    return read.filter(bit => !this.under.get(bit)?.some(other => turns.includes(other)))
  }

  /** Sets the bit to the value in the shots in which the condition is met. */
  store({ clbits, params, condition }: NativeInstruction): void {
    const bit = clbits![0]!
    const register = this.registerOf.get(bit)!
    this.stored.set(bit, register)
    const value = params![0] === 1 ? 1 : 0
    if (!condition) this.body.push(set(register, value))
    else {
      const decision = this.decide(condition)
      this.body.push(value === 1 ? or(register, decision) : andNot(register, decision))
    }
    this.since.delete(bit)
  }

  /** Only the shots that came to the turn wait until the bits read in it are known. */
  endTurn({ condition }: NativeInstruction): void {
    const [turn] = readsOf(condition) as [number]
    const read = [...this.since.keys()].filter(bit => this.under.get(bit)?.includes(turn))
    this.wait(this.missing(read), this.registerOf.get(turn)!)
    for (const bit of read) this.since.delete(bit)
  }

  /** Nanoseconds until all of these bits are known. */
  private missing(bits: readonly number[]): number {
    const latency = this.target.durations.feedforward!
    return Math.max(0, ...bits.map(bit => latency - (this.since.get(bit) ?? latency)))
  }

  private wait(ns: number, condition: number | null = null): void {
    if (ns <= 0) return
    const whole = Math.ceil(ns / this.target.grid_ns) * this.target.grid_ns
    const operations = this.used.flatMap(qubit => delays(qubit, { at_ns: 0, ns: whole, target: this.target }))
    this.append(`known${this.blocks.length}`, operations, condition)
  }

  private append(name: string, operations: readonly Operation[], condition: number | null = null): number {
    const duration_ns = lengthOfAll(operations)
    if (operations.length === 0) return 0
    this.blocks.push({ name, duration_ns, operations: byStart(operations) })
    this.body.push({ call: name, ...(condition === null ? {} : { if: condition }) })
    if (condition === null) for (const [bit, ns] of this.since) this.since.set(bit, ns + duration_ns)
    return duration_ns
  }

  /** A register that holds whether the condition is met; everything waits until its bits are known. */
  private decide(condition: NonNullable<NativeCondition>): number {
    this.decision ??= this.registers++
    const register = this.decision
    const bits = readsOf(condition)
    const values = valueBits(condition.value, bits.length)
    this.wait(this.missing(bits))
    this.body.push(set(register, 1))
    bits.forEach((bit, i) => {
      const from = this.registerOf.get(bit)!
      const logic = values[i] === 1 ? 'and' : 'andnot'
      this.body.push({ logic, register, from: 'register', index: from })
    })
    return register
  }

  /** bit = the slot, in the shots in which it was read. */
  private note(clbit: number, slot: number, condition: number | null): void {
    const register = this.registerOf.get(clbit)
    if (register === undefined) return
    if (condition === null) {
      this.body.push(set(register, 0), { logic: 'or', register, from: 'slot', index: slot })
      return
    }
    // Where the stretch was not played the slot reads 0, and the bit keeps its value.
    this.body.push(andNot(register, condition), { logic: 'or', register, from: 'slot', index: slot })
  }
}

const readsOf = (condition: NativeCondition): readonly number[] => {
  if (!condition) return []
  return 'clbit' in condition ? [condition.clbit] : condition.clbits
}
