import { type Instruction, MAX_INSTRUCTIONS } from '../../../contract/jobs'
import {
  allBits,
  type Bit,
  type Case,
  keyOf,
  type Literal,
  type Outcome,
  outcomesOf,
  Truth,
  tabulated,
  type Unknown,
} from '../model/bits'
import { Conditions } from './conditions'
import { exceeded, type Place } from '../model/diagnostics'
import { MAX_BITS, MAX_COPIES, MAX_NARROW_BITS } from '../model/limits'
import type { Meter } from '../meter'

/** One classical cell. Those of local variables find their place in the circuit at the end (cells.ts). */
export interface Cell {
  readonly isLocal: boolean
  /** Instructions recorded when it was declared, and when its variable went out of scope. */
  readonly born: number
  died: number
  /** What the program knows it to hold; null: what a measurement left there, or 0 if none ever wrote it. */
  known: 0 | 1 | null
  version: number
  /** When each version before this one ended, as a moment of the recorder. */
  readonly ends: number[]
  isMeasured: boolean
  /** It may be read without having been measured into, so it must not share its place. */
  isConditional: boolean
  /** The last assignment of a constant, to say where. */
  assigned: Place | null
}
/** Stands for the qubit behind the declared ones until their number is known. */
export const SCRATCH = -1
export const TURN_SCRATCH: Instruction = { name: 'x', qubits: [SCRATCH] }
export const CLEAR_SCRATCH: Instruction = { name: 'reset', qubits: [SCRATCH] }

/** One measured bit put into another cell. */
export interface Copy {
  readonly from: number
  readonly to: number
  /** Before which instruction, and between which other copies: see Recorder.moment. */
  readonly moment: number
  /** Made to keep an outcome that is needed after its cell has been written again; others are assignments of the program. */
  readonly isKept: boolean
}
/** Copies before the same instruction stand this far apart. */
const COPY_STEP = 1 / (2 * MAX_COPIES + 2)

/** Takes down the circuit as the program unrolls, and what its classical cells hold at every moment. */
export class Recorder {
  readonly instructions: Instruction[] = []
  readonly cells: Cell[] = []
  readonly copies: Copy[] = []
  qubits = 0
  physical = 0
  /** Whether a qubit behind the declared ones computes classical values. */
  usesScratch = false
  private readonly kept = new Map<number, number>()
  private assignments = 0
  private conditions: Unknown[] = []
  private cases: readonly Case[] | null = [[]]
  private writes = 0

  private readonly known: Conditions

  constructor(private readonly meter: Meter) {
    this.known = new Conditions(meter)
  }

  /** Changes whenever a classical cell gets another value, so that what was read before is not what is read now. */
  get epoch(): number {
    return this.writes
  }

  get isConditional(): boolean {
    return this.conditions.length > 0
  }

  /** The conditions around the statement at hand, without the outermost ones. */
  conditionSince(at: Place, outermost: number): Bit {
    return allBits(at, this.conditions.slice(outermost))
  }

  /** Now: the number of instructions, and as its fraction that of assigned copies, so that moments sort as they passed. */
  private get moment(): number {
    return this.instructions.length + 2 * this.assignments * COPY_STEP
  }

  addQubits(at: Place, size: number): number[] {
    const first = this.qubits
    this.qubits += size
    if (this.qubits > MAX_BITS) exceeded(at, `a circuit has at most ${MAX_BITS} qubits`)
    return Array.from({ length: size }, (_, i) => first + i)
  }

  addCells(at: Place, size: number, isLocal: boolean): number[] {
    if (this.cells.length + size > 10 * MAX_BITS || (!isLocal && this.cells.length + size > MAX_BITS))
      exceeded(at, `a circuit has at most ${MAX_BITS} classical bits`)
    const cell = { isLocal, born: this.instructions.length, died: Number.POSITIVE_INFINITY, known: null, version: 0 }
    return Array.from({ length: size }, () => {
      this.cells.push({ ...cell, ends: [], isMeasured: false, isConditional: false, assigned: null })
      return this.cells.length - 1
    })
  }

  read(cell: number): Bit {
    const { known, version, isLocal, isMeasured } = this.cells[cell]!
    if (known === null && isLocal && !isMeasured) this.cells[cell]!.isConditional = true
    return known ?? { kind: 'outcome', cell, version }
  }

  /** Runs what happens only if the bit holds. A known bit decides at once. */
  when(at: Place, bit: Bit, run: () => void): void {
    if (bit === 0) return
    if (bit === 1) {
      run()
      return
    }
    this.conditions.push(bit)
    this.cases = null
    try {
      this.cases = this.known.casesOf(at, this.conditions)
      if (this.cases.length > 0) run()
    } finally {
      this.conditions.pop()
      this.cases = null
    }
  }

  emit(at: Place, instruction: Instruction): void {
    const written = instruction.clbits ?? []
    if (this.isConditional) for (const cell of written) this.settle(at, cell)
    this.cases ??= this.known.casesOf(at, this.conditions)
    const { moment } = this
    /** All before the first is pushed, which may write what the others read. */
    const cases = this.isConditional ? this.cases.map(literals => this.standing(at, literals)) : this.cases
    for (const literals of cases) this.push(at, instruction, literals)
    for (const cell of written) this.measured(cell, moment)
  }

  private push(at: Place, instruction: Instruction, literals: Case): void {
    if (this.instructions.length >= MAX_INSTRUCTIONS)
      exceeded(at, `the program unrolls to more than ${MAX_INSTRUCTIONS} instructions`)
    this.instructions.push(
      literals.length === 0 ? instruction : { ...instruction, condition: this.known.asking(at, literals) },
    )
  }

