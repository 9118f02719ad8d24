import { describe, expect, it } from 'vitest'
import {
  cell,
  EDGE_COLUMNS,
  edgeRows,
  filtered,
  QUBIT_COLUMNS,
  qubitRows,
  sorted,
} from '../../../../renderer/src/draw/calibration/calibration-table'
import { sampleBackend, sampleSnapshot } from '../../samples/devices'

const backend = sampleBackend()
const rows = qubitRows(backend, sampleSnapshot(backend), null)
const column = (key: string) => QUBIT_COLUMNS.find(each => each.key === key)!

describe('the table of the map', () => {
  it('has a row for each qubit and each coupling, with the chiplet it lies in', () => {
    expect(rows).toHaveLength(18)
    expect(rows[3]!.chiplet).toBe('a01')
    const across = edgeRows(backend, sampleSnapshot(backend), null).find(row => row.a === 2 && row.b === 3)
    expect(across?.chiplet).toBe('a00 / a01')
  })

  it.each(['ascending', 'descending'] as const)('puts absent figures last when %s', order => {
    const last = sorted(rows, column('t2'), order).at(-1)!
    expect(last.index).toBe(5)
  })

  it('sorts by figure, not by how it is written', () => {
    const t1s = sorted(rows, column('t1'), 'descending').map(row => row.t1_us!)
    expect(t1s).toEqual([...t1s].sort((a, b) => b - a))
  })

  it('filters by every word, in any column', () => {
    expect(filtered(rows, QUBIT_COLUMNS, 'published T1').map(row => row.index)).toEqual([4])
    expect(filtered(rows, QUBIT_COLUMNS, 'A01 in service')).toHaveLength(8)
    expect(filtered(rows, QUBIT_COLUMNS, '')).toHaveLength(18)
  })

  it('writes figures with units', () => {
    const edge = edgeRows(backend, sampleSnapshot(backend), 'a00')[1]!
    const cells = ['0–6', 'a00', 'CZ', '0.2 %', '0.2 %', '84 ns', 'in service']
    expect(EDGE_COLUMNS.map(each => cell(each, edge))).toEqual(cells)
  })

  it('has every gate that makes a CZ, and the error of the CZ beside the one that does', () => {
    const { a, b } = sampleSnapshot(backend).edges[1]!
    const other = { a, b, gate: 'iswap', fidelity: 0.97, duration_ns: 100, out_of_service: null }
    const snapshot = sampleSnapshot(backend)
    const rows = edgeRows(backend, { ...snapshot, edges: [...snapshot.edges, other] }, null)
    const mine = rows.filter(row => row.a === a && row.b === b)
    expect(mine.map(({ gate, cz_error }) => [gate, cz_error === null])).toEqual([
      ['cz', false],
      ['iswap', true],
    ])
    const alone = edgeRows(backend, { ...snapshot, edges: [other] }, null)
    expect(alone[0]!.cz_error).toBeGreaterThan(2 * 0.03)
  })
})
