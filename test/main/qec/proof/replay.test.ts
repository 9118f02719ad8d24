import { describe, expect, it } from 'vitest'
import type { FaultProtocol } from '../../../../main/contract/modules/faults'
import { FaultReplay } from '../../../../main/contract/modules/faults'
import { pauliString } from '../../../../main/qec/code/pauli'
import type { SingleFault } from '../../../../main/qec/model/fault'
import type { CompiledRound } from '../../../../main/qec/model/round'
import { enumerateFaults } from '../../../../main/qec/proof/enumeration'
import { faultEffects } from '../../../../main/qec/proof/fault-effects'
import { everyFault } from '../../../../main/qec/proof/fault-locations'
import { replayFault } from '../../../../main/qec/proof/replay'
import { compileRound } from '../../../../main/qec/schedule/compile'
import { chipletPlan, starExtraction, starPlan, TYPICAL, UNEVEN } from '../fixtures/rounds'
import { playOut } from '../reference/pauli-letters'

const PROTOCOLS: readonly FaultProtocol[] = ['adaptive', 'cyclic-window', 'single-pass', 'detection']
const STAR = compileRound(starPlan(), TYPICAL)
const CHIPLET = compileRound(chipletPlan(), UNEVEN)
const replaying = (round: CompiledRound, protocol: FaultProtocol) => {
  const { tables } = enumerateFaults(round, { protocol })
  return (fault: SingleFault) => replayFault(fault, round, { protocol, tables, closing: 'extraction' })
}
/** About a hundred faults, spread so that all kinds and segments are met. */
function some(round: CompiledRound, protocol: FaultProtocol): readonly SingleFault[] {
  const faults = everyFault(round, protocol)
  return faults.filter((_, i) => i % (Math.floor(faults.length / 100) | 1) === 0)
}

describe.each(PROTOCOLS)('a replay under %s', protocol => {
  it.each([
    ['the star', STAR],
    ['a 3×3 chiplet', CHIPLET],
  ])('on %s starts clean, has its fault injected once and ends as the enumeration says', (_, round) => {
    const replay = replaying(round, protocol)
    const effects = faultEffects(round, protocol, some(round, protocol))
    for (const effect of effects) {
      const reported = replay(effect.fault)
      const { steps, strikes_before, fault } = reported
      expect(FaultReplay.parse(reported)).toEqual(reported)
      for (const { paulis, flipped } of steps.slice(0, strikes_before)) expect([paulis, flipped]).toEqual([[], []])
      const injected = steps[strikes_before]
      if (fault.kind === 'measure') expect(injected!.flipped.at(-1)).toMatch(new RegExp(`${injected!.bit}$`))
      expect(reported.error).toBe(pauliString(effect.error))
      expect(reported.trigger).toBe(effect.trigger)
      expect(reported.steps.at(-1)!.segment === 'repeat').toBe(
        effect.windows ? effect.windows.at(-1)?.closed_by === 'extraction' : effect.syndrome !== null,
      )
      if (strikes_before === steps.length) continue
      const data = steps.at(-1)!.paulis.filter(({ site }) => round.layout.data.includes(site))
      const letters = round.layout.data.map(site => data.find(one => one.site === site)?.pauli ?? 'I')
      expect(letters.join('')).toBe(reported.error)
    }
  })

  it('flips the bits that the twin on letters flips', () => {
    const replay = replaying(CHIPLET, protocol)
    for (const fault of some(CHIPLET, protocol)) {
      const names = [...playOut(CHIPLET, fault, protocol).flipped].map(name =>
        name.replace(/^p(\d)/, (_, pass) => `p${Number(pass) + 1}`),
      )
      expect([...(replay(fault).steps.at(-1)!.flipped ?? [])].sort()).toEqual(names.sort())
    }
  })

  it('keeps a clock that goes on from segment to segment', () => {
    const replay = replaying(CHIPLET, protocol)
    for (const fault of some(CHIPLET, protocol).slice(0, 40)) {
      const ends: number[] = []
      const name = ({ segment, index, pass }: FaultReplay['steps'][number]) => `${segment} ${index} ${pass}`
      let current = ''
      for (const step of replay(fault).steps) {
        if (name(step) !== current) ends.push(Math.max(0, ...ends))
        current = name(step)
        expect(step.start_ns).toBeGreaterThanOrEqual(ends.at(-2) ?? 0)
        ends[ends.length - 1] = Math.max(ends.at(-1)!, step.start_ns + step.duration_ns)
      }
      const flagged = replay(fault).steps.findLast(({ segment }) => segment === 'flagged')!
      expect(flagged.start_ns + flagged.duration_ns).toBeLessThanOrEqual(3 * CHIPLET.duration_ns + 1e-6)
    }
  })
})

it('ends with what the decoder does and why that is wrong', () => {
  const round = compileRound(starPlan(starExtraction(1, [0, 1, 2, 3], [2, 3])), TYPICAL)
  const { counterexample } = enumerateFaults(round, { protocol: 'adaptive' })
  const reported = replaying(round, 'adaptive')(counterexample!.effect.fault)
  expect(reported).toMatchObject({ fails: true, why: counterexample!.why })
  expect(reported.remains).not.toBe('I')
  expect(reported.why).toContain(`the decoder applies ${reported.correction}`)
  const harmless = replaying(STAR, 'adaptive')(everyFault(STAR, 'adaptive')[0]!)
  expect(harmless).toMatchObject({ fails: false, remains: 'I' })
  expect(harmless.why).toContain('restores the state')
})

it('says that a detected shot is discarded', () => {
  const [flip] = everyFault(STAR, 'detection').filter(({ kind }) => kind === 'measure')
  const reported = replaying(STAR, 'detection')(flip!)
  expect(reported).toMatchObject({ correction: null, remains: null, fails: false })
  expect(reported.why).toMatch(/; the shot is discarded$/)
})

it('follows a window over the passes and closes the last by the extraction', () => {
  const replay = replaying(STAR, 'cyclic-window')
  const flag = (pass: number) =>
    everyFault(STAR, 'cyclic-window').find(
      fault =>
        fault.pass === pass && fault.kind === 'measure' && STAR.flagged[fault.index]!.ops[fault.op]!.bit === 'f2',
    )!
  expect(replay(flag(1)).windows).toEqual([
    { pass: 1, trigger: 2, flagged: true, syndrome: '0000', closed_by: 'window' },
  ])
  const last = replay(flag(2))
  expect(last.windows).toMatchObject([{ pass: 2, closed_by: 'extraction' }])
  expect(last.steps.at(-1)).toMatchObject({ segment: 'repeat', flipped: ['p3.f2'] })
  expect(last.why).toContain('flag 2 rises in pass 3, the closing extraction reads 0000')
})
