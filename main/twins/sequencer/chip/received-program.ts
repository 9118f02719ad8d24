/** A program as the sequencer reads it from the bytes that it received; written without sight of the compiler's own reader. */

export type ReceivedOperation =
  | { op: 'x90'; qubit: number; at_ns: number; ns: number; half_turn: boolean; decoupling: boolean; merged: boolean }
  | { op: 'vz'; qubit: number; at_ns: number; ns: 0; angle: number }
  | { op: 'cz'; qubit: number; other: number; at_ns: number; ns: number; pulses: readonly number[] | null }
  | { op: 'measure'; qubit: number; at_ns: number; ns: number; slot: number }
  | { op: 'reset' | 'delay'; qubit: number; at_ns: number; ns: number }

export interface ReceivedBlock {
  readonly duration_ns: number
  readonly operations: readonly ReceivedOperation[]
}

export type ReceivedStep =
  | { readonly kind: 'call'; readonly block: ReceivedBlock; readonly condition: number | null; readonly base: number }
  | {
      readonly kind: 'logic'
      readonly logic: 'zero' | 'one' | 'xor' | 'or' | 'and' | 'andnot'
      readonly register: number
      readonly slot: number | null
      readonly other: number | null
    }
  | { readonly kind: 'mark' }

export interface ReceivedProgram {
  readonly grid_ns: number
  readonly shots: number
  readonly latency_ns: number | null
  readonly qubits: readonly number[]
  readonly registers: number
  readonly slots: number
  /** Steps of one shot, with repeats expanded. */
  readonly steps: readonly ReceivedStep[]
}

/** Thrown where the sequencer refuses a program; the message is the error that it queues. */
export class Refused extends Error {}

const refuse = (what: string): never => {
  throw new Refused(`-222,"Data out of range; ${what.replaceAll('"', "'")}"`)
}

type JsonFields = Record<string, unknown>

function fields(value: unknown, what: string): JsonFields {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return refuse(`${what} is no object`)
  return value as JsonFields
}

function list(value: unknown, what: string, most = 1_000_000): unknown[] {
  if (!Array.isArray(value)) return refuse(`${what} is no list`)
  return value.length <= most ? value : refuse(`${what} has ${value.length} entries, at most ${most} are read`)
}

function count(value: unknown, what: string, most: number): number {
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > most)
    return refuse(`${what} is no integer from 0 to ${most}`)
  return value as number
}

const MAX_NS = 10 ** 12
const MAX_STEPS = 500_000
const MAX_SLOTS = 2 ** 20

export interface ReaderLimits {
  readonly grid_ns: number
  readonly bins: number
  readonly registers: number
  readonly feedforward_latency_ns: number | null
  /** The qubit behind a readout line; undefined: there is no such line. */
  readonly readoutLine: (name: string) => number | undefined
}

/** Throws `Refused`. */
export function readProgram(text: string, limits: ReaderLimits): ReceivedProgram {
  const program = fields(json(text), 'the program')
  if (program.format !== 'qseq/1') refuse('the format is not qseq/1')
  if (program.timing !== 'strict') refuse('only strict timing is known')
  const grid_ns = count(program.grid_ns, 'grid_ns', 1_000)
  if (grid_ns === 0 || grid_ns % limits.grid_ns !== 0) refuse(`a grid of ${grid_ns} ns`)
  const shots = count(program.shots, 'shots', 2 ** 31)
  const slots = count(program.slots, 'slots', MAX_SLOTS)
  if (shots * slots > limits.bins) refuse(`${shots} shots of ${slots} slots do not fit ${limits.bins} bins`)
  if (shots === 0 || slots === 0) refuse('nothing to record')
  const registers = count(program.registers, 'registers', limits.registers)
  const given = program.feedforward_latency_ns
  const latency_ns = given === null ? null : count(given, 'feedforward_latency_ns', MAX_NS)
  const wired = lines(program, limits)
  const reader = new BlockReader(wired, grid_ns)
  const blocks = new Map(
    list(program.blocks, 'blocks').map((value): [string, ReceivedBlock] => {
      const block = fields(value, 'a block')
      return [String(block.name), reader.block(block)]
    }),
  )
  const steps = bodySteps(program.body, blocks, { registers, slots })
  const decides = steps.some(step => step.kind === 'call' && step.condition !== null)
  if (decides && (limits.feedforward_latency_ns === null || latency_ns === null)) refuse('no feedback within a shot')
  if (decides && latency_ns! < limits.feedforward_latency_ns!)
    refuse(`feedback takes ${limits.feedforward_latency_ns} ns`)
  return { grid_ns, shots, latency_ns, qubits: [...wired.keys()], registers, slots, steps }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('the program is not JSON')
  }
}

/** By qubit of the program, the qubit that its readout line is wired to. */
function lines(program: JsonFields, { readoutLine }: ReaderLimits): Map<number, number> {
  return new Map(
    list(program.lines, 'lines', 1_000).map((value): [number, number] => {
      const line = fields(value, 'a line')
      const read = readoutLine(String(line.readout))
      if (read === undefined) return refuse(`no readout line '${String(line.readout).slice(0, 40)}' in this rack`)
      return [count(line.qubit, 'qubit', 100_000), read]
    }),
  )
}

class BlockReader {
  constructor(
    private readonly wired: ReadonlyMap<number, number>,
    private readonly grid_ns: number,
  ) {}

