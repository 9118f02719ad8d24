/**
 * Two snapshots of a device, figure by figure, the largest change for the worse first. Snapshots hold no standard errors, so a
 * change is a ratio: of errors new to old, of lifetimes old to new, above 1 where the part became worse.
 */
import { csvText } from '../model/csv-text'
import { labelled, labelledPair, labelsOf } from '../model/qubit-labels'
import { PERCENT, quantityText } from '../numbers/interval-text'
import { fixed, significant } from '../numbers/number-text'
import { czsOf, pairKey } from './compound-cz'
import { type CalibrationQubit, type CalibrationSnapshot, infidelityOf } from './snapshot'

/** Figures read from a qubit: errors as 1 − F, lifetimes in microseconds. */
export const QUBIT_READERS = {
  readout: ({ readout_fidelity }: CalibrationQubit) => infidelityOf(readout_fidelity),
  single: ({ fidelity_1q }: CalibrationQubit) => infidelityOf(fidelity_1q),
  reset: ({ reset_fidelity }: CalibrationQubit) => infidelityOf(reset_fidelity),
  t1: ({ t1_us }: CalibrationQubit) => t1_us,
  t2: ({ t2_us }: CalibrationQubit) => t2_us,
}
export type QubitFigure = keyof typeof QUBIT_READERS
type ComparedFigure = QubitFigure | 'cz'

/** The device whose parts are compared: snapshots name parts by index alone. */
export interface ComparedDevice {
  readonly qubits: readonly { readonly index: number; readonly label: string }[]
  readonly couplings: readonly (readonly [number, number])[]
}

export interface ComparedRow {
  /** The qubit, or both of a coupling. */
  readonly of: readonly [number] | readonly [number, number]
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
export const figureTitle = (figure: ComparedFigure): string => TITLES[figure]

/** Worst first, then rows without a ratio; rows with no figure in either snapshot are left out. */
export function comparedRows(
  device: ComparedDevice,
  before: CalibrationSnapshot,
  after: CalibrationSnapshot,
): ComparedRow[] {
  const rows = [...qubitComparisons(device, before, after), ...couplingComparisons(device, before, after)]
  return rows
    .filter(row => row.before !== null || row.after !== null)
    .sort((a, b) => (b.worse ?? -1) - (a.worse ?? -1) || byPart(a, b))
}

const byPart = ({ of: [a, b = -1] }: ComparedRow, { of: [c, d = -1] }: ComparedRow): number => a - c || b - d

function qubitComparisons(device: ComparedDevice, before: CalibrationSnapshot, after: CalibrationSnapshot) {
  const labels = labelsOf(device.qubits)
  const [old, now] = [before, after].map(({ qubits }) => new Map(qubits.map(qubit => [qubit.index, qubit])))
  const figures = Object.keys(QUBIT_READERS) as QubitFigure[]
  const read = (qubit: CalibrationQubit | undefined, figure: QubitFigure) =>
    qubit === undefined || qubit.out_of_service !== null ? null : QUBIT_READERS[figure](qubit)
  return device.qubits.flatMap(({ index }) =>
    figures.map(figure =>
      row({
        of: [index],
        part: `Qubit ${labelled(index, labels)}`,
        figure,
        before: read(old!.get(index), figure),
        after: read(now!.get(index), figure),
      }),
    ),
  )
}

function couplingComparisons(device: ComparedDevice, before: CalibrationSnapshot, after: CalibrationSnapshot) {
  const labels = labelsOf(device.qubits)
  const [old, now] = [czsOf(before, pairKey), czsOf(after, pairKey)]
  const read = (czs: typeof old, key: string) => {
    const made = czs.get(key)
    return made === undefined || made.edge.out_of_service !== null ? null : made.whole
  }
  return device.couplings.map(([a, b]) =>
    row({
      of: [a, b],
      part: `Coupling ${labelledPair(a, b, { labels, dash: '–' })}`,
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

/** `1.24 %`, `182 µs`; null where there is no figure. */
export function figureText(figure: ComparedFigure, value: number | null): string | null {
  if (value === null) return null
  return isLifetime(figure) ? `${significant(value)} µs` : quantityText(value, PERCENT)
}

/** `× 1.84 worse`, `× 1.20 better`, `unchanged`; in words where one has no figure. */
export function figureChangeText({ worse, before, after }: ComparedRow): string {
  if (after === null) return 'no figure any more'
  if (before === null) return 'no figure before'
  if (worse === null) return 'was 0'
  if (worse === 1) return 'unchanged'
  return worse > 1 ? `× ${changeDigits(worse)} worse` : `× ${changeDigits(1 / worse)} better`
}

/** A ratio of at least 1, with three digits. */
export const changeDigits = (ratio: number): string => fixed(ratio, Math.max(0, 2 - Math.floor(Math.log10(ratio))))

/** Figures in the units of the column `unit`: errors as shares, lifetimes in microseconds. */
export function comparisonCsv(rows: readonly ComparedRow[], before: string, after: string): string {
  const head = ['part', 'figure', 'unit', `before (${before})`, `after (${after})`, 'ratio, above 1 is worse']
  const lines = rows.map(each => [
    ...[each.part, figureTitle(each.figure), isLifetime(each.figure) ? 'us' : 'share'],
    ...[each.before, each.after, each.worse],
  ])
  return csvText([head, ...lines])
}
