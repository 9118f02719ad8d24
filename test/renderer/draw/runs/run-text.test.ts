import { describe, expect, it } from 'vitest'
import { isTerminal } from '../../../../renderer/src/draw/format/job-and-run-text'
import { elapsed, gainSentence, roundsList } from '../../../../renderer/src/draw/runs/run-text'
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

  const against = {
    qubits: 9,
    without_figure: 0,
    least: { qubit: 3, bound: 0.81 },
    most: { qubit: 5, bound: 1.3 },
    text: 'The text of the record.',
  }
  const said = (verdict: 'gain' | 'no_gain' | 'inconclusive', change: object = {}) =>
    gainSentence({ estimate: sampleEstimate(1.5), verdict, against: { ...against, ...change } }, 'best')

  it('says by which qubits the verdict is what it is', () => {
    expect(said('gain', { least: { qubit: 3, bound: 1.21 } })).toContain(
      'The gain holds against all 9 physical qubits: the ratio is smallest for qubit 3, and at least 1.21 there, at 98.5 %.',
    )
    expect(said('no_gain', { most: { qubit: 5, bound: 0.53 } })).toContain(
      'One better qubit is enough for a loss: for qubit 5 the ratio is at most 0.53, at 98.5 % jointly over all 9 qubits.',
    )
    expect(said('gain', { qubits: 1 })).toContain('holds against the one physical qubit:')
    expect(said('no_gain', { qubits: 1 })).toContain('is at most 1.3, at 98.5 %.')
    expect(said('no_gain', { without_figure: 2 })).toContain('at 98.5 % jointly over the 7 qubits with a figure.')
    expect(said('no_gain')).not.toContain('The text of the record.')
  })

  it('says what an open verdict lacks, also where it asks for more than the interval of the ratio', () => {
    expect(said('inconclusive')).not.toContain('contains 1')
    expect(said('inconclusive')).toContain(
      'A gain has to hold against all 9 physical qubits, and for qubit 3 the ratio may be as low as 0.81, at 98.5 %. For a loss one better qubit is enough, but the smallest upper bound of the ratio is 1.3, for qubit 5, at 98.5 % jointly over all 9 qubits.',
    )
    const unbounded = said('inconclusive', { least: null, most: null })
    expect(unbounded).toContain('and nothing bounds the ratio from below')
    expect(unbounded).toContain('but nothing bounds the ratio from above')
    expect(said('inconclusive', { without_figure: 2 })).toContain(
      'The errors of 2 of the 9 physical qubits have bounds only; their lower bounds count.',
    )
    expect(said('inconclusive', { without_figure: 1 })).toContain(
      'The error of 1 of the 9 physical qubits has bounds only; its lower bound counts.',
    )
    expect(said('inconclusive', { qubits: 1, without_figure: 1 })).toContain(
      'The error of the one physical qubit has bounds only; its lower bound counts.',
    )
    expect(said('inconclusive', { without_figure: 9 })).toContain(
      'The errors of all 9 physical qubits have bounds only; their lower bounds count.',
    )
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