  block(block: JsonFields): ReceivedBlock {
    const duration_ns = this.time(block.duration_ns, 'duration_ns')
    const busy = new Map<number, number>()
    const operations = list(block.operations, 'operations').map(value => this.operation(fields(value, 'an operation')))
    for (const operation of operations) {
      const qubits = operation.op === 'cz' ? [operation.qubit, operation.other] : [operation.qubit]
      const end = operation.at_ns + operation.ns
      if (end > duration_ns) refuse(`${operation.op} ends at ${end} ns in a block of ${duration_ns} ns`)
      for (const qubit of qubits) {
        if (operation.at_ns < (busy.get(qubit) ?? 0)) refuse(`${operation.op} overlaps on qubit ${qubit}`)
        busy.set(qubit, end)
      }
    }
    return { duration_ns, operations }
  }

  private time(value: unknown, what: string): number {
    const ns = count(value, what, MAX_NS)
    return ns % this.grid_ns === 0 ? ns : refuse(`${what} of ${ns} ns is off the grid`)
  }

  private qubit(value: unknown): number {
    const qubit = count(value, 'qubit', 100_000)
    return this.wired.has(qubit) ? qubit : refuse(`qubit ${qubit} has no lines`)
  }

  private operation(fieldsOf: JsonFields): ReceivedOperation {
    const { op } = fieldsOf
    const at_ns = this.time(fieldsOf.at_ns, 'at_ns')
    if (op === 'vz') {
      if (typeof fieldsOf.angle !== 'number' || !Number.isFinite(fieldsOf.angle)) refuse('vz without an angle')
      return { op, qubit: this.qubit(fieldsOf.qubit), at_ns, ns: 0, angle: fieldsOf.angle as number }
    }
    const ns = this.time(fieldsOf.ns, 'ns')
    if (op === 'cz') {
      const [qubit, other] = list(fieldsOf.qubits, 'qubits', 2).map(value => this.qubit(value)) as [number, number]
      if (other === undefined || qubit === other) refuse('cz needs two qubits')
      const given = fieldsOf.pulses
      const pulses = given === undefined ? null : list(given, 'pulses', 8).map(value => this.qubit(value))
      return { op, qubit, other, at_ns, ns, pulses }
    }
    const qubit = this.qubit(fieldsOf.qubit)
    if (op === 'reset' || op === 'delay') return { op, qubit, at_ns, ns }
    // A measurement reads the qubit that the line is wired to, whatever the program calls it.
    if (op === 'measure')
      return { op, qubit: this.wired.get(qubit)!, at_ns, ns, slot: count(fieldsOf.slot, 'slot', MAX_SLOTS) }
    if (op !== 'x90') return refuse(`no operation '${String(op).slice(0, 20)}'`)
    const { turns, dd, merged } = fieldsOf
    return { op, qubit, at_ns, ns, half_turn: turns === 2, decoupling: dd === true, merged: merged === true }
  }
}

interface Sizes {
  readonly registers: number
  readonly slots: number
}

function bodySteps(body: unknown, blocks: ReadonlyMap<string, ReceivedBlock>, sizes: Sizes): ReceivedStep[] {
  const steps: ReceivedStep[] = []
  const add = (value: unknown, base: number) => {
    if (steps.length >= MAX_STEPS) refuse(`more than ${MAX_STEPS} steps`)
    steps.push(stepOf(fields(value, 'a step'), base, { blocks, sizes }))
  }
  for (const value of list(body, 'body')) {
    const step = fields(value, 'a step')
    if (step.repeat === undefined) {
      add(step, 0)
      continue
    }
    const iterations = count(step.repeat, 'repeat', 1_000_000)
    const slot_step = count(step.slot_step, 'slot_step', MAX_SLOTS)
    for (let iteration = 0; iteration < iterations; iteration++)
      for (const inner of list(step.body, 'body')) add(inner, iteration * slot_step)
  }
  return steps
}

const LOGIC = ['xor', 'or', 'and', 'andnot'] as const

function stepOf(
  step: JsonFields,
  base: number,
  { blocks, sizes }: { readonly blocks: ReadonlyMap<string, ReceivedBlock>; readonly sizes: Sizes },
): ReceivedStep {
  const register = (value: unknown) => count(value, 'register', sizes.registers - 1)
  if (step.mark !== undefined) return { kind: 'mark' }
  if (step.set !== undefined) {
    const logic = step.value === 1 ? 'one' : 'zero'
    return { kind: 'logic', logic, register: register(step.set), slot: null, other: null }
  }
  if (step.logic !== undefined) {
    const logic = LOGIC.find(name => name === step.logic) ?? refuse(`no logic '${String(step.logic).slice(0, 20)}'`)
    const of = register(step.register)
    if (step.from !== 'slot') return { kind: 'logic', logic, register: of, slot: null, other: register(step.index) }
    const slot = count(step.index, 'index', MAX_SLOTS) + base
    return { kind: 'logic', logic, register: of, slot: slot < sizes.slots ? slot : refuse(`slot ${slot}`), other: null }
  }
  const block = blocks.get(String(step.call)) ?? refuse(`no block '${String(step.call).slice(0, 40)}'`)
  const condition = step.if === undefined ? null : register(step.if)
  const offset = base + (step.slot_offset === undefined ? 0 : count(step.slot_offset, 'slot_offset', MAX_SLOTS))
  for (const operation of block.operations)
    if (operation.op === 'measure' && offset + operation.slot >= sizes.slots) refuse(`slot ${offset + operation.slot}`)
  return { kind: 'call', block, condition, base: offset }
}
