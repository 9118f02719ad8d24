import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FaultProtocol } from '../../../../main/contract/modules/faults'
import { describeFault } from '../../../../main/qec/code/fault-text'
import { CLASSES, correctionFor, logicalClass, syndromeOf, WEIGHT_ONE } from '../../../../main/qec/code/five-qubit'
import { fromString, multiply, pauliString, weight } from '../../../../main/qec/code/pauli'
import type { FaultEffect } from '../../../../main/qec/model/fault'
import type { CompiledRound } from '../../../../main/qec/model/round'
import { enumerateFaults, flagTables } from '../../../../main/qec/proof/enumeration'
import { faultEffects } from '../../../../main/qec/proof/fault-effects'
import { circuitFaults, everyFault, inputErrors } from '../../../../main/qec/proof/fault-locations'
import { compileRound } from '../../../../main/qec/schedule/compile'
import { swapCost } from '../../../../main/qec/schedule/route'
import { HEAVY_HEX_27, TWO_CENTRES } from '../fixtures/graphs'
import { planRound } from '../fixtures/planned-rounds'
import {
  anyChipletPlan,
  chipletPlan,
  NO_TIME,
  starExtraction,
  starPlan,
  TYPICAL,
  UNEVEN,
  type Window,
} from '../fixtures/rounds'
import { playOut } from '../reference/pauli-letters'

const PROTOCOLS: readonly FaultProtocol[] = ['adaptive', 'cyclic-window', 'single-pass', 'detection']
const STAR = compileRound(starPlan(), NO_TIME)
const CHIPLET = compileRound(chipletPlan(), UNEVEN)
const everyCase = (round: CompiledRound) => [...circuitFaults(round), ...inputErrors(round)]

describe('the list of single faults', () => {
  it('has 472 on the star without idling, and 15 input errors', () => {
    expect(circuitFaults(STAR)).toHaveLength(472)
    expect(inputErrors(STAR)).toHaveLength(15)
    expect(enumerateFaults(STAR, { protocol: 'adaptive' }).cases).toBe(487)
  })

  it('leaves faults inside the repeat out, and refuses to inject there', () => {
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

describe('what is injected', () => {
  const faults = circuitFaults(CHIPLET)
  const { data, flag } = CHIPLET.layout

  it('includes all three CZs inside every SWAP, fifteen times, and the turns between them', () => {
    const swaps = CHIPLET.flagged.flatMap(({ ops }, index) =>
      ops.flatMap(({ purpose }, op) => (/^swap .* [123]\/3$/.test(purpose) ? [{ index, op }] : [])),
    )
    expect(swaps).toHaveLength(3 * CHIPLET.swap_count)
    for (const { index, op } of swaps)
      expect(faults.filter(fault => fault.kind === 'gate' && fault.index === index && fault.op === op)).toHaveLength(15)
    expect(faults.some(f => f.kind === 'gate' && CHIPLET.flagged[f.index]!.ops[f.op]!.purpose.endsWith(' basis'))).toBe(
      true,
    )
  })

  it('includes the waiting of data, of A wherever it stands, and of F', () => {
    const waiting = new Set(faults.filter(({ kind }) => kind === 'idle').flatMap(({ sites }) => sites))
    for (const site of [...data, flag]) expect(waiting).toContain(site)
    expect([...waiting].some(site => site !== flag && !data.includes(site))).toBe(true)
  })

  it('includes a wrong preparation and a wrong outcome of A and of F for every generator', () => {
    for (const kind of ['reset', 'measure'] as const)
      expect(faults.filter(fault => fault.kind === kind && fault.pauli === 'flip')).toHaveLength(8)
  })
})

describe('every fault', () => {
  it.each([
    ['the star', compileRound(starPlan(), UNEVEN)],
    ['a 3×3 chiplet', CHIPLET],
  ])('on %s does what a slow reference on letters and start times says', (_, round) => {
    for (const protocol of PROTOCOLS) {
      for (const effect of faultEffects(round, protocol, everyFault(round, protocol))) {
        const slow = playOut(round, effect.fault, protocol)
        const { windows, trigger } = slow
        const pass = protocol === 'cyclic-window' ? `p${windows[0]?.pass}.` : ''
        // A discarded shot runs to its end, but its later bits are not recorded.
        const last = protocol === 'detection' && trigger !== null ? trigger : 3
        const bits = (name: string) =>
          [0, 1, 2, 3].reduce((m, k) => m | (k <= last && slow.flipped.has(`${pass}${name}${k}`) ? 1 << k : 0), 0)
        const { windows: read = [], ...rest } = effect
        expect({ ...rest, error: pauliString(effect.error) }).toEqual({
          fault: effect.fault,
          a: bits('a'),
          f: bits('f'),
          trigger,
          flagged: trigger !== null && slow.flipped.has(`${pass}f${trigger}`),
          syndrome:
            protocol === 'adaptive' && trigger !== null
              ? [0, 1, 2, 3].reduce((m, k) => m | (slow.flipped.has(`s${k}`) ? 1 << k : 0), 0)
              : (windows[0]?.syndrome ?? null),
          error: slow.error,
        })
        expect(read.map(({ closed_by: _, ...one }) => one)).toEqual(windows)
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
        expect(enumerateFaults(compileRound(plan, durations), { protocol: 'adaptive' })).toMatchObject({
          ft_preserved: true,
          failures: 0,
          counterexample: null,
        })
  })

  it('survives on a 3×3 chiplet whatever the labels, orders and walks, in detection as well', () => {
    fc.assert(
      fc.property(anyChipletPlan, plan => {
        const round = compileRound(plan, NO_TIME)
        expect(enumerateFaults(round, { protocol: 'adaptive' }).failures).toBe(0)
        expect(enumerateFaults(round, { protocol: 'detection' }).failures).toBe(0)
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
      const { tables } = enumerateFaults(round, { protocol: 'adaptive' }).tables
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

describe('what breaks fault tolerance', () => {
  it('is named by a counterexample in words', () => {
    const round = compileRound(starPlan(starExtraction(1, [0, 1, 2, 3], [2, 3])), NO_TIME)
    const report = enumerateFaults(round, { protocol: 'adaptive' })
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
      enumerateFaults(compileRound(starPlan(starExtraction(0, [0, 1, 2, 3], window)), NO_TIME), {
        protocol: 'adaptive',
      }),
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
    const report = enumerateFaults(STAR, { protocol: 'single-pass' })
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
    for (const round of [STAR, CHIPLET])
      expect(enumerateFaults(round, { protocol: 'detection' }).ft_preserved).toBe(true)
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

  it('name the classes as the code does', () => {
    expect(CLASSES[logicalClass(fromString('ZZZZZ'))]).toBe('Z')
  })
})

it('gives the same verdict whatever the durations', () => {
  for (const protocol of PROTOCOLS) {
    const verdicts = [NO_TIME, TYPICAL, UNEVEN].map(
      d => enumerateFaults(compileRound(chipletPlan(), d), { protocol }).ft_preserved,
    )
    expect(new Set(verdicts).size).toBe(1)
  }
})
