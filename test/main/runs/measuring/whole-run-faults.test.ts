import { expect, it } from 'vitest'
import { expectNamedEnd, runFaultsOf, runFaultText, undisturbed } from './whole-run-faults'

/** Faults that are detected without waiting for a timeout; the soak injects every kind into every instrument. */
const FEW = ['duplicate', 'unplug']

it('a run with an injected fault ends with a documented reason, no wrong bit, its device free and its tokens accounted for', async () => {
  const whole = await undisturbed()
  const runFaults = runFaultsOf(1)
    .filter(({ fault, instrument }) => instrument === 'seq' && FEW.includes(fault.kind))
    // Runs differ in how often they poll: in the first half a fault comes before the end of each.
    .map(runFault => ({ ...runFault, instant: runFault.instant / 2 }))
  expect(runFaults).toHaveLength(2)
  const ends: string[] = []
  for (const runFault of runFaults) ends.push(`${runFaultText(runFault)}: ${await expectNamedEnd(runFault, whole)}`)
  expect(ends.some(end => !end.endsWith('COMPLETED'))).toBe(true)
})
