/**
 * The physical baseline at the wall times of a run's own shots. A round that triggers is repeated and lasts longer than
 * T_round; the headline's baseline does not wait for that, this one does.
 */
import { sum } from '../../contract/numbers/arithmetic'
import type { Comparison, PhysicalWallTime, WallTimeBaseline } from '../../contract/runs/comparison'
import { groupedTimes, type WallTimes } from '../decoding/wall-time'
import { type Fitted, fitBases } from '../statistics/mean-over-bases'
import { basesOf, type CircuitCount, pointOf, pooledPoints } from './counts'
import { logicalGain } from './gain'

/** Most programs for each qubit, state and number of rounds: shots of similar durations all wait for their mean. */
export const WALL_TIME_GROUPS = 16

/** The wall times of one encoded circuit's kept shots. */
export interface CircuitTimes {
  readonly rounds: number
  readonly wall_times: WallTimes
}

/** Whether any shot took a time other than T_round × R; if none did, this baseline adds nothing to the headline's. */
export const anyLonger = (circuits: readonly CircuitTimes[], round_ns: number): boolean =>
  circuits.some(({ rounds, wall_times }) => [...wall_times.keys()].some(time => time !== rounds * round_ns))

/** One row for each number of rounds, its states together. */
export function wallTimeRows(circuits: readonly CircuitTimes[], round_ns: number): PhysicalWallTime['wall_times'] {
  const lengths = [...new Set(circuits.map(({ rounds }) => rounds))].filter(rounds => rounds > 0).sort((a, b) => a - b)
  return lengths.flatMap(rounds => {
    const times = circuits.filter(circuit => circuit.rounds === rounds).flatMap(circuit => [...circuit.wall_times])
    const shots = sum(times.map(([, count]) => count))
    if (shots === 0) return []
    const distinct = [...new Set(times.map(([time]) => time))]
    const mean_ns = times.reduce((sum, [time, count]) => sum + time * count, 0) / shots
    const [least_ns, most_ns] = [distinct.reduce((a, b) => Math.min(a, b)), distinct.reduce((a, b) => Math.max(a, b))]
    return [{ rounds, nominal_ns: rounds * round_ns, mean_ns, least_ns, most_ns, distinct: distinct.length }]
  })
}

/** The durations that the baseline of this circuit waits for. */
export const durationsOf = ({ wall_times }: CircuitTimes) => groupedTimes(wall_times, WALL_TIME_GROUPS)

/** Counts of a qubit at the wall times, and those of its plain baseline at R = 0. */
export interface Waited {
  readonly qubit: number
  readonly counts: readonly CircuitCount[]
}

export function wallTimeBaseline({ qubit, counts }: Waited, encoded: Fitted | null, seed: bigint): WallTimeBaseline {
  const fitted = fitBases(basesOf(counts))
  const waited = counts.filter(({ rounds }) => rounds > 0)
  return {
    qubit,
    points: waited.map(pointOf),
    pooled: pooledPoints(waited),
    error_per_round: fitted?.fit.error_per_round ?? NOTHING,
    gain: logicalGain(fitted, encoded, seed).estimate,
  }
}

/** The same baselines beside another decoding of the encoded bits. */
export function gainsAgain(
  wall: PhysicalWallTime,
  {
    encoded,
    comparison,
    seeds,
  }: {
    readonly encoded: readonly CircuitCount[]
    readonly comparison: Pick<Comparison, 'physical'>
    readonly seeds: { readonly best: bigint; readonly median: bigint }
  },
): PhysicalWallTime {
  const logical = fitBases(basesOf(encoded), 'tested')
  const again = (side: WallTimeBaseline | null, seed: bigint) => {
    if (!side) return null
    const waited = side.points.map(({ state, ...point }) => ({ ...point, state: state! }))
    const counts = [...withoutRounds(comparison, side.qubit), ...waited]
    return wallTimeBaseline({ qubit: side.qubit, counts }, logical, seed)
  }
  return { ...wall, best: again(wall.best, seeds.best), median: again(wall.median, seeds.median) }
}

const NOTHING = { value: null, low: null, high: null, confidence: 0.95, method: 'nothing was measured' }

/** Text of the record: how runs of this version measure this baseline. */
export const WALL_TIME_TEXT =
  'Measured on the qubit that is called best and on the one at the median: shots of their own waited for the times that the ' +
  'rounds of the kept encoded shots of the same state took, conditional repeats included, in the same shares (times that are ' +
  `alike in at most ${WALL_TIME_GROUPS} groups, each at its mean). The time of the preparation and of the readout is not waited ` +
  'for. R = 0 is that of the plain baseline. The gain is against this one qubit and has no verdict: the headline, whose baseline ' +
  'waits for T_round × R exactly, decides.'

/** Counts of a qubit's plain baseline at R = 0. */
export const withoutRounds = ({ physical }: Pick<Comparison, 'physical'>, qubit: number): CircuitCount[] =>
  (physical.find(one => one.qubit === qubit)?.points ?? []).flatMap(({ state, ...point }) =>
    state !== null && point.rounds === 0 ? [{ ...point, state }] : [],
  )
