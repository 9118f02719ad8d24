import { type Case, type MeasurementOutcome, notBit, type RuntimeBit } from '../model/bits'
import { type SourceLocation, unsupportedError } from '../model/diagnostics'
import type { ClassicalCell } from './cells'

/** Condition that decides before each iteration whether a loop continues. */
export interface LoopGuard {
  /** The condition as it is at the time of the call. */
  readonly holds: () => RuntimeBit
  /** null: the default. */
  readonly max_iterations: number | null
}

const LOST =
  'a loop that a measurement decides writes this bit anew, and what it held before is gone: measure into another bit, or copy it before the loop'
const OUTER = 'a loop that a measurement decides writes a bit that an if around it reads: copy that bit before the if'

/**
 * The loops that are being recorded. A body is recorded once and runs many times, so no copy can keep an outcome that the body
 * overwrites: reading it is refused. An outcome from before the loop can be read after it, by a copy made before the loop.
 */
export class OpenLoops {
  /** Whether any loop was recorded, open or not. */
  any = false
  /** Moments of the recorder at which the open loops began, outermost first. */
  private readonly begins: number[] = []

  get isOpen(): boolean {
    return this.begins.length > 0
  }

  begin(moment: number): void {
    this.any = true
    this.begins.push(moment)
  }

  end(): void {
    this.begins.pop()
  }

  /** Refuses to keep an outcome that ended in a loop that is still open, or between iterations of a closed one (NaN). */
  checkKept(at: SourceLocation, moment: number): void {
    if (Number.isNaN(moment) || (this.isOpen && moment > this.begins[0]!)) unsupportedError(at, LOST)
  }

  checkOuter(at: SourceLocation, read: readonly MeasurementOutcome[], changed: readonly number[]): void {
    const written = new Set(changed)
    if (read.some(({ cell }) => written.has(cell))) unsupportedError(at, OUTER)
  }

  /**
   * The cells that the loop wrote. What they held at its beginning ended there; what iterations held in between cannot be
   * read.
   */
  close(cells: readonly ClassicalCell[], versions: readonly number[], begin: number): number[] {
    return versions.flatMap((before, index) => {
      const cell = cells[index]!
      if (cell.version === before) return []
      cell.ends[before] = begin
      for (let version = before + 1; version < cell.version; version++) cell.ends[version] = Number.NaN
      cell.isConditional = true
      return [index]
    })
  }
}

/**
 * The instruction that begins a loop which runs while all bits hold: `while` one conjunction of literals, or `until` one; null if
 * the bits are neither one conjunction nor the negation of one.
 */
export function loopMark(
  at: SourceLocation,
  bits: readonly RuntimeBit[],
  casesOf: (bits: readonly RuntimeBit[]) => readonly Case[],
): { readonly name: 'while' | 'until'; readonly literals: Case } | null {
  const [one, ...others] = casesOf(bits)
  if (one && others.length === 0) return { name: 'while', literals: one }
  if (bits.length > 1) return null
  const [opposite, ...more] = casesOf([notBit(at, bits[0]!) as RuntimeBit])
  return opposite && more.length === 0 ? { name: 'until', literals: opposite } : null
}
