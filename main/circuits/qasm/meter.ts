import { exceeded, type Place } from './fault'
import { MAX_DEPTH, MAX_STEPS } from './limits'

/** Counts what reading a program costs, and ends it at the limits. */
export class Meter {
  private steps = 0
  private depth = 0

  spend(at: Place, steps = 1): void {
    this.steps += steps
    if (this.steps > MAX_STEPS) exceeded(at, `the program takes more than ${MAX_STEPS} steps to unroll`)
  }

  /** Runs what may run itself again. */
  within<T>(at: Place, run: () => T): T {
    this.spend(at)
    if (this.depth >= MAX_DEPTH) exceeded(at, `more than ${MAX_DEPTH} gates, calls and blocks run within each other`)
    this.depth++
    try {
      return run()
    } finally {
      this.depth--
    }
  }
}
