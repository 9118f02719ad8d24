/** Small made-up devices, modules and runs in the contract's shapes; nothing here is measured. */
import { Backend } from '../../main/contract/backends'
import { CalibrationSnapshot } from '../../main/contract/calibration'
import { type LogicalQubit, LogicalQubitList, ResolvedModule } from '../../main/contract/modules'
import type { Estimate } from '../../main/contract/primitives'
import { CARDINAL_STATES, type Comparison, Run, RunRecord } from '../../main/contract/runs'

type SurvivalPoint = Comparison['encoded']['pooled'][number]

const GENERATORS = ['XZZXI', 'IXZZX', 'XIXZZ', 'ZXIXZ'] as const

/** Chiplets of 3×3 on a square lattice, as many across and down as asked. */
export function sampleBackend(across = 2, down = 1): Backend {
  const columns = across * 3
  const sites = Array.from({ length: columns * down * 3 }, (_, index) => ({
    index,
    label: String(index),
    x: index % columns,
    y: Math.floor(index / columns),
  }))
  const couplings = sites.flatMap(({ index, x, y }) => [
    ...(x + 1 < columns ? [[index, index + 1] as [number, number]] : []),
    ...(y + 1 < down * 3 ? [[index, index + columns] as [number, number]] : []),
  ])
  const chiplets = Array.from({ length: across * down }, (_, n) => ({
    chiplet_id: `a${String(n).padStart(2, '0')}`,
    qubits: sites
      .filter(({ x, y }) => Math.floor(x / 3) === n % across && Math.floor(y / 3) === Math.floor(n / across))
      .map(({ index }) => index),
  }))
  return Backend.parse({
    backend_id: 'dev-a-mock',
    device_id: 'dev-a',
    name: 'Device A',
    description: 'A made-up square lattice.',
    mode: 'mock',
    simulated: true,
    online: true,
    offline_reason: null,
    topology: 'square lattice',
    num_qubits: sites.length,
    num_chiplets: chiplets.length,
    native_gates: ['cz', 'rz', 'sx'],
    limits: { max_qubits: 24, max_shots: 1_000_000, max_instructions: 1_000_000 },
    token_price_per_shot: 0,
    queue_length: 0,
    calibration_id: 'cal-2',
    calibrated_at: '2026-04-17T08:00:00Z',
    qubits: sites,
    couplings,
    chiplets,
    calibration: sampleSummary('cal-2', true, sites.length, couplings.length),
  })
}

export const sampleSummary = (id: string, current: boolean, qubits: number, edges: number) => ({
  calibration_id: id,
  calibrated_at: current ? '2026-04-17T08:00:00Z' : '2026-04-10T08:00:00Z',
  imported_at: '2026-04-18T08:00:00Z',
  vendor: 'Nobody',
  source: 'made up for a test',
  current,
  qubits,
  qubits_out_of_service: 1,
  edges,
  edges_out_of_service: 1,
  median: { t1_us: 250, t2_us: 180, fidelity_1q: 0.9998, readout_fidelity: 0.991, cz_fidelity: 0.9965 },
})

