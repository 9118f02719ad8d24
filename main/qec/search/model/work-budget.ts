/** Limits of the search of one placement, counted in work and never in time, so that equal inputs end alike. */
export interface WorkLimits {
  /**
   * Steps of enumeration: a walk one site longer, a tour one stop longer, an extraction or a round put together. An
   * extraction that is compiled counts as an eighth of its squared length, rounded up, for long walks orient many
   * SWAPs.
   */
  readonly steps: number
  /** Extractions compiled. */
  readonly extractions: number
}

/** Steps between two calls of the checkpoint: about a tenth of a millisecond. */
const STEPS_PER_CHECKPOINT = 100

export class WorkBudget {
  /** Whether a limit left something out. */
  spent = false
  steps = 0
  /** Extractions compiled. */
  compiled = 0
  /** Rounds scored. */
  scored = 0
  private checked = 0

  /** `checkpoint` throws where the work is to end at once. */
  constructor(
    private readonly limits: WorkLimits,
    private readonly checkpoint: () => void,
  ) {}

  /** Takes one more step, or `count` at once, if the limit allows; returns whether no limit has been reached. */
  step(count = 1): boolean {
    if (this.steps < this.limits.steps) this.steps += count
    else this.spent = true
    if (this.steps - this.checked >= STEPS_PER_CHECKPOINT) {
      this.checked = this.steps
      this.checkpoint()
    }
    return !this.spent
  }

  /** Counts one more extraction of `length` codes as compiled if the limits allow it; returns whether they do. */
  compile(length: number): boolean {
    if (this.compiled >= this.limits.extractions) this.spent = true
    if (!this.step(Math.ceil(length ** 2 / 8))) return false
    this.compiled++
    return true
  }

  /**
   * Whether a list of `length` extractions may become longer: a list longer than the limit of `extractions` is of no
   * use.
   */
  holds(length: number): boolean {
    if (length >= this.limits.extractions) this.spent = true
    return !this.spent
  }
}
