import { exceeded, type Place } from './model/diagnostics'
import { MAX_DEPTH, MAX_STEPS, STEPS_PER_CHARACTER } from './model/limits'

/** Counts what reading a program costs, and ends it at the limits. */
export class Meter {
  private steps = 0
  private depth = 0
  private readonly most: number

  constructor(textLength: number) {
    this.most = MAX_STEPS + STEPS_PER_CHARACTER * textLength
  }

  spend(at: Place, steps = 1): void {
    this.steps += steps
    if (this.steps > this.most) exceeded(at, `the program takes more than ${this.most} steps to unroll`)
  }

  /** Runs what may run itself again; `levels` is how much of the stack it takes, an expression counting as 1. */
  within<T>(at: Place, run: () => T, levels = 1): T {
    this.spend(at)
    if (this.depth + levels > MAX_DEPTH) exceeded(at, 'too many gates, calls and blocks run within each other')
    this.depth += levels
    try {
      return run()
    } finally {
      this.depth -= levels
    }
  }
}
