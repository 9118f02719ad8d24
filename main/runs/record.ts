/** Puts a run's record together and holds it against its contract. */
import type { Estimate, Warning } from '../contract/primitives'
import { type CardinalState, type Comparison, type Run, RunRecord, type RunRequest } from '../contract/runs'
import { baselineDefinition } from '../qec/baseline'
import { GENERATORS } from '../qec/code'
import { comparing, logicalError, preparationFidelity } from '../qec/compare'
import { DECODER_VERSION } from '../qec/flagtable'
import { ENCODING_METHOD } from '../qec/memory'
import { planeLayout, planeNames } from '../qec/planes'
import { LOGICAL_OF, readoutFor, readoutMethod } from '../qec/readout'
import { clopperPearson, unobserved } from '../qec/statistics/intervals'
import type { EncodedResult, RunResults } from './execute'
import type { RunPlan } from './plan'
import { idleTimes, meanRoundDuration, routingSchedule, stabilizerSchedule } from './schedule'
import { subSeed } from './seeds'

export interface RecordHead {
  readonly run_id: string
  readonly backend_id: string
  readonly simulated: boolean
  readonly request: Run['request']
  readonly executed_at: string
  readonly version: string
}

export function recordOf(head: RecordHead, plan: RunPlan, results: RunResults, comparison: Comparison): RunRecord {
  return RunRecord.parse({
    record_version: 'pentad-run/1',
    run_id: head.run_id,
    ...identity(head, plan),
    ...layout(plan),
    rounds: head.request.rounds,
    shots: head.request.shots,
    mode: head.request.mode,
    ...timing(plan, head.request, results),
    ...outcomes(plan, head.request, results, comparison),
    ...provenance(head, plan, results),
    ...reproduction(head, plan, results),
    comparison,
    warnings: [...plan.module.warnings, ...runWarnings(head.request, comparison)],
  })
}

