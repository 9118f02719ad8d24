/** The calibration map as a table: the same figures as rows that can be sorted, filtered and read aloud. */
import type { Backend } from '../../../../main/contract/backends/catalogue'
import { makesCz, pairKey } from '../../../../main/contract/calibration/compound-cz'
import {
  type CalibrationEdge,
  type CalibrationQubit,
  type CalibrationSnapshot,
  infidelityOf,
} from '../../../../main/contract/calibration/snapshot'
import { labelledPair, labelsOf } from '../../../../main/contract/model/qubit-labels'
import { microseconds, NO_VALUE, percent, wholeNanoseconds } from '../format/quantity'
import { chipletIdsByQubit, czError, czsIn } from './calibration-map'

/** A column reads one value from a row; `write` puts it in words with its unit. */
export interface TableColumn<Row> {
  readonly key: string
  readonly title: string
  readonly read: (row: Row) => number | string | null
  readonly write: (value: number | null) => string
}

export interface QubitRow extends CalibrationQubit {
  readonly chiplet: string
}
export interface EdgeRow extends CalibrationEdge {
  readonly chiplet: string
  /** Error of a CZ, where this gate is the one that makes it on the pair. */
  readonly cz_error: number | null
  /** `4–5 (QB5–QB6)`. */
  readonly pair: string
}

const plain = (value: number | null) => (value === null ? NO_VALUE : String(value))

export const QUBIT_COLUMNS: readonly TableColumn<QubitRow>[] = [
  { key: 'index', title: 'Qubit', read: row => row.index, write: plain },
  { key: 'label', title: 'Label', read: row => row.label, write: plain },
  { key: 'chiplet', title: 'Chiplet', read: row => row.chiplet, write: plain },
  { key: 'readout', title: 'Readout error', read: row => infidelityOf(row.readout_fidelity), write: percent },
  { key: 'single', title: '1q error', read: row => infidelityOf(row.fidelity_1q), write: percent },
  { key: 'reset', title: 'Reset error', read: row => infidelityOf(row.reset_fidelity), write: percent },
  { key: 't1', title: 'T1', read: row => row.t1_us, write: microseconds },
  { key: 't2', title: 'T2', read: row => row.t2_us, write: microseconds },
  { key: 'gate', title: '1q gate length', read: row => row.gate_1q_length_ns, write: wholeNanoseconds },
  { key: 'measure', title: 'Readout length', read: row => row.readout_length_ns, write: wholeNanoseconds },
  { key: 'state', title: 'State', read: row => row.out_of_service ?? 'in service', write: plain },
]

export const EDGE_COLUMNS: readonly TableColumn<EdgeRow>[] = [
  { key: 'pair', title: 'Coupling', read: row => row.pair, write: plain },
  { key: 'chiplet', title: 'Chiplet', read: row => row.chiplet, write: plain },
  { key: 'gate', title: 'Gate', read: row => row.gate.toUpperCase(), write: plain },
  { key: 'error', title: 'Error', read: czError, write: percent },
  { key: 'cz', title: 'CZ error', read: row => row.cz_error, write: percent },
  { key: 'length', title: 'Length', read: row => row.duration_ns, write: wholeNanoseconds },
  { key: 'state', title: 'State', read: row => row.out_of_service ?? 'in service', write: plain },
]

/** Text of a cell. */
export function cell<Row>(column: TableColumn<Row>, row: Row): string {
  const value = column.read(row)
  return typeof value === 'string' ? value : column.write(value)
}

export function qubitRows(backend: Backend, snapshot: CalibrationSnapshot, chiplet: string | null): QubitRow[] {
  const owner = chipletIdsByQubit(backend)
  return snapshot.qubits
    .map(qubit => ({ ...qubit, chiplet: owner.get(qubit.index) ?? NO_VALUE }))
    .filter(row => chiplet === null || row.chiplet === chiplet)
}

export function edgeRows(backend: Backend, snapshot: CalibrationSnapshot, chiplet: string | null): EdgeRow[] {
  const owner = chipletIdsByQubit(backend)
  const czs = czsIn(snapshot)
  const czErrorOf = (edge: CalibrationEdge) => {
    const made = czs.get(pairKey(edge.a, edge.b))
    return made?.edge === edge ? made.whole : null
  }
  return snapshot.edges
    .filter(({ gate }) => makesCz(gate))
    .map(edge => ({
      ...edge,
      pair: labelledPair(edge.a, edge.b, { labels: labelsOf(backend.qubits), dash: '–' }),
      chiplet: pairOwner(owner.get(edge.a), owner.get(edge.b)),
      cz_error: czErrorOf(edge),
    }))
    .filter(row => chiplet === null || row.chiplet === chiplet)
}

const pairOwner = (a: string | undefined, b: string | undefined) =>
  a === b ? (a ?? NO_VALUE) : `${a ?? NO_VALUE} / ${b ?? NO_VALUE}`

export type Order = 'ascending' | 'descending'

/** Rows in the column's order; what is absent stands last either way, equal rows keep their order. */
export function sorted<Row>(rows: readonly Row[], column: TableColumn<Row>, order: Order): Row[] {
  const sign = order === 'ascending' ? 1 : -1
  return [...rows].sort((left, right) => {
    const [a, b] = [column.read(left), column.read(right)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b)
    return sign * String(a).localeCompare(String(b), 'en', { numeric: true })
  })
}

/** Rows whose cells together contain every word of the filter. */
export function filtered<Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[], filter: string): Row[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(row => {
    const text = columns.map(column => cell(column, row).toLowerCase()).join('\n')
    return words.every(word => text.includes(word))
  })
}
