import { expect, it } from 'vitest'
import type { Estimate } from '../../../main/contract/model/primitives'
import { type BreakEvenPoint, Crossing } from '../../../main/contract/runs/studies'
import { gainVerdict } from '../../../main/qec/comparison/gain'
import { crossingsOf } from '../../../main/studies/crossings'

const estimate = (value: number | null, spread: number): Estimate => ({
  value,
  low: value && value / spread,
  high: value && value * spread,
  confidence: 0.95,
  method: 'made up',
})
const point = (scale: number, gain: number | null, spread = 1.05): BreakEvenPoint => {
  const gains = { estimate: estimate(gain, spread), verdict: gainVerdict(estimate(gain, spread)) }
  const rest = { logical_error: estimate(0.1, 1), physical_best: estimate(0.1, 1), physical_median: estimate(0.1, 1) }
  return { kind: 'two_qubit', scale, ...rest, gain_best: gains, gain_median: gains, acceptance: estimate(1, 1) }
}
const reported = (...points: BreakEvenPoint[]) => {
  const [best, median] = crossingsOf('two_qubit', points, 3).map(crossing => Crossing.parse(crossing))
  expect(median!.text).toContain('median physical qubit')
  return best!
}

it.each<[string, BreakEvenPoint[], RegExp]>([
  [
    'errors must fall',
    [point(0.1, 3), point(0.3, 1.02), point(1, 0.3)],
    /^two-qubit errors must fall to 0\.3\d* \[0\.2\d+, 0\.3\d+\] of what they are for a gain over the best physical qubit$/,
  ],
  ['errors may grow', [point(1, 3), point(4, 0.3)], /^there is a gain .* until two-qubit errors grow to 1\.9\d* \[/],
  [
    'the physical qubit suffers more',
    [point(1, 0.3), point(4, 3)],
    /^there is a gain .* once two-qubit errors grow to 2/,
  ],
  [
    'the physical qubit gets better',
    [point(0.1, 0.3), point(1, 3)],
    /^there is a gain .* until two-qubit errors fall to 0/,
  ],
  ['an end is open', [point(0.5, 1.02, 1.4), point(1, 0.2)], /fall to 0\.5\d* \[below the factors asked, 0\.\d+\]/],
  [
    'there is never a gain',
    [point(0.1, 0.9), point(1, 0.3)],
    /^at factors 0\.1 to 1 .* no gain .* the most is 0\.900 \[0\.857, 0\.945\] at 0\.1$/,
  ],
  [
    'there is always a gain',
    [point(0.1, 9), point(1, 3)],
    /^at factors 0\.1 to 1 .* is a gain .* the least is 3\.00 \[2\.86, 3\.15\] at 1$/,
  ],
  [
    'neither side of it is told from chance',
    [point(0.1, 0.9, 1.3), point(1, 1.2, 1.3)],
    /physical qubit wins; more shots must confirm it, as no factor shows a gain or a loss beyond chance$/,
  ],
  [
    'no gain is told from chance below it',
    [point(0.1, 1.1, 1.3), point(1, 0.2)],
    /physical qubit; more shots must confirm it, as no factor shows a gain beyond chance$/,
  ],
  [
    'no loss is told from chance above it',
    [point(1, 3), point(4, 0.9, 1.3)],
    /times what they are; more shots must confirm it, as no factor shows a loss beyond chance$/,
  ],
  [
    'a gain cannot be distinguished from 1 at some factor',
    [point(0.1, 9), point(1, 1.2, 1.3)],
    /^at factors 0\.1 to 1 .* cannot be distinguished from 1 everywhere; the least is 1\.2\d* \[/,
  ],
  [
    'a gain is not excluded at some factor',
    [point(0.1, 0.9, 1.3), point(1, 0.3)],
    /^at factors 0\.1 to 1 .* no gain .* is shown, nor is it excluded everywhere; the most is 0\.9\d* \[/,
  ],
  ['nothing is known', [point(0.1, null), point(1, null)], /no gain over the best physical qubit could be determined$/],
  [
    'all that is known are bounds below 1',
    [0.1, 1].map(factor => {
      const lost = { estimate: { ...estimate(null, 1), high: 0.4 }, verdict: 'no_gain' as const }
      return { ...point(factor, null), gain_best: lost, gain_median: lost }
    }),
    /there is no gain over the best physical qubit, though no factor has a figure for it$/,
  ],
  ['the middle is not known', [point(0.1, 3), point(0.5, null), point(1, 0.3)], /not known where it would cross 1/],
])('a crossing says in words that %s', (_, points, words) => {
  expect(reported(...points).text).toMatch(words)
})
