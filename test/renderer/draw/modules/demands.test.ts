import { describe, expect, it } from 'vitest'
import { NO_DEMANDS } from '../../../../main/contract/modules/layout-demands'
import {
  demandsOf,
  demandText,
  independentDifference,
  withDemand,
  withoutDemand,
} from '../../../../renderer/src/draw/modules/demands'

const pinned = { kind: 'pinned', sites: [5] } as const
const coupling = { kind: 'excluded', sites: [8, 7] } as const

describe('demands on a layout', () => {
  it('are added and given up again', () => {
    const both = withDemand(withDemand(NO_DEMANDS, pinned), coupling)
    expect(demandsOf(both).map(demand => demandText(demand, undefined))).toEqual([
      expect.stringMatching(/^without coupling 7.8$/),
      'with qubit 5',
    ])
    expect(demandsOf(both).reduce(withoutDemand, both)).toEqual(NO_DEMANDS)
  })

  it('never contradict themselves, and give up a chosen candidate', () => {
    const chosen = { ...withDemand(NO_DEMANDS, pinned), layout: [1, 2, 3, 4, 5, 6, 7] }
    const excluded = withDemand(chosen, { kind: 'excluded', sites: [5] })
    expect(excluded).toMatchObject({ pinned_qubits: [], excluded_qubits: [5], layout: null })
  })
})

describe('the difference of two estimates', () => {
  const estimate = (value: number | null, low: number | null, high: number | null) => ({
    value,
    low,
    high,
    confidence: 0.95,
    method: 'x',
  })
  it('has the interval of a normal difference where both are symmetric', () => {
    const difference = independentDifference(estimate(0.5, 0.2, 0.8), estimate(0.1, -0.3, 0.5))!
    expect(difference.value).toBeCloseTo(0.4)
    expect([difference.low, difference.high].map(end => Math.abs(end! - 0.4))).toEqual([
      expect.closeTo(0.5),
      expect.closeTo(0.5),
    ])
  })
  it('takes each end from the ends that lead there', () => {
    const difference = independentDifference(estimate(0.5, 0.5, 0.9), estimate(0.1, 0.1, 0.4))!
    expect(difference.low).toBeCloseTo(0.1)
    expect(difference.high).toBeCloseTo(0.8)
  })
  it('is none where a figure or an end is missing', () => {
    expect(independentDifference(estimate(null, 0.2, null), estimate(0.1, 0, 0.2))).toBeNull()
    expect(independentDifference(estimate(0.2, 0.1, null), estimate(0.1, 0, 0.2))).toBeNull()
  })
})