/** The comparison in steps, see `comparing`. */
export function comparisonOf(
  { mode, seed }: Run['request'],
  { encoded, physical }: RunResults,
): Generator<void, Comparison> {
  const predicted = (rounds: number): number | null => {
    const here = encoded.filter(result => result.rounds === rounds)
    return mode === 'detection' ? here.reduce((sum, result) => sum + result.predicted, 0) / here.length : null
  }
  const seeds = { best: subSeed(seed, 'gain-best'), median: subSeed(seed, 'gain-median') }
  return comparing({ encoded: encoded.map(counted), physical, predicted, seeds })
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

const layout = ({ module, compiled }: RunPlan) => ({
  data_qubits: module.data_qubits,
  syndrome_ancilla: module.syndrome_ancilla,
  flag_qubit: module.flag_qubit,
  routing_qubits: module.routing_qubits,
  stabilizer_schedule: stabilizerSchedule(compiled),
  routing_schedule: routingSchedule(compiled),
  ft_preserved: module.schedule.ft_preserved,
  schedule_hash: compiled.schedule_hash,
})

const timing = (
  { module, compiled, reset_method, reset_fidelity }: RunPlan,
  request: RunRequest,
  results: RunResults,
) => ({
  round_duration_measured: {
    value_ns: compiled.duration_ns,
    source: 'compiled',
    mean_with_repeats_ns: request.mode === 'correction' ? meanRoundDuration(compiled, results.encoded) : null,
  },
  idle_time_per_data_qubit: idleTimes(compiled),
  coherence_ratio: module.coherence_ratio,
  dd_applied: request.dd,
  reset_method,
  reset_fidelity,
  encoding_method: ENCODING_METHOD,
})

const outcomes = ({ compiled }: RunPlan, { mode }: RunRequest, { encoded }: RunResults, comparison: Comparison) => ({
  state_prep_fidelity: preparationFidelity(comparison),
  flag_outcomes: flagOutcomes(encoded),
  postselection_acceptance_rate: acceptance(mode, encoded),
  physical_baseline_definition: baselineDefinition(compiled.duration_ns),
  physical_baseline_error: { best: errorOf(comparison.best), median: errorOf(comparison.median) },
  logical_error: logicalError(comparison),
  logical_gain: { best: comparison.gain_best, median: comparison.gain_median },
})

const errorOf = (side: Comparison['best']) => side && { qubit: side.qubit, error_per_round: side.error_per_round }

function acceptance(mode: RunRequest['mode'], encoded: readonly EncodedResult[]): Estimate {
  const sum = (field: 'accepted' | 'shots') => encoded.reduce((total, result) => total + result[field], 0)
  if (mode === 'detection') return clopperPearson(sum('accepted'), sum('shots'))
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

const provenance = ({ executed_at, simulated }: RecordHead, plan: RunPlan, { engine }: RunResults) => ({
  calibration_id: plan.module.calibration_id,
  noise_model_version: plan.noise_model_version,
  decoder: 'flag-lut',
  decoder_version: DECODER_VERSION,
  control_instruments: ['none: simulated'],
  sequencers: [`${engine} (simulated)`],
  execution_timestamp: executed_at,
  simulated,
  engine,
})

const reproduction = ({ request, version }: RecordHead, _: RunPlan, { encoded }: RunResults) => ({
  seed: request.seed,
  protocol: request.mode === 'correction' ? request.protocol : 'detection',
  states: request.states,
  readout_method: readoutText(request.states),
  shot_files: encoded.map(({ state, rounds, sha256, bits_per_shot, shots, seed }) => ({
    state,
    rounds,
    sha256,
    bits_per_shot,
    shots,
    seed: seed.toString(),
  })),
  round_layout: planeNames(planeLayout(request.mode, 1)),
  override: request.override,
  software: { name: 'pentad', version },
})

const readoutText = (states: readonly CardinalState[]): string => {
  const letters = [...new Set(states.map(state => LOGICAL_OF[state].logical))]
  return readoutMethod(letters.map(readoutFor))
}

/** How far measured acceptance may lie from the prediction, relative, before it is said. */
const TOLERANCE = 0.2

/** What only the run can tell; the module's own warnings stand before them. */
function runWarnings({ rounds }: Run['request'], { acceptance, encoded }: Comparison): Warning[] {
  const spam =
    'One number of rounds: preparation and readout errors are counted in the error per round, encoded and physical alike.'
  const nothing = 'No shot was accepted: nothing can be said of the error.'
  const lost =
    'The encoded state is lost after every number of rounds: survival is ½ within its error, so no error per round can be told.'
  return [
    ...(rounds.length === 1 ? [{ code: 'spam_not_separated', message: spam }] : []),
    ...(encoded.fit === null ? [{ code: 'nothing_accepted', message: nothing }] : []),
    ...(encoded.fit?.error_per_round.value === null ? [{ code: 'signal_lost', message: lost }] : []),
    ...acceptance.flatMap(acceptanceWarning),
  ]
}

function acceptanceWarning({ rounds, measured, predicted }: Comparison['acceptance'][number]): Warning[] {
  const { value, low, high } = measured
  if (predicted === null || value === null || Math.abs(value / predicted - 1) <= TOLERANCE) return []
  if (low! <= predicted && predicted <= high!) return []
  const message = `Acceptance with ${rounds === 1 ? '1 round' : `${rounds} rounds`} is ${value.toPrecision(3)}; to first order in the faults ${predicted.toPrecision(3)} was predicted.`
  return [{ code: 'acceptance_off_prediction', message }]
}

/** What lists and the page's head show of a record. */
export const summaryOf = (record: RunRecord): NonNullable<Run['summary']> => ({
  logical_error: record.logical_error,
  physical_best: record.physical_baseline_error.best?.error_per_round ?? unobserved('no qubit has figures'),
  physical_median: record.physical_baseline_error.median?.error_per_round ?? unobserved('no qubit has figures'),
  gain_best: record.logical_gain.best,
  gain_median: record.logical_gain.median,
  acceptance: record.postselection_acceptance_rate,
})
