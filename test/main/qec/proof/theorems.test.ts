/** What was proved of flagged extraction and of routing, held against generated circuits. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FaultProtocol } from '../../../../main/contract/modules/faults'
import { correctionFor, GENERATORS, logicalClass } from '../../../../main/qec/code/five-qubit'
import { equal, IDENTITY, multiply } from '../../../../main/qec/code/pauli'
import type { CompiledRound, Extraction, RoundPlan, Step } from '../../../../main/qec/model/round'
import { enumerateFaults } from '../../../../main/qec/proof/enumeration'
import { faultEffects } from '../../../../main/qec/proof/fault-effects'
import { everyFault } from '../../../../main/qec/proof/fault-locations'
import { preservesFaultTolerance } from '../../../../main/qec/proof/verdict'
import { compileRound } from '../../../../main/qec/schedule/compile'
import { roundOf, thereAndBack, withOps, withShortMoves } from '../fixtures/moves'
import {
  anyChipletPlan,
  chipletPlan,
  NO_TIME,
  STAR_LAYOUT,
  starExtraction,
  starPlan,
  TYPICAL,
  type Window,
} from '../fixtures/rounds'
import { combinations, permutations } from '../reference/fewest-swaps'

const TOLERANT: readonly FaultProtocol[] = ['adaptive', 'cyclic-window', 'detection']
const ORDERS = permutations([0, 1, 2, 3])
const WINDOWS = combinations([0, 1, 2, 3, 4], 2) as unknown as readonly Window[]
const THE_WINDOW: Window = [1, 3]
const OTHER_WINDOWS = WINDOWS.filter(window => window.join() !== THE_WINDOW.join())

const kept = (plan: RoundPlan, protocol: FaultProtocol) =>
  preservesFaultTolerance(compileRound(plan, NO_TIME), protocol)

describe('the window of the flag', () => {
  it.each(
    GENERATORS.flatMap((letters, k) => (['adaptive', 'cyclic-window'] as const).map(p => [letters, p, k] as const)),
  )(
    'after the 1st and 3rd coupling, and no other of ten, keeps %s fault tolerant under %s in all 24 orders',
    (_, protocol, k) => {
      expect([ORDERS.length, WINDOWS.length]).toEqual([24, 10])
      for (const window of WINDOWS) {
        const good = ORDERS.filter(order => kept(starPlan(starExtraction(k, order, window)), protocol))
        expect([window, good.length]).toEqual([window, window.join() === THE_WINDOW.join() ? 24 : 0])
      }
    },
  )

  const anyOrders = fc.array(fc.constantFrom(...ORDERS), { minLength: 4, maxLength: 4 })
  const planOf = (orders: readonly (readonly number[])[], flagged: (k: number) => Extraction): RoundPlan => ({
    ...starPlan(),
    flagged: [0, 1, 2, 3].map(flagged),
    repeat: orders.map((order, k) => starExtraction(k, order, null)),
  })

  it('keeps any mixture of orders, in every protocol that reads flags', () => {
    fc.assert(
      fc.property(anyOrders, anyOrders, (orders, repeat) => {
        const plan = planOf(repeat, k => starExtraction(k, orders[k]!, THE_WINDOW))
        for (const protocol of TOLERANT) expect(kept(plan, protocol), protocol).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('breaks by one wrong window among four, whichever it is', () => {
    fc.assert(
      fc.property(anyOrders, fc.constantFrom(...OTHER_WINDOWS), fc.nat({ max: 3 }), (orders, wrong, at) => {
        const plan = planOf(orders, k => starExtraction(k, orders[k]!, k === at ? wrong : THE_WINDOW))
        for (const protocol of ['adaptive', 'cyclic-window'] as const)
          expect(kept(plan, protocol), protocol).toBe(false)
      }),
      { numRuns: 60 },
    )
  })
})

/** An empty site beside A's home from which A may meet the data, too. */
const EMPTY = 9

/** A couples each data qubit from home or from the empty site, and takes walks for nothing in between. */
function wandering(
  generator: number,
  order: readonly number[],
  places: readonly boolean[],
  walks: readonly number[],
): Extraction {
  const { steps } = starExtraction(generator, order, THE_WINDOW)
  const home = STAR_LAYOUT.ancilla
  const out: Step = { kind: 'move', from: home, to: EMPTY }
  const back: Step = { kind: 'move', from: EMPTY, to: home }
  let coupling = 0
  const walked = steps.flatMap((step, i): readonly Step[] => {
    const stroll = walks.includes(i) ? [out, back] : []
    if (step.kind !== 'couple' || !places[coupling++]) return [...stroll, step]
    return [...stroll, out, { ...step, at: EMPTY }, back]
  })
  return { generator, flagged: true, steps: walked }
}

const anyWalk = fc.record({
  order: fc.constantFrom(...ORDERS),
  places: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  walks: fc.subarray([0, 1, 2, 3, 4, 5]),
})

