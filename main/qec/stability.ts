/** How one layout's Δ_round has moved over the last 30 days. */
import type { CalibrationSnapshot, DeviceProfile } from '../contract/calibration'
import type { ModuleDiagnostics } from '../contract/modules'
import { compileRound } from './compile'
import type { CompiledRound, NoiseModel } from './model'
import { noiseModel } from './noise'
import { scoreRound, sitesOf } from './score'
import { edgeName, qubitName, usableGraph } from './vetoes'

export type Stability = ModuleDiagnostics['stability_30d']

export const STABILITY_DAYS = 30
const DAY_MS = 86_400_000

const timeOf = ({ calibrated_at }: CalibrationSnapshot): number | null =>
  calibrated_at === null ? null : Date.parse(calibrated_at)

/** Dated snapshots of the 30 days that end with `current`, itself included; only itself when it is not dated. */
export function recentSnapshots(
  snapshots: readonly CalibrationSnapshot[],
  current: CalibrationSnapshot,
): CalibrationSnapshot[] {
  const end = timeOf(current)
  const isRecent = (time: number | null) =>
    end !== null && time !== null && time <= end && time >= end - STABILITY_DAYS * DAY_MS
  const others = snapshots.filter(({ calibration_id }) => calibration_id !== current.calibration_id)
  return [...others.filter(snapshot => isRecent(timeOf(snapshot))), current]
}

/**
 * Δ_round of the same layout and schedule under each of `recent`: mean, spread (standard deviation of the sample), worst, and
 * slope a day by least squares. Snapshots that veto a part of the layout have no Δ_round and are counted in `unusable`.
 */
export function stabilityOf(
  round: CompiledRound,
  profile: DeviceProfile,
  recent: readonly CalibrationSnapshot[],
): Stability {
  const usable = recent.filter(snapshot => isUsable(round, profile, snapshot))
  const points = usable.map(snapshot => ({
    day: (timeOf(snapshot) ?? 0) / DAY_MS,
    delta: deltaUnder(round, noiseModel(profile, snapshot)),
  }))
  const deltas = points.map(({ delta }) => delta)
  return {
    snapshots: deltas.length,
    unusable: recent.length - deltas.length,
    mean: deltas.length > 0 ? mean(deltas) : null,
    spread: deltas.length > 1 ? deviation(deltas) : null,
    worst: deltas.length > 0 ? Math.max(...deltas) : null,
    slope_per_day: slope(points),
  }
}

/** The schedule is kept and timed anew, so its length follows the snapshot's gate lengths. */
const deltaUnder = ({ plan }: CompiledRound, noise: NoiseModel): number =>
  scoreRound(compileRound(plan, noise), noise).total

function isUsable({ layout, flagged }: CompiledRound, profile: DeviceProfile, snapshot: CalibrationSnapshot): boolean {
  const chiplet = { chiplet_id: 'layout', qubits: sitesOf(layout) }
  const vetoed = new Set(usableGraph(profile, snapshot, chiplet).vetoes.map(({ site }) => site))
  const pairs = flagged.flatMap(({ ops }) => ops).filter(({ gate }) => gate === 'CZ')
  return (
    sitesOf(layout).every(site => !vetoed.has(qubitName(site))) &&
    pairs.every(({ sites }) => !vetoed.has(edgeName(sites[0]!, sites[1]!)))
  )
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const deviation = (values: readonly number[]): number => {
  const centre = mean(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1))
}

/** Null with fewer than two different days. */
function slope(points: readonly { readonly day: number; readonly delta: number }[]): number | null {
  if (points.length < 2) return null
  const day = mean(points.map(point => point.day))
  const delta = mean(points.map(point => point.delta))
  const spread = points.reduce((sum, point) => sum + (point.day - day) ** 2, 0)
  return spread > 0 ? points.reduce((sum, point) => sum + (point.day - day) * (point.delta - delta), 0) / spread : null
}
