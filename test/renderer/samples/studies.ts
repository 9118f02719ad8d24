/** A made-up break-even map: the gain falls as 0.4 / factor, so that it crosses 1 at 0.4. */
import type { Estimate } from '../../../main/contract/model/primitives'
import { type ErrorKind, Study } from '../../../main/contract/runs/studies'

export const estimateOf = (value: number | null, spread = 0.1): Estimate => ({
  value,
  low: value === null ? null : value * (1 - spread),
  high: value === null ? null : value * (1 + spread),
  confidence: 0.95,
  method: 'profile',
})

const gain = (value: number) => ({
  estimate: estimateOf(value),
  verdict: value > 1.1 ? ('gain' as const) : value < 0.9 ? ('no_gain' as const) : ('inconclusive' as const),
})

const SCALES = [0.05, 0.1, 0.2, 0.4, 0.8, 1.6]

export function sampleStudy(change: Partial<Study> = {}, kinds: readonly ErrorKind[] = ['all']): Study {
  const points = kinds.flatMap((kind, n) =>
    SCALES.map(scale => ({
      kind,
      scale,
      logical_error: estimateOf(0.1 * scale * scale),
      physical_best: estimateOf(0.04 * scale),
      physical_median: estimateOf(0.06 * scale),
      gain_best: gain((0.4 / scale) * (1 + n / 2)),
      gain_median: gain((0.6 / scale) * (1 + n / 2)),
      acceptance: estimateOf(1 - 0.2 * scale, 0),
    })),
  )
  return Study.parse({
    study_id: '3f2a0f6e-5b57-4a0c-9a5e-0d6e0f1c2b3a',
    name: null,
    backend_id: 'dev-a-mock',
    logical_id: 'lq-a00',
    status: 'COMPLETED',
    status_reason: null,
    simulated: true,
    request: {
      mode: 'correction',
      kinds: [...kinds],
      scales: SCALES,
      rounds: [1, 2, 4],
      shots: 1_000,
      states: ['0', '+', 'i'],
      decoder: 'flag-lut',
      readout: 'checked',
      protocol: 'adaptive',
      seed: 7,
    },
    progress: { fraction: 1, stage: 'done' },
    created_at: '2026-04-18T08:00:00Z',
    started_at: '2026-04-18T08:00:01Z',
    finished_at: '2026-04-18T08:00:11Z',
    calibration_id: 'cal-2',
    noise_model_version: 'twirl/1',
    schedule_hash: 'c0ffee0123456789',
    engine: 'frames',
    warnings: [],
    points,
    crossings: [
      { kind: 'all', against: 'best', factor: estimateOf(0.4), text: 'all errors must fall to 0.4 of what they are' },
      { kind: 'all', against: 'median', factor: estimateOf(null), text: '' },
    ],
    ...change,
  })
}
