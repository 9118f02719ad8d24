import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CZ_RECIPES, type CzRecipe } from '../../../../main/contract/calibration/compound-cz'
import type { CompoundCz, Durations } from '../../../../main/qec/model/noise-model'
import { permutationOf } from '../../../../main/qec/model/one-qubit-cliffords'
import type { TimedOp } from '../../../../main/qec/model/round'
import { calibratedRates, czRate, hRate } from '../../../../main/qec/noise/rates'
import { scoreRound } from '../../../../main/qec/noise/score'
import { noiseModel } from '../../../../main/qec/noise/transform'
import { compileRound, durationBy } from '../../../../main/qec/schedule/compile'
import type { PlainOp } from '../../../../main/qec/schedule/expand'
import { swapCost } from '../../../../main/qec/schedule/route'
import { timeOps } from '../../../../main/qec/schedule/timeline'
import { latticeCouplings, syntheticDevice } from '../devices'
import { anyGates, withGates } from '../fixtures/compound-cz'
import { planRound } from '../fixtures/planned-rounds'

const GATES = Object.keys(CZ_RECIPES)
const SITES = 4
const LAYOUT = { ancilla: 0, flag: 1, data: [2, 3, 4, 5, 6] as const, routing: [] }

/** Native gate of each pair, smaller site first in the recipe. */
type Natives = (a: number, b: number) => string

const durations = (natives: Natives): Durations => ({
  single: site => 10 + site,
  cz: () => 100,
  readout: () => 500,
  reset: () => 300,
  compound: (a, b): CompoundCz | null => {
    const gate = natives(Math.min(a, b), Math.max(a, b))
    const { uses, before, after } = CZ_RECIPES[gate]!
    const [one, two] = a < b ? [0, 1] : [1, 0]
    const cliffords = [before[one]!, before[two]!, after[one]!, after[two]!].map(permutationOf) as [
      number,
      number,
      number,
      number,
    ]
    return { gate, uses, cliffords }
  },
})

const op = (gate: PlainOp['gate'], ...sites: number[]): PlainOp => ({
  gate,
  sites,
  bit: gate === 'M' ? 'a0' : null,
  generator: 0,
  purpose: '',
})

type Complex = readonly [number, number]
type Matrix = readonly [Complex, Complex, Complex, Complex]
const times = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c]
const plus = ([a, b]: Complex, [c, d]: Complex): Complex => [a + c, b + d]
const product = ([a, b, c, d]: Matrix, [e, f, g, h]: Matrix): Matrix => [
  plus(times(a, e), times(b, g)),
  plus(times(a, f), times(b, h)),
  plus(times(c, e), times(d, g)),
  plus(times(c, f), times(d, h)),
]
const r = Math.SQRT1_2
const MATRICES: Readonly<Record<string, Matrix>> = {
  h: [
    [r, 0],
    [r, 0],
    [r, 0],
    [-r, 0],
  ],
  x: [
    [0, 0],
    [1, 0],
    [1, 0],
    [0, 0],
  ],
  s: [
    [1, 0],
    [0, 0],
    [0, 0],
    [0, 1],
  ],
  sdg: [
    [1, 0],
    [0, 0],
    [0, 0],
    [0, -1],
  ],
  sx: [
    [0.5, 0.5],
    [0.5, -0.5],
    [0.5, -0.5],
    [0.5, 0.5],
  ],
}
const ONE: Matrix = [
  [1, 0],
  [0, 0],
  [0, 0],
  [1, 0],
]
const size = ([re, im]: Complex): number => Math.hypot(re, im)

/** Diagonal or antidiagonal: a frame change, and a Pauli at most. */
const isFrame = ([a, b]: Matrix): boolean => size(a) < 1e-9 || size(b) < 1e-9

const words = (recipe: CzRecipe, layer: 'before' | 'after', at: number) => recipe[layer][at]!.split(' ').filter(Boolean)

/** The slow reference: writes every one-qubit gate out by site, and counts stretches that are no frame change. */
function pulsesWrittenOut(ops: readonly PlainOp[], natives: Natives): number {
  const stretch = new Map<number, Matrix>()
  let pulses = 0
  const play = (site: number, gate: string) => stretch.set(site, product(MATRICES[gate]!, stretch.get(site) ?? ONE))
  const end = (site: number) => {
    if (!isFrame(stretch.get(site) ?? ONE)) pulses++
    stretch.delete(site)
  }
  for (const { gate, sites } of ops) {
    const [a, b] = sites as [number, number]
    if (gate === 'H') play(a, 'h')
    else if (gate === 'R') stretch.delete(a)
    else if (gate === 'M') end(a)
    else {
      const pair = [Math.min(a, b), Math.max(a, b)] as const
      const recipe = CZ_RECIPES[natives(...pair)]!
      pair.forEach((site, at) => {
        for (const word of words(recipe, 'before', at)) play(site, word)
        end(site)
      })
      pair.forEach((site, at) => {
        for (const word of words(recipe, 'after', at)) play(site, word)
      })
    }
  }
  for (const site of LAYOUT.data) end(site)
  return pulses
}

const pulsesOf = (ops: readonly TimedOp[]): number =>
  ops.reduce((sum, { gate, merged, pulses = [] }) => sum + pulses.length + (gate === 'H' && !merged ? 1 : 0), 0)

