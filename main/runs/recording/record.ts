/** Makes a run's record, section by section, and checks it against its contract. */
import type { CardinalState } from '../../contract/model/protocols'
import type { Comparison } from '../../contract/runs/comparison'
import { RunRecord } from '../../contract/runs/record'
import { GENERATORS } from '../../qec/code/five-qubit'
import { LOGICAL_OF, readoutFor } from '../../qec/code/logical-readout'
import { logicalError, preparationFidelity } from '../../qec/comparison/compare'
import { attemptRate } from '../../qec/decoding/prepared-shots'
import { baselineDefinition } from '../../qec/experiment/baseline'
import { encodingMethod, readoutMethodOf } from '../../qec/experiment/methods-text'
import type { CompiledRound, Extraction, Step } from '../../qec/model/round'
import { clopperPearson } from '../../qec/statistics/intervals'
import { parsed } from '../../worker/json'
import { choiceWarnings, decoderVersion } from '../decoding/protocols'
import type { Measured } from '../model/measured'
import type { RunPlan, RunSettings } from '../model/plan'
import type { EncodedResult, Prediction, RunResults, RunToExecute } from '../model/run'
import { meanRoundDuration, recordedNames } from '../planning/circuits'
import { preparationPrediction } from '../prediction/predict'
import { noGainWarning } from '../prediction/reply'
import { acceptance, decoderOutcomes, runWarnings } from './comparison'
import { fieldsOfMeasured, measuredWarnings } from './measured-fields'
import { replayOf, replayWarnings } from './replay'

export interface RecordedRun {
  readonly plan: RunPlan
  readonly results: RunResults
  readonly prediction: Prediction
  readonly comparison: Comparison
  readonly executed_at: string
  /** Shots of all circuits, baselines included. */
  readonly shots_executed: number
  /** What only a device reports; left out where the run was sampled. */
  readonly measured?: Measured | undefined
}

/** The record of an executed run, and what is compared with the one that it repeats. */
export function recordOf(run: RunToExecute, executed: RecordedRun): RunRecord {
  const { plan, results, prediction, comparison, measured } = executed
  const { settings } = run
  const repeated = run.original === null ? null : parsed<RunRecord>(run.original)
  return RunRecord.parse({
    record_version: 'pentad-run/1',
    run_id: run.run_id,
    ...identity(run, plan),
    ...layout(plan),
    ...preparation(plan, results),
    rounds: settings.rounds,
    shots: settings.shots,
    mode: settings.mode,
    ...costs(run.price_per_shot, executed.shots_executed),
    ...timing(plan, settings, results),
    ...outcomes(settings, executed),
    ...provenance(run, plan, executed),
    ...reproduction(run, plan, results),
    comparison,
    decoders: decoderOutcomes(settings, results, comparison),
    ...(repeated ? { replay: replayOf(repeated, results.engine, results.encoded) } : {}),
    warnings: [
      ...plan.module.warnings,
      ...choiceWarnings(plan, settings),
      ...(repeated
        ? replayWarnings(repeated, { engine: results.engine, decoder_version: decoderVersion(settings) })
        : []),
      ...noGainWarning(prediction.gain_best),
      ...runWarnings(settings, comparison),
      ...(measured ? measuredWarnings(plan, measured) : []),
    ],
    ...(measured ? fieldsOfMeasured(plan, { settings, results, measured }) : {}),
  })
}

function costs(price_per_shot: number | null, shots_executed: number): Pick<RunRecord, 'tokens'> {
  if (price_per_shot === null) return {}
  // Rounded to millionths of a token, the unit of the ledger.
  const charged = Math.round(price_per_shot * 1e6) * shots_executed
  return { tokens: { price_per_shot, shots_executed, charged: charged / 1e6 } }
}

