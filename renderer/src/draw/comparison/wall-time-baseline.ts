/** The baseline that waits as long as the shots took, beside the headline's that waits for T_round × R exactly. */
import { RATIO } from '../../../../main/contract/numbers/interval-text'
import { significant } from '../../../../main/contract/numbers/number-text'
import type { Comparison, PhysicalWallTime, WallTimeBaseline } from '../../../../main/contract/runs/comparison'
import type { DataTable } from '../charts/chart'
import { count, countWithNoun, estimate, NO_VALUE, nanoseconds } from '../format/quantity'
import { gainFigure } from '../runs/run-text'
import { survivalOf } from './survival'

/** One physical qubit over R rounds of T_round, and over the wall times of the shots. */
interface ComparedBaselines {
  readonly plain: Comparison['best']
  readonly gain: Comparison['gain_best']
  readonly long: WallTimeBaseline | null | undefined
}

/** Errors and gains of both baselines. */
export function wallTimeTable({
  best,
  median,
  gain_best,
  gain_median,
  physical_wall_time: wall,
}: Comparison): DataTable {
  const row = (name: string, { plain, gain, long }: ComparedBaselines) => [
    plain === null ? name : `${name} (qubit ${plain.qubit})`,
    plain === null ? NO_VALUE : estimate(plain.error_per_round),
    long ? estimate(long.error_per_round) : NO_VALUE,
    gainFigure(gain),
    long ? estimate(long.gain, RATIO) : NO_VALUE,
  ]
  return {
    columns: [
      'Physical',
      'ε, T_round × R (headline)',
      'ε, wall times of the shots',
      'Gain (headline)',
      'Gain at wall times',
    ],
    rows: [
      row('Best', { plain: best, gain: gain_best, long: wall?.best }),
      row('Median', { plain: median, gain: gain_median, long: wall?.median }),
    ],
  }
}

/** How long the rounds took, and what each qubit kept over that time. */
export const wallTimesTable = ({ wall_times, best, median }: PhysicalWallTime): DataTable => ({
  columns: [
    'Rounds',
    'T_round × R',
    'Mean wall time',
    'Least',
    'Most',
    'Different times',
    'Best survival',
    'Median survival',
  ],
  rows: wall_times.map(({ rounds, nominal_ns, mean_ns, least_ns, most_ns, distinct }) => [
    rounds,
    ...[nominal_ns, mean_ns, least_ns, most_ns].map(nanoseconds),
    count(distinct),
    ...[best, median].map(side => survivalAfter(side, rounds)),
  ]),
})

function survivalAfter(side: WallTimeBaseline | null, rounds: number): string {
  const point = side?.pooled.find(each => each.rounds === rounds)
  return point ? estimate(survivalOf(point)) : NO_VALUE
}

/** By how much the rounds took longer, in a sentence. */
export function longerText({ wall_times }: PhysicalWallTime): string {
  const last = wall_times.at(-1)
  if (last === undefined) return ''
  const longer = last.mean_ns / last.nominal_ns - 1
  const by = `${significant(Math.abs(longer) * 100)} % ${longer < 0 ? 'shorter' : 'longer'} than T_round × R`
  return `After ${countWithNoun(last.rounds, 'round')} the shots had taken ${nanoseconds(last.mean_ns)} on average, ${by}.`
}
