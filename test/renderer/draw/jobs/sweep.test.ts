import { expect, it } from 'vitest'
import type { SweepSeries } from '../../../../main/contract/jobs/sweep'
import { parameterValuesText, shownSweepTable, sweepTable } from '../../../../renderer/src/draw/jobs/sweep'

const row = { row: 0, values: [0.1 + 0.2], shots: 3000, hits: 1000, probability: 1 / 3, low: 0.31664, high: 0.35039 }
const series: SweepSeries = {
  ...{ job_uuid: 'a', event: '0', names: ['theta'], confidence: 0.95, method: 'wilson' },
  rows: [row, { ...row, row: 1, shots: 0, hits: 0, probability: null, low: null, high: null }],
}

it('rows are read rounded, and the file keeps every digit', () => {
  expect(shownSweepTable(series, 9).rows).toEqual([
    [0, '0.3', 3000, 1000, '0.3333', '0.3166', '0.3504'],
    [1, '0.3', 0, 0, '—', '—', '—'],
  ])
  expect(shownSweepTable(series, 1).rows).toHaveLength(1)
  expect(sweepTable(series).rows[0]).toEqual([0, 0.1 + 0.2, 3000, 1000, 1 / 3, 0.31664, 0.35039])
  expect(parameterValuesText({ theta: 0.1 + 0.2, phi: -1 })).toBe('theta = 0.3, phi = −1')
})
