import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunRecord } from '../../../../main/contract/runs/record'
import { differenceTable, runsCsv, runsTable } from '../../../../renderer/src/draw/records/runs-table'
import {
  cautionsOf,
  differencesOf,
  differenceText,
  estimateDifference,
} from '../../../../renderer/src/draw/runs/differences'
import { sampleEstimate, sampleRecord } from '../../samples/runs'

const record = sampleRecord()
const like = (part: Partial<RunRecord>) => ({ ...record, run_id: crypto.randomUUID(), ...part }) as RunRecord

describe('what runs differ in', () => {
  it.each([
    ['calibration_id', { calibration_id: 'cal-3' }],
    ['noise_model_version', { noise_model_version: 'twirl/2' }],
    ['decoder', { decoder: 'flag-map' }],
    ['decoder', { decoder_version: '2' }],
    ['protocol', { protocol: 'cyclic-window' }],
    ['mode', { mode: 'detection' as const }],
    ['engine', { engine: 'trajectories/1' }],
    ['simulated', { simulated: false }],
  ])('calls another %s a reason not to overlay them unsaid', (field, part) => {
    const cautions = cautionsOf(differencesOf([record, like(part)]))
    expect(cautions.map(each => each.field)).toEqual([field])
    expect(cautions[0]!.values).toHaveLength(2)
  })

  it('reports lesser differences without a caution', () => {
    const differences = differencesOf([record, like({ seed: 8, shots: 10 })])
    expect(differences.map(({ field }) => field)).toEqual(['shots', 'seed'])
    expect(cautionsOf(differences)).toEqual([])
  })

  it('finds nothing in one run, or in one run twice', () => {
    expect(differencesOf([record])).toEqual([])
    expect(differencesOf([record, record])).toEqual([])
  })
})

describe('the difference of two errors', () => {
  it('has the variances of both, whichever is first', () => {
    const figure = fc
      .tuple(fc.double({ min: 0.001, max: 0.4, noNaN: true }), fc.double({ min: 0.01, max: 0.5, noNaN: true }))
      .map(([value, spread]) => sampleEstimate(value, spread))
    fc.assert(
      fc.property(figure, figure, (a, b) => {
        const [there, back] = [estimateDifference(a, b)!, estimateDifference(b, a)!]
        expect(there.value).toBeCloseTo(-back.value!, 12)
        expect(there.high! - there.low!).toBeCloseTo(Math.hypot(a.high! - a.low!, b.high! - b.low!), 12)
      }),
    )
  })

  it('is called one only where its interval excludes 0', () => {
    expect(differenceText(estimateDifference(sampleEstimate(0.2), sampleEstimate(0.1)))).toBe('higher')
    expect(differenceText(estimateDifference(sampleEstimate(0.1), sampleEstimate(0.2)))).toBe('lower')
    expect(differenceText(estimateDifference(sampleEstimate(0.1), sampleEstimate(0.101)))).toMatch(/^inconclusive/)
    expect(differenceText(estimateDifference(sampleEstimate(null), sampleEstimate(0.1)))).toBe('no figure')
  })
})

describe('runs side by side', () => {
  const other = like({ logical_error: sampleEstimate(0.2) })

  it('have a column each', () => {
    const { columns, rows } = runsTable([record, other])
    expect(columns).toHaveLength(3)
    for (const row of rows) expect(row).toHaveLength(3)
  })

  it('are measured against the first', () => {
    expect(differenceTable([record, other]).rows).toEqual([
      [expect.stringContaining(other.run_id.slice(0, 8)), expect.stringMatching(/^11\.0 \[/), 'higher'],
    ])
  })

  it('are one CSV under one header', () => {
    const lines = runsCsv([record, other]).trimEnd().split('\r\n')
    expect(lines.filter(line => line.startsWith('run_id,'))).toHaveLength(1)
    expect(lines.filter(line => line.startsWith(other.run_id))).toHaveLength((lines.length - 1) / 2)
  })
})
