import { describe, expect, it } from 'vitest'
import type { CardinalState } from '../../../../main/contract/model/protocols'
import { correctionFor, syndromeOf } from '../../../../main/qec/code/five-qubit'
import { flipOnFailedCheck, LOGICAL_OF, readoutFor, supportMask } from '../../../../main/qec/code/logical-readout'
import { anticommute, atIndex, multiply } from '../../../../main/qec/code/pauli'
import { type Decoding, packedCorrection } from '../../../../main/qec/decoding/flag-lut'
import { popcountOf, wordsOf } from '../../../../main/qec/decoding/words'
import { memoryProgram } from '../../../../main/qec/experiment/memory'
import { mapDecoder } from '../../../../main/qec/flag-map/decode'
import { checkedTables } from '../../../../main/qec/flag-map/readout'
import { type MapTables, mapTables, observation } from '../../../../main/qec/flag-map/tables'
import type { Pauli5 } from '../../../../main/qec/model/fault'
import type { CompiledRound } from '../../../../main/qec/model/round'
import type { FaultRates } from '../../../../main/qec/noise/rates'
import { readoutFlips } from '../../../../main/qec/prediction/detection-acceptance'
import { type BitPlanes, bitAt } from '../../../../main/qec/program/frame'
import { enumerateFaults } from '../../../../main/qec/proof/enumeration'
import { decoderTables, startFrame } from '../../../../main/qec/proof/flag-table'
import { compileRound } from '../../../../main/qec/schedule/compile'
import { dataPlane, planeLayout, roundPlane } from '../../../../main/qec/schedule/plane-layout'
import { uniforms } from '../../../../main/qec/statistics/random'
import { findAddon, nativeWith } from '../../simulation/engine-fixtures'
import { freshSeed, randomPlanes } from '../fixtures/random-bits'
import { chipletPlan, starPlan, UNEVEN } from '../fixtures/rounds'
import { bruteForce, injectionsOf, playRound } from '../reference/flag-map-by-pairs'

const star = compileRound(starPlan(), UNEVEN)
const chiplet = compileRound(chipletPlan(), UNEVEN)

/** Every site its own figures, T2 below T1: about one fault a round on the star at scale 10. */
const calibrated = (scale: number): FaultRates => ({
  cz: (a, b) => scale * (0.0005 + ((a * 7 + b * 7) % 11) * 1e-4),
  single: site => scale * (2e-5 + site * 5e-6),
  readout: site => scale * (0.001 + site * 3e-4),
  reset: site => scale * (0.0005 + site * 1e-4),
  idle: (site, ns) => ({
    px: (scale * ns) / (6e6 + site * 1e5),
    py: (scale * ns) / (6e6 + site * 1e5),
    pz: (scale * ns) / 2e6,
  }),
})

/** Noise at some locations only, so that all pairs can be tried. */
function sparse(seed: number): FaultRates {
  const spread = (at: number) => uniforms(BigInt(seed) * 1009n + BigInt(at))()
  const some = (at: number, most: number) => (spread(at) < 1 / 3 ? most * spread(at + 500) : 0)
  return {
    cz: (a, b) => some(Math.min(a, b) * 10 + Math.max(a, b), 0.05),
    single: site => some(100 + site, 0.03),
    readout: site => some(200 + site, 0.08),
    reset: site => some(300 + site, 0.05),
    idle: site => ({ px: some(400 + site, 0.03), py: 0, pz: some(410 + site, 0.05) }),
  }
}

const stepOf = ({ steps }: MapTables, symbol: number) => steps.subarray(symbol * 256, symbol * 256 + 256)

describe('the tables of flag-map', () => {
  it('hold what all single faults and all pairs of faults do, injected together in an adaptive round', () => {
    const seed = freshSeed()
    const rates = sparse(seed)
    const injections = injectionsOf(star, rates)
    const tables = mapTables(star, rates)('+')
    let compared = 0
    const differing: string[] = []
    for (const syndrome of [0, 1 + (seed % 15)]) {
      const slow = bruteForce(star, injections, syndrome, LOGICAL_OF['+'].logical)
      for (let left = 0; left < 16; left++) {
        const context = `seed ${seed}, syndrome ${syndrome} to ${left}`
        expect(tables.quiet[left * 16 + syndrome], context).toBeCloseTo(slow.get(`quiet ${left}`) ?? 0, 12)
        for (let k = 0; k < 4; k++)
          for (const [outcome, flag] of [
            [0, 1],
            [1, 0],
            [1, 1],
          ] as const)
            for (let change = 0; change < 16; change++) {
              const fast = stepOf(tables, observation(k, outcome, flag, change))[left * 16 + syndrome]!
              const key = `${k} ${outcome} ${flag} ${change} ${left}`
              if (!(Math.abs(fast - (slow.get(key) ?? 0)) < 1e-12)) differing.push(`${context}, ${key}`)
              if (fast !== 0) compared++
            }
      }
    }
    expect(differing).toEqual([])
    expect(compared).toBeGreaterThan(50)
  })
})

