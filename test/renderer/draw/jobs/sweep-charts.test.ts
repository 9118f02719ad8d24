import { expect, it } from 'vitest'
import type { SweepSeries, SweepValues } from '../../../../main/contract/jobs/sweep'
import {
  BY_ROW,
  parameterValuesText,
  shownSweepTable,
  shownSweepValues,
  sweepChart,
  sweepTable,
  sweepValueChart,
  sweepValueTable,
} from '../../../../renderer/src/draw/jobs/sweep-charts'

const row = { row: 0, values: [0.1 + 0.2], shots: 3000, hits: 1000, probability: 1 / 3, low: 0.31664, high: 0.35039 }
const series: SweepSeries = {
  job_uuid: 'a',
  event: '0',
  names: ['theta'],
  confidence: 0.95,
  method: 'wilson',
  rows: [row, { ...row, row: 1, shots: 0, hits: 0, probability: null, low: null, high: null }],
}

it('rows are read rounded, and the file keeps every digit', () => {
  expect(shownSweepTable(series, 9).rows).toEqual([
    [0, '0.3', 3000, 1000, '0.333', '0.317', '0.350'],
    [1, '0.3', 0, 0, '—', '—', '—'],
  ])
  expect(shownSweepTable(series, 1).rows).toHaveLength(1)
  expect(sweepTable(series).rows[0]).toEqual([0, 0.1 + 0.2, 3000, 1000, 1 / 3, 0.31664, 0.35039])
  expect(parameterValuesText({ theta: 0.1 + 0.2, phi: -1 })).toBe('theta = 0.3, phi = −1')
})

it('values of rows without an error are read down to their intervals', () => {
  const agreed = { row: 0, values: [0.5], shots: 100, value: 1, standard_error: 0, low: 0.98308, high: 1 }
  const values: SweepValues = {
    job_uuid: 'a',
    name: 'z',
    choices: ['z'],
    names: ['theta'],
    label: 'raw',
    confidence: 0.95,
    method: 'x',
    rows: [agreed],
  }
  expect(shownSweepValues(values, 1).rows[0]!.slice(3)).toEqual(['1.0000', '0', '0.9831', '1.0000'])
})

it('rows that share a value of a parameter stand apart over their number', () => {
  const { traces, layout } = sweepChart({ ...series, rows: [row, { ...row, row: 1 }] }, BY_ROW)
  expect(traces[0]).toMatchObject({ x: [0, 1], y: [1 / 3, 1 / 3] })
  expect(layout).toMatchObject({ xaxis: { title: { text: 'row' } } })
  expect(sweepChart(series, 0).layout).toMatchObject({ xaxis: { title: { text: 'theta' } } })
})

it('values of rows are read down to their errors, and their bars are the intervals', () => {
  const value = { row: 0, values: [0.5], shots: 100, value: 0.98765, standard_error: 0.0123, low: 0.9632, high: 1.0121 }
  const values: SweepValues = {
    job_uuid: 'a',
    name: 'energy',
    choices: ['energy'],
    names: ['theta'],
    label: 'raw',
    confidence: 0.95,
    method: 't',
    rows: [value, { ...value, row: 1, standard_error: 0, low: 0.98765, high: 0.98765 }],
  }
  expect(shownSweepValues(values, 9).rows).toEqual([
    [0, '0.5', 100, '0.988', '0.012', '0.963', '1.012'],
    [1, '0.5', 100, '0.987650', '0', '0.987650', '0.987650'],
  ])
  expect(sweepValueTable(values).rows[0]).toEqual([0, 0.5, 100, 0.98765, 0.0123, 0.9632, 1.0121])
  const { error_y } = sweepValueChart(values, 0).traces[0] as { error_y: { array: number[]; arrayminus: number[] } }
  expect(error_y.array[0]).toBeCloseTo(0.02445)
  expect(error_y.arrayminus[0]).toBeCloseTo(0.02445)
})
