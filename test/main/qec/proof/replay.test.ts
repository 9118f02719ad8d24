import { describe, expect, it } from 'vitest'
import type { FaultReplay } from '../../../../main/contract/modules/faults'
import { enumerateFaults } from '../../../../main/qec/proof/enumeration'
import { everyFault } from '../../../../main/qec/proof/fault-locations'
import { compileRound } from '../../../../main/qec/schedule/compile'
import { starExtraction, starPlan, TYPICAL } from '../fixtures/rounds'
import { playOut } from '../reference/pauli-letters'
import { CHIPLET, endingCases, PROTOCOLS, replaying, STAR, some } from './replay.cases'

describe.each(PROTOCOLS)('a replay under %s', protocol => {
  endingCases(protocol, 'a 3×3 chiplet', CHIPLET)

  it('flips the bits that the reference on letters flips', () => {
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
      const { steps } = replay(fault)
      const ends: number[] = []
      const early: (typeof steps)[number][] = []
      const name = ({ segment, index, pass }: FaultReplay['steps'][number]) => `${segment} ${index} ${pass}`
      let current = ''
      for (const step of steps) {
        if (name(step) !== current) ends.push(Math.max(0, ...ends))
        current = name(step)
        if (!(step.start_ns >= (ends.at(-2) ?? 0))) early.push(step)
        ends[ends.length - 1] = Math.max(ends.at(-1)!, step.start_ns + step.duration_ns)
      }
      expect(early).toEqual([])
      const flagged = steps.findLast(({ segment }) => segment === 'flagged')!
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
