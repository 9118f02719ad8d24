import { MAX_INSTRUCTIONS, type ParametricInstruction } from '../../../contract/jobs/circuit'
import { type Bit, type Case, fromTruthTable, type MeasurementOutcome, outcomesBehind, TruthTable } from '../model/bits'
import { limitExceeded, type SourceLocation } from '../model/diagnostics'
import { MAX_BITS, MAX_NARROW_BITS } from '../model/limits'
import type { StepBudget } from '../model/step-budget'
import { CLEAR_SCRATCH, type ClassicalCell, COPY_STEP, FLIP_SCRATCH, SCRATCH_QUBIT, tooManyInstructions } from './cells'
import { Conditions } from './conditions'
import { MeasuredCopies } from './measured-copies'
import { OpenConditions } from './open-conditions'
import { OpenLoops } from './open-loops'

/** Records the circuit while the program is unrolled, and what its classical cells hold at every moment. */
export class Recorder {
  readonly instructions: ParametricInstruction[] = []
  readonly cells: ClassicalCell[] = []
  qubits = 0
  physical = 0
  /** Whether a qubit behind the declared ones computes classical values. */
  usesScratch = false
  /** By local cell, where its outcomes were measured, in order. */
  readonly outcomes = new Map<number, SourceLocation[]>()
  private assignments = 0
  private writes = 0

  readonly conditions: OpenConditions
  protected readonly known: Conditions
  protected readonly loops = new OpenLoops()
  readonly copies = new MeasuredCopies({
    cells: this.cells,
    addCell: at => this.addCells(at, 1, true)[0]!,
    loops: this.loops,
  })

  constructor(protected readonly budget: StepBudget) {
    this.known = new Conditions(budget)
    this.conditions = new OpenConditions(this.known)
  }

  /** Changes whenever a classical cell gets another value, so that what was read before is not what is read now. */
  get epoch(): number {
    return this.writes
  }

  /** Whether there is a loop that measurements decide: what stands before it in the text may run after it. */
  get hasLoops(): boolean {
    return this.loops.any
  }

  /**
   * The present moment: the number of instructions, and in its fraction that of assigned copies, so that moments sort
   * by time.
   */
  protected get moment(): number {
    return this.instructions.length + 2 * this.assignments * COPY_STEP
  }

  addQubits(at: SourceLocation, size: number): number[] {
    const first = this.qubits
    this.qubits += size
    if (this.qubits > MAX_BITS) limitExceeded(at, `a circuit has at most ${MAX_BITS} qubits`)
    return Array.from({ length: size }, (_, i) => first + i)
  }

