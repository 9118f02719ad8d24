/** Made-up runs, their comparisons and records. */
import type { Estimate } from '../../../main/contract/model/primitives'
import { CARDINAL_STATES } from '../../../main/contract/model/protocols'
import type { Comparison } from '../../../main/contract/runs/comparison'
import { RunRecord } from '../../../main/contract/runs/record'
import { Redecoding, Run, RunPrediction } from '../../../main/contract/runs/run'
import { sampleBackend } from './devices'
import { GENERATORS, sampleModule } from './modules'

type SurvivalPoint = Comparison['encoded']['pooled'][number]

export const sampleEstimate = (value: number | null, spread = 0.1): Estimate => ({
  value,
  low: value === null ? null : Math.max(0, value * (1 - spread)),
  high: value === null ? null : value * (1 + spread),
  confidence: 0.95,
  method: 'clopper-pearson',
})

const ROUNDS = [1, 2, 4, 8]
const errorAfter = (rounds: number, error: number, spam: number) => 0.5 * (1 - spam * (1 - 2 * error) ** rounds)

const survival = (error: number, spam: number, state: SurvivalPoint['state'] = null): SurvivalPoint[] =>
  ROUNDS.map(rounds => {
    const failures = Math.round(20_000 * errorAfter(rounds, error, spam))
    return { state, rounds, shots: 20_000, accepted: 20_000, failures, error: sampleEstimate(failures / 20_000, 0.05) }
  })

const decay = (error: number, spam: number) => ({
  model: 'spam_and_error' as const,
  error_per_round: sampleEstimate(error),
  spam: sampleEstimate(spam, 0.01),
  deviance: 1.9,
  degrees_of_freedom: 2,
  residuals: ROUNDS.map((rounds, n) => ({ rounds, residual: [0.4, -1.1, 0.7, -0.2][n]! })),
})

export function sampleComparison(): Comparison {
  const physical = (qubit: number, role: string, error: number) => ({
    qubit,
    role,
    points: survival(error, 0.97, '0'),
    fit: decay(error, 0.97),
    skipped: null,
  })
  return {
    encoded: {
      points: CARDINAL_STATES.flatMap(state => survival(0.09, 0.94, state)),
      pooled: survival(0.09, 0.94),
      fit: decay(0.09, 0.94),
    },
    physical: [
      physical(0, 'D0', 0.03),
      physical(1, 'flag', 0.045),
      { qubit: 4, role: 'ancilla', points: [], fit: null, skipped: 'out of service: published T1 is 0' },
    ],
    best: { qubit: 0, error_per_round: sampleEstimate(0.03), pooled: survival(0.03, 0.97) },
    median: { qubit: 1, error_per_round: sampleEstimate(0.045), pooled: survival(0.045, 0.97) },
    gain_best: { estimate: sampleEstimate(0.33), verdict: 'no_gain' },
    gain_median: { estimate: sampleEstimate(0.5), verdict: 'no_gain' },
    acceptance: ROUNDS.map(rounds => ({
      rounds,
      measured: sampleEstimate(0.8 ** rounds, 0.02),
      predicted: 0.81 ** rounds,
    })),
  }
}

export const RUN_ID = '0b1e6f0e-2f5f-4c43-9d5a-0a7f5e1d2c3b'

export function sampleRecord(backend = sampleBackend()): RunRecord {
  const module = sampleModule(backend)
  const comparison = sampleComparison()
  const { best, median } = comparison
  const idle = { D0: 20_000, D1: 21_000, D2: 22_000, D3: 19_000, D4: 20_500 }
  return RunRecord.parse({
    record_version: 'pentad-run/1',
    run_id: RUN_ID,
    backend_id: backend.backend_id,
    chiplet: module.chiplet,
    logical_qubit_id: module.logical_qubit,
    code: '[[5,1,3]]',
    ft_scheme: 'flag',
    syndrome_strategy: 'flag_sequential',
    data_qubits: module.data_qubits,
    syndrome_ancilla: module.syndrome_ancilla,
    flag_qubit: module.flag_qubit,
    routing_qubits: module.routing_qubits,
    stabilizer_schedule: GENERATORS.map(generator => ({
      generator,
      flagged: true,
      couplings: [{ data: 'D0', pauli: 'X', ancilla_at: module.syndrome_ancilla }],
      flag_after_couplings: [1, 3],
    })),
    routing_schedule: GENERATORS.map(generator => ({
      generator,
      flagged: true,
      moves: [{ from: 4, to: 5, after_coupling: 1 }],
    })),
    ft_preserved: true,
    rounds: ROUNDS,
    shots: 20_000,
    mode: 'correction',
    round_duration_measured: { value_ns: 27_352, source: 'compiled', mean_with_repeats_ns: 33_100 },
    idle_time_per_data_qubit: idle,
    coherence_ratio: module.coherence_ratio,
    dd_applied: false,
    reset_method: 'unconditional reset',
    reset_fidelity: [{ qubit: module.syndrome_ancilla, value: 0.995, assumed: true }],
    encoding_method: 'ring graph state with flagged checks, repeated until trivial',
    state_prep_fidelity: sampleEstimate(0.94, 0.01),
    flag_outcomes: ROUNDS.flatMap(rounds =>
      GENERATORS.map(generator => ({ rounds, generator, executed: 20_000, raised: 600, rate: sampleEstimate(0.03) })),
    ),
    postselection_acceptance_rate: sampleEstimate(1, 0),
    physical_baseline_definition: 'A single physical qubit idling for exactly T_round × rounds.',
    physical_baseline_error: {
      best: { qubit: best!.qubit, error_per_round: best!.error_per_round },
      median: { qubit: median!.qubit, error_per_round: median!.error_per_round },
    },
    logical_error: sampleEstimate(0.09),
    logical_gain: { best: comparison.gain_best, median: comparison.gain_median },
    calibration_id: 'cal-2',
    noise_model_version: 'twirl/1',
    decoder: 'flag-lut',
    decoder_version: '1',
    control_instruments: [],
    sequencers: [],
    execution_timestamp: '2026-11-21T08:00:05Z',
    simulated: true,
    engine: 'native-frames/3',
    seed: 7,
    protocol: 'adaptive',
    states: [...CARDINAL_STATES],
    readout_method: 'weight-3 representative with one check',
    schedule_hash: 'c0ffee0123456789',
    shot_files: [{ state: '0', rounds: 1, sha256: '0'.repeat(64), bits_per_shot: 12, shots: 20_000, seed: '7' }],
    round_layout: ['a0', 'f0'],
    comparison,
    warnings: module.warnings,
    override: false,
    software: { name: 'pentad', version: '0.1.0' },
  })
}

