/** How one layout's Δ_round has moved over the 30 days that end with the current snapshot. */
import type { DeviceProfile } from '../../../contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../../../contract/calibration/snapshot'
import type { ModuleDiagnostics, Veto } from '../../../contract/modules/diagnostics'
import { mean } from '../../../contract/numbers/arithmetic'
import type { NoiseModel } from '../../model/noise-model'
import type { CompiledRound } from '../../model/round'
import { type RoundUses, scoreRound, scoreUses, sitesOf, usesOfRound } from '../../noise/score'
import { noiseModel } from '../../noise/transform'
import { type Chiplet, edgeName, qubitName, usableGraph } from '../../noise/vetoes'
import { compileRound, durationBy } from '../../schedule/compile'
import { idleOf } from '../bounds/step-prices'
import type { PlacedRound } from '../enumerate/placement-task'
import { costOf } from '../model/compiled-shapes'
import { type Figures, figuresOf } from '../model/figures'

export type StabilityDiagnostics = ModuleDiagnostics['stability_30d']

const STABILITY_DAYS = 30
const DAY_MS = 86_400_000

const timeOf = ({ calibrated_at }: CalibrationSnapshot): number | null =>
  calibrated_at === null ? null : Date.parse(calibrated_at)

/**
 * Dated snapshots of the 30 days that end with `current`, and `current` as the last; only `current` when it is not
 * dated.
 */
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
): StabilityDiagnostics {
  const usable = recent.filter(snapshot => vetoesOf(round, profile, snapshot).length === 0)
  const uses = usesOfRound(round)
  const points = usable.map(snapshot => ({
    day: dayOf(snapshot),
    delta: deltaUnder(round, uses, noiseModel(profile, snapshot)),
  }))
  return summary(points, recent.length)
}

const dayOf = (snapshot: CalibrationSnapshot): number => (timeOf(snapshot) ?? 0) / DAY_MS

interface DatedDelta {
  readonly day: number
  readonly delta: number
}

function summary(points: readonly DatedDelta[], recent: number): StabilityDiagnostics {
  const deltas = points.map(({ delta }) => delta)
  return {
    snapshots: deltas.length,
    unusable: recent - deltas.length,
    mean: deltas.length > 0 ? mean(deltas) : null,
    spread: deltas.length > 1 ? deviation(deltas) : null,
    worst: deltas.length > 0 ? Math.max(...deltas) : null,
    slope_per_day: slope(points),
  }
}

/** Figures of the usable part of a chiplet under one of the recent snapshots; rounds are scored by them. */
export interface PastFigures {
  readonly day: number
  readonly figures: Figures
}

export const pastFigures = (
  profile: DeviceProfile,
  chiplet: Chiplet,
  recent: readonly CalibrationSnapshot[],
): PastFigures[] =>
  recent.map(snapshot => ({
    day: dayOf(snapshot),
    figures: figuresOf(usableGraph(profile, snapshot, chiplet).graph, noiseModel(profile, snapshot)),
  }))

/** `stabilityOf` for a round of the search, whose vertices stand for `sites`; nothing is compiled. */
export function roundStability(
  round: PlacedRound,
  sites: readonly number[],
  past: readonly PastFigures[],
): StabilityDiagnostics {
  const points = past.map(({ day, figures }) => ({ day, delta: deltaIn(round, sites, figures) }))
  return summary(
    points.filter(({ delta }) => delta < Number.POSITIVE_INFINITY),
    past.length,
  )
}

/** Δ_round under these figures; Infinity where they lack a site or a CZ that the round uses. */
function deltaIn({ extractions, data }: PlacedRound, sites: readonly number[], figures: Figures): number {
  const vertices = new Map(figures.sites.map((site, v) => [site, v]))
  const here = (vertex: number) => vertices.get(sites[vertex]!)
  let error = 0
  let ns = 0
  for (const { placed } of extractions) {
    const moved = placed.vertices.map(here)
    if (moved.includes(undefined)) return Number.POSITIVE_INFINITY
    const cost = costOf({ shape: placed.shape, vertices: moved as number[] }, figures)
    error += cost.error
    ns += cost.ns
  }
  return data.reduce((sum, v) => sum + idleOf(figures, here(v)!, ns), error)
}

/**
 * Δ_round under `noise`. The schedule is kept and timed anew, so that its length follows the snapshot's gate lengths.
 */
const deltaUnder = (round: CompiledRound, uses: RoundUses, noise: NoiseModel): number =>
  // The recipe of a CZ, and with it the merging of H's, may differ from one snapshot to the next.
  noise.compound
    ? scoreRound(compileRound(round.plan, noise), noise).total
    : scoreUses(uses, { layout: round.layout, duration_ns: durationBy(round, noise), noise }).total

/** Δ_round of the layout and schedule under another snapshot; null where one of its parts is vetoed there. */
export const scoreUnder = (
  round: CompiledRound,
  profile: DeviceProfile,
  snapshot: CalibrationSnapshot,
): number | null =>
  vetoesOf(round, profile, snapshot).length > 0
    ? null
    : deltaUnder(round, usesOfRound(round), noiseModel(profile, snapshot))

/** Vetoes of a snapshot on the qubits and edges that a round uses. */
export function vetoesOf(
  { layout, flagged }: CompiledRound,
  profile: DeviceProfile,
  snapshot: CalibrationSnapshot,
): Veto[] {
  const chiplet = { chiplet_id: 'layout', qubits: sitesOf(layout) }
  const pairs = flagged.flatMap(({ ops }) => ops).filter(({ gate }) => gate === 'CZ')
  const used = new Set([...sitesOf(layout).map(qubitName), ...pairs.map(({ sites }) => edgeName(sites[0]!, sites[1]!))])
  return usableGraph(profile, snapshot, chiplet).vetoes.filter(({ site }) => used.has(site))
}

/** Standard deviation of a sample of two or more values. */
const deviation = (values: readonly number[]): number => {
  const centre = mean(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1))
}

/** Slope of Δ_round a day by least squares; null with fewer than two different days. */
function slope(points: readonly DatedDelta[]): number | null {
  if (points.length < 2) return null
  const day = mean(points.map(point => point.day))
  const delta = mean(points.map(point => point.delta))
  const spread = points.reduce((sum, point) => sum + (point.day - day) ** 2, 0)
  return spread > 0 ? points.reduce((sum, point) => sum + (point.day - day) * (point.delta - delta), 0) / spread : null
}
