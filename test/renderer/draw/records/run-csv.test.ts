import { describe, expect, it } from 'vitest'
import { runCsv } from '../../../../renderer/src/draw/records/run-csv'
import { judgedRecord } from '../../samples/run-verdicts'
import { RUN_ID, sampleEstimate, sampleRecord } from '../../samples/runs'

describe('the CSV of a run', () => {
  const lines = runCsv(sampleRecord()).trimEnd().split('\r\n')

  it('has as many cells in each line as in its header, and names the run in each', () => {
    const width = lines[0]!.split(',').length
    for (const line of lines.slice(1)) {
      expect(line.split(',')).toHaveLength(width)
      expect(line.startsWith(RUN_ID)).toBe(true)
    }
  })

  it('holds points, errors per round, gains and acceptance', () => {
    const quantities = new Set(lines.slice(1).map(line => line.split(',')[3]))
    expect(quantities).toEqual(new Set(['error', 'error_per_round', 'logical_gain', 'acceptance']))
    expect(lines.filter(line => line.includes(',pooled,'))).toHaveLength(4)
  })

  it('holds differences of survival, bounds, predicted crossings and the baseline at the wall times', () => {
    const judged = runCsv(judgedRecord())
      .split('\r\n')
      .map(line => line.split(',').slice(3))
    const of = (quantity: string) => judged.filter(([name]) => name === quantity)
    expect(of('survival_difference')).toHaveLength(4)
    expect(of('error_per_round_bound')[0]!.slice(9, 12)).toEqual(['', '0.21', ''])
    expect(of('logical_gain_bound')[0]!.slice(9, 12)).toEqual(['', '', '0.42'])
    expect(of('predicted_survival_crossing')[0]!.slice(9, 12)).toEqual(['12.3', '9', ''])
    expect(of('logical_gain').map(([, series]) => series)).toContain('wall_time_best')
  })

  it('distinguishes predicted figures from measured ones', () => {
    const record = sampleRecord()
    const error = { measured: sampleEstimate(0.09), predicted: sampleEstimate(0.085) }
    const predicted = runCsv({ ...record, comparison: { ...record.comparison, error } })
      .split('\r\n')
      .filter(line => line.includes(',predicted,'))
    expect(predicted.filter(line => line.includes('error_per_round'))).toEqual([
      expect.stringContaining(`0.085,${sampleEstimate(0.085).low},`),
    ])
    expect(predicted.filter(line => line.includes('acceptance'))).toHaveLength(4)
    expect(runCsv(record)).not.toContain('error_per_round,predicted')
  })
})
