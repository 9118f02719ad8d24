import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CLASSES, correctionFor, GENERATORS, logicalClass, syndromeOf, WEIGHT_ONE } from '../../../main/qec/code'
import { compileRound, unmergedOps } from '../../../main/qec/compile'
import { describeFault, replayFault } from '../../../main/qec/describe'
import { faultEffects } from '../../../main/qec/effects'
import type { PlainOp } from '../../../main/qec/expand'
import { enumerateFaults, flagTables } from '../../../main/qec/faults'
import { circuitFaults, inputErrors } from '../../../main/qec/locations'
import type { CompiledRound, FaultEffect, Protocol, RoundPlan, TimedOp } from '../../../main/qec/model'
import { fromString, multiply, pauliString, weight } from '../../../main/qec/pauli'
import { planRound, swapCost } from '../../../main/qec/route'
import { segmentOf } from '../../../main/qec/timeline'
import { HEAVY_HEX_27, TWO_CENTRES } from './graphs'
import { playOut } from './letters'
import { combinations, permutations } from './placements'
import {
  anyChipletPlan,
  chipletPlan,
  NO_TIME,
  STAR_LAYOUT,
  starExtraction,
  starPlan,
  TYPICAL,
  UNEVEN,
  type Window,
} from './rounds'

const PROTOCOLS: readonly Protocol[] = ['adaptive', 'single-pass', 'detection']
const STAR = compileRound(starPlan(), NO_TIME)
const CHIPLET = compileRound(chipletPlan(), UNEVEN)
const everyCase = (round: CompiledRound) => [...circuitFaults(round), ...inputErrors(round)]

describe('the list of single faults', () => {
  it('has 472 on the star without idling, and 15 input errors', () => {
    expect(circuitFaults(STAR)).toHaveLength(472)
    expect(inputErrors(STAR)).toHaveLength(15)
    expect(enumerateFaults(STAR, 'adaptive').cases).toBe(487)
  })

  it('leaves faults inside the repeat out, and refuses to strike there', () => {
    const [first] = circuitFaults(STAR)
    expect(() => faultEffects(STAR, 'adaptive', [{ ...first!, segment: 'repeat' }])).toThrow(RangeError)
  })

  it('names 15 faults per CZ, 3 per H, 1 per reset and measurement, 3 per idle window', () => {
    const perGate = { CZ: 15, H: 3, R: 1, M: 1 }
    const expected = CHIPLET.flagged.reduce(
      (sum, { ops, idles }) => sum + 3 * idles.length + ops.reduce((n, op) => n + perGate[op.gate], 0),
      0,
    )
    const faults = circuitFaults(CHIPLET)
    expect(faults).toHaveLength(expected)
    expect(new Set(faults.map(f => [f.index, f.op, f.kind, f.pauli].join())).size).toBe(expected)
  })
})

describe('every fault', () => {
  it.each([
    ['the star', compileRound(starPlan(), UNEVEN)],
    ['a 3×3 chiplet', CHIPLET],
  ])('on %s does what a slow twin on letters and start times says', (_, round) => {
    for (const protocol of PROTOCOLS) {
      for (const effect of faultEffects(round, protocol, everyCase(round))) {
        const slow = playOut(round, effect.fault, protocol)
        const bits = (name: string) =>
          [0, 1, 2, 3].reduce((m, k) => m | (slow.flipped.has(`${name}${k}`) ? 1 << k : 0), 0)
        expect({ ...effect, error: pauliString(effect.error) }).toEqual({
          fault: effect.fault,
          a: bits('a'),
          f: bits('f'),
          trigger: slow.trigger,
          flagged: slow.trigger !== null && slow.flipped.has(`f${slow.trigger}`),
          syndrome: protocol === 'adaptive' && slow.trigger !== null ? bits('s') : null,
          error: slow.error,
        })
      }
    }
  })
})

