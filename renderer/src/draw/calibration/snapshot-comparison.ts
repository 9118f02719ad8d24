/** How the window shows two compared snapshots: as columns of a table, and as colours of the map. */
import type { CalibrationSummary } from '../../../../main/contract/calibration/snapshot'
import {
  type ComparedRow,
  changeDigits,
  figureChangeText,
  figureText,
  figureTitle,
  type QubitFigure,
} from '../../../../main/contract/calibration/snapshot-comparison'
import { NO_VALUE } from '../format/quantity'
import { edgeId, qubitId } from './calibration-map'
import type { TableColumn } from './calibration-table'
import type { ColourScale } from './error-scale'
import { HOW_TO_READ } from './facts'

type CompareChoice = Pick<CalibrationSummary, 'calibration_id' | 'calibrated_at' | 'imported_at' | 'current'>

/**
 * The current snapshot and the one imported before it, or after it where it is the first; `before` is the one with the older
 * figures. null where there is nothing to compare. `snapshots` are newest first.
 */
export function comparedByDefault(
  snapshots: readonly CompareChoice[],
): { readonly before: string; readonly after: string } | null {
  const at = Math.max(
    0,
    snapshots.findIndex(({ current }) => current),
  )
  const pair = [snapshots[at], snapshots[at + 1] ?? snapshots[at - 1]].filter(each => each !== undefined)
  const dated = ({ calibrated_at, imported_at }: CompareChoice) => Date.parse(calibrated_at ?? imported_at)
  const [before, after] = pair.sort((a, b) => dated(a) - dated(b))
  return before && after ? { before: before.calibration_id, after: after.calibration_id } : null
}

/** Id of the part on the map. */
export const partIdOf = ({ of: [a, b] }: ComparedRow): string => (b === undefined ? qubitId(a) : edgeId(a, b))

const written = ({ figure }: ComparedRow, value: number | null): string => figureText(figure, value) ?? NO_VALUE

export const COMPARED_COLUMNS: readonly TableColumn<ComparedRow>[] = [
  { key: 'part', title: 'Part', read: each => each.part, write: String },
  { key: 'figure', title: 'Figure', read: each => figureTitle(each.figure), write: String },
  { key: 'before', title: 'Before', read: each => written(each, each.before), write: String },
  { key: 'after', title: 'After', read: each => written(each, each.after), write: String },
  {
    key: 'worse',
    title: 'Change',
    read: each => each.worse,
    write: value =>
      value === null ? NO_VALUE : value >= 1 ? `× ${changeDigits(value)}` : `÷ ${changeDigits(1 / value)}`,
  },
]

/** From half the error (better) to twice the error (worse). */
export const CHANGE_SCALE: ColourScale = { title: 'Change, above 1 is worse', unit: 'ratio', best: 0.5, worst: 2 }

/** Colours of the map: the change of the figure of each part; for couplings always that of their CZ. */
export const changesById = (rows: readonly ComparedRow[], figure: QubitFigure): ReadonlyMap<string, number | null> =>
  new Map(rows.filter(each => each.figure === 'cz' || each.figure === figure).map(each => [partIdOf(each), each.worse]))

/** Every change of one part in a line. */
export function changesText(rows: readonly ComparedRow[], part: string | null): string {
  const changes = rows.filter(row => partIdOf(row) === part)
  if (changes.length === 0) return HOW_TO_READ
  return `${changes[0]!.part}: ${changes.map(row => `${figureTitle(row.figure)} ${figureChangeText(row)}`).join(', ')}`
}
