/** Expectation values from shots: a pilot, the confusion of the readout, then the shots of each group. */

import { readingSites } from '../../../circuits/observables/measured-readouts'
import type { MeasurementGroup } from '../../../circuits/observables/measurement-plan'
import { gateText } from '../../../circuits/observables/measurement-plan'
import type { TranspiledCircuit } from '../../../contract/jobs/circuit-job'
import type { ExpectationValue, MeasuredGroup } from '../../../contract/jobs/observables'
import { AppError } from '../../../contract/model/errors'
import { parsed } from '../../../worker/json'
import type { Runner } from '../../../worker/runner'
import { budgetOf, pilotVariances, shareShots, shotsForTarget } from '../../estimation/allocation'
import {
  MITIGATED_METHOD,
  SAMPLED_METHOD,
  type Values,
  valuesOf,
  varianceFactors,
} from '../../estimation/expectation-values'
import type { ParityMoments } from '../../estimation/moments'
import type { EstimateRequest } from '../../model/estimate-request'
import type { ExecutionResult, Executor, RowRequest } from '../../model/executor'
import type { GroupOutcomes, ObservableJob } from '../../tasks/estimate-tasks'
import type { JobTasks } from '../../tasks/registry'
import type { EstimateCircuits } from './estimate-circuits'
import { createPartialRuns, formOf, type PartialRuns } from './partial-runs'
import { confusionsOf, type QubitConfusions } from './readout-confusion'

export interface EstimateParts {
  readonly executor: Executor
  readonly request: RowRequest
  readonly circuits: EstimateCircuits
  readonly asked: EstimateRequest
  readonly background: Runner<JobTasks>
  /** What of the observables is measured together. */
  readonly plan: () => Promise<ObservableJob>
  /** Rows of the sweep of which the request is one; 1 for a job of one circuit. */
  readonly rows: number
}

interface GroupRun {
  readonly group: MeasurementGroup
  readonly result: ExecutionResult
  /** Qubit of the backend that each measured bit is read from; on a device, by the layout of the transpiled circuit. */
  readonly sites: readonly number[]
}

/**
 * Expectation values with their errors, from at most `request.shots` shots in all. Same build, circuit, observables, shots and
 * seed: same values, on simulators. Throws as `Executor.execute`, and `conflict` where the calibration changes meanwhile.
 */
