import { expect, it } from 'vitest'
import { expectNamedEnd, strikesOf, strikeText, undisturbed } from './whole-run-faults'

/** The soak has every fault on every instrument; these take no timeouts to be found. */
const FEW = ['duplicate', 'unplug']

it('a run that is struck ends under a name, with no wrong bit, its device free and its tokens accounted for', async () => {
  const whole = await undisturbed()
  const strikes = strikesOf(1).filter(({ fault, instrument }) => instrument === 'seq' && FEW.includes(fault.kind))
  expect(strikes).toHaveLength(2)
  const ends: string[] = []
  for (const strike of strikes) ends.push(`${strikeText(strike)}: ${await expectNamedEnd(strike, whole)}`)
  expect(ends.some(end => !end.endsWith('COMPLETED'))).toBe(true)
}, 60_000)
