/** Puts a run's record together and holds it against its contract. */

import type { Comparison } from '../contract/comparison'
import type { Estimate, Warning } from '../contract/model/primitives'
import { type Replay, RunRecord } from '../contract/runs/record'
import type { CardinalState, RunRequest } from '../contract/model/protocols'
import type { Run, RunSummary } from '../contract/runs/run'
import { GENERATORS } from '../qec/code/five-qubit'
import { LOGICAL_OF, readoutFor } from '../qec/code/logical-readout'
import { attemptRate } from '../qec/decoding/prepared-shots'
import { baselineDefinition } from '../qec/experiment/baseline'
import { encodingMethod, readoutMethodOf } from '../qec/experiment/methods-text'
import { comparing, fittedError, logicalError, preparationFidelity } from '../qec/prediction/compare'
import { clopperPearson, unobserved } from '../qec/statistics/intervals'
import { recordedNames } from './planning/circuit'
import type { EncodedResult, RunResults } from './execute'
import type { RunPlan } from './planning/plan'
import { outlookOf } from './predicted_acceptance'
import { noGainWarning } from './prediction/reply'
import { runWarnings } from './recording/warnings'
import { idleTimes, meanRoundDuration, routingSchedule, stabilizerSchedule } from './recording/schedule'
import { choiceWarnings, schemeOf } from './decoding/protocols'
import { subSeed } from './planning/seeds'

export interface RecordHead {
  readonly run_id: string
  readonly backend_id: string
  readonly simulated: boolean
  readonly request: Run['request']
  readonly executed_at: string
  readonly version: string
  /** What it repeats, with the bits compared; null for a run of its own. */
  readonly replay: Replay | null
  /** What the run says beside what its module and its figures say. */
  readonly warnings: readonly Warning[]
}

export function recordOf(head: RecordHead, plan: RunPlan, results: RunResults, comparison: Comparison): RunRecord {
  return RunRecord.parse({
    record_version: 'pentad-run/1',
    run_id: head.run_id,
    ...identity(head, plan),
    ...layout(plan),
    ...preparation(plan, results),
    rounds: head.request.rounds,
    shots: head.request.shots,
    mode: head.request.mode,
    ...timing(plan, head.request, results),
    ...outcomes(plan, head.request, results, comparison),
    ...provenance(head, plan, results),
    ...reproduction(head, plan, results),
    comparison,
    decoders: decodersOf(head.request, results, comparison),
    ...(head.replay ? { replay: head.replay } : {}),
    warnings: [
      ...plan.module.warnings,
      ...choiceWarnings(plan, head.request),
      ...head.warnings,
      ...(results.prediction ? noGainWarning(results.prediction.gain_best) : []),
      ...runWarnings(head.request, comparison),
    ],
  })
}

/** The comparison in steps, see `comparing`. */
export function comparisonOf(
  { mode, preparation, seed }: Run['request'],
  { encoded, physical, prediction }: RunResults,
): Generator<void, Comparison> {
  const predicted = (rounds: number): number | null => {
    const here = encoded.filter(result => result.rounds === rounds)
    return mode === 'detection' || preparation === 'verified'
      ? here.reduce((sum, result) => sum + result.predicted, 0) / here.length
      : null
  }
  return comparing({
    encoded: encoded.map(counted),
    physical,
    predicted,
    predicted_error: prediction?.logical_error ?? null,
    seeds: gainSeeds(seed),
  })
}

export const gainSeeds = (seed: number) => ({ best: subSeed(seed, 'gain-best'), median: subSeed(seed, 'gain-median') })

/** The run's own decoder first, then what the others make of the same bits. */
function decodersOf(
  { protocol }: Run['request'],
  { decoders, encoded }: RunResults,
  comparison: Comparison,
): RunRecord['decoders'] {
  return decoders.map((decoder, i) => {
    const points = encoded.map(({ state, rounds, outcomes }) => ({ state, rounds, ...outcomes[i]! }))
    const counts = encoded.map((result, at) => ({ ...counted(result), ...points[at]! }))
    return {
      decoder,
      decoder_version: schemeOf(protocol).decoders[decoder].version,
      logical_error: i === 0 ? logicalError(comparison) : fittedError(counts),
      points,
    }
  })
}

const counted = ({ state, rounds, shots, accepted, failures }: EncodedResult) => ({
  state,
  rounds,
  shots,
  accepted,
  failures,
})

const identity = ({ backend_id }: RecordHead, { module }: RunPlan) => ({
  backend_id,
  chiplet: module.chiplet,
  logical_qubit_id: module.logical_qubit,
  code: '[[5,1,3]]',
  ft_scheme: module.ft_scheme,
  syndrome_strategy: 'flag_sequential',
})

const layout = ({ module, compiled, ft_preserved }: RunPlan) => ({
  data_qubits: module.data_qubits,
  syndrome_ancilla: module.syndrome_ancilla,
  flag_qubit: module.flag_qubit,
  routing_qubits: module.routing_qubits,
  stabilizer_schedule: stabilizerSchedule(compiled),
  routing_schedule: routingSchedule(compiled),
  ft_preserved: ft_preserved ?? module.schedule.ft_preserved,
  schedule_hash: compiled.schedule_hash,
})

const timing = (
  { module, compiled, decoupling, reset_method, reset_fidelity }: RunPlan,
  request: RunRequest,
  results: RunResults,
) => ({
  round_duration_measured: {
    value_ns: compiled.duration_ns,
    source: 'compiled',
    mean_with_repeats_ns: meanRoundDuration(compiled, request, results.encoded),
  },
  idle_time_per_data_qubit: idleTimes(compiled),
  coherence_ratio: module.coherence_ratio,
  dd_applied: decoupling?.applied ?? false,
  ...(decoupling ? { dd: decoupling.effect } : {}),
  reset_method,
  reset_fidelity,
})

