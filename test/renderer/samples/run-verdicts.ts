/**
 * A made-up run whose encoded state is lost: bounds in place of figures, a survival verdict, a baseline at the wall
 * times.
 */
import type { Estimate } from '../../../main/contract/model/primitives'
import type { Comparison } from '../../../main/contract/runs/comparison'
import { RunRecord } from '../../../main/contract/runs/record'
import { SurvivalVerdict } from '../../../main/contract/runs/survival'
import { sampleEstimate, sampleRecord } from './runs'

const boundOf = (end: { low?: number; high?: number }): Estimate => ({
  value: null,
  low: end.low ?? null,
  high: end.high ?? null,
  confidence: 0.975,
  method: 'one-sided bound: likelihood ratio',
})

const difference = (rounds: number, value: number) => ({
  rounds,
  difference: { value, low: value - 0.003, high: value + 0.003, confidence: 0.95, method: 'stratified Newcombe' },
})

export const sampleSurvival = (part: Partial<SurvivalVerdict> = {}): SurvivalVerdict =>
  SurvivalVerdict.parse({
    verdict: 'lower',
    includes: 'preparation and readout included',
    best: {
      qubit: 0,
      verdict: 'lower',
      differences: [difference(0, -0.2), difference(1, -0.232)],
      higher_at: [],
      text: 'lower than the best physical qubit (0) at every measured R',
    },
    median: {
      qubit: 1,
      verdict: 'undecided',
      differences: [difference(0, -0.1), difference(1, 0.001)],
      higher_at: [],
      text: 'neither lower than the median physical qubit (1) at every measured R nor higher at some R',
    },
    crossing: {
      predicted: true,
      best: { value: 12.3, low: 9, high: null, confidence: 0.95, method: 'predicted' },
      median: boundOf({}),
      text: 'against the best qubit the curves cross at R ≈ 12.3',
    },
    acceptance: null,
    logical_error: boundOf({ low: 0.21 }),
    gain: boundOf({ high: 0.42 }),
    measurable: {
      predicted: false,
      rounds: 1,
      shots: 5_000,
      text: 'R = 1 with about 5000 shots of each state determine ε_L',
    },
    text: 'Survival, preparation and readout included: lower than the best physical qubit (0) at every measured R.',
    ...part,
  })

const GAIN: Comparison['gain_best'] = {
  estimate: boundOf({ high: 0.42 }),
  verdict: 'no_gain',
  against: {
    qubits: 2,
    without_figure: 0,
    least: null,
    most: { qubit: 0, bound: 0.42 },
    text: 'A loss takes one better qubit: qubit 0.',
  },
}

export function judgedRecord(part: Partial<Comparison> = {}): RunRecord {
  const record = sampleRecord()
  const { comparison } = record
  const lost = boundOf({ low: 0.21 })
  const wall = (one: NonNullable<Comparison['best']>, error: number, gain: Estimate) => ({
    qubit: one.qubit,
    points: [],
    pooled: one.pooled,
    error_per_round: sampleEstimate(error),
    gain,
  })
  return RunRecord.parse({
    ...record,
    logical_error: lost,
    logical_gain: { best: GAIN, median: GAIN },
    survival_verdict: sampleSurvival(),
    comparison: {
      ...comparison,
      encoded: { ...comparison.encoded, fit: { ...comparison.encoded.fit!, error_per_round: lost, spam: null } },
      gain_best: GAIN,
      gain_median: GAIN,
      selection: {
        pilot_shots: 1_000,
        ranking: [{ qubit: 0, error_per_round: 0.03 }],
        text: 'The qubit of the smallest error in the pilot shots; its error is the ε of the qubit so chosen.',
      },
      survival_verdict: sampleSurvival(),
      physical_wall_time: {
        wall_times: [
          { rounds: 1, nominal_ns: 10_000, mean_ns: 12_000, least_ns: 9_000, most_ns: 19_000, distinct: 5 },
          { rounds: 8, nominal_ns: 80_000, mean_ns: 100_000, least_ns: 80_000, most_ns: 150_000, distinct: 61 },
        ],
        best: wall(comparison.best!, 0.036, boundOf({ high: 0.5 })),
        median: wall(comparison.median!, 0.054, sampleEstimate(0.6)),
        text: 'Measured at the times that the rounds took.',
      },
      ...part,
    },
  })
}
