import { limitExceeded, type SourceLocation } from './diagnostics'
import {
  MAX_DEPTH,
  MAX_STEPS,
  STEPS_PER_CHARACTER,
  STEPS_PER_CHECKPOINT,
  STEPS_PER_INSTRUCTION,
  STEPS_TO_RECORD,
} from './limits'

/**
 * Counts the steps of reading a program, and ends it at the limits. `checkpoint` is called once for every 64 steps,
 * those for characters read included; it throws where the work is to end.
 */
export class StepBudget {
  private steps = 0
  private depth = 0
  private instructions = 0
  private most: number
  /** Steps to the next checkpoint. */
  private left = STEPS_PER_CHECKPOINT

  constructor(
    private readonly characters: number,
    private readonly checkpoint: () => void = () => undefined,
  ) {
    this.most = MAX_STEPS + STEPS_PER_CHARACTER * characters
  }

  spend(at: SourceLocation, steps = 1): void {
    this.steps += steps
    if (this.steps > this.most) limitExceeded(at, this.refusal())
    this.pass(steps)
  }

  /** Counts steps towards the next checkpoint only, not towards the limit. */
  pass(steps: number): void {
    for (this.left -= steps; this.left <= 0; this.left += STEPS_PER_CHECKPOINT) this.checkpoint()
  }

  /** One more instruction of the circuit: the program may take more steps. */
  instructionRecorded(): void {
    this.instructions++
    this.most += STEPS_PER_INSTRUCTION
    this.pass(STEPS_TO_RECORD)
  }

  private refusal(): string {
    const parts = `${MAX_STEPS}, ${STEPS_PER_CHARACTER} for each of ${this.characters} characters and ${STEPS_PER_INSTRUCTION} for each of ${this.instructions} instructions so far`
    return `the program takes more than ${this.most} steps to unroll (${parts}), ${this.steps} with this one: use fewer iterations of loops, fewer calls and shorter lists, or write the gates out`
  }

  /** Runs code that may call itself again; `levels` is its use of the stack, of which an expression takes 1. */
  nested<T>(at: SourceLocation, run: () => T, levels = 1): T {
    this.spend(at)
    if (this.depth + levels > MAX_DEPTH) limitExceeded(at, 'too many gates, calls and blocks run within each other')
    this.depth += levels
    try {
      return run()
    } finally {
      this.depth -= levels
    }
  }
}