describe('the adaptive protocol', () => {
  it('survives every single fault on the star, two centres, a 3×3 chiplet and 13 heavy-hex sites', () => {
    const two = planRound(TWO_CENTRES, { ancilla: 0, flag: 2, data: [4, 5, 6, 3, 7], routing: [1] }, swapCost)!
    const routing = [10, 12, 13, 14, 15, 18]
    const hex = planRound(HEAVY_HEX_27, { ancilla: 7, flag: 4, data: [11, 16, 17, 6, 21], routing }, swapCost)!
    for (const plan of [starPlan(), two, chipletPlan(), hex])
      for (const durations of [NO_TIME, TYPICAL])
        expect(enumerateFaults(compileRound(plan, durations), 'adaptive')).toMatchObject({
          ft_preserved: true,
          failures: 0,
          counterexample: null,
        })
  })

  it('survives on a 3×3 chiplet whatever the labels, orders and walks, in detection as well', () => {
    fc.assert(
      fc.property(anyChipletPlan, plan => {
        const round = compileRound(plan, NO_TIME)
        expect(enumerateFaults(round, 'adaptive').failures).toBe(0)
        expect(enumerateFaults(round, 'detection').failures).toBe(0)
      }),
      { numRuns: 40 },
    )
  })

  it('corrects every input error of weight 1 by the lookup alone', () => {
    const effects = faultEffects(CHIPLET, 'adaptive', inputErrors(CHIPLET))
    expect(effects.map(e => e.error)).toEqual(WEIGHT_ONE)
    for (const effect of effects) {
      expect(effect.flagged).toBe(false)
      expect(correctionFor(effect.syndrome!)).toEqual(effect.error)
    }
  })

  it('has one coset in every cell of its tables, consistent with its syndrome', () => {
    for (const round of [STAR, CHIPLET]) {
      const { tables } = enumerateFaults(round, 'adaptive').tables
      expect(tables.map(cells => cells.length)).toEqual([16, 16, 16, 16])
      tables.forEach((cells, k) => {
        cells.forEach((candidates, syndrome) => {
          expect(candidates.length).toBeLessThanOrEqual(1)
          for (const { error, logical, faults } of candidates) {
            expect(syndromeOf(error)).toBe(syndrome)
            expect(logical).toBe(logicalClass(error))
            expect(faults.length).toBeGreaterThan(0)
            expect(faults.every(fault => fault.index === k)).toBe(true)
          }
        })
        expect(cells.some(([candidate]) => candidate && weight(candidate.error) === 2)).toBe(true)
      })
    }
  })

  it('reads the true syndrome in its repeat', () => {
    const triggered = faultEffects(CHIPLET, 'adaptive', everyCase(CHIPLET)).filter(e => e.syndrome !== null)
    expect(triggered.length).toBeGreaterThan(500)
    for (const { syndrome, error } of triggered) expect(syndrome).toBe(syndromeOf(error))
  })

  it('needs its tables: with the plain lookup after a flag it would fail', () => {
    const effects = faultEffects(STAR, 'adaptive', circuitFaults(STAR))
    const wrong = effects.filter(e => logicalClass(e.error) !== 0)
    expect(wrong.length).toBeGreaterThan(0)
    expect(wrong.every(e => e.flagged)).toBe(true)
  })
})

const preserved = (generator: number, order: readonly number[], window: Window) =>
  enumerateFaults(compileRound(starPlan(starExtraction(generator, order, window)), NO_TIME), 'adaptive').ft_preserved

describe('the window of the flag', () => {
  const orders = permutations([0, 1, 2, 3])
  const windows = combinations([0, 1, 2, 3, 4], 2) as unknown as readonly Window[]

  it.each(GENERATORS.map((letters, k) => [letters, k] as const))(
    'after the 1st and 3rd coupling, and no other, preserves fault tolerance of %s in all 24 orders',
    (_, k) => {
      expect(windows).toHaveLength(10)
      for (const window of windows) {
        const kept = orders.filter(order => preserved(k, order, window))
        expect([window, kept.length]).toEqual([window, window[0] === 1 && window[1] === 3 ? 24 : 0])
      }
    },
    120_000,
  )
})

const withOps = (round: CompiledRound, ops: readonly TimedOp[], after: string): CompiledRound => {
  const [first, ...rest] = round.flagged
  const at = first!.ops.findIndex(op => op.purpose === after) + 1
  return {
    ...round,
    flagged: [{ ...first!, ops: [...first!.ops.slice(0, at), ...ops, ...first!.ops.slice(at)] }, ...rest],
  }
}

const timed = (gate: TimedOp['gate'], ...sites: number[]): TimedOp => ({
  gate,
  sites,
  bit: null,
  generator: 0,
  purpose: 'data swap',
  start_ns: 0,
  duration_ns: 0,
})

const swapOfData = (a: number, b: number) =>
  [b, a, b].flatMap(target => [timed('H', target), timed('CZ', a, b), timed('H', target)])