/** H's never stand twice in a row on a site after merging, nor before a reset, nor at the end of a site without data. */
const site = fc.integer({ min: 2, max: 1 + SITES })
const anyOps = fc
  .array(
    fc.oneof(
      site.map(a => op('H', a)),
      site.map(a => op('M', a)),
      site.map(a => op('R', a)),
      fc
        .tuple(site, site)
        .filter(([a, b]) => a !== b)
        .map(([a, b]) => op('CZ', a, b)),
    ),
    { maxLength: 30 },
  )
  .map(ops => ops.filter((one, at) => one.gate !== 'H' || isLoneHadamard(ops, at)))

function isLoneHadamard(ops: readonly PlainOp[], at: number): boolean {
  const here = ops[at]!.sites[0]!
  const next = ops.slice(at + 1).find(({ sites }) => sites.includes(here))
  return next === undefined || (next.gate !== 'H' && next.gate !== 'R')
}

const anyNatives = fc.array(fc.constantFrom(...GATES), { minLength: 64, maxLength: 64 }).map(
  (gates): Natives =>
    (a, b) =>
      gates[a * 8 + b]!,
)

describe('one-qubit gates beside CZs that are made of other gates', () => {
  it('take as many pulses as there are stretches that change more than a frame, each written out as a matrix', () => {
    fc.assert(
      fc.property(anyOps, anyNatives, (ops, natives) => {
        const timed = timeOps(ops, { layout: LAYOUT, durations: durations(natives), start_ns: 0 })
        expect(pulsesOf(timed)).toBe(pulsesWrittenOut(ops, natives))
      }),
      { numRuns: 500 },
    )
  })

  it('leave no H around a CZ that is the target of a CX, which is then a CX', () => {
    const ops = [op('H', 3), op('CZ', 2, 3), op('H', 3)]
    const timed = timeOps(ops, { layout: LAYOUT, durations: durations(() => 'cx'), start_ns: 0 })
    expect(timed.map(({ merged = false, duration_ns }) => [merged, duration_ns])).toEqual([
      [true, 0],
      [false, 100],
      [true, 0],
    ])
    expect(timed[1]!.pulses).toBeUndefined()
  })

  it('stand before and after a CX where nothing takes them in, and lengthen it', () => {
    const [cz] = timeOps([op('CZ', 2, 3)], { layout: LAYOUT, durations: durations(() => 'cx'), start_ns: 0 })
    expect(cz).toMatchObject({ pulses: [3, 3], duration_ns: 100 + 13 + 13 })
  })

  it('are as they were where CZ is native', () => {
    const ops = [op('H', 3), op('CZ', 2, 3), op('H', 3)]
    const { compound: _, ...plain } = durations(() => 'cz')
    expect(timeOps(ops, { layout: LAYOUT, durations: durations(() => 'cz'), start_ns: 5 })).toEqual(
      timeOps(ops, { layout: LAYOUT, durations: plain, start_ns: 5 }),
    )
  })
})

const PLACED = { ancilla: 4, flag: 3, routing: [1, 7], data: [0, 2, 6, 5, 8] as const }
const PLAN = planRound({ sites: [0, 1, 2, 3, 4, 5, 6, 7, 8], edges: latticeCouplings(3, 3) }, PLACED, swapCost)!

describe('a round of compound CZs', () => {
  it('counts CZs as before and native gates beside them', () => {
    for (const [gate, uses] of [
      ['cz', 1],
      ['ecr', 1],
      ['cx', 1],
      ['iswap', 2],
      ['sqrt_iswap', 2],
    ] as const) {
      const { profile, snapshot } = withGates(syntheticDevice(9, latticeCouplings(3, 3)), [gate])
      const round = compileRound(PLAN, noiseModel(profile, snapshot))
      expect(round.cz_count).toBe(72)
      expect(round.native_two_qubit_count).toBe(72 * uses)
      expect(round.conditional_native_two_qubit_count).toBe(round.conditional_cz_count * uses)
    }
  })

  it('is charged the same by score, sampler and clock: every pulse once', () => {
    fc.assert(
      fc.property(anyGates, gates => {
        const { profile, snapshot } = withGates(syntheticDevice(9, latticeCouplings(3, 3)), gates)
        const noise = noiseModel(profile, snapshot)
        const round = compileRound(PLAN, noise)
        const rates = calibratedRates(noise)
        const sampled = round.flagged
          .flatMap(({ ops }) => ops)
          .reduce((sum, one) => {
            if (one.gate === 'CZ') return sum + czRate(one, rates)
            return one.gate === 'H' ? sum + hRate(one, rates) : sum
          }, 0)
        const { gate } = scoreRound(round, noise)
        expect(sampled).toBeCloseTo(1.25 * gate.two_qubit + 1.5 * gate.single_qubit, 10)
        expect(durationBy(round, noise)).toBeCloseTo(round.duration_ns, 6)
      }),
      { numRuns: 20 },
    )
  })

  it('has fewer one-qubit gates on CX than H’s written out, and no H of length 0 that can fail', () => {
    const { profile, snapshot } = withGates(syntheticDevice(9, latticeCouplings(3, 3)), ['cx'])
    const noise = noiseModel(profile, snapshot)
    const round = compileRound(PLAN, noise)
    const merged = round.flagged.flatMap(({ ops }) => ops).filter(one => one.merged)
    expect(merged.length).toBeGreaterThan(0)
    for (const one of merged) expect([one.duration_ns, hRate(one, calibratedRates(noise))]).toEqual([0, 0])
  })
})