describe('flag-map at low noise', () => {
  it.each([
    ['the star', star],
    ['the 3×3 chiplet', chiplet],
  ])('undoes every single fault on %s, judged by an ideal round', (_, compiled) => {
    const rates = calibrated(0.01)
    for (const state of ['0', '+', 'i'] as const) {
      const { logical } = LOGICAL_OF[state]
      const tables = mapTables(compiled, rates)(state)
      let injected = 0
      for (const injection of injectionsOf(compiled, rates)) {
        const played = playRound(compiled, correctionFor(0), [injection])
        if (!played) continue
        const { seen, error } = played
        const matrix = seen ? stepOf(tables, observation(seen.k, seen.outcome, seen.flag, seen.change)) : tables.quiet
        const correction = correctionFor(seen?.change ?? 0)
        const left = syndromeOf(error) ^ (seen?.change ?? 0)
        const turned = anticommute(error, logical) !== anticommute(correction, logical)
        expect(matrix[left * 16]! < 0, `${state} ${JSON.stringify(injection.fault)}`).toBe(turned)
        injected++
      }
      expect(injected).toBeGreaterThan(400)
    }
  })
})

interface Case {
  readonly compiled: CompiledRound
  readonly rates: FaultRates
  readonly state: CardinalState
  readonly rounds: number
}

function decodingOf({ compiled, rates, state, rounds }: Case) {
  const { logical } = LOGICAL_OF[state]
  const readout = readoutFor(logical)
  const layout = planeLayout('correction', { rounds })
  const flips = readoutFlips(compiled, { readout, rates })
  const map = mapTables(compiled, rates)(state)
  return {
    layout,
    logical,
    readout,
    flips,
    map,
    decoding: { layout, map, readout: checkedTables({ layout, logical, readout, flips }) },
  }
}

type Vector = readonly number[]
const SYNDROMES = Array.from({ length: 16 }, (_, syndrome) => syndrome)

const times = (matrix: Float64Array, vector: Vector): Vector => {
  const product = SYNDROMES.map(to => vector.reduce((sum, weight, from) => sum + matrix[to * 16 + from]! * weight, 0))
  const top = Math.max(...product.map(Math.abs))
  return top === 0 ? SYNDROMES.map(s => (s === 0 ? 1 : 0)) : product.map(value => value / top)
}

/** One shot, round by round, with every pattern of readout flips tried. Answers how sure the decision was, too. */
function decodeSlowly(
  planes: BitPlanes,
  shot: number,
  { layout, readout, logical, map, flips }: ReturnType<typeof decodingOf>,
) {
  const four = (round: number, kind: 'a' | 'f' | 's') =>
    [0, 1, 2, 3].map(k => bitAt(planes, roundPlane(layout, { round, kind, generator: k }), shot))
  const number = (bits: readonly number[]) => bits.reduce((sum, bit, k) => sum + bit * 2 ** k, 0)
  let reference = four(0, 'a')
  let frame = atIndex(startFrame(number(reference), logical))
  let posterior: Vector = [...map.start.slice(number(four(0, 'f')) * 16, number(four(0, 'f')) * 16 + 16)]
  for (let round = 1; round <= layout.rounds; round++) {
    const outcomes = four(round, 'a').map((bit, k) => bit ^ reference[k]!)
    const flags = four(round, 'f')
    const k = [0, 1, 2, 3].find(at => outcomes[at] === 1 || flags[at] === 1)
    if (k === undefined) {
      posterior = times(map.quiet, posterior)
      continue
    }
    const change = number(four(round, 's').map((bit, g) => bit ^ reference[g]!))
    posterior = times(stepOf(map, observation(k, outcomes[k]!, flags[k]!, change)), posterior)
    frame = multiply(frame, correctionFor(change))
    reference = four(round, 's')
  }
  const bits = [0, 1, 2, 3, 4].map(q => bitAt(planes, dataPlane(layout, q), shot))
  const along = (p: Pauli5, values: readonly number[]) =>
    values.reduce((odd, bit, q) => odd ^ (bit & (supportMask(p) >> q)), 0) & 1
  const measured = (p: Pauli5) => along(p, bits) ^ (anticommute(frame, p) ? 1 : 0)
  let [kept, turned] = [0, 0]
  for (let pattern = 0; pattern < 32; pattern++) {
    const wrongly = SYNDROMES.slice(0, 5).map(q => (pattern >> q) & 1)
    const chance = wrongly.reduce((product, bit, q) => product * (bit ? flips[q]! : 1 - flips[q]!), 1)
    posterior.forEach((weight, syndrome) => {
      const error = correctionFor(syndrome)
      if ((along(readout.check, wrongly) ^ (anticommute(error, readout.check) ? 1 : 0)) !== measured(readout.check))
        return
      // The weight is signed by the logical operator; what the representative sees of it besides is the syndrome's.
      const stabilizer = multiply(readout.representative, logical)
      const odd = along(readout.representative, wrongly) ^ (anticommute(error, stabilizer) ? 1 : 0)
      if (odd) turned += chance * weight
      else kept += chance * weight
    })
  }
  return { wrong: measured(readout.representative) ^ (kept < turned ? 1 : 0), margin: Math.abs(kept - turned) }
}

