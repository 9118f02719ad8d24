import { andBits, type Bit, type Case, type RuntimeBit } from '../model/bits'
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

  /** All of them without the outermost ones, as one bit. */
  since(at: SourceLocation, outermost: number): Bit {
    return andBits(at, this.open.slice(outermost))
  }

  casesAt(at: SourceLocation): readonly Case[] {
    this.cases ??= this.known.casesOf(at, this.open)
    return this.cases
  }

  /** Runs what happens only if the bit holds too; not at all where it never does. */
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

  /** Runs what happens whatever they are. */
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
