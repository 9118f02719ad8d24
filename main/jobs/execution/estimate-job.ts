/** The execution of a job that is asked for more than counts, or of each row of a sweep that is. */
import type { EstimateKind } from '../../contract/jobs/circuit-job'
import { AppError } from '../../contract/model/errors'
import { budgetOf } from '../estimation/allocation'
import { EXACT_METHOD, QUASI_METHOD, shownEstimate } from '../estimation/expectation-values'
import { quasiProbabilities } from '../estimation/quasi-probabilities'
import { type ExecutionRequest, type ExecutionResult, jsonOf } from '../model/executor'
import type { ObservableJob } from '../tasks/estimate-tasks'
import { type EstimateParts, measureObservables, readingQubits } from './measured-observables'
import { createPartialRuns, formOf } from './partial-runs'
import { confusionsOf } from './readout-confusion'

const BY_KIND: Readonly<Record<EstimateKind, (parts: EstimateParts) => Promise<ExecutionResult>>> = {
  sampled: measureObservables,
  exact: calculateObservables,
  mitigated_counts: mitigateCounts,
}

/** Executes the circuit of each request. All of them have the same qubits, so that what is observed is planned once. */
export function estimator(
  kind: EstimateKind,
  parts: Omit<EstimateParts, 'request' | 'plan'>,
): (request: ExecutionRequest) => Promise<ExecutionResult> {
  let planned: Promise<ObservableJob> | null = null
  return request => {
    const plan = () => {
      const { signal, owner } = request
      planned ??= parts.background.run(
        'observableJob',
        { json: jsonOf(request), request: parts.asked },
        { signal, owner },
      )
      return planned
    }
    return BY_KIND[kind]({ ...parts, request, plan })
  }
}

async function calculateObservables({ executor, request, plan }: EstimateParts): Promise<ExecutionResult> {
  if (!executor.exact) throw new AppError('invalid_request', 'This backend has no exact values any more')
  const { names, constants, terms } = await plan()
  const paulis = terms.map(({ pauli }) => pauli)
  const { values: ofPaulis, unfinished, ...provenance } = await executor.exact.values(request, paulis)
  const values = [...constants]
  for (const [at, { coefficients }] of terms.entries())
    for (const [observable, coefficient] of coefficients) values[observable]! += coefficient * ofPaulis[at]!
  return {
    ...{ ...provenance, shots: 0, transpiled: null, counts: new Map() },
    estimates: {
      expectation_values: values.map((value, o) => ({
        ...{ name: names[o]!, label: 'exact' as const, method: EXACT_METHOD },
        ...{ value, standard_error: 0, interval: { low: value, high: value, level: 1 } },
      })),
      covariance: values.map(() => values.map(() => 0)),
      ...{ groups: [], grouping: null, mitigation: null },
      ...(unfinished !== undefined && { unfinished_probability: unfinished }),
    },
  }
}

/** The counts as they are, by the job's own seed, and beside them the probabilities that the readout's inverse makes of them. */
async function mitigateCounts({ executor, request, asked, background }: EstimateParts): Promise<ExecutionResult> {
  const { shots, signal, owner } = request
  const mitigation = asked.mitigation!
  const json = jsonOf(request)
  const readouts = await background.run('readouts', { json }, { size: json.length, signal, owner })
  const measures_confusion = mitigation.readout === 'measured'
  const budget = budgetOf({ shots, groups: 1, has_target: false, measures_confusion })
  const runs = createPartialRuns(executor, request, shots, background)
  const result = await runs.run({ json, label: null, shots: budget.values })
  const sites = runs.is_device ? readingQubits(result, readouts.clbits) : readouts.qubits
  const distinct = [...new Set(sites)].sort((a, b) => a - b)
  const known = await confusionsOf({ mitigation, qubits: distinct, shots: budget.confusion }, runs, executor)
  const confusions = sites.map(site => known.confusions[distinct.indexOf(site)]!)
  const input = { form: formOf(result), clbits: readouts.clbits }
  const counts = await background.run('countsOfBits', input, { size: result.shots, signal, owner })
  const quasi = quasiProbabilities(counts, confusions)
  const [before, after] = [quasi.raw_variances, quasi.variances].map(each => each.reduce((sum, one) => sum + one, 0))
  const bits = readouts.clbits.length
  return {
    ...result,
    ...runs.provenance(),
    overhead_shots: known.applied.shots,
    estimates: {
      mitigated_counts: {
        label: 'mitigated',
        quasi_probabilities: Object.fromEntries(
          Array.from(quasi.values, (value, outcome) => [
            outcome.toString(2).padStart(bits, '0'),
            shownEstimate(value, quasi.variances[outcome]!),
          ]),
        ),
        clbits: [...readouts.clbits],
        method: QUASI_METHOD,
        variance_factor: before! > 0 ? after! / before! : null,
      },
      mitigation: known.applied,
    },
  }
}