/** Qubit 4 is out of service, qubit 5 has no T2, coupling 0–1 is dead. */
export function sampleSnapshot(backend = sampleBackend()): CalibrationSnapshot {
  return CalibrationSnapshot.parse({
    format: 'pentad-calibration/1',
    calibration_id: 'cal-2',
    source_device: 'nothing',
    vendor: 'Nobody',
    calibrated_at: '2026-04-17T08:00:00Z',
    source: 'made up for a test',
    t2_kind: 'echo',
    notes: [],
    qubits: backend.qubits.map(({ index, label }) => ({
      index,
      label,
      t1_us: 80 + ((index * 37) % 300),
      t2_us: index === 5 ? null : 60 + ((index * 53) % 300),
      t2_echo_us: null,
      fidelity_1q: 1 - 1e-4 * (1 + (index % 17)),
      readout_fidelity: 1 - 2e-3 * (1 + (index % 23)),
      reset_fidelity: null,
      gate_1q_length_ns: 32,
      readout_length_ns: 2200,
      reset_length_ns: null,
      out_of_service: index === 4 ? 'published T1 is 0' : null,
    })),
    edges: backend.couplings.map(([a, b], n) => ({
      a,
      b,
      gate: 'cz',
      fidelity: n === 0 ? null : 1 - 1e-3 * (1 + (n % 19)),
      duration_ns: 84,
      out_of_service: n === 0 ? 'error published as exactly 1' : null,
    })),
  })
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

/** A module on a 3×3 chiplet with A in the centre and F above it; its figures are made up but add up. */
export function sampleModule(backend = sampleBackend(), chiplet = 'a00', scale = 1): ResolvedModule {
  const sites = backend.chiplets.find(each => each.chiplet_id === chiplet)!.qubits
  const [n0, flag, n2, n3, centre, n5, n6, n7, n8] = sites as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const data_qubits = { D0: n0, D1: n2, D2: n6, D3: n3, D4: n8 }
  const roles: [number, string][] = [
    ...Object.entries(data_qubits).map(([name, qubit]) => [qubit, name] as [number, string]),
    [centre, 'ancilla'],
    [flag, 'flag'],
    [n5, 'routing'],
    [n7, 'routing'],
  ]
  const inside = new Set(sites)
  const edges = backend.couplings
    .filter(([a, b]) => inside.has(a) && inside.has(b))
    .map(([a, b], n) => ({
      a,
      b,
      uses: (n * 5) % 13,
      error: 0.004 * scale,
      contribution: ((n * 5) % 13) * 0.004 * scale,
    }))
  const siteParts = roles.map(([qubit, role]) => {
    const measured = role === 'ancilla' || role === 'flag' ? 4 : 0
    const idle = role.startsWith('D') ? 0.03 * scale : 0
    const parts = { single_qubit: 0.0008, measurement: measured * 0.009, reset: measured * 0.005, idle }
    return {
      qubit,
      role,
      single_qubit_uses: 8,
      measurements: measured,
      resets: measured,
      ...parts,
      total: sum(Object.values(parts)),
    }
  })
  const two_qubit = sum(edges.map(edge => edge.contribution))
  const single_qubit = sum(siteParts.map(site => site.single_qubit))
  const measurement = sum(siteParts.map(site => site.measurement))
  const idle = sum(siteParts.map(site => site.idle))
  const reset = sum(siteParts.map(site => site.reset))
  const total = two_qubit + single_qubit + measurement + idle + reset
  const coherence_ratio = 0.15 * scale
  const passed = coherence_ratio <= 0.2
  return ResolvedModule.parse({
    chiplet,
    logical_qubit: `lq-${chiplet}`,
    ft_scheme: 'flag',
    data_qubits,
    syndrome_ancilla: centre,
    flag_qubit: flag,
    routing_qubits: [n5, n7],
    schedule: {
      cz_count: 72,
      swap_count: 16,
      measurement_cycles: 4,
      ft_preserved: true,
      conditional_cz_count: 64,
      conditional_swap_count: 16,
      single_qubit_gate_count: 96,
      depth: 140,
      conditional_duration_ns: 21_000,
    },
    predicted_round_faults: total,
    predicted_round_duration_ns: 27_352,
    coherence_ratio,
    calibration_id: 'cal-2',
    score: total,
    warnings: passed
      ? [{ code: 'assumed_value', message: 'reset_fidelity is not published; 0.995 is assumed.' }]
      : [
          {
            code: 'round_duration_exceeds_gate',
            message: `The round of 27.352 µs is ${coherence_ratio} of the minimum T2 of 120 µs; the gate is 0.20.`,
          },
        ],
    backend_id: backend.backend_id,
    calibrated_at: '2026-04-17T08:00:00Z',
    noise_model_version: 'twirl/1',
    gate: { limit: 0.2, passed },
    diagnostics: {
      noise_model_version: 'twirl/1',
      delta_round: {
        total,
        gate: { total: two_qubit + single_qubit, two_qubit, single_qubit },
        measurement,
        idle,
        reset,
        edges,
        sites: siteParts,
      },
      delta_pauli: total * 1.3,
      idle_gaps_only: idle * 0.8,
      fidelity_1q: { mean: 0.9998, min: 0.9996, min_at: `qubit ${n2}` },
      readout_fidelity: { mean: 0.99, min: 0.981, min_at: `qubit ${flag}` },
      two_qubit_fidelity: { mean: 0.996, min: 0.991, min_at: `edge ${n0}-${flag}` },
      reset_fidelity: { mean: null, min: null, min_at: null },
      t1_min_us: 110,
      t2_min_us: 120,
      round_duration_ns: 27_352,
      coherence_ratio,
      stability_30d: { snapshots: 2, mean: total, spread: total * 0.1, worst: total * 1.1, slope_per_day: 0.002 },
      routing_cost: { cz_count: 48, swap_count: 16, depth: 100 },
      predicted_detection_acceptance_per_round: Math.exp(-1.3 * total),
      ft_preserved: true,
      ft: { protocol: 'adaptive', cases: 4_315, failures: 0, schedule_hash: 'c0ffee0123456789', counterexample: null },
    },
    extractions: GENERATORS.map(generator => ({
      generator,
      steps: [
        { kind: 'move', data: null, pauli: null, from: centre, to: n5 },
        { kind: 'couple', data: 'D1', pauli: 'X', from: n5, to: n2 },
        { kind: 'move', data: null, pauli: null, from: n5, to: centre },
        { kind: 'flag', data: null, pauli: null, from: centre, to: flag },
        { kind: 'couple', data: 'D3', pauli: 'Z', from: centre, to: n3 },
      ],
    })),
    candidates: [
      {
        rank: 1,
        data_qubits,
        syndrome_ancilla: centre,
        flag_qubit: flag,
        routing_qubits: [n5, n7],
        score: total,
        round_duration_ns: 27_352,
        swap_count: 16,
        ft_preserved: true,
      },
      {
        rank: 2,
        data_qubits: { ...data_qubits, D0: n8, D4: n0 },
        syndrome_ancilla: centre,
        flag_qubit: flag,
        routing_qubits: [n5, n7],
        score: total * 1.05,
        round_duration_ns: 27_900,
        swap_count: 16,
        ft_preserved: true,
      },
    ],
    vetoes: [],
    search: { optimal: false, bound: total * 0.7, layouts_considered: 2_520, layouts_scored: 180 },
  })
}

/** The first chiplet is ready, the second fails the gate, a third is disqualified, the rest have no embedding. */
export function sampleLogicalQubits(backend = sampleBackend()): LogicalQubitList {
  const logical_qubits = backend.chiplets.map((chiplet, n): LogicalQubit => {
    const shared = { logical_id: `lq-${chiplet.chiplet_id}`, chiplet: chiplet.chiplet_id, qubits: chiplet.qubits }
    if (n < 2) {
      const module = sampleModule(backend, chiplet.chiplet_id, 1 + n)
      return {
        ...shared,
        status: module.gate.passed ? 'ready' : 'gate_failed',
        reason: null,
        rank: n + 1,
        vetoes: [],
        module,
      }
    }
    const veto = {
      site: `qubit:${chiplet.qubits[4]}`,
      figure: 't2_us',
      value: 3.2,
      threshold: 10,
      message: `qubit ${chiplet.qubits[4]}: T2 3.2 µs is below the threshold of 10 µs`,
    }
    return n === 2
      ? {
          ...shared,
          status: 'disqualified',
          reason: 'The vetoes leave no layout.',
          rank: null,
          vetoes: [veto],
          module: null,
        }
      : {
          ...shared,
          status: 'no_embedding',
          reason: 'No empty site beside the ancilla.',
          rank: null,
          vetoes: [],
          module: null,
        }
  })
  return LogicalQubitList.parse({
    backend_id: backend.backend_id,
    calibration_id: 'cal-2',
    calibrated_at: '2026-04-17T08:00:00Z',
    noise_model_version: 'twirl/1',
    logical_qubits,
  })
}

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
    engine: 'native-frames/1',
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
