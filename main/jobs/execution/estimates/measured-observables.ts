/** Expectation values from shots: a pilot, the confusion of the readout, then the shots of each group. */
import { gateText } from '../../../circuits/observables/measurement-plan'
import type { ExpectationValue, MeasuredGroup } from '../../../contract/jobs/observables'
import { sum } from '../../../contract/numbers/arithmetic'
import type { Runner } from '../../../worker/runner'
import {
  budgetOf,
  confusionShots,
  MIN_CONFUSION,
  pilotVariances,
  shareShots,
  shotsForTarget,
  worstShots,
} from '../../estimation/allocation'
import {
  MITIGATED_METHOD,
  SAMPLED_METHOD,
  type Values,
  valuesOf,
  varianceFactors,
} from '../../estimation/expectation-values'
import { type Confusion, isIllConditioned } from '../../estimation/readout'
import type { EstimateRequest } from '../../model/estimate-request'
import type { ExecutionContext, Executor } from '../../model/execution'
import type { ExecutionResult } from '../../model/execution-result'
import type { GroupOutcomes, ObservableJob } from '../../tasks/estimate-tasks'
import type { JobTasks } from '../../tasks/registry'
import type { EstimateCircuits } from './estimate-circuits'
import { createGroupRuns, finishedShare, type GroupRun, shotsOf } from './group-runs'
import { createPartialRuns } from './partial-runs'
import { confusionsOf, type KnownConfusions, type QubitConfusions } from './readout-confusion'
import { type MeasuredGroups, TOLD_OF_A_ROUND, untilReached } from './target-error'

export interface EstimateParts {
  readonly executor: Executor
  readonly request: ExecutionContext
  readonly circuits: EstimateCircuits
  readonly asked: EstimateRequest
  readonly background: Runner<JobTasks>
  /** Groups of observables that are measured together. */
  readonly plan: () => Promise<ObservableJob>
  /** Rows of the sweep that the request belongs to; 1 for a job of one circuit. */
  readonly rows: number
}

/**
 * Expectation values with their errors, from at most `request.shots` shots in all. Same build, circuit, observables, shots and
 * seed: same values, on simulators. Throws as `Executor.execute`, and `conflict` where the calibration changes meanwhile.
 */
export async function measureObservables(parts: EstimateParts): Promise<ExecutionResult> {
  const { executor, request, asked, background, plan } = parts
  const { shots } = request
  const { target_error: target, mitigation, grouping } = asked
  const job = await plan()
  const { length } = job.groups
  const has_target = target !== undefined
  const budget = budgetOf({
    shots,
    groups: length,
    has_target,
    measures_confusion: mitigation?.readout === 'measured',
    ...(has_target && { worst_shots: worstShots(job, target) }),
  })
  const runs = createPartialRuns(executor, { request, shots, background })
  const groupRuns = createGroupRuns({ ...parts, job, runs })
  const valuesIn = (measured: SeenGroups) => bestValues(job, measured)

  const pilots =
    budget.pilot > 0
      ? await groupRuns.measure(
          'pilot',
          job.groups.map(() => budget.pilot),
        )
      : []
  const early = pilots.length > 0 && mitigation ? await confusionsFor(pilots) : null
  const piloted = await measuredBy(pilots, early)
  // With a target, shots that pilots and confusion did not use are available for the values.
  const most = has_target ? shots - length * budget.pilot - (early?.applied.shots ?? 0) : budget.values
  const shared = sharedShots(piloted, { groups: length, most, target, valuesIn })
  const used = sum(shared)
  if (has_target) runs.plan(used, TOLD_OF_A_ROUND)
  const mains = await groupRuns.measure('values', shared)
  const first = await measuredBy(mains, mitigation ? (early ?? (await confusionsFor(mains))) : null)
  const { reached, ...measured } = has_target
    ? await untilReached(first, { target, left: most - used, groupRuns, runs, valuesOf: valuesIn })
    : { ...first, reached: undefined }

  function confusionsFor(of: readonly GroupRun[]): Promise<QubitConfusions> {
    const qubits = [...new Set(of.flatMap(({ sites }) => sites))].sort((a, b) => a - b)
    if (!has_target) return confusionsOf({ mitigation: mitigation!, qubits, shots: budget.confusion }, runs, executor)
    const more = (confusions: readonly Confusion[]) => furtherConfusion(of, { qubits, confusions })
    const sized = { shots: Math.min(MIN_CONFUSION, budget.confusion), more }
    return confusionsOf({ mitigation: mitigation!, qubits, ...sized }, runs, executor)
  }
  /** Shots of a second measurement of the confusion, so that its part of the errors is in proportion to the target. */
  async function furtherConfusion(of: readonly GroupRun[], known: KnownConfusions): Promise<number> {
    const left = Math.max(0, budget.confusion - MIN_CONFUSION)
    if (left === 0 || known.confusions.some(isIllConditioned)) return left
    const measured = await measuredBy(of, known)
    const { readout_variances: readout } = valuesIn(measured)
    const moments = measured.outcomes.map(({ mitigated }) => mitigated!)
    const wanted = confusionShots(moments, { target: target!, shots: MIN_CONFUSION, readout })
    return Math.min(left, Math.max(0, wanted - MIN_CONFUSION))
  }
  async function measuredBy<Known extends KnownConfusions | null>(of: readonly GroupRun[], confusions: Known) {
    const outcomes: GroupOutcomes[] = []
    for (const run of of) outcomes.push(await groupRuns.outcomesOf(run, confusions))
    return { mains: of, outcomes, confusions }
  }

  const { confusions, outcomes } = measured
  const groups = measured.mains.map((main, at) =>
    shownGroup(main, { counts: outcomes[at]!.counts, pilot: pilots.slice(at, at + 1), is_device: runs.is_device }),
  )
  return {
    ...runs.provenance(),
    shots: shotsOf(measured.mains),
    overhead_shots: shotsOf(pilots) + (confusions?.applied.shots ?? 0),
    ...unfinishedOf([...pilots, ...measured.mains]),
    transpiled: null,
    counts: new Map(),
    estimates: {
      ...valuesWithErrors(job, measured, target),
      groups,
      grouping,
      mitigation: confusions?.applied ?? null,
      ...(reached && { target: reached }),
    },
  }
}

