/** The calibration map's twin: the same figures as rows that can be sorted, filtered and read aloud. */
import type { Backend } from '../../../../main/contract/backends/catalogue'
import type { CalibrationEdge, CalibrationQubit, CalibrationSnapshot } from '../../../../main/contract/calibration/snapshot'
import { chipletOf, complement, czError, isCz } from './map'
import { ABSENT, count, microseconds, percent } from '../format/quantity'

/** A column reads one value from a row; `write` puts it in words with its unit. */
export interface Column<Row> {
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
}

const nanoseconds = (value: number | null) => (value === null ? ABSENT : `${count(value)} ns`)
const plain = (value: number | null) => (value === null ? ABSENT : String(value))

export const QUBIT_COLUMNS: readonly Column<QubitRow>[] = [
  { key: 'index', title: 'Qubit', read: row => row.index, write: plain },
  { key: 'label', title: 'Label', read: row => row.label, write: plain },
  { key: 'chiplet', title: 'Chiplet', read: row => row.chiplet, write: plain },
  { key: 'readout', title: 'Readout error', read: row => complement(row.readout_fidelity), write: percent },
  { key: 'single', title: '1q error', read: row => complement(row.fidelity_1q), write: percent },
  { key: 'reset', title: 'Reset error', read: row => complement(row.reset_fidelity), write: percent },
  { key: 't1', title: 'T1', read: row => row.t1_us, write: microseconds },
  { key: 't2', title: 'T2', read: row => row.t2_us, write: microseconds },
  { key: 'gate', title: '1q gate length', read: row => row.gate_1q_length_ns, write: nanoseconds },
  { key: 'measure', title: 'Readout length', read: row => row.readout_length_ns, write: nanoseconds },
  { key: 'state', title: 'State', read: row => row.out_of_service ?? 'in service', write: plain },
]

export const EDGE_COLUMNS: readonly Column<EdgeRow>[] = [
  { key: 'pair', title: 'Coupling', read: row => `${row.a}–${row.b}`, write: plain },
  { key: 'chiplet', title: 'Chiplet', read: row => row.chiplet, write: plain },
  { key: 'gate', title: 'Gate', read: row => row.gate.toUpperCase(), write: plain },
  { key: 'error', title: 'Error', read: czError, write: percent },
  { key: 'length', title: 'Length', read: row => row.duration_ns, write: nanoseconds },
  { key: 'state', title: 'State', read: row => row.out_of_service ?? 'in service', write: plain },
]

/** What a cell shows. */
export function cell<Row>(column: Column<Row>, row: Row): string {
  const value = column.read(row)
  return typeof value === 'string' ? value : column.write(value)
}

export function qubitRows(backend: Backend, snapshot: CalibrationSnapshot, chiplet: string | null): QubitRow[] {
  const owner = chipletOf(backend)
  return snapshot.qubits
    .map(qubit => ({ ...qubit, chiplet: owner.get(qubit.index) ?? ABSENT }))
    .filter(row => chiplet === null || row.chiplet === chiplet)
}

export function edgeRows(backend: Backend, snapshot: CalibrationSnapshot, chiplet: string | null): EdgeRow[] {
  const owner = chipletOf(backend)
  return snapshot.edges
    .filter(isCz)
    .map(edge => ({ ...edge, chiplet: pairOwner(owner.get(edge.a), owner.get(edge.b)) }))
    .filter(row => chiplet === null || row.chiplet === chiplet)
}

const pairOwner = (a: string | undefined, b: string | undefined) =>
  a === b ? (a ?? ABSENT) : `${a ?? ABSENT} / ${b ?? ABSENT}`

export type Order = 'ascending' | 'descending'

/** Rows in the column's order; what is absent stands last either way, equal rows keep their order. */
export function sorted<Row>(rows: readonly Row[], column: Column<Row>, order: Order): Row[] {
  const sign = order === 'ascending' ? 1 : -1
  return [...rows].sort((left, right) => {
    const [a, b] = [column.read(left), column.read(right)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b)
    return sign * String(a).localeCompare(String(b), 'en', { numeric: true })
  })
}

/** Rows in which some cell contains every word of the filter. */
export function filtered<Row>(rows: readonly Row[], columns: readonly Column<Row>[], filter: string): Row[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(row => {
    const text = columns.map(column => cell(column, row).toLowerCase()).join('\n')
    return words.every(word => text.includes(word))
  })
}
