import { expect, it } from 'vitest'
import { expectNamedEnd, runFaultsOf, runFaultText, undisturbed } from './whole-run-faults'

const SECONDS = Number(process.env.PENTAD_FAULT_SECONDS ?? 60)

it(`${SECONDS} s of runs under every fault on every instrument in use, at random instants`, {
  timeout: (SECONDS + 120) * 1_000,
}, async () => {
  const whole = await undisturbed()
  const until = Date.now() + SECONDS * 1_000
  const ends: string[] = []
  for (let seed = 1; Date.now() < until; seed++)
    for (const runFault of runFaultsOf(seed)) {
      if (Date.now() >= until) break
      const end = await expectNamedEnd(runFault, whole).catch(error => {
        throw new Error(`seed ${seed}, ${runFaultText(runFault)}: ${error.message}`, { cause: error })
      })
      ends.push(`${runFaultText(runFault)}: ${end}`)
    }
  process.stderr.write(`${ends.join('\n')}\n`)
  expect(ends.length).toBeGreaterThan(20)
})
