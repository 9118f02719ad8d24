import { type Case, type Literal, type MeasurementOutcome, outcomeKey } from '../model/bits'
import { limitExceeded, type SourceLocation } from '../model/diagnostics'
import { MAX_COPIES } from '../model/limits'
import type { ClassicalCell, Copy } from './cells'
import type { OpenLoops } from './open-loops'

export interface CellsOfCopies {
  readonly cells: ClassicalCell[]
  /** Adds a local cell and returns its index. */
  readonly addCell: (at: SourceLocation) => number
  readonly loops: OpenLoops
}

/**
 * Copies of measured bits: assignments of the program, and copies that keep an outcome beyond the next write to its cell.
 */
export class MeasuredCopies {
  readonly all: Copy[] = []
  /** The cells that keep outcomes, by `outcomeKey`. */
  private readonly kept = new Map<number, number>()
  private readonly cells: ClassicalCell[]
  private readonly addCell: CellsOfCopies['addCell']
  private readonly loops: OpenLoops

  constructor({ cells, addCell, loops }: CellsOfCopies) {
    this.cells = cells
    this.addCell = addCell
    this.loops = loops
  }

  /** The same literals in cells that still hold them. */
  currentCase(at: SourceLocation, literals: Case): Case {
    if (literals.every(literal => this.isFresh(literal))) return literals
    return literals.map((literal): Literal => ({ ...this.current(at, literal), value: literal.value }))
  }

  private isFresh = ({ cell, version }: MeasurementOutcome): boolean => this.cells[cell]!.version === version

  /**
   * The outcome in a cell that still holds it: its own, or one added for it, into which it is copied before its own is
   * overwritten.
   */
  current(at: SourceLocation, outcome: MeasurementOutcome): MeasurementOutcome {
    if (this.isFresh(outcome)) return outcome
    const cell = this.kept.get(outcomeKey(outcome)) ?? this.preserve(at, outcome)
    return { kind: 'outcome', cell, version: 0 }
  }

  private preserve(at: SourceLocation, outcome: MeasurementOutcome): number {
    const moment = this.cells[outcome.cell]!.ends[outcome.version]!
    this.loops.checkKept(at, moment)
    const to = this.addCell(at)
    this.cells[to] = { ...this.cells[to]!, born: Math.floor(moment), died: 0 }
    this.add({ from: outcome.cell, to, moment, isPreserved: true, at })
    this.kept.set(outcomeKey(outcome), to)
    return to
  }

  add(copy: Copy): void {
    if (this.all.length >= MAX_COPIES) limitExceeded(copy.at, `more than ${MAX_COPIES} copies of measured bits`)
    this.all.push(copy)
  }
}