  addCells(at: SourceLocation, size: number, isLocal: boolean): number[] {
    if (this.cells.length + size > 10 * MAX_BITS || (!isLocal && this.cells.length + size > MAX_BITS))
      limitExceeded(at, `a circuit has at most ${MAX_BITS} classical bits`)
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

  /** Calls `run` with the bit as a condition. A bit that is known decides at once whether it is called. */
  when(at: SourceLocation, bit: Bit, run: () => void): void {
    if (bit === 0) return
    if (bit === 1) run()
    else this.conditions.under(at, bit, run)
  }

  emit(at: SourceLocation, instruction: ParametricInstruction): void {
    const written = instruction.clbits ?? []
    if (this.conditions.any) for (const cell of written) this.materialize(at, cell)
    const known =
      written.length > 0 && this.conditions.any
        ? this.conditions.casesBeforeWriting(at, outcome => written.includes(outcome.cell) && this.isCurrent(outcome))
        : this.conditions.casesAt(at)
    const { moment } = this
    /** The conditions of all cases are settled before the first instruction is pushed. */
    const cases = this.conditions.any ? known.map(literals => this.copies.currentCase(at, literals)) : known
    for (const literals of cases) this.push(at, instruction, literals)
    for (const cell of written) this.measured(cell, moment)
    if (cases.length > 0 && instruction.qubits[0] !== SCRATCH_QUBIT)
      for (const cell of written) this.noteOutcome(at, cell)
  }

  /** Whether the cell still holds that outcome. */
  private isCurrent = ({ cell, version }: MeasurementOutcome): boolean => this.cells[cell]!.version === version

  private noteOutcome(at: SourceLocation, cell: number): void {
    if (!this.cells[cell]!.isLocal) return
    const known = this.outcomes.get(cell)
    if (known) known.push(at)
    else this.outcomes.set(cell, [at])
  }

  protected push(at: SourceLocation, instruction: ParametricInstruction, literals: Case): void {
    if (this.instructions.length >= MAX_INSTRUCTIONS)
      limitExceeded(at, tooManyInstructions(this.instructions.length + 1))
    this.budget.instructionRecorded()
    this.instructions.push(
      literals.length === 0 ? instruction : { ...instruction, condition: this.known.conditionOf(at, literals) },
    )
  }

  private measured(index: number, start: number): void {
    const cell = this.cells[index]!
    cell.isConditional ||= this.conditions.any
    cell.isMeasured = true
    cell.known = null
    this.renew(cell, start)
  }

  /** Begins another version of the cell, which is written from that moment on. */
  protected renew(cell: ClassicalCell, start: number): void {
    cell.ends[cell.version] = start
    cell.version++
    this.writes++
  }

  /** The same bit in a form that is quick to build conditions on: a table over few outcomes, or a cell of its own. */
  simplified(at: SourceLocation, bit: Bit): Bit {
    if (typeof bit !== 'object') return bit
    const outcomes = outcomesBehind([bit])
    if (outcomes.length <= MAX_NARROW_BITS) {
      this.budget.spend(at, 40 + 2 ** outcomes.length)
      return fromTruthTable(outcomes, new TruthTable(outcomes).of(bit))
    }
    this.budget.spend(at, 100)
    const [cell] = this.addCells(at, 1, true)
    /** Computed without the current conditions: the cell is not read where they do not hold. */
    this.conditions.without(() => this.assign(at, cell!, bit))
    return this.read(cell!)
  }

  /**
   * `cell = bit` of the program: a constant is remembered, the outcome of a local cell copied, any other bit computed.
   */
  assign(at: SourceLocation, index: number, bit: Bit): void {
    const cell = this.cells[index]!
    if (typeof bit !== 'object' && !this.conditions.any) this.remember(at, cell, bit)
    else if (typeof bit !== 'object' || bit.kind !== 'outcome') this.store(at, index, bit)
    else if (bit.cell === index && bit.version === cell.version) return
    else if (!this.conditions.any && !this.loops.isOpen && this.cells[bit.cell]!.isLocal) this.copy(at, bit, index)
    else this.store(at, index, bit)
  }

  /** The first value of a cell just declared; no other was read, so a constant holds under any condition. */
  initialize(at: SourceLocation, index: number, bit: Bit): void {
    if (typeof bit === 'object') this.assign(at, index, bit)
    else this.remember(at, this.cells[index]!, bit)
  }

  private remember(at: SourceLocation, cell: ClassicalCell, bit: 0 | 1): void {
    cell.known = bit
    cell.assigned = at
    this.renew(cell, this.moment)
  }

  /**
   * Whether the copy needs instructions, or both cells can share one bit, is decided at the end (`bit-allocation.ts`).
   */
  private copy(at: SourceLocation, from: MeasurementOutcome, to: number): void {
    const { cell } = this.copies.current(at, from)
    this.copies.add({ from: cell, to, moment: this.moment + COPY_STEP, isPreserved: false, at })
    this.measured(to, this.moment)
    this.assignments++
  }

  /** The value reaches the cell through the scratch qubit, which is 0 before and after. */
  private store(at: SourceLocation, index: number, bit: Bit): void {
    this.usesScratch = true
    /** A remembered constant goes into the cell first, which keeps it where the conditions do not hold. */
    if (this.conditions.any) this.materialize(at, index)
    const { moment } = this
    this.when(at, bit, () => this.emit(at, FLIP_SCRATCH))
    this.emit(at, { name: 'measure', qubits: [SCRATCH_QUBIT], clbits: [index] })
    /** A copy that keeps the previous outcome goes before all of this, as it needs the scratch qubit too. */
    this.cells[index]!.ends.splice(-1, 1, moment)
    if (bit !== 0) this.conditions.without(() => this.emit(at, CLEAR_SCRATCH))
  }

  /** Puts a constant that is only remembered into its cell, so that the circuit holds it. */
  protected materialize(at: SourceLocation, index: number): void {
    const { known, isMeasured } = this.cells[index]!
    if (known === 1 || (known === 0 && isMeasured)) this.conditions.without(() => this.store(at, index, known))
  }

  /** Called at the end of the program, so that the results of the circuit contain the constants too. */
  materializeAll(fallback: SourceLocation): void {
    for (const [index, { isLocal, assigned }] of this.cells.entries())
      if (!isLocal) this.materialize(assigned ?? fallback, index)
  }
}