  /** The same literals in cells that still hold them. */
  private standing(at: Place, literals: Case): Case {
    if (literals.every(literal => this.isFresh(literal))) return literals
    return literals.map((literal): Literal => ({ ...this.fresh(at, literal), value: literal.value }))
  }

  private isFresh = ({ cell, version }: Outcome): boolean => this.cells[cell]!.version === version

  /** The outcome where it still stands: in its cell, or in one of its own into which it is copied before it is overwritten. */
  private fresh(at: Place, outcome: Outcome): Outcome {
    if (this.isFresh(outcome)) return outcome
    const cell = this.kept.get(keyOf(outcome)) ?? this.keep(at, outcome)
    return { kind: 'outcome', cell, version: 0 }
  }

  private keep(at: Place, outcome: Outcome): number {
    const [to] = this.addCells(at, 1, true) as [number]
    const moment = this.cells[outcome.cell]!.ends[outcome.version]!
    this.cells[to] = { ...this.cells[to]!, born: Math.floor(moment), died: 0 }
    this.addCopy(at, { from: outcome.cell, to, moment, isKept: true })
    this.kept.set(keyOf(outcome), to)
    return to
  }

  private addCopy(at: Place, copy: Copy): void {
    if (this.copies.length >= MAX_COPIES) exceeded(at, `more than ${MAX_COPIES} copies of measured bits`)
    this.copies.push(copy)
  }

  private measured(index: number, start: number): void {
    const cell = this.cells[index]!
    cell.isConditional ||= this.isConditional
    cell.isMeasured = true
    cell.known = null
    this.renew(cell, start)
  }

  /** Another value, written from that moment on. */
  private renew(cell: Cell, start: number): void {
    cell.ends[cell.version] = start
    cell.version++
    this.writes++
  }

  /** The same bit as one that is quick to build conditions on: over few outcomes, or in a cell of its own. */
  narrowed(at: Place, bit: Bit): Bit {
    if (typeof bit !== 'object') return bit
    const outcomes = outcomesOf([bit])
    if (outcomes.length <= MAX_NARROW_BITS) {
      this.meter.spend(at, 40 + 2 ** outcomes.length)
      return tabulated(outcomes, new Truth(outcomes).of(bit))
    }
    this.meter.spend(at, 100)
    const [cell] = this.addCells(at, 1, true)
    /** Where the conditions at hand do not hold, nobody looks at it. */
    this.always(() => this.assign(at, cell!, bit))
    return this.read(cell!)
  }

  /** `cell = bit` of the program: a constant is only remembered, what was measured is followed, the rest is computed. */
  assign(at: Place, index: number, bit: Bit): void {
    const cell = this.cells[index]!
    if (typeof bit !== 'object' && !this.isConditional) this.remember(at, cell, bit)
    else if (typeof bit !== 'object' || bit.kind !== 'outcome') this.store(at, index, bit)
    else if (bit.cell === index && bit.version === cell.version) return
    else if (!this.isConditional && this.cells[bit.cell]!.isLocal) this.copy(at, bit, index)
    else this.store(at, index, bit)
  }

  /** The first value of a cell just declared; nobody has seen another, so a constant holds whatever the conditions. */
  begin(at: Place, index: number, bit: Bit): void {
    if (typeof bit === 'object') this.assign(at, index, bit)
    else this.remember(at, this.cells[index]!, bit)
  }

  private remember(at: Place, cell: Cell, bit: 0 | 1): void {
    cell.known = bit
    cell.assigned = at
    this.renew(cell, this.moment)
  }

  /** Whether it can be a copy of the other bit is seen at the end (cells.ts). */
  private copy(at: Place, from: Outcome, to: number): void {
    const { cell } = this.fresh(at, from)
    this.addCopy(at, { from: cell, to, moment: this.moment + COPY_STEP, isKept: false })
    this.measured(to, this.moment)
    this.assignments++
  }

  /** The value reaches the cell through the scratch qubit, which is 0 before and after. */
  private store(at: Place, index: number, bit: Bit): void {
    this.usesScratch = true
    /** What must be settled is settled first: it needs the scratch qubit too. */
    if (this.isConditional) this.settle(at, index)
    const { moment } = this
    this.when(at, bit, () => this.emit(at, TURN_SCRATCH))
    this.emit(at, { name: 'measure', qubits: [SCRATCH], clbits: [index] })
    /** Copies go around all of it, for they need the scratch qubit too. */
    this.cells[index]!.ends.splice(-1, 1, moment)
    if (bit !== 0) this.always(() => this.emit(at, CLEAR_SCRATCH))
  }

  /** Puts a constant that is only remembered into its cell, so that the circuit holds it. */
  private settle(at: Place, index: number): void {
    const { known, isMeasured } = this.cells[index]!
    if (known === 1 || (known === 0 && isMeasured)) this.always(() => this.store(at, index, known))
  }

  /** At the end of the program: the results of the circuit show the constants too. */
  settleAll(fallback: Place): void {
    for (const [index, { isLocal, assigned }] of this.cells.entries())
      if (!isLocal) this.settle(assigned ?? fallback, index)
  }

  /** Runs what happens whatever the conditions around it. */
  private always(run: () => void): void {
    const { conditions, cases } = this
    this.conditions = []
    this.cases = null
    try {
      run()
    } finally {
      this.conditions = conditions
      this.cases = cases
    }
  }
}