const identity = ({ backend_id }: RunToExecute, { module }: RunPlan) => ({
  backend_id,
  chiplet: module.chiplet,
  logical_qubit_id: module.logical_qubit,
  code: '[[5,1,3]]',
  ft_scheme: module.ft_scheme,
  syndrome_strategy: 'flag_sequential',
  ...(module.qubit_labels ? { qubit_labels: module.qubit_labels } : {}),
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
  { module, compiled, decoupling, feedforward, reset_method, reset_fidelity }: RunPlan,
  settings: RunSettings,
  results: RunResults,
) => ({
  round_duration_measured: {
    value_ns: compiled.duration_ns,
    source: 'compiled',
    mean_with_repeats_ns: meanRoundDuration(compiled, settings, results.encoded),
  },
  idle_time_per_data_qubit: idleTimes(compiled),
  // Coherence ratio of the round as this run executes it: without decisions it is shorter than the module's.
  coherence_ratio: (module.coherence_ratio * compiled.duration_ns) / module.predicted_round_duration_ns,
  gate: module.gate,
  ...(feedforward
    ? { feedforward: { ...feedforward, wait_ns: compiled.adaptive ? (compiled.decision?.wait_ns ?? 0) : 0 } }
    : {}),
  dd_applied: decoupling?.applied ?? false,
  ...(decoupling ? { dd: decoupling.effect } : {}),
  reset_method,
  reset_fidelity,
})

const provenance = (
  { simulated, settings }: RunToExecute,
  plan: RunPlan,
  { executed_at, results: { engine, decay } }: RecordedRun,
) => ({
  calibration_id: plan.module.calibration_id,
  noise_model_version: plan.noise_model_version,
  decoder: settings.decoder,
  decoder_version: decoderVersion(settings),
  control_instruments: ['none: simulated'],
  sequencers: [`${engine} (simulated)`],
  execution_timestamp: executed_at,
  simulated,
  engine,
  ...(decay ? { decay } : {}),
})

const reproduction = ({ settings, version }: RunToExecute, plan: RunPlan, { encoded }: RunResults) => ({
  seed: settings.seed,
  protocol: settings.mode === 'correction' ? (settings.protocol ?? 'adaptive') : 'detection',
  states: settings.states,
  readout_method: readoutText(settings.states, plan),
  ...(plan.readout_choice ? { readout_choice: plan.readout_choice } : {}),
  shot_files: encoded.flatMap(({ state, rounds, bits_per_shot, files }) =>
    files.map(({ piece, sha256, shots, seed }) => ({
      state,
      rounds,
      sha256,
      bits_per_shot,
      shots,
      seed: seed?.toString() ?? null,
      ...(files.length > 1 ? { piece } : {}),
    })),
  ),
  round_layout: recordedNames(settings),
  override: settings.override,
  software: { name: 'pentad', version },
})

const readoutText = (states: readonly CardinalState[], { measurement }: RunPlan): string => {
  const letters = [...new Set(states.map(state => LOGICAL_OF[state].logical))]
  return readoutMethodOf(letters.map(readoutFor), measurement)
}

const errorOf = (side: Comparison['best']) => side && { qubit: side.qubit, error_per_round: side.error_per_round }

/** Text on the parts of the encoded run that the baseline shares or lacks. */
const beyondPlain = ({ preparation, measurement, decoupling }: RunPlan) => ({
  ...(decoupling ? { dd: decoupling.effect.sequence } : {}),
  verified_preparation: preparation !== undefined,
  fault_tolerant_readout: measurement !== undefined,
})

function flagOutcomes(encoded: readonly EncodedResult[]): RunRecord['flag_outcomes'] {
  const rounds = [...new Set(encoded.map(result => result.rounds))].filter(count => count > 0)
  return rounds.flatMap(count => {
    const here = encoded.filter(result => result.rounds === count)
    return GENERATORS.map((generator, k) => {
      const executed = here.reduce((sum, { flags }) => sum + flags[k]!.executed, 0)
      const raised = here.reduce((sum, { flags }) => sum + flags[k]!.raised, 0)
      return { rounds: count, generator, executed, raised, rate: clopperPearson(raised, executed) }
    })
  })
}

function preparationCounts(plan: RunPlan, encoded: readonly EncodedResult[]): RunRecord['preparation'] {
  const { compiled, verdict, attempts } = plan.preparation!
  const outlook = preparationPrediction(plan)!
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

function preparation(plan: RunPlan, { encoded }: RunResults) {
  if (!plan.preparation) return { encoding_method: encodingMethod() }
  const { compiled, verdict, attempts } = plan.preparation
  return {
    encoding_method: encodingMethod(compiled, verdict, attempts),
    preparation: preparationCounts(plan, encoded),
  }
}

const outcomes = (settings: RunSettings, { plan, results: { encoded }, comparison }: RecordedRun) => ({
  state_prep_fidelity: preparationFidelity(comparison),
  flag_outcomes: flagOutcomes(encoded),
  postselection_acceptance_rate: acceptance(settings, encoded),
  physical_baseline_definition: baselineDefinition(plan.compiled.duration_ns, beyondPlain(plan)),
  physical_baseline_error: { best: errorOf(comparison.best), median: errorOf(comparison.median) },
  logical_error: logicalError(comparison),
  logical_gain: { best: comparison.gain_best, median: comparison.gain_median },
  ...(comparison.survival_verdict && { survival_verdict: comparison.survival_verdict }),
})

const extractions = ({ plan }: CompiledRound): readonly Extraction[] => [...plan.flagged, ...plan.repeat]

type Couple = Extract<Step, { kind: 'couple' }>
const isCouple = (step: Step): step is Couple => step.kind === 'couple'

/** Couplings done before each step. */
const couplingsBefore = (steps: readonly Step[], index: number): number => steps.slice(0, index).filter(isCouple).length

const stabilizerSchedule = (compiled: CompiledRound): RunRecord['stabilizer_schedule'] =>
  extractions(compiled).map(({ generator, flagged, steps }) => ({
    generator: GENERATORS[generator]!,
    flagged,
    couplings: steps.filter(isCouple).map(({ data, pauli, at }) => ({ data: `D${data}`, pauli, ancilla_at: at })),
    flag_after_couplings: steps.flatMap((step, i) => (step.kind === 'flag' ? [couplingsBefore(steps, i)] : [])),
  }))

const routingSchedule = (compiled: CompiledRound): RunRecord['routing_schedule'] =>
  extractions(compiled).map(({ generator, flagged, steps }) => ({
    generator: GENERATORS[generator]!,
    flagged,
    moves: steps.flatMap((step, i) =>
      step.kind === 'move' ? [{ from: step.from, to: step.to, after_coupling: couplingsBefore(steps, i) }] : [],
    ),
  }))

/** Nanoseconds that each data qubit waits in one flagged round. */
function idleTimes({ layout, flagged }: CompiledRound): RunRecord['idle_time_per_data_qubit'] {
  const windows = flagged.flatMap(({ idles }) => idles)
  const of = (data: number) =>
    windows.filter(({ site }) => site === layout.data[data]).reduce((sum, { duration_ns }) => sum + duration_ns, 0)
  return { D0: of(0), D1: of(1), D2: of(2), D3: of(3), D4: of(4) }
}
