/**
 * The curve of Chao and Reichardt (arXiv:1705.02329): logical error per round over γ from 10^-3.5 to 10^-1.5, ours with
 * 95 % intervals beside what is published. Prints a table; PENTAD_PLOT=<file.svg> also draws it.
 */
import { writeFileSync } from 'node:fs'
import { bench, describe } from 'vitest'
import { loadEngines } from '../../../main/simulation/engines'
import {
  errorPerRound,
  type Measured,
  PUBLISHED,
  PUBLISHED_REPORT,
  PUBLISHED_ROUND,
} from '../../main/qec/fixtures/published-round'
import { chaoReichardtRates, publishedAnswers } from '../../main/qec/reference/chao-reichardt'
import { failingPairs } from '../../main/qec/reference/second-order'

const EXPONENTS = [-3.5, -3.25, -3, -2.75, -2.5, -2.25, -2, -1.75, -1.5]
const SHOTS = 400_000
const WANTED_FAILURES = 3_000
const MAX_ROUNDS = 150

type Point = Measured & { readonly gamma: number }

const { simulator, detail } = loadEngines()
const secondOrder = failingPairs(PUBLISHED_ROUND, chaoReichardtRates(1), publishedAnswers(PUBLISHED_REPORT))

/** Rounds that should bring the wanted failures, to second order. */
const roundsFor = (gamma: number): number => {
  const needed = WANTED_FAILURES / (SHOTS * secondOrder * gamma ** 2)
  return Math.min(MAX_ROUNDS, Math.max(10, Math.ceil(needed)))
}

const publishedAt = (gamma: number) => PUBLISHED.rates.find(one => Math.abs(one.gamma / gamma - 1) < 1e-6)
const shown = ({ value, low, high }: Pick<Measured, 'value' | 'low' | 'high'>) =>
  `${value.toPrecision(4)} [${low.toPrecision(4)}, ${high.toPrecision(4)}]`

/** γ at which the curve crosses p_L = γ, straight between the neighbours in logarithms. */
function breakEven(points: readonly Point[]): number | null {
  for (const [i, right] of points.entries()) {
    const left = points[i - 1]
    if (!left || left.value >= left.gamma || right.value < right.gamma) continue
    const [a, b] = [left, right].map(({ value, gamma }) => Math.log(value / gamma)) as [number, number]
    return Math.exp(Math.log(left.gamma) + (-a / (b - a)) * Math.log(right.gamma / left.gamma))
  }
  return null
}

function print(points: readonly Point[]): void {
  console.table(
    points.map(point => ({
      γ: point.gamma.toPrecision(4),
      'shot-rounds': point.trials,
      failures: point.failures,
      'ours per round [95 %]': shown(point),
      published: publishedAt(point.gamma) ? shown(publishedAt(point.gamma)!) : '',
      'p / γ': (point.value / point.gamma).toPrecision(3),
      'p / γ²': (point.value / point.gamma ** 2).toPrecision(4),
      seed: String(point.seed),
    })),
  )
  console.log(
    `${detail}. Coefficient of γ² from a clean state, all pairs of faults: ${secondOrder.toFixed(2)} ` +
      `(published ${PUBLISHED.secondOrder}). Break-even at γ = ${breakEven(points)?.toPrecision(3)} ` +
      `(published near ${PUBLISHED.breakEven}).`,
  )
}

const [WIDTH, HEIGHT, MARGIN] = [640, 480, 56]
const across = (gamma: number) => MARGIN + ((Math.log10(gamma) + 3.6) / 2.2) * (WIDTH - 2 * MARGIN)
const up = (rate: number) => HEIGHT - MARGIN - ((Math.log10(rate) + 5) / 5) * (HEIGHT - 2 * MARGIN)
const line = (rate: (gamma: number) => number, stroke: string) => {
  const ends = [10 ** -3.5, 10 ** -1.5].map(gamma => `${across(gamma).toFixed(1)},${up(rate(gamma)).toFixed(1)}`)
  return `<polyline points="${ends.join(' ')}" fill="none" stroke="${stroke}" stroke-dasharray="4 3"/>`
}
const bar = (
  gamma: number,
  { value, low, high }: Pick<Measured, 'value' | 'low' | 'high'>,
  colour: string,
  r: number,
) =>
  `<line x1="${across(gamma)}" x2="${across(gamma)}" y1="${up(low)}" y2="${up(high)}" stroke="${colour}"/>` +
  `<circle cx="${across(gamma)}" cy="${up(value)}" r="${r}" fill="none" stroke="${colour}"/>`

const plot = (points: readonly Point[]): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="12">`,
    ...[-3.5, -3, -2.5, -2, -1.5].map(
      e => `<text x="${across(10 ** e)}" y="${HEIGHT - 30}" text-anchor="middle">10^${e}</text>`,
    ),
    ...[-5, -4, -3, -2, -1, 0].map(e => `<text x="8" y="${up(10 ** e)}">10^${e}</text>`),
    `<text x="${WIDTH / 2}" y="${HEIGHT - 8}" text-anchor="middle">γ, error of a two-qubit gate</text>`,
    `<text x="${MARGIN}" y="20">Logical error per round: ours (black), published (red), γ and ${secondOrder.toFixed(2)} γ² dashed</text>`,
    line(gamma => gamma, 'grey'),
    line(gamma => secondOrder * gamma ** 2, 'steelblue'),
    ...points.map(point => bar(point.gamma, point, 'black', 3)),
    ...PUBLISHED.rates.map(one => bar(one.gamma, one, 'red', 5)),
    '</svg>',
  ].join('\n')

describe('logical error per round under the noise of Chao and Reichardt', () => {
  const points: Point[] = []
  bench(
    'the curve',
    async () => {
      points.length = 0
      for (const gamma of EXPONENTS.map(e => 10 ** e))
        points.push({ gamma, ...(await errorPerRound(simulator, gamma, SHOTS, roundsFor(gamma))) })
    },
    {
      iterations: 1,
      time: 0,
      warmupIterations: 0,
      warmupTime: 0,
      teardown: (_, mode) => {
        if (mode !== 'run') return
        print(points)
        if (process.env.PENTAD_PLOT) writeFileSync(process.env.PENTAD_PLOT, plot(points))
      },
    },
  )
})