export async function measureObservables(parts: EstimateParts): Promise<ExecutionResult> {
  const { executor, request, asked, background, plan } = parts
  const { shots } = request
  const job = await plan()
  const has_target = asked.target_error !== undefined
  const measures_confusion = asked.mitigation?.readout === 'measured'
  const budget = budgetOf({ shots, groups: job.groups.length, has_target, measures_confusion })
  const runs = createPartialRuns(executor, request, shots, background)
  const measurer = createMeasurer(parts, job, runs)

  const pilots =
    budget.pilot > 0
      ? await measurer.measure(
          'pilot',
          job.groups.map(() => budget.pilot),
        )
      : []
  const early = pilots.length > 0 && asked.mitigation ? await confusionsFor(pilots) : null
  const pilotMoments = (await measurer.outcomes(pilots, early)).map(({ raw, mitigated }) => mitigated ?? raw)
  const finishing = pilots.length > 0 ? finishedShare(pilots.map(({ result }) => result)) : 1
  const sharing = { groups: job.groups.length, most: budget.values, target: asked.target_error, finishing }
  const shared = sharedShots(pilotMoments, sharing)
  const mains = await measurer.measure('values', shared)
  const confusions = asked.mitigation ? (early ?? (await confusionsFor(mains))) : null
  const outcomes = await measurer.outcomes(mains, confusions)

  function confusionsFor(of: readonly GroupRun[]): Promise<QubitConfusions> {
    const qubits = [...new Set(of.flatMap(({ sites }) => sites))].sort((a, b) => a - b)
    return confusionsOf({ mitigation: asked.mitigation!, qubits, shots: budget.confusion }, runs, executor)
  }

  const pilotShots = pilots.map(({ result }) => result.shots)
  const groups = mains.map((main, at) => shownGroup(main, outcomes[at]!, pilotShots[at] ?? 0, runs.is_device))
  return {
    ...runs.provenance(),
    shots: sum(mains.map(({ result }) => result.shots)),
    overhead_shots: sum(pilotShots) + (confusions?.applied.shots ?? 0),
    ...unfinishedOf([...pilots, ...mains].map(({ result }) => result)),
    transpiled: null,
    counts: new Map(),
    estimates: {
      ...valuesWithErrors(job, { mains, outcomes, confusions }, asked.target_error),
      groups,
      grouping: asked.grouping,
      mitigation: confusions?.applied ?? null,
    },
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Shots whose loops ended, of all that were executed. */
function finishedShare(results: readonly ExecutionResult[]): number {
  const [finished, left] = [sum(results.map(({ shots }) => shots)), sum(results.map(unfinishedIn))]
  return finished / (finished + left)
}

const unfinishedIn = ({ unfinished_shots = 0 }: ExecutionResult): number => unfinished_shots

/** Only of circuits with loops. */
const unfinishedOf = (results: readonly ExecutionResult[]): Pick<ExecutionResult, 'unfinished_shots'> =>
  results.some(({ unfinished_shots }) => unfinished_shots !== undefined)
    ? { unfinished_shots: sum(results.map(unfinishedIn)) }
    : {}

interface Sharing {
  readonly groups: number
  /** Shots of all groups together. */
  readonly most: number
  /** A wished error. */
  readonly target: number | undefined
  /** Share of shots that count: of loops, those that end. */
  readonly finishing: number
}

/** Shots of each group: by the pilots' deviations, or equally without pilots. */
function sharedShots(pilots: readonly ParityMoments[], { groups, most, target, finishing }: Sharing): number[] {
  const shots = target === undefined ? most : Math.min(most, Math.ceil(shotsForTarget(pilots, target) / finishing))
  const variances =
    pilots.length > 0
      ? pilots.map(pilot => pilotVariances(pilot))
      : Array.from({ length: groups }, () => Float64Array.of(1))
  return shareShots(variances, shots)
}

function createMeasurer({ request, circuits, background, rows }: EstimateParts, job: ObservableJob, runs: PartialRuns) {
  const { signal, owner } = request

  async function measureGroup(group: MeasurementGroup, label: string, shots: number): Promise<GroupRun> {
    const result = await runs.run({ execution: circuits.measuring(group), label, shots })
    refuseTooFew(result, shots)
    return { group, result, sites: runs.is_device ? deviceQubits(result, group.qubits) : group.qubits }
  }

  return {
    async measure(phase: string, shots: readonly number[]): Promise<GroupRun[]> {
      const done: GroupRun[] = []
      for (const [at, group] of job.groups.entries()) done.push(await measureGroup(group, `${phase} ${at}`, shots[at]!))
      return done
    },
    async outcomes(of: readonly GroupRun[], known: QubitConfusions | null): Promise<GroupOutcomes[]> {
      const { first_bit, constants } = job
      const found: GroupOutcomes[] = []
      for (const { group, result, sites } of of) {
        const confusions = known && sites.map(site => known.confusions[known.qubits.indexOf(site)]!)
        const input = {
          form: formOf(result),
          first_bit,
          group,
          sharers: { groups: job.groups.length, rows },
          observables: constants.length,
          confusions,
        }
        found.push(await background.run('groupOutcomes', input, { size: workOf(result, group), signal, owner }))
      }
      return found
    },
  }
}

/** A variance takes two shots. What lost shots leave of a device is told by its own failure. */
export function refuseTooFew({ shots, unfinished_shots = 0 }: ExecutionResult, executed: number): void {
  if (shots >= 2 || unfinished_shots === 0) return
  const message = `Only ${shots} of ${executed} shots of one circuit ended their loops within max_iterations, which is too few for a value with an error: raise it, or take more shots`
  throw new AppError('invalid_request', message, { shots, unfinished_shots })
}

/** Cost of a group's moments, as the number of bytes of JSON that would take as long to read. */
const workOf = ({ shots }: ExecutionResult, { terms }: MeasurementGroup): number =>
  shots * sum(terms.map(({ bits }) => bits.length + 1))

/** Device qubits that the transpiled circuit reads into these classical bits. */
export function readingQubits({ transpiled }: ExecutionResult, clbits: readonly number[]): number[] {
  const { circuit } = transpiled instanceof Uint8Array ? parsed<TranspiledCircuit>(transpiled) : transpiled!
  return readingSites(circuit, clbits)
}

/** Device qubits that hold these qubits of the circuit at the end of the transpiled one. */
function deviceQubits({ transpiled }: ExecutionResult, qubits: readonly number[]): number[] {
  const { final_layout } =
    transpiled instanceof Uint8Array ? parsed<{ final_layout: (number | null)[] }>(transpiled) : transpiled!
  return qubits.map(qubit => final_layout[qubit]!)
}

function shownGroup(
  { group, result, sites }: GroupRun,
  { counts }: GroupOutcomes,
  pilot_shots: number,
  is_device: boolean,
): MeasuredGroup {
  const { paulis, gates, qubits } = group
  return {
    paulis: [...paulis],
    basis_change: gates.map(gateText),
    measured_qubits: [...qubits],
    pilot_shots,
    shots: result.shots,
    ...(counts && { counts }),
    ...(is_device && { device_qubits: [...sites] }),
  }
}

interface MeasuredGroups {
  readonly mains: readonly GroupRun[]
  readonly outcomes: readonly GroupOutcomes[]
  readonly confusions: QubitConfusions | null
}

function valuesWithErrors(
  { names, constants }: ObservableJob,
  { mains, outcomes, confusions }: MeasuredGroups,
  target?: number,
) {
  const raw = valuesOf({
    constants,
    groups: outcomes.map(({ raw: moments }) => ({ moments, confusion_of: [] })),
    confusions: [],
  })
  if (!confusions)
    return { expectation_values: shownValues(names, raw, target), covariance: raw.covariance.map(row => [...row]) }
  const mitigated = valuesOf({
    constants,
    groups: outcomes.map(({ mitigated: moments }, at) => ({
      moments: moments!,
      confusion_of: mains[at]!.sites.map(site => confusions.qubits.indexOf(site)),
    })),
    confusions: confusions.confusions,
  })
  const factors = varianceFactors(
    outcomes.map(each => each.raw),
    outcomes.map(each => each.mitigated!),
  )
  const expectation_values = shownValues(names, mitigated, target).map(
    (value, o): ExpectationValue => ({
      ...value,
      ...{ label: 'mitigated', method: MITIGATED_METHOD, raw: raw.values[o]!, variance_factor: factors[o]! },
    }),
  )
  return { expectation_values, covariance: mitigated.covariance.map(row => [...row]) }
}

const shownValues = (names: readonly string[], { values }: Values, target: number | undefined): ExpectationValue[] =>
  values.map((value, o) => ({
    ...{ name: names[o]!, label: 'raw', ...value, method: SAMPLED_METHOD },
    ...(target !== undefined && {
      target: { standard_error: target, verdict: value.standard_error <= target ? 'reached' : 'not_reached' },
    }),
  }))
