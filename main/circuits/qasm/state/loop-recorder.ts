import { andBits, type MeasurementOutcome, outcomesBehind } from '../model/bits'
import type { SourceLocation } from '../model/diagnostics'
import { type LoopGuard, loopMark } from './open-loops'
import { Recorder } from './recorder'

/** Also records loops that measurements decide: the body once, between the instructions that begin and end the loop. */
export class LoopRecorder extends Recorder {
  /** Writes known constants into classical bits, so that the loop body does not depend on them. */
  forgetConstants(at: SourceLocation): void {
    this.budget.spend(at, this.cells.length)
    for (const [index, cell] of this.cells.entries()) {
      if (cell.died <= this.instructions.length) continue
      this.materialize(at, index)
      cell.known = null
    }
  }

  /**
   * A loop that `guard` decides before each iteration; `run` records its body, once. To be called after `forgetConstants`:
   * in the body a cell holds what it held before the loop or what the previous iteration left there.
   */
  loop(at: SourceLocation, guard: LoopGuard, run: () => void): void {
    const around = this.conditions.all
    const { mark, cell } = this.guarded(at, guard)
    const begin = this.moment
    const versions = this.cells.map(({ version }) => version)
    this.push(at, mark, [])
    this.loops.begin(begin)
    try {
      this.conditions.without(() => {
        run()
        if (cell !== null) this.assign(at, cell, andBits(at, [...around, guard.holds()]))
        this.forgetConstants(at)
      })
    } finally {
      this.loops.end()
    }
    this.push(at, { name: 'end', qubits: [] }, [])
    const changed = this.loops.close(this.cells, versions, begin)
    for (const index of changed) this.renew(this.cells[index]!, this.moment)
    if (cell === null) this.loops.checkOuter(at, outcomesBehind(around), changed)
  }

  /**
   * The instruction that begins the loop; a condition that is neither one conjunction nor its negation is first
   * computed into a cell of its own.
   */
  private guarded(at: SourceLocation, { holds, max_iterations }: LoopGuard) {
    const bits = [...this.conditions.all, holds()]
    const direct = loopMark(at, bits, all => this.known.casesOf(at, all))
    const cell = direct ? null : this.addCells(at, 1, true)[0]!
    if (cell !== null) this.conditions.without(() => this.assign(at, cell, andBits(at, bits)))
    const { name, literals } = direct ?? { name: 'while', literals: [{ ...this.outcomeIn(cell!), value: 1 as const }] }
    const condition = this.known.conditionOf(at, this.copies.currentCase(at, literals))
    return { mark: { name, qubits: [], condition, ...(max_iterations === null ? {} : { max_iterations }) }, cell }
  }

  private outcomeIn = (cell: number): MeasurementOutcome => ({
    kind: 'outcome',
    cell,
    version: this.cells[cell]!.version,
  })
}
