/** What a run measures is what was predicted of it, within the intervals of both. */
import { expect, it } from 'vitest'
import { findAddon, nativeWith } from '../../simulation/engine-fixtures'
import { completed, MODULE, request } from '../laboratory'
import type { labs } from '../open-labs'

export function borneOut(lab: ReturnType<typeof labs>, mode: 'correction' | 'detection'): void {
  it('is borne out by the run', async () => {
    const { runs } = lab({ simulator: nativeWith(findAddon()) })
    const asked = request({ mode, rounds: [1, 2, 4], shots: 20_000, seed: 5 })
    const prediction = await runs.predict(MODULE, asked)
    const record = await completed(runs, await runs.submit(MODULE, asked))
    const { value } = record.logical_error
    const predicted = prediction.logical_error
    // Two intervals that hold 95 % each, widened to five standard deviations.
    const room = (2.6 / 2) * (predicted.high! - predicted.low! + record.logical_error.high! - record.logical_error.low!)
    expect(Math.abs(value! - predicted.value!)).toBeLessThan(room)
    for (const side of ['best', 'median'] as const) {
      const measured = record.physical_baseline_error[side]!.error_per_round
      expect(Math.abs(prediction[`physical_${side}`]!.error_per_round - measured.value!)).toBeLessThan(
        1.5 * (measured.high! - measured.low!),
      )
    }
    expect(prediction.acceptance).toEqual(
      record.comparison.acceptance
        .filter(({ rounds }) => rounds > 0)
        .map(({ rounds, predicted: share }) => ({ rounds, predicted: share ?? 1 })),
    )
    expect(record.comparison.error!.predicted).toEqual(predicted)
    // Seventy-two CZs a round against a qubit that waits.
    const codes = [prediction, record].map(({ warnings }) => warnings.some(({ code }) => code === 'predicted_no_gain'))
    expect(codes).toEqual(Array(2).fill(prediction.gain_best.verdict === 'no_gain'))
    if (mode === 'correction') expect(prediction.gain_best.verdict).toBe('no_gain')
    const verdict = record.logical_gain.best.verdict
    if (prediction.shots_needed.best! < 5_000) expect(prediction.gain_best.verdict).toBe(verdict)
  })
}