/** The unmerged round with its operations rewritten. */
const roundOf = (plan: RoundPlan, rewrite: (ops: readonly PlainOp[]) => readonly PlainOp[]): CompiledRound => {
  const { flagged, repeat } = unmergedOps(plan)
  const segment = (ops: readonly PlainOp[]) => segmentOf(rewrite(ops), plan.layout, NO_TIME, 0)
  return { ...compileRound(plan, NO_TIME), flagged: flagged.map(segment), repeat: segment(repeat) }
}

/** Leaves out the first of a SWAP's three CNOTs, which does nothing when the new site holds |0>. */
function withShortMoves(ops: readonly PlainOp[], resets: boolean): readonly PlainOp[] {
  const dropped = new Set(ops.flatMap((op, i) => (/ 1\/3$/.test(op.purpose) ? [i - 1, i, i + 1] : [])))
  return ops.flatMap((op, i) => {
    const swap = resets ? ops[i - 1] : undefined
    if (!swap || !/ 3\/3$/.test(swap.purpose)) return dropped.has(i) ? [] : [op]
    return [op, { ...op, gate: 'R' as const, sites: [swap.sites[0]!], purpose: 'reset vacated' }]
  })
}

describe('what breaks fault tolerance', () => {
  it('is a SWAP of two data sites, even when it is undone at once', () => {
    const [d0, d1] = STAR_LAYOUT.data
    const round = withOps(STAR, [...swapOfData(d0, d1), ...swapOfData(d0, d1)], 'couple D1')
    const report = enumerateFaults(round, 'adaptive')
    expect(report.ft_preserved).toBe(false)
    expect(report.failures).toBeGreaterThan(0)
    expect(report.counterexample!.why).toContain('data swap')
  })

  it('is the move of 2 CZs into an empty site used both ways, unless the vacated site is reset meanwhile', () => {
    const plan = chipletPlan()
    const short = roundOf(plan, ops => withShortMoves(ops, false))
    expect(short.flagged.flatMap(s => s.ops).filter(op => op.gate === 'CZ')).toHaveLength(56)
    expect(enumerateFaults(short, 'adaptive').ft_preserved).toBe(false)
    expect(
      enumerateFaults(
        roundOf(plan, ops => withShortMoves(ops, true)),
        'adaptive',
      ).ft_preserved,
    ).toBe(true)
    expect(
      enumerateFaults(
        roundOf(plan, ops => ops),
        'adaptive',
      ).ft_preserved,
    ).toBe(true)
  })

  it('is named by a counterexample in words', () => {
    const round = compileRound(starPlan(starExtraction(1, [0, 1, 2, 3], [2, 3])), NO_TIME)
    const report = enumerateFaults(round, 'adaptive')
    expect(report.ft_preserved).toBe(false)
    const { effect, why } = report.counterexample!
    expect(why).toBe(
      'X on A\'s home (site 0) after "couple D2" (operation 5) in flagged generator 1 (IXZZX): outcome 2 rises, ' +
        'the repeat reads 1010, IIIZX is left on the data; the decoder applies ZIIII, and a logical X remains',
    )
    expect(playOut(round, effect.fault, 'adaptive')).toMatchObject({ trigger: 2, error: 'IIIZX' })
  })

  it('puts the candidate with most faults first', () => {
    const effects = faultEffects(STAR, 'adaptive', circuitFaults(STAR)).filter(e => e.trigger === 2 && e.flagged)
    const odd = effects.find(e => e.syndrome === 0)!
    const other = { ...odd, error: fromString('ZZZZZ') }
    const cell = (list: readonly FaultEffect[]) =>
      flagTables(list).tables[2]![0]!.map(c => [pauliString(c.error), c.faults.length])
    const [light] = cell([odd])
    const [heavy] = cell([other])
    expect(light![0]).not.toBe(heavy![0])
    expect(cell([odd, other, other])).toEqual([[heavy![0], 2], light])
    expect(cell([other, odd, odd])).toEqual([[light![0], 2], heavy])
  })

  it('reports cells with several candidates as ambiguous', () => {
    const windows: readonly Window[] = [
      [0, 4],
      [1, 4],
      [0, 1],
      [2, 4],
    ]
    const reports = windows.map(window =>
      enumerateFaults(compileRound(starPlan(starExtraction(0, [0, 1, 2, 3], window)), NO_TIME), 'adaptive'),
    )
    const cells = reports.flatMap(({ tables }) => tables.tables.flat()).filter(candidates => candidates.length > 1)
    expect(cells.length).toBeGreaterThan(0)
    for (const [first, second] of cells) {
      expect(first!.faults.length).toBeGreaterThanOrEqual(second!.faults.length)
      expect(first!.logical).not.toBe(second!.logical)
      expect(syndromeOf(first!.error)).toBe(syndromeOf(second!.error))
    }
    for (const { counterexample } of reports) expect(counterexample).not.toBeNull()
    expect(reports.map(report => report.counterexample!.why).join('\n')).toMatch(/also comes from .* which leaves/)
  })
})