function preparation(plan: RunPlan, { encoded }: RunResults) {
  if (!plan.preparation) return { encoding_method: encodingMethod() }
  const { compiled, verdict, attempts } = plan.preparation
  return {
    encoding_method: encodingMethod(compiled, verdict, attempts),
    preparation: preparationCounts(plan, encoded),
  }
}

function preparationCounts(plan: RunPlan, encoded: readonly EncodedResult[]): RunRecord['preparation'] {
  const { compiled, verdict, attempts } = plan.preparation!
  const outlook = outlookOf(plan)!
  const { accepted, executed } = attemptRate(encoded.flatMap(result => result.attempts))
  return {
    attempts_allowed: attempts,
    attempts_made: executed,
    acceptance: clopperPearson(accepted, executed),
    predicted_acceptance: outlook.acceptance,
    shots_unserved: encoded.reduce((sum, result) => sum + (result.attempts.at(-1)?.rejected ?? 0), 0),
    attempt_duration_ns: compiled.duration_ns,
    mean_duration_ns: accepted === 0 ? outlook.mean_duration_ns : (compiled.duration_ns * executed) / accepted,
    cz_count: compiled.cz_count,
    swap_count: compiled.swap_count,
    single_faults: verdict.cases,
    failures: verdict.failures,
  }
}

const outcomes = (plan: RunPlan, request: RunRequest, { encoded }: RunResults, comparison: Comparison) => ({
  state_prep_fidelity: preparationFidelity(comparison),
  flag_outcomes: flagOutcomes(encoded),
  postselection_acceptance_rate: acceptance(request, encoded),
  physical_baseline_definition: baselineDefinition(plan.compiled.duration_ns, beyondPlain(plan)),
  physical_baseline_error: { best: errorOf(comparison.best), median: errorOf(comparison.median) },
  logical_error: logicalError(comparison),
  logical_gain: { best: comparison.gain_best, median: comparison.gain_median },
})

const errorOf = (side: Comparison['best']) => side && { qubit: side.qubit, error_per_round: side.error_per_round }

/** What of the encoded run the baseline shares or does without. */
const beyondPlain = ({ preparation, measurement, decoupling }: RunPlan) => ({
  ...(decoupling ? { dd: decoupling.effect.sequence } : {}),
  verified_preparation: preparation !== undefined,
  fault_tolerant_readout: measurement !== undefined,
})

/** Over all circuits; everything in correction mode, but for shots that a verified preparation gave no state. */
export function acceptance(
  { mode, preparation }: Pick<RunRequest, 'mode' | 'preparation'>,
  encoded: readonly EncodedResult[],
): Estimate {
  const sum = (field: 'accepted' | 'shots') => encoded.reduce((total, result) => total + result[field], 0)
  if (mode === 'detection' || preparation === 'verified') return clopperPearson(sum('accepted'), sum('shots'))
  return { value: 1, low: 1, high: 1, confidence: 1, method: 'no postselection in correction mode' }
}

function flagOutcomes(encoded: readonly EncodedResult[]): RunRecord['flag_outcomes'] {
  const rounds = [...new Set(encoded.map(result => result.rounds))]
  return rounds.flatMap(count => {
    const here = encoded.filter(result => result.rounds === count)
    return GENERATORS.map((generator, k) => {
      const executed = here.reduce((sum, { flags }) => sum + flags[k]!.executed, 0)
      const raised = here.reduce((sum, { flags }) => sum + flags[k]!.raised, 0)
      return { rounds: count, generator, executed, raised, rate: clopperPearson(raised, executed) }
    })
  })
}

const provenance = ({ executed_at, simulated, request }: RecordHead, plan: RunPlan, { engine, decay }: RunResults) => ({
  calibration_id: plan.module.calibration_id,
  noise_model_version: plan.noise_model_version,
  decoder: request.decoder,
  decoder_version: schemeOf(request.protocol).decoders[request.decoder].version,
  control_instruments: ['none: simulated'],
  sequencers: [`${engine} (simulated)`],
  execution_timestamp: executed_at,
  simulated,
  engine,
  decay,
})

const reproduction = ({ request, version }: RecordHead, plan: RunPlan, { encoded }: RunResults) => ({
  seed: request.seed,
  protocol: request.mode === 'correction' ? request.protocol : 'detection',
  states: request.states,
  readout_method: readoutText(request.states, plan),
  shot_files: encoded.flatMap(({ state, rounds, bits_per_shot, files }) =>
    files.map(({ piece, sha256, shots, seed }) => ({
      state,
      rounds,
      sha256,
      bits_per_shot,
      shots,
      seed: seed.toString(),
      ...(files.length > 1 ? { piece } : {}),
    })),
  ),
  round_layout: recordedNames(request),
  override: request.override,
  software: { name: 'pentad', version },
})

const readoutText = (states: readonly CardinalState[], { measurement }: RunPlan): string => {
  const letters = [...new Set(states.map(state => LOGICAL_OF[state].logical))]
  return readoutMethodOf(letters.map(readoutFor), measurement)
}

/** What lists and the page's head show of a record. */
export const summaryOf = (record: RunRecord): RunSummary =>
  figuresOf(record.comparison, record.postselection_acceptance_rate)

/** The figures of a comparison; an estimate without a value where no qubit has figures. */
export const figuresOf = (comparison: Comparison, acceptance: Estimate): RunSummary => ({
  logical_error: logicalError(comparison),
  physical_best: comparison.best?.error_per_round ?? unobserved('no qubit has figures'),
  physical_median: comparison.median?.error_per_round ?? unobserved('no qubit has figures'),
  gain_best: comparison.gain_best,
  gain_median: comparison.gain_median,
  acceptance,
})
