import { type Instruction, MAX_INSTRUCTIONS } from '../../contract/jobs'
import { type Bit, type Case, casesOf, type Outcome } from './bits'
import { exceeded, type Place, unsupported } from './fault'
import { MAX_BITS, MAX_COPIES } from './limits'
import type { Meter } from './meter'

/** One classical cell. Those of local variables find their place in the circuit at the end (cells.ts). */
export interface Cell {
  readonly isLocal: boolean
  /** Instructions recorded when it was declared, and when its variable went out of scope. */
  readonly born: number
  died: number
  /** What the program knows it to hold; null: what a measurement left there, or 0 if none ever wrote it. */
  known: 0 | 1 | null
  version: number
  isMeasured: boolean
  /** It may be read without having been measured into, so it must not share its place. */
  isConditional: boolean
  /** The last assignment of a constant, to say where. */
  assigned: Place | null
}
/** An assignment of one measured bit to another, which the circuit can only follow by measuring into the other at once. */
export interface Copy {
  readonly from: number
  readonly to: number
  readonly position: number
  readonly at: Place
}

/** Takes down the circuit as the program unrolls, and what its classical cells hold at every moment. */
export class Recorder {
  readonly instructions: Instruction[] = []
  readonly cells: Cell[] = []
  readonly copies: Copy[] = []
  qubits = 0
  physical = 0
  private readonly conditions: Bit[] = []
  private cases: Case[] | null = [[]]

  constructor(private readonly meter: Meter) {}

  get isConditional(): boolean {
    return this.conditions.length > 0
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
      this.cells.push({ ...cell, isMeasured: false, isConditional: false, assigned: null })
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
      this.cases = this.decided(at)
      if (this.cases.length > 0) run()
    } finally {
      this.conditions.pop()
      this.cases = null
    }
  }

  emit(at: Place, instruction: Instruction): void {
    this.cases ??= this.decided(at)
    for (const literals of this.cases) {
      if (this.instructions.length >= MAX_INSTRUCTIONS)
        exceeded(at, `the program unrolls to more than ${MAX_INSTRUCTIONS} instructions`)
      this.instructions.push(
        literals.length === 0 ? instruction : { ...instruction, condition: this.condition(at, literals) },
      )
      for (const cell of instruction.clbits ?? []) this.measured(at, cell)
    }
  }

  private decided(at: Place): Case[] {
    const cases = casesOf(at, this.conditions)
    this.meter.spend(
      at,
      cases.reduce((sum, literals) => sum + 16 * literals.length, 0),
    )
    return cases
  }

  private condition(at: Place, literals: Case): NonNullable<Instruction['condition']> {
    this.meter.spend(at, literals.length)
    for (const literal of literals) this.needFresh(at, literal)
    const [first, ...rest] = literals
    if (rest.length === 0) return { clbit: first!.cell, value: first!.value }
    const value = literals.reduce((sum, literal, i) => sum + (literal.value === 1 ? 2 ** i : 0), 0)
    if (!Number.isSafeInteger(value)) unsupported(at, 'a condition that asks for a 1 above bit 52 of a register')
    return { clbits: literals.map(({ cell }) => cell), value }
  }

  private needFresh(at: Place, { cell, version }: Outcome): void {
    if (this.cells[cell]!.version !== version)
      unsupported(at, 'this depends on a measured bit that has been overwritten since; keep it in a bit of its own')
  }

  private measured(at: Place, index: number): void {
    const cell = this.cells[index]!
    if (this.isConditional && cell.known === 1)
      unsupported(at, 'a measurement that may be skipped cannot replace a constant 1')
    cell.isConditional ||= this.isConditional
    cell.isMeasured = true
    cell.known = null
    cell.version++
  }

  /** `cell = bit` of the program: a constant is only remembered, an outcome is a copy to be arranged at the end. */
  assign(at: Place, index: number, bit: Bit): void {
    if (this.isConditional) unsupported(at, 'assigning to a variable where a measurement decides is not supported')
    const cell = this.cells[index]!
    if (typeof bit === 'object') {
      if (bit.kind !== 'outcome')
        unsupported(at, 'computing with measured bits is not supported; conditions may combine them')
      else if (bit.cell === index && bit.version === cell.version) return
      else this.copy(at, bit, index)
    } else {
      cell.known = bit
      cell.assigned = at
      cell.version++
    }
  }

  private copy(at: Place, from: Outcome, to: number): void {
    this.needFresh(at, from)
    if (this.copies.length >= MAX_COPIES) exceeded(at, `more than ${MAX_COPIES} assignments of measured bits`)
    this.copies.push({ from: from.cell, to, position: this.instructions.length, at })
    const cell = this.cells[to]!
    cell.known = null
    cell.isMeasured = true
    cell.version++
  }
}
