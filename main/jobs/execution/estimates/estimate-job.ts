/** Executes a job, or each row of a sweep, that requests more than counts. */
import type { Readouts } from '../../../circuits/observables/measured-readouts'
import type { EstimateKind } from '../../../contract/jobs/circuit-job'
import { AppError } from '../../../contract/model/errors'
import { sum } from '../../../contract/numbers/arithmetic'
import type { Json } from '../../../worker/json'
import type { WorkContext } from '../../../worker/runner'
import { budgetOf } from '../../estimation/allocation'
import { EXACT_METHOD, QUASI_METHOD } from '../../estimation/expectation-values'
import { shownQuasiProbability } from '../../estimation/quasi-probabilities'
import {
  type ExecutionContext,
  type ExecutionRequest,
  type Executor,
  type HeldExecutor,
  jsonOf,
  type SweepRequest,
} from '../../model/execution'
import type { ExecutionResult } from '../../model/execution-result'
import type { ObservableJob } from '../../tasks/estimate-tasks'
import { formOf } from '../../tasks/measured-outcomes'
import { executeEachRow } from '../sweeps/row-by-row'
import { circuitsOf, circuitsOfSweep, type EstimateCircuits } from './estimate-circuits'
import { readingQubits, refuseTooFew } from './group-runs'
import { type EstimateParts, measureObservables } from './measured-observables'
import { createPartialRuns } from './partial-runs'
import { confusionsOf } from './readout-confusion'

interface CountsParts extends Omit<EstimateParts, 'plan'> {
  readonly readouts: () => Promise<Readouts>
}

interface EstimatorOptions extends Pick<EstimateParts, 'asked' | 'background' | 'rows'> {
  readonly executor: Executor
  /** The lease of a device, under which rows are executed together. */
  readonly held: HeldExecutor | undefined
}

/**
 * Executes a job, or the rows of a sweep, with estimates of one kind. All rows have the same qubits, so the measurements
 * are planned once.
 */
export function estimator(kind: EstimateKind, options: EstimatorOptions): Pick<Executor, 'execute' | 'executeSweep'> {
  const { executor, held, background, asked } = options
  let planned: Promise<ObservableJob> | null = null
  let read: Promise<Readouts> | null = null

  function planOf(json: Json, { signal, owner }: WorkContext): Promise<ObservableJob> {
    planned ??= background.run('observableJob', { json, request: asked }, { signal, owner })
    return planned
  }
  function readoutsOf(json: Json, { signal, owner }: WorkContext): Promise<Readouts> {
    read ??= background.run('readouts', { json }, { size: json.length, signal, owner })
    return read
  }
  function measured(json: Json, request: ExecutionContext, circuits: EstimateCircuits): Promise<ExecutionResult> {
    const [plan, readouts] = [() => planOf(json, request), () => readoutsOf(json, request)]
    const parts = { ...options, request, circuits, plan, readouts }
    return kind === 'mitigated_counts' ? mitigateCounts(parts) : measureObservables(parts)
  }

  return {
    async execute(request) {
      const json = jsonOf(request)
      if (kind === 'exact') return calculateObservables(executor, request, await planOf(json, request))
      return measured(json, request, circuitsOf(request, executor, background))
    },
    ...(held &&
      kind !== 'exact' && {
        async executeSweep(request: SweepRequest) {
          const { json } = request
          const circuits = kind === 'sampled' ? (await planOf(json, request)).groups.length : 1
          const ofRow = circuitsOfSweep(request, { rowsOf: held.rowsOf, background, circuits })
          return executeEachRow(request, (row, own) => measured(json, own, ofRow(row)), background)
        },
      }),
  }
}

async function calculateObservables(
  executor: Executor,
  request: ExecutionRequest,
  { names, constants, terms }: ObservableJob,
): Promise<ExecutionResult> {
  if (!executor.exact) throw new AppError('invalid_request', 'This backend has no exact values any more')
  const paulis = terms.map(({ pauli }) => pauli)
  const { values: ofPaulis, unfinished, ...provenance } = await executor.exact.values(request, paulis)
  const values = [...constants]
  for (const [at, { coefficients }] of terms.entries())
    for (const [observable, coefficient] of coefficients) values[observable]! += coefficient * ofPaulis[at]!
  return {
    ...provenance,
    shots: 0,
    transpiled: null,
    counts: new Map(),
    estimates: {
      expectation_values: values.map((value, o) => ({
        name: names[o]!,
        label: 'exact' as const,
        method: EXACT_METHOD,
        value,
        standard_error: 0,
        interval: { low: value, high: value, level: 1 },
      })),
      covariance: values.map(() => values.map(() => 0)),
      groups: [],
      grouping: null,
      mitigation: null,
      ...(unfinished !== undefined && { unfinished_probability: unfinished }),
    },
  }
}

/** Time to invert one outcome, in units of the time to count one shot. */
const WORK_OF_OUTCOME = 200

/**
 * Executes the submitted circuit with the job's own seed; returns its raw counts and the quasi-probabilities with the
 * readout inverted.
 */
async function mitigateCounts(parts: CountsParts): Promise<ExecutionResult> {
  const { executor, request, circuits, asked, background } = parts
  const { shots, signal, owner } = request
  const mitigation = asked.mitigation!
  const readouts = await parts.readouts()
  const measures_confusion = mitigation.readout === 'measured'
  const budget = budgetOf({ shots, groups: 1, has_target: false, measures_confusion })
  const runs = createPartialRuns(executor, { request, shots, background })
  const result = await runs.run({ execution: circuits.submitted, label: null, shots: budget.values })
  refuseTooFew(result, budget.values)
  const sites = runs.is_device ? readingQubits(result, readouts.clbits) : readouts.qubits
  const distinct = [...new Set(sites)].sort((a, b) => a - b)
  const known = await confusionsOf({ mitigation, qubits: distinct, shots: budget.confusion }, runs, executor)
  const confusions = sites.map(site => known.confusions[distinct.indexOf(site)]!)
  const { clbits } = readouts
  const input = { form: formOf(result), clbits, confusions }
  const size = result.shots + WORK_OF_OUTCOME * 2 ** clbits.length
  const quasi = await background.run('invertedCounts', input, { size, signal, owner })
  const [before, after] = [quasi.raw_variances, quasi.variances].map(each => sum(each))
  return {
    ...result,
    ...runs.provenance(),
    overhead_shots: known.applied.shots,
    estimates: {
      mitigated_counts: {
        label: 'mitigated',
        quasi_probabilities: Object.fromEntries(
          Array.from(quasi.values.keys(), outcome => [
            outcome.toString(2).padStart(clbits.length, '0'),
            shownQuasiProbability(quasi, outcome),
          ]),
        ),
        clbits: [...clbits],
        method: QUASI_METHOD,
        variance_factor: before! > 0 ? after! / before! : null,
      },
      mitigation: known.applied,
    },
  }
}
