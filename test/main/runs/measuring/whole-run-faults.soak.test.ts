import { expect, it } from 'vitest'
import { expectNamedEnd, runFaultsOf, runFaultText, undisturbed } from './whole-run-faults'

const SECONDS = Number(process.env.PENTAD_FAULT_SECONDS ?? 25)

/** Most of a disturbed run waits for answers that do not come. */
const AT_ONCE = 4

/** At least once. */
const EACH_ONCE = runFaultsOf(1).length

/** Every fault on every instrument, again and again at other instants. */
function* runFaults() {
  for (let seed = 1; ; seed++) for (const runFault of runFaultsOf(seed)) yield { seed, runFault }
}

it(`${SECONDS} s of runs under every fault on every instrument in use, at random instants`, {
  timeout: (SECONDS + 240) * 1_000,
}, async () => {
  const whole = await undisturbed()
  const until = Date.now() + SECONDS * 1_000
  const ends: string[] = []
  const open = runFaults()
  const runs = Array.from({ length: AT_ONCE }, async () => {
    while (ends.length < EACH_ONCE || Date.now() < until) {
      const { seed, runFault } = open.next().value!
      const end = await expectNamedEnd(runFault, whole).catch(error => {
        throw new Error(`seed ${seed}, ${runFaultText(runFault)}: ${error.message}`, { cause: error })
      })
      ends.push(`${runFaultText(runFault)}: ${end}`)
    }
  })
  await Promise.all(runs)
  process.stderr.write(`${ends.join('\n')}\n`)
  expect(ends.length).toBeGreaterThanOrEqual(EACH_ONCE)
})