describe('decoding with flag-map', () => {
  it.each([
    ['random bits', 0.5],
    ['few bits', 0.03],
  ])('agrees with the per-shot reference on %s', (_, density) => {
    const seed = freshSeed()
    const random = uniforms(BigInt(seed))
    for (const state of ['0', '1', '+', '-i'] as const) {
      const at = decodingOf({ compiled: star, rates: calibrated(10), state, rounds: 5 })
      const planes = randomPlanes(at.layout.total, 333, density, random)
      const { wrong, shots } = mapDecoder(at.decoding)(wordsOf(planes), { from: 0, to: 11 })
      expect(shots).toBe(333)
      for (let shot = 0; shot < shots; shot++) {
        const slow = decodeSlowly(planes, shot, at)
        if (slow.margin > 1e-9)
          expect((wrong[shot >> 5]! >> (shot & 31)) & 1, `seed ${seed}, state ${state}, shot ${shot}`).toBe(slow.wrong)
      }
    }
  })

  it('counts flags and triggers as flag-lut does, in pieces as in one', () => {
    const random = uniforms(BigInt(freshSeed()))
    const { decoding } = decodingOf({ compiled: star, rates: calibrated(3), state: '+', rounds: 3 })
    const planes = wordsOf(randomPlanes(decoding.layout.total, 3000, 0.05, random))
    const whole = mapDecoder(decoding)(planes, { from: 0, to: 94 })
    const pieces = [
      mapDecoder(decoding)(planes, { from: 0, to: 50 }),
      mapDecoder(decoding)(planes, { from: 50, to: 94 }),
    ]
    expect(pieces.flatMap(({ wrong }) => [...wrong])).toEqual([...whole.wrong])
    const lut = packedCorrection(planes, lutOf({ compiled: star, rates: calibrated(3), state: '+', rounds: 3 }), {
      from: 0,
      to: 94,
    })
    expect(whole.flags).toEqual(lut.flags)
    expect(whole.triggers).toEqual(lut.triggers)
    expect(whole.accepted).toEqual(lut.accepted)
  })
})

function lutOf({ compiled, rates, state, rounds }: Case): Decoding {
  const { logical } = LOGICAL_OF[state]
  const readout = readoutFor(logical)
  return {
    layout: planeLayout('correction', { rounds }),
    tables: decoderTables(enumerateFaults(compiled, { protocol: 'adaptive' }), compiled, rates),
    readout,
    logical,
    flip_on_failed_check: flipOnFailedCheck(readout, readoutFlips(compiled, { readout, rates })),
  }
}

const addon = findAddon()

describe.skipIf(!addon)('flag-map against flag-lut on the same bits', () => {
  it.each([
    ['the star', star, 1, 10, 100_000],
    ['the star, noisier', star, 5, 5, 25_000],
    ['the 3×3 chiplet', chiplet, 1, 4, 25_000],
    ['the 3×3 chiplet, noisier', chiplet, 3, 4, 12_500],
  ] as const)('does not fail more often on %s', async (name, compiled, scale, rounds, shots) => {
    const seed = freshSeed()
    const rates = calibrated(scale)
    const failures = { lut: 0, map: 0, onlyLut: 0, onlyMap: 0 }
    for (const state of ['0', '+', 'i'] as const) {
      const at = { compiled, rates, state, rounds }
      const readout = readoutFor(LOGICAL_OF[state].logical)
      const program = memoryProgram({ compiled, rates, readout, mode: 'correction', state, rounds })
      const planes = wordsOf(await nativeWith(addon).sampleFrames(program, { shots, seed: BigInt(seed) }))
      const range = { from: 0, to: Math.ceil(shots / 32) }
      const [lut, map] = [
        packedCorrection(planes, lutOf(at), range).wrong,
        mapDecoder(decodingOf(at).decoding)(planes, range).wrong,
      ]
      failures.lut += popcountOf(lut)
      failures.map += popcountOf(map)
      failures.onlyLut += popcountOf(lut.map((word, i) => word & ~map[i]!))
      failures.onlyMap += popcountOf(map.map((word, i) => word & ~lut[i]!))
    }
    console.info(
      `${name}, ${rounds} rounds: flag-lut ${failures.lut}, flag-map ${failures.map} of ${3 * shots}, seed ${seed}`,
    )
    // Of the shots on which they differ, flag-map is wrong in at most half: five standard deviations of room.
    const differing = failures.onlyLut + failures.onlyMap
    expect(failures.onlyMap, `seed ${seed}, ${JSON.stringify(failures)}`).toBeLessThanOrEqual(
      differing / 2 + 2.5 * Math.sqrt(differing) + 1,
    )
  })
})