describe('a full SWAP through an empty site', () => {
  it('lets A go anywhere between any two couplings', () => {
    fc.assert(
      fc.property(fc.array(anyWalk, { minLength: 4, maxLength: 4 }), walks => {
        const plan = {
          ...starPlan(),
          layout: { ...STAR_LAYOUT, routing: [EMPTY] },
          flagged: walks.map(({ order, places, walks: at }, k) => wandering(k, order, places, at)),
        }
        for (const protocol of TOLERANT) expect(kept(plan, protocol), protocol).toBe(true)
        for (const protocol of TOLERANT)
          expect(preservesFaultTolerance(compileRound(plan, TYPICAL), protocol), `${protocol}, with idling`).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  it('lets F go there and back in every slot of every order', () => {
    fc.assert(
      fc.property(fc.nat({ max: 3 }), fc.constantFrom(...ORDERS), (k, order) => {
        const round = compileRound(starPlan(starExtraction(k, order, THE_WINDOW)), NO_TIME)
        const { ops } = round.flagged[k]!
        const reset = ops.findIndex(({ gate, sites }) => gate === 'R' && sites[0] === STAR_LAYOUT.flag)
        const read = ops.findIndex(({ bit }) => bit === `f${k}`)
        for (let at = reset + 1; at <= read; at++)
          for (const protocol of TOLERANT)
            expect(
              preservesFaultTolerance(withOps(round, k, at, thereAndBack(STAR_LAYOUT.flag, EMPTY, k)), protocol),
              `${protocol}, before operation ${at}`,
            ).toBe(true)
      }),
      { numRuns: 15 },
    )
  })
})

describe('what an earlier round left on an empty site', () => {
  const strays = (round: CompiledRound, protocol: FaultProtocol) =>
    faultEffects(
      round,
      protocol,
      everyFault(round, protocol).filter(({ kind, op }) => kind === 'input' && op > 4),
    )

  it('never shows where A moves by full SWAPs', () => {
    fc.assert(
      fc.property(anyChipletPlan, fc.constantFrom(...TOLERANT), (plan, protocol) => {
        const effects = strays(compileRound(plan, NO_TIME), protocol)
        expect(effects.length).toBeGreaterThan(0)
        for (const { trigger, error } of effects) expect([trigger, error]).toEqual([null, IDENTITY])
      }),
      { numRuns: 25 },
    )
  })

  it('does where the site is taken for |0> without a reset', () => {
    const short = roundOf(chipletPlan(), ops => withShortMoves(ops, false))
    const seen = strays(short, 'adaptive').filter(({ trigger, error }) => trigger !== null || !equal(error, IDENTITY))
    expect(seen.length).toBeGreaterThan(0)
  })
})

describe('a SWAP of two data sites', () => {
  it('never keeps fault tolerance, undone at once or not, wherever it stands', () => {
    const pair = fc.shuffledSubarray([...STAR_LAYOUT.data], { minLength: 2, maxLength: 2 })
    fc.assert(
      fc.property(
        fc.nat({ max: 3 }),
        fc.constantFrom(...ORDERS),
        pair,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (k, order, [a, b], where) => {
          const round = compileRound(starPlan(starExtraction(k, order, THE_WINDOW)), NO_TIME)
          const at = Math.floor(where * round.flagged[k]!.ops.length)
          for (const protocol of TOLERANT.slice(0, 2)) {
            const report = enumerateFaults(withOps(round, k, at, thereAndBack(a!, b!, k)), { protocol })
            expect(report.ft_preserved, `${protocol}, before operation ${at}`).toBe(false)
            expect(
              report.failing.some(
                ({ fault }) => fault.sites.length === 2 && fault.sites.every(site => [a, b].includes(site)),
              ),
            ).toBe(true)
          }
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('the move of two CZs into an empty site, used both ways on a 3×3 chiplet', () => {
  it('takes 56 CZs instead of 72', () => {
    const count = (round: ReturnType<typeof roundOf>) =>
      round.flagged.flatMap(({ ops }) => ops).filter(({ gate }) => gate === 'CZ').length
    expect(count(roundOf(chipletPlan(), ops => withShortMoves(ops, false)))).toBe(56)
    expect(count(roundOf(chipletPlan(), ops => ops))).toBe(72)
  })

  it('breaks fault tolerance unless the vacated site is reset meanwhile', () => {
    fc.assert(
      fc.property(anyChipletPlan, plan => {
        for (const protocol of ['adaptive', 'cyclic-window'] as const) {
          const verdict = (resets: boolean) =>
            preservesFaultTolerance(
              roundOf(plan, ops => withShortMoves(ops, resets)),
              protocol,
            )
          expect([verdict(false), verdict(true)], protocol).toEqual([false, true])
          expect(
            preservesFaultTolerance(
              roundOf(plan, ops => ops),
              protocol,
            ),
          ).toBe(true)
        }
      }),
      { numRuns: 25 },
    )
  })
})

describe('a single flagged pass with the plain lookup', () => {
  it('is never fault tolerant', () => {
    fc.assert(
      fc.property(anyChipletPlan, plan => {
        const { ft_preserved, counterexample } = enumerateFaults(compileRound(plan, TYPICAL), {
          protocol: 'single-pass',
        })
        expect(ft_preserved).toBe(false)
        const { error, a } = counterexample!.effect
        expect(logicalClass(multiply(error, correctionFor(a)))).not.toBe(0)
      }),
      { numRuns: 20 },
    )
  })
})