export function sampleRun(status: Run['status'] = 'COMPLETED'): Run {
  const record = sampleRecord()
  const finished = ['COMPLETED', 'FAILED', 'ABORTED'].includes(status)
  return Run.parse({
    run_id: RUN_ID,
    name: 'first light',
    backend_id: record.backend_id,
    logical_id: record.logical_qubit_id,
    chiplet: record.chiplet,
    status,
    status_reason:
      status === 'FAILED'
        ? { code: 'engine_failed', message: 'The sampler stopped.' }
        : status === 'ABORTED'
          ? { code: 'aborted_by_user', message: 'Aborted by the account holder.' }
          : null,
    simulated: true,
    request: {
      mode: 'correction',
      rounds: ROUNDS,
      shots: 20_000,
      states: [...CARDINAL_STATES],
      decoder: 'flag-lut',
      protocol: 'adaptive',
      readout: 'checked',
      seed: 7,
      dd: false,
      override: false,
    },
    progress: {
      fraction: status === 'COMPLETED' ? 1 : 0.42,
      stage: status === 'PENDING' ? 'queued' : 'encoded |+⟩, 4 rounds',
    },
    created_at: '2026-11-21T08:00:00Z',
    started_at: status === 'PENDING' ? null : '2026-11-21T08:00:01Z',
    finished_at: finished ? '2026-11-21T08:00:09Z' : null,
    calibration_id: 'cal-2',
    warnings: record.warnings,
    summary:
      status === 'COMPLETED'
        ? {
            logical_error: record.logical_error,
            physical_best: sampleEstimate(0.03),
            physical_median: sampleEstimate(0.045),
            gain_best: record.logical_gain.best,
            gain_median: record.logical_gain.median,
            acceptance: record.postselection_acceptance_rate,
          }
        : null,
  })
}

export function samplePrediction(part: Partial<RunPrediction> = {}): RunPrediction {
  return RunPrediction.parse({
    predicted: true,
    calibration_id: 'cal-2',
    method: 'sampled: 20,000 shots of a quick simulation',
    logical_error: sampleEstimate(0.09),
    physical_best: { qubit: 0, error_per_round: 0.03 },
    physical_median: { qubit: 1, error_per_round: 0.045 },
    gain_best: { estimate: sampleEstimate(0.33), verdict: 'no_gain' },
    gain_median: { estimate: sampleEstimate(0.9, 0.3), verdict: 'inconclusive' },
    acceptance: ROUNDS.map(rounds => ({ rounds, predicted: 0.8 ** rounds })),
    shots_needed: { best: 400, median: 2_000_000, text: 'Some 400 shots would do.' },
    total_shots: 480_000,
    device_time_s: 12.5,
    bytes: 1_234_567,
    gate_passed: true,
    warnings: [{ code: 'predicted_no_gain', message: 'Encoding is predicted to harm.' }],
    ...part,
  })
}

/** The sample record decoded with the other decoder, whose logical error is a third smaller. */
export function sampleRedecoding(): Redecoding {
  const comparison = sampleComparison()
  return Redecoding.parse({
    run_id: RUN_ID,
    decoder: 'flag-map',
    decoder_version: 'flag-map/1',
    recorded: { decoder: 'flag-lut', decoder_version: '1', logical_error: sampleEstimate(0.09) },
    logical_error: sampleEstimate(0.06),
    comparison: { ...comparison, encoded: { ...comparison.encoded, pooled: survival(0.06, 0.94) } },
    changed_shots: 1_024,
    total_shots: 480_000,
  })
}
