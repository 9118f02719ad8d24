import { describe, expect, it } from 'vitest'
import { longerText, wallTimesTable, wallTimeTable } from '../../../../renderer/src/draw/comparison/wall-time-baseline'
import { judgedRecord } from '../../samples/run-verdicts'
import { sampleComparison } from '../../samples/runs'

const { comparison } = judgedRecord()
const wall = comparison.physical_wall_time!

describe('the baseline at the wall times of the shots', () => {
  it('stands beside the headline, errors and gains', () => {
    const { columns, rows } = wallTimeTable(comparison)
    for (const row of rows) expect(row).toHaveLength(columns.length)
    expect(rows[0]).toEqual(['Best (qubit 0)', '3.00 [2.70, 3.30] %', '3.60 [3.24, 3.96] %', '< 0.42 ×', '< 0.5 ×'])
    expect(wallTimeTable(sampleComparison()).rows[0]!.slice(2)).toEqual(['—', '0.330 [0.297, 0.363] ×', '—'])
  })
  it('reports how long the rounds took and what was kept over it', () => {
    const { columns, rows } = wallTimesTable(wall)
    for (const row of rows) expect(row).toHaveLength(columns.length)
    expect(rows[1]!.slice(0, 6)).toEqual([8, '80 µs', '100 µs', '80 µs', '150 µs', '61'])
    expect(longerText(wall)).toBe('After 8 rounds the shots had taken 100 µs on average, 25 % longer than T_round × R.')
  })
})
