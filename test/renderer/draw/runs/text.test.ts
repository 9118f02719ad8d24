import { describe, expect, it } from 'vitest'
import { isTerminal } from '../../../../renderer/src/draw/format/terminal'
import { elapsed, gainSentence, roundsList } from '../../../../renderer/src/draw/runs/text'
import { sampleEstimate } from '../../samples/runs'

describe('words about a run', () => {
  it.each([
    ['gain', 1.5, /helps.*above 1/],
    ['no_gain', 0.4, /Encoding loses.*below 1/],
    ['inconclusive', 1.01, /Not decided.*contains 1/],
  ] as const)('says %s with figure and reason', (verdict, value, words) => {
    const sentence = gainSentence({ estimate: sampleEstimate(value), verdict }, 'best')
    expect(sentence).toMatch(words)
    expect(sentence).toContain('×')
  })

  it('says of a value outside of its interval that it is', () => {
    const apart = { ...sampleEstimate(0.51), low: 0.54, high: 5.8 }
    expect(gainSentence({ estimate: apart, verdict: 'inconclusive' }, 'best')).toContain('lies outside the interval')
    expect(gainSentence({ estimate: sampleEstimate(1), verdict: 'inconclusive' }, 'best')).toContain('More shots')
  })

  it('gives no figure where nothing was observed', () => {
    expect(gainSentence({ estimate: sampleEstimate(null), verdict: 'inconclusive' }, 'median')).toContain('No figure')
  })

  it('says of a bound that it is one, with the verdict that it allows', () => {
    const estimate = { ...sampleEstimate(null), high: 0.42 }
    const lost = gainSentence({ estimate, verdict: 'no_gain' }, 'best')
    expect(lost).toContain('Encoding loses against the best physical qubit: ε_physical / ε_logical < 0.42 ×, a bound')
    const open = gainSentence({ estimate: { ...estimate, high: 1.4 }, verdict: 'inconclusive' }, 'best')
    expect(open).toMatch(/^Not decided .* < 1.4 ×, a bound without a figure\.$/)
  })

  it('says what the verdict rests on, also where it asks for more than the interval of the ratio', () => {
    const against = { qubits: 9, without_figure: 0, least: null, most: null, text: 'A gain has to hold against all.' }
    const open = gainSentence({ estimate: sampleEstimate(1.5), verdict: 'inconclusive', against }, 'best')
    expect(open).not.toContain('contains 1')
    expect(open).toContain('A gain has to hold against all.')
  })

  it('shortens long lists of rounds and says how many there are', () => {
    expect(roundsList([1, 2, 4])).toBe('1, 2, 4')
    expect(roundsList(Array.from({ length: 20 }, (_, i) => i + 1))).toBe('1, 2, 3, 4, 5, … 20 (20 lengths)')
  })

  it('knows when nothing can change any more', () => {
    expect(
      ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'ABORTED'].map(status =>
        isTerminal({ status: status as 'PENDING' }),
      ),
    ).toEqual([false, false, true, true, true])
  })

  it('reports how long it took', () => {
    expect(elapsed('2026-11-21T08:00:00Z', '2026-11-21T08:00:09Z')).toBe('9 s')
    expect(elapsed('2026-11-21T08:00:00Z', '2026-11-21T08:02:05Z')).toBe('2 min 5 s')
    expect(elapsed(null, null)).toBe('—')
  })
})
