/** Made-up drift of a chiplet over four snapshots: steady, moved, disqualified, back again. */
import { Drift, type DriftPoint } from '../../../main/contract/backends/drift'
import { sampleModule } from './modules'

const layoutOf = ({ data_qubits, syndrome_ancilla, flag_qubit, routing_qubits } = sampleModule()) => ({
  data_qubits,
  syndrome_ancilla,
  flag_qubit,
  routing_qubits,
})

const terms = (scale: number) => ({
  two_qubit: 0.4 * scale,
  single_qubit: 0.02 * scale,
  measurement: 0.08 * scale,
  idle: 0.25 * scale,
  reset: 0.04 * scale,
  total: 0.79 * scale,
})

const point = (day: number, change: Partial<DriftPoint> = {}): DriftPoint => ({
  calibration_id: `cal-${day}`,
  calibrated_at: `2026-04-0${day}T08:00:00Z`,
  imported_at: `2026-04-0${day}T09:00:00Z`,
  status: 'ready',
  reason: null,
  layout: layoutOf(),
  terms: terms(1 + day / 10),
  coherence_ratio: 0.15,
  gate_passed: true,
  current_layout_score: 0.79 * (1 + day / 10) * 1.05,
  vetoes: [],
  ...change,
})

export function sampleDrift(): Drift {
  const gone = { status: 'disqualified', layout: null, terms: null, coherence_ratio: null, gate_passed: null } as const
  const points = [
    point(1),
    point(2),
    point(3, { ...gone, reason: 'Vetoes leave no layout.', current_layout_score: null }),
    point(4, { current_layout_score: 0.79 * 1.4 }),
  ]
  return Drift.parse({
    backend_id: 'dev-a-mock',
    logical_qubit: 'lq-a00',
    chiplet: 'a00',
    noise_model_version: 'twirl/1',
    points,
    changes: [
      {
        from: 'cal-1',
        to: 'cal-2',
        layout_changed: true,
        moved: [
          { role: 'D2', from: 6, to: 8 },
          { role: 'D4', from: 8, to: null },
        ],
        difference: terms(0.1),
        gain_by_moving: 0.04,
        text: 'D2 moved from 6 to 8.',
      },
      {
        from: 'cal-2',
        to: 'cal-3',
        layout_changed: true,
        moved: [],
        difference: null,
        gain_by_moving: null,
        text: 'The module is gone.',
      },
      {
        from: 'cal-3',
        to: 'cal-4',
        layout_changed: false,
        moved: [],
        difference: null,
        gain_by_moving: null,
        text: 'It is back.',
      },
    ],
  })
}
