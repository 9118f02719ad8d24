import { expect, it } from 'vitest'
import { atIndex } from '../../../../main/qec/code/pauli'
import { advance, cleanFrame, dataError, flipBit, roundPrograms } from '../../../../main/qec/proof/propagation'
import { responsesOf } from '../../../../main/qec/proof/responses'
import { compileRound } from '../../../../main/qec/schedule/compile'
import { chipletPlan, starPlan, UNEVEN } from '../fixtures/rounds'
import { repeatFaults, respondInRepeat } from '../reference/repeat-responses'

it.each([
  ['the star', compileRound(starPlan(), UNEVEN)],
  ['a 3×3 chiplet', compileRound(chipletPlan(), UNEVEN)],
])('faults inside the repeat of %s do backwards what they do forwards', (_, round) => {
  const programs = roundPrograms(round)
  const responses = responsesOf(round, false)
  const faults = repeatFaults(round)
  expect(new Set(faults.map(({ kind }) => kind))).toEqual(new Set(['reset', 'gate', 'measure', 'idle']))
  for (const fault of faults) {
    const frame = cleanFrame()
    const at = fault.kind === 'idle' ? round.repeat.idles[fault.op]!.before : fault.op + 1
    if (fault.kind === 'measure') frame.flips = flipBit(round.repeat.ops[fault.op]!.bit!)
    else
      fault.sites.forEach((site, i) => {
        const letter = fault.pauli === 'flip' ? 'X' : fault.pauli[i]!
        if ('XY'.includes(letter)) frame.x |= programs.sites.get(site)!
        if ('ZY'.includes(letter)) frame.z |= programs.sites.get(site)!
      })
    advance(frame, programs.repeat, at)
    const response = respondInRepeat(responses, fault)
    expect([response & 15, atIndex(response >> 4)]).toEqual([frame.flips >> 8, dataError(frame)])
  }
})
