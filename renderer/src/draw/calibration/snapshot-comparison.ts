/**
 * Two snapshots of a device, figure by figure, the largest change for the worse first. Snapshots hold no standard errors, so a
 * change is a ratio: of errors new to old, of lifetimes old to new, above 1 where the part became worse.
 */
import { pairKey } from '../../../../main/contract/calibration/compound-cz'
import type { CalibrationQubit, CalibrationSnapshot } from '../../../../main/contract/calibration/snapshot'
import { csvText } from '../../../../main/contract/model/csv-text'
import { labelled, labelledPair, labelsOf } from '../../../../main/contract/model/qubit-labels'
import { fixed } from '../../../../main/contract/numbers/number-text'
import { microseconds, NO_VALUE, percent } from '../format/quantity'
import type { ColourScale } from './error-scale'
import { czsIn, edgeId, type MappedDevice, QUBIT_FIGURES, type QubitFigure, qubitId } from './map'
import type { TableColumn } from './table'

type ComparedFigure = QubitFigure | 'cz'

export interface ComparedRow {
  /** Of the part on the map. */
  readonly id: string
  readonly part: string
  readonly figure: ComparedFigure
  /** Null where the snapshot has no figure, or the part is out of service. */
  readonly before: number | null
  readonly after: number | null
  /** Above 1 is worse; null where one of them has no figure, or an error was 0. */
  readonly worse: number | null
}

const TITLES: Record<ComparedFigure, string> = {
  readout: 'Readout error',
  single: 'One-qubit gate error',
  reset: 'Reset error',
  t1: 'T1',
  t2: 'T2',
  cz: 'CZ error',
}

const isLifetime = (figure: ComparedFigure): boolean => figure === 't1' || figure === 't2'

/** `T1`, `CZ error`. */
const figureTitle = (figure: ComparedFigure): string => TITLES[figure]

/** Worst first; then what has a figure in one of them only; what neither has is left out. */
export function comparedRows(
  device: MappedDevice,
  before: CalibrationSnapshot,
  after: CalibrationSnapshot,
): ComparedRow[] {
  const rows = [...qubitComparisons(device, before, after), ...couplingComparisons(device, before, after)]
  return rows
    .filter(row => row.before !== null || row.after !== null)
    .sort((a, b) => (b.worse ?? -1) - (a.worse ?? -1) || a.id.localeCompare(b.id, 'en', { numeric: true }))
}

function qubitComparisons(device: MappedDevice, before: CalibrationSnapshot, after: CalibrationSnapshot) {
  const labels = labelsOf(device.qubits)
  const [old, now] = [before, after].map(({ qubits }) => new Map(qubits.map(qubit => [qubit.index, qubit])))
  const figures = Object.keys(QUBIT_FIGURES) as QubitFigure[]
  const read = (qubit: CalibrationQubit | undefined, figure: QubitFigure) =>
    qubit === undefined || qubit.out_of_service !== null ? null : QUBIT_FIGURES[figure].read(qubit)
  return device.qubits.flatMap(({ index }) =>
    figures.map(figure =>
      row({
        id: qubitId(index),
        part: `Qubit ${labelled(index, labels)}`,
        figure,
        before: read(old!.get(index), figure),
        after: read(now!.get(index), figure),
      }),
    ),
  )
}

function couplingComparisons(device: MappedDevice, before: CalibrationSnapshot, after: CalibrationSnapshot) {
  const labels = labelsOf(device.qubits)
  const [old, now] = [czsIn(before), czsIn(after)]
  const read = (czs: typeof old, key: string) => {
    const made = czs.get(key)
    return made === undefined || made.edge.out_of_service !== null ? null : made.whole
  }
  return device.couplings.map(([a, b]) =>
    row({
      id: edgeId(a, b),
      part: `Coupling ${labelledPair(a, b, labels, '–')}`,
      figure: 'cz',
      before: read(old, pairKey(a, b)),
      after: read(now, pairKey(a, b)),
    }),
  )
}

function row(figures: Omit<ComparedRow, 'worse'>): ComparedRow {
  const { figure, before, after } = figures
  const [above, below] = isLifetime(figure) ? [before, after] : [after, before]
  return { ...figures, worse: above === null || below === null || below === 0 ? null : above / below }
}

const written = (figure: ComparedFigure, value: number | null): string =>
  isLifetime(figure) ? microseconds(value) : percent(value)

/** `× 1.84 worse`, `× 1.20 better`, `unchanged`; in words where one has no figure. */
export function figureChangeText({ worse, before, after }: ComparedRow): string {
  if (after === null) return 'no figure any more'
  if (before === null) return 'no figure before'
  if (worse === null) return 'was 0'
  if (worse === 1) return 'unchanged'
  return worse > 1 ? `× ${fixed(worse, 2)} worse` : `× ${fixed(1 / worse, 2)} better`
}

export const COMPARED_COLUMNS: readonly TableColumn<ComparedRow>[] = [
  { key: 'part', title: 'Part', read: each => each.part, write: String },
  { key: 'figure', title: 'Figure', read: each => figureTitle(each.figure), write: String },
  { key: 'before', title: 'Before', read: each => written(each.figure, each.before), write: String },
  { key: 'after', title: 'After', read: each => written(each.figure, each.after), write: String },
  {
    key: 'worse',
    title: 'Change',
    read: each => each.worse,
    write: value => (value === null ? NO_VALUE : value >= 1 ? `× ${fixed(value, 2)}` : `÷ ${fixed(1 / value, 2)}`),
  },
]

/** From half the error, which is better, to twice. */
export const CHANGE_SCALE: ColourScale = { title: 'Change, above 1 is worse', unit: 'ratio', best: 0.5, worst: 2 }

/** What the map colours: the change of the figure of each part; couplings by their CZ, whatever the figure of qubits. */
export const changesById = (rows: readonly ComparedRow[], figure: QubitFigure): ReadonlyMap<string, number | null> =>
  new Map(rows.filter(each => each.figure === 'cz' || each.figure === figure).map(each => [each.id, each.worse]))

/** Figures in the units that the heading names: errors as shares, lifetimes in microseconds. */
export function comparisonCsv(rows: readonly ComparedRow[], before: string, after: string): string {
  const head = ['part', 'figure', 'unit', `before (${before})`, `after (${after})`, 'ratio, above 1 is worse']
  const lines = rows.map(each => [
    ...[each.part, figureTitle(each.figure), isLifetime(each.figure) ? 'us' : 'share'],
    ...[each.before, each.after, each.worse],
  ])
  return csvText([head, ...lines])
}
