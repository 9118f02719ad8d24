import { expect, it } from 'vitest'
import { expectNamedEnd, strikesOf, strikeText, undisturbed } from './whole-run-faults'

const SECONDS = Number(process.env.PENTAD_FAULT_SECONDS ?? 60)

it(`${SECONDS} s of runs under every fault on every instrument in use, at random instants`, {
  timeout: (SECONDS + 120) * 1_000,
}, async () => {
  const whole = await undisturbed()
  const until = Date.now() + SECONDS * 1_000
  const ends: string[] = []
  for (let seed = 1; Date.now() < until; seed++)
    for (const strike of strikesOf(seed)) {
      if (Date.now() >= until) break
      const end = await expectNamedEnd(strike, whole).catch(error => {
        throw new Error(`seed ${seed}, ${strikeText(strike)}: ${error.message}`, { cause: error })
      })
      ends.push(`${strikeText(strike)}: ${end}`)
    }
  process.stderr.write(`${ends.join('\n')}\n`)
  expect(ends.length).toBeGreaterThan(20)
})
