import { describe, expect, it } from 'vitest'
import { gainRemarks } from '../../../../renderer/src/draw/runs/gain-remarks'
import { sampleEstimate } from '../../samples/runs'

const kept = (rounds: number, share: number) => ({
  rounds,
  measured: { ...sampleEstimate(share), low: share - 0.0031, high: share + 0.0031 },
  predicted: null,
})
const acceptance = [kept(0, 0.99), kept(1, 0.93), kept(2, 0.86), kept(4, 0.741)]
const run = { mode: 'detection', acceptance, logical_error: sampleEstimate(0.01) } as const

describe('what a gain owes to the run', () => {
  it('is in detection the shots kept after the most and the fewest rounds, in digits of their intervals', () => {
    expect(gainRemarks(run)).toEqual([
      'The price: detection keeps 74.10 [73.79, 74.41] % (R = 4) and 93.00 [92.69, 93.31] % (R = 1) of the shots and discards the others.',
    ])
    expect(gainRemarks({ ...run, acceptance: [kept(0, 0.99), kept(2, 0.86)] })).toEqual([
      'The price: detection keeps 86.00 [85.69, 86.31] % (R = 2) of the shots and discards the others.',
    ])
  })

  it('is nothing in correction, which keeps every shot, and where no record was read', () => {
    expect(gainRemarks({ ...run, mode: 'correction' })).toEqual([])
    expect(gainRemarks({ ...run, acceptance: [] })).toEqual([])
  })

  it('is the fitted 0 where the gain cannot be the ratio of the fits', () => {
    const [sentence] = gainRemarks({
      ...run,
      mode: 'correction',
      logical_error: { ...sampleEstimate(0), high: 5.7e-4 },
    })
    expect(sentence).toContain('ε_L was fitted as 0')
    expect(sentence).toContain('median')
  })
})
