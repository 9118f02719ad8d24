import { andBits, type Bit, type Case, type MeasurementOutcome, type RuntimeBit } from '../model/bits'
import type { SourceLocation } from '../model/diagnostics'
import type { Conditions } from './conditions'

/** The conditions around the statement at hand, all of which have to hold, and the cases in which they do. */
export class OpenConditions {
  private open: readonly RuntimeBit[] = []
  /** null: not worked out yet. */
  private cases: readonly Case[] | null = [[]]

  constructor(private readonly known: Conditions) {}

  get any(): boolean {
    return this.open.length > 0
  }

  get all(): readonly RuntimeBit[] {
    return this.open
  }

  /** All conditions but the first `outermost` ones, as one bit. */
  asBit(at: SourceLocation, outermost: number): Bit {
    return andBits(at, this.open.slice(outermost))
  }

  casesAt(at: SourceLocation): readonly Case[] {
    this.cases ??= this.known.casesOf(at, this.open)
    return this.cases
  }

  /**
   * The cases for an instruction that may change the outcomes of `isRewritten`: whatever it makes of them, no other case
   * holds afterwards, so that the instruction runs once.
   */
  casesBeforeWriting(at: SourceLocation, isRewritten: (outcome: MeasurementOutcome) => boolean): readonly Case[] {
    const cases = this.casesAt(at)
    const isSafe = cases.length < 2 || !cases.some(literals => literals.some(isRewritten))
    return isSafe ? cases : this.known.casesOf(at, this.open, isRewritten)
  }

  /** Calls `run` with the bit as a further condition; not where all conditions together can never hold. */
  under(at: SourceLocation, bit: RuntimeBit, run: () => void): void {
    const { open } = this
    this.open = [...open, bit]
    try {
      this.cases = this.known.casesOf(at, this.open)
      if (this.cases.length > 0) run()
    } finally {
      this.open = open
      this.cases = null
    }
  }

  /** Calls `run` with no conditions. */
  without(run: () => void): void {
    const { open, cases } = this
    this.open = []
    this.cases = null
    try {
      run()
    } finally {
      this.open = open
      this.cases = cases
    }
  }
}
