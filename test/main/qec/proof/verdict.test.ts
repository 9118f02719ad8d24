import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FaultProtocol } from '../../../../main/contract/modules/faults'
import type { CompiledRound } from '../../../../main/qec/model/round'
import { enumerateFaults, flagTables, remainsOf } from '../../../../main/qec/proof/enumeration'
import { faultEffects } from '../../../../main/qec/proof/fault-effects'
import { everyFault, faultCount } from '../../../../main/qec/proof/fault-locations'
import { respond, responsesOf } from '../../../../main/qec/proof/responses'
import { injectAll, preservesFaultTolerance, wordsAt } from '../../../../main/qec/proof/verdict'
import { compileRound } from '../../../../main/qec/schedule/compile'
import type { WindowClosing } from '../../../../main/qec/schedule/plane-layout'
import { anyChipletPlan, chipletPlan, starExtraction, starPlan, TYPICAL, UNEVEN, type Window } from '../fixtures/rounds'

const PROTOCOLS: readonly FaultProtocol[] = ['adaptive', 'cyclic-window', 'single-pass', 'detection']

/** Fault by fault, each with its own object and correction: the slow way to the same report. */
function oneByOne(round: CompiledRound, protocol: FaultProtocol, closing: WindowClosing) {
  const effects = faultEffects(round, protocol, everyFault(round, protocol))
  const tables = flagTables(effects)
  const failing = effects.filter(effect => (remainsOf(effect, { protocol, tables, closing }) ?? 0) !== 0)
  return { cases: effects.length, failing, tables, ft_preserved: failing.length === 0 }
}

const anyStar = fc
  .record({
    generator: fc.integer({ min: 0, max: 3 }),
    order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 }),
    window: fc.subarray([0, 1, 2, 3, 4], { minLength: 2, maxLength: 2 }),
  })
  .map(({ generator, order, window }) => starPlan(starExtraction(generator, order, window as unknown as Window)))

describe.each(PROTOCOLS)('the verdict on %s', protocol => {
  it('names the same failing faults and tables on bits as one fault after the other does', () => {
    fc.assert(
      fc.property(fc.oneof(anyStar, anyChipletPlan), fc.constantFrom('extraction', 'erasure'), (plan, closing) => {
        const round = compileRound(plan, TYPICAL)
        expect(enumerateFaults(round, { protocol, closing })).toMatchObject(oneByOne(round, protocol, closing))
      }),
      { numRuns: 12 },
    )
  })

  it('alone is that of the full report', () => {
    fc.assert(
      fc.property(fc.oneof(anyStar, anyChipletPlan), plan => {
        const round = compileRound(plan, UNEVEN)
        expect(preservesFaultTolerance(round, protocol)).toBe(enumerateFaults(round, { protocol }).ft_preserved)
      }),
      { numRuns: 25 },
    )
  })

  it.each([
    ['the star', compileRound(starPlan(), UNEVEN)],
    ['a 3×3 chiplet', compileRound(chipletPlan(), UNEVEN)],
  ])('injects every listed fault of %s, in the order of the list', (_, round) => {
    const injected = injectAll(round, protocol)
    const faults = everyFault(round, protocol)
    const responses = responsesOf(round, protocol === 'cyclic-window')
    expect(injected.faults).toBe(faults.length)
    expect(faultCount(round, protocol)).toBe(faults.length)
    expect(faults.map((_, i) => wordsAt(injected, i))).toEqual(faults.map(fault => respond(responses, fault)))
  })
})

describe('a window left open by the last pass', () => {
  const round = compileRound(chipletPlan(), TYPICAL)

  it('costs shots and no verdict where it counts as erasure', () => {
    expect(preservesFaultTolerance(round, 'cyclic-window', 'erasure')).toBe(true)
    const effects = faultEffects(round, 'cyclic-window', everyFault(round, 'cyclic-window'))
    const reading = { protocol: 'cyclic-window', tables: flagTables(effects) } as const
    const lost = effects.filter(effect => remainsOf(effect, { ...reading, closing: 'erasure' }) === null)
    expect(lost.length).toBeGreaterThan(1000)
    for (const { windows, fault } of lost) {
      expect(windows!.at(-1)).toMatchObject({ pass: 2, closed_by: 'extraction' })
      expect(fault.pass).toBeGreaterThan(0)
    }
    for (const effect of effects) expect(remainsOf(effect, { ...reading, closing: 'extraction' })).toBe(0)
  })

  it('would break the protocol if the decoder did nothing about it', () => {
    const effects = faultEffects(round, 'cyclic-window', everyFault(round, 'cyclic-window'))
    const tables = flagTables(effects)
    const ignored = effects.filter(effect => {
      const windows = effect.windows!.filter(({ closed_by }) => closed_by === 'window')
      return remainsOf({ ...effect, windows }, { protocol: 'cyclic-window', tables, closing: 'extraction' }) !== 0
    })
    expect(ignored.length).toBeGreaterThan(0)
    for (const { flagged } of ignored) expect(flagged).toBe(true)
  })
})
