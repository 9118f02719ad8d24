/** Made-up modules on the made-up devices. */
import { ResolvedModule } from '../../../main/contract/modules/candidates'
import { type LogicalQubit, LogicalQubitList } from '../../../main/contract/modules/logical-qubits'
import { sampleBackend } from './devices'

export const GENERATORS = ['XZZXI', 'IXZZX', 'XIXZZ', 'ZXIXZ'] as const

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
