/** Further rounds of shots where the first missed a target error. */
import type { ReachedTarget } from '../../../contract/jobs/observables'
import { sum } from '../../../contract/numbers/arithmetic'
import type { Values } from '../../estimation/expectation-values'
import { furtherShots, ROUNDS_METHOD } from '../../estimation/further-shots'
import type { GroupOutcomes } from '../../tasks/estimate-tasks'
import { finishedShare, type GroupRun, type GroupRuns } from './group-runs'
import type { PartialRuns } from './partial-runs'
import type { QubitConfusions } from './readout-confusion'

/** The groups as they are measured so far. */
export interface MeasuredGroups {
  readonly mains: readonly GroupRun[]
  readonly outcomes: readonly GroupOutcomes[]
  readonly confusions: QubitConfusions | null
}

interface RoundsOptions {
  readonly target: number
  /** Shots that may still be executed. */
  readonly left: number
  readonly groupRuns: GroupRuns
  readonly runs: PartialRuns
  readonly valuesOf: (measured: MeasuredGroups) => Values
}

/** Share of the missing progress that is reported as done after a round, as another round may follow. */
export const TOLD_OF_A_ROUND = 0.9

/** Returns the groups with all their rounds. Same seed: same rounds, on simulators. */
export async function untilReached(
  first: MeasuredGroups,
  { target, left, groupRuns, runs, valuesOf }: RoundsOptions,
): Promise<MeasuredGroups & { readonly reached: ReachedTarget }> {
  let [measured, unused, missing] = [first, left, 1 - TOLD_OF_A_ROUND]
  for (let rounds = 1; ; rounds++) {
    const { values, readout_variances: readout } = valuesOf(measured)
    const groups = measured.outcomes.map(({ raw, mitigated }) => mitigated ?? raw)
    const finishing = finishedShare(measured.mains)
    const next = furtherShots({ groups, rounds, target, readout, left: unused, finishing })
    if (typeof next === 'string') {
      const verdict = values.every(({ standard_error }) => standard_error <= target) ? 'reached' : 'not_reached'
      const reached = { verdict, rounds, ended_by: next, unused_shots: unused, method: ROUNDS_METHOD } as const
      return { ...measured, reached: { standard_error: target, ...reached } }
    }
    const shots = sum(next)
    missing *= 1 - TOLD_OF_A_ROUND
    runs.plan(shots, 1 - missing)
    unused -= shots
    measured = await withRound(measured, groupRuns, { shots: next, round: rounds + 1 })
  }
}

async function withRound(
  { mains: earlier, outcomes: known, confusions }: MeasuredGroups,
  groupRuns: GroupRuns,
  { shots, round }: { readonly shots: readonly number[]; readonly round: number },
): Promise<MeasuredGroups> {
  const mains = await groupRuns.measureAgain(earlier, shots, round)
  const outcomes: GroupOutcomes[] = []
  for (const [at, main] of mains.entries())
    outcomes.push(main === earlier[at] ? known[at]! : await groupRuns.outcomesOf(main, confusions))
  return { mains, outcomes, confusions }
}
