/** The feasibility gate's verdict on a module, and the assumed figures that it rests on. */
import { z } from 'zod'

/** A figure that is not published and that the gate's verdict rests on. Lengths in nanoseconds. */
export const AssumedFigure = z.object({
  figure: z.string(),
  /** Least and greatest value in use; one where every part has the same. */
  low: z.number(),
  high: z.number(),
  /** `qubit 4`, `edge 4-5` or `device`. */
  parts: z.array(z.string()),
  /** The rule and what it gives, as the warning `assumed_value` words it. */
  text: z.string(),
  /** With every part at this value, layout and schedule kept, the ratio is exactly the limit; null where none turns the verdict. */
  turns_at: z.number().nullable(),
  /** `turns_at` in a sentence. */
  message: z.string(),
})
export type AssumedFigure = z.infer<typeof AssumedFigure>

/** `unknown`: a T2 that is not published could still fail it. */
export const FeasibilityVerdict = z.enum(['passed', 'failed', 'unknown'])
export type FeasibilityVerdict = z.infer<typeof FeasibilityVerdict>

/** The verdict; gates stored by earlier versions have `passed` alone. */
export const feasibilityOf = ({
  passed,
  verdict,
}: {
  passed: boolean
  verdict?: FeasibilityVerdict | undefined
}): FeasibilityVerdict => verdict ?? (passed ? 'passed' : 'failed')

export const FeasibilityGate = z.object({
  limit: z.number(),
  /** True only where the verdict is `passed`, not where it is `unknown`. */
  passed: z.boolean(),
  verdict: FeasibilityVerdict.optional(),
  /** True where an unknown T2 is replaced by its limit 2·T1: the coherence ratio is then a lower bound. */
  ratio_is_bound: z.boolean().optional(),
  /** Assumed figures that the verdict rests on; empty where all figures behind the round's length are published. */
  rests_on: z.array(AssumedFigure).optional(),
})

/** Status of a module by its verdict. */
export const STATUS_OF_FEASIBILITY = { passed: 'ready', failed: 'gate_failed', unknown: 'gate_unknown' } as const
