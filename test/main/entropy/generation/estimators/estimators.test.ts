import { describe, expect, it } from 'vitest'
import { estimatesOf } from '../../../../../main/entropy/generation/assessment/estimates'
import { predictionEstimate } from '../../../../../main/entropy/generation/estimators/prediction'
import {
  bitstringOf,
  type EntropyEstimate,
  sequenceOf,
} from '../../../../../main/entropy/generation/estimators/sequence'
import { ESTIMATOR_NAMES, FIGURE_NAMES, referenceInput, referenceResults } from './reference-results'

const pass = () => {}
const near = (mine: number, theirs: number) => Math.abs(mine - theirs) <= 1e-9 * Math.abs(theirs)

/** Every figure that the tool prints, compared; how many that were. */
function compare(
  estimates: readonly EntropyEstimate[],
  tables: Readonly<Record<string, Readonly<Record<string, number>>>>,
) {
  const wrong: string[] = []
  let compared = 0
  for (const [estimator, figures] of Object.entries(tables)) {
    const mine = estimates.find(one => one.estimator === ESTIMATOR_NAMES[estimator])!
    for (const [figure, theirs] of Object.entries(figures)) {
      const ours = figure === 'min entropy' ? mine.min_entropy : mine.figures[FIGURE_NAMES[figure]!]
      if (ours == null || !near(ours, theirs)) wrong.push(`${estimator} ${figure}: ${ours} is not ${theirs}`)
      compared++
    }
  }
  expect(wrong).toEqual([])
  return compared
}

describe.each([
  ['rand1_short', 1],
  ['rand4_short', 4],
  ['rand8_short', 8],
  ['biased-random-bits', 1],
] as const)('the estimators on %s', (name, bits) => {
  const reference = referenceResults(name)
  const samples = referenceInput(name)

  it('agree with the reference tool in every figure of the symbols', () => {
    const sequence = sequenceOf(samples)
    expect(sequence.symbols).toBe(reference.symbols)
    expect(compare(estimatesOf(sequence, pass), reference.literal)).toBeGreaterThan(20)
  })

  it.skipIf(bits === 1)('agree with it in every figure of the bits', () => {
    expect(compare(estimatesOf(bitstringOf(samples, bits), pass), reference.bitstring)).toBeGreaterThan(40)
  })
})

const ALL = [
  ...['biased-random-bits', 'biased-random-bytes', 'data.pi', 'normal', 'rand1_short', 'rand4_short', 'rand8_short'],
  ...['ringOsc-nist', 'truerand_1bit', 'truerand_4bit', 'truerand_8bit'],
]

describe.each(ALL)('from the counts of %s', name => {
  const reference = referenceResults(name)
  const tables = { Literal: reference.literal, Bitstring: reference.bitstring }
  it.each(['Literal', 'Bitstring'] as const)('predictions follow: %s', kind => {
    const wrong = ['MultiMCW', 'Lag', 'MultiMMC', 'LZ78Y'].flatMap(estimator => {
      const theirs = tables[kind][estimator]
      if (theirs === undefined) return []
      const symbols = kind === 'Literal' ? reference.symbols : 2
      const predicted = { correct: theirs.C!, predictions: theirs.N!, longest_run: theirs.r! - 1 }
      const { figures, min_entropy } = predictionEstimate('lag', symbols, predicted)
      return Object.entries(theirs).flatMap(([figure, value]) => {
        const ours = figure === 'min entropy' ? min_entropy! : figures[FIGURE_NAMES[figure]!]!
        return near(ours, value) ? [] : [`${estimator} ${figure}: ${ours} is not ${value}`]
      })
    })
    expect(wrong).toEqual([])
  })
})