describe('a single pass with the plain lookup', () => {
  const failing = faultEffects(STAR, 'single-pass', circuitFaults(STAR)).filter(
    ({ a, error }) => logicalClass(multiply(error, correctionFor(a))) !== 0,
  )

  it('is not fault tolerant', () => {
    const report = enumerateFaults(STAR, 'single-pass')
    expect(report).toMatchObject({ ft_preserved: false, cases: 487, failures: failing.length })
    expect(report.counterexample!.why).toContain('logical')
  })

  it('corrects wrongly after 130 of 472 faults, and after 10 more reads 0000 and leaves a flagged error', () => {
    const silent = failing.filter(({ a }) => a === 0)
    expect(failing.length - silent.length).toBe(130)
    expect(silent).toHaveLength(10)
    for (const { error, f } of silent) {
      expect(weight(error)).toBeGreaterThan(1)
      expect(f).not.toBe(0)
    }
  })
})

describe('detection', () => {
  it('accepts no error that ideal decoding cannot undo', () => {
    for (const round of [STAR, CHIPLET]) expect(enumerateFaults(round, 'detection').ft_preserved).toBe(true)
  })

  it('rejects every input error', () => {
    for (const effect of faultEffects(STAR, 'detection', inputErrors(STAR))) expect(effect.trigger).not.toBeNull()
  })
})

describe('words for a fault', () => {
  it('say what, where and when', () => {
    const faults = everyCase(CHIPLET)
    const words = (kind: string) => describeFault(faults.find(f => f.kind === kind)!, CHIPLET)
    expect(words('reset')).toBe('wrong reset of A\'s home (site 4) ("reset A") in flagged generator 0 (XZZXI)')
    expect(words('measure')).toMatch(/^wrong outcome a0 of A's home \(site 4\) in flagged generator 0/)
    expect(words('input')).toBe('input error X on D0 (site 0)')
    expect(words('idle')).toMatch(/^X on (.+ \()?site \d\)? while it waits \d+ ns from \d+ ns in flagged/)
    const swap = faults.find(
      f => f.pauli === 'XZ' && CHIPLET.flagged[f.index]!.ops[f.op]!.purpose.startsWith('swap 4-'),
    )!
    expect(describeFault(swap, CHIPLET)).toMatch(
      /^X on A's home \(site 4\) and Z on site \d after "swap 4-\d \d\/3" \(operation \d+\)/,
    )
  })

  it('can be replayed step by step to the same end', () => {
    for (const effect of faultEffects(STAR, 'adaptive', everyCase(STAR))) {
      const steps = replayFault(effect.fault, STAR)
      const last = steps.at(-1)
      if (!last) continue
      const letters = STAR.layout.data.map(
        site => last.paulis.split(' ').find(p => p.slice(1) === String(site))?.[0] ?? 'I',
      )
      expect(letters.join('')).toBe(pauliString(effect.error))
      expect(steps.some(step => step.segment === 'repeat')).toBe(effect.trigger !== null)
      for (const name of last.flipped.split(' ').filter(n => n.startsWith('s')))
        expect((effect.syndrome! >> Number(name.slice(1))) & 1).toBe(1)
    }
  })

  it('name the classes as the code does', () => {
    expect(CLASSES[logicalClass(fromString('ZZZZZ'))]).toBe('Z')
  })
})

it('gives the same verdict whatever the durations', () => {
  for (const protocol of PROTOCOLS) {
    const verdicts = [NO_TIME, TYPICAL, UNEVEN].map(
      d => enumerateFaults(compileRound(chipletPlan(), d), protocol).ft_preserved,
    )
    expect(new Set(verdicts).size).toBe(1)
  }
})