/** Unfinished shots of all runs; empty for circuits without loops. */
function unfinishedOf(runs: readonly GroupRun[]): Pick<ExecutionResult, 'unfinished_shots'> {
  const results = runs.flatMap(run => run.results)
  return results.some(({ unfinished_shots }) => unfinished_shots !== undefined)
    ? { unfinished_shots: sum(results.map(({ unfinished_shots = 0 }) => unfinished_shots)) }
    : {}
}

/** Measured groups, whether or not the readout confusion is measured yet. */
type SeenGroups = Omit<MeasuredGroups, 'confusions'> & { readonly confusions: KnownConfusions | null }

interface Sharing {
  readonly groups: number
  /** Shots of all groups together. */
  readonly most: number
  /** Target standard error; undefined: all shots are used. */
  readonly target: number | undefined
  readonly valuesIn: (measured: SeenGroups) => Values
}

/** Shots of each group: by the pilots' deviations, or equally without pilots. */
function sharedShots(pilots: SeenGroups, { groups, most, target, valuesIn }: Sharing): number[] {
  const moments = pilots.outcomes.map(({ raw, mitigated }) => mitigated ?? raw)
  if (moments.length === 0) return shareShots(Array(groups).fill(Float64Array.of(1)), most)
  const variances = moments.map(pilot => pilotVariances(pilot))
  if (target === undefined) return shareShots(variances, most)
  const counting = shotsForTarget(moments, target, valuesIn(pilots).readout_variances)
  return shareShots(variances, Math.min(most, Math.ceil(counting / finishedShare(pilots.mains))))
}

interface ShownGroup {
  readonly counts: MeasuredGroups['outcomes'][number]['counts']
  /** The group's pilot, or empty. */
  readonly pilot: readonly GroupRun[]
  readonly is_device: boolean
}

function shownGroup(main: GroupRun, { counts, pilot, is_device }: ShownGroup): MeasuredGroup {
  const { group, sites } = main
  const { paulis, gates, qubits } = group
  return {
    paulis: [...paulis],
    basis_change: gates.map(gateText),
    measured_qubits: [...qubits],
    pilot_shots: shotsOf(pilot),
    shots: shotsOf([main]),
    ...(counts && { counts }),
    ...(is_device && { device_qubits: [...sites] }),
  }
}

/** Values without readout mitigation. */
const rawValues = ({ constants }: ObservableJob, { outcomes }: SeenGroups): Values =>
  valuesOf({
    constants,
    groups: outcomes.map(({ raw: moments }) => ({ moments, confusion_of: [] })),
    confusions: [],
  })

/** Values with the readout inverted where its confusion is available, else raw ones. */
function bestValues(job: ObservableJob, measured: SeenGroups): Values {
  const { mains, outcomes, confusions } = measured
  if (!confusions) return rawValues(job, measured)
  return valuesOf({
    constants: job.constants,
    groups: outcomes.map(({ mitigated: moments }, at) => ({
      moments: moments!,
      confusion_of: mains[at]!.sites.map(site => confusions.qubits.indexOf(site)),
    })),
    confusions: confusions.confusions,
  })
}

function valuesWithErrors(job: ObservableJob, measured: MeasuredGroups, target?: number) {
  const best = bestValues(job, measured)
  const covariance = best.covariance.map(row => [...row])
  const shown = shownValues(job.names, best, target)
  if (!measured.confusions) return { expectation_values: shown, covariance }
  const raw = rawValues(job, measured)
  const factors = varianceFactors(raw, best)
  const expectation_values = shown.map(
    (value, o): ExpectationValue => ({
      ...value,
      label: 'mitigated',
      method: MITIGATED_METHOD,
      raw: raw.values[o]!,
      variance_factor: factors[o]!,
    }),
  )
  return { expectation_values, covariance }
}

const shownValues = (names: readonly string[], { values }: Values, target: number | undefined): ExpectationValue[] =>
  values.map((value, o) => ({
    name: names[o]!,
    label: 'raw',
    ...value,
    method: SAMPLED_METHOD,
    ...(target !== undefined && {
      target: { standard_error: target, verdict: value.standard_error <= target ? 'reached' : 'not_reached' },
    }),
  }))
