import { describe, expect, it } from 'vitest'
import { agreement, FAMILY, measured, sampled, scaled } from './device-agreement.cases'
import { request } from './laboratory'

const MANY = request({ rounds: [1, 8], shots: 32_000, preparation: 'projective' })

describe.each([
  ['twirled', 'frames', MANY],
  ['exact', 'trajectories', { ...MANY, engine: 'trajectories' as const }],
] as const)('a run on the sequencer twin whose decay is %s', { timeout: 600_000 }, (decay, engine, asked) => {
  it(`agrees with the same run by ${engine}, and would be seen to err by 10 % a round`, async () => {
    const reference = await sampled(asked)
    const found = agreement(await measured(asked, decay), reference)
    console.info(`${engine}: p = ${found.p}, power against 10 %: ${found.power(0.1)}`)
    expect(found.p).toBeGreaterThan(FAMILY)
    expect(found.power(0.1)).toBeGreaterThan(0.8)
    const wrong = agreement(await measured({ ...asked, shots: 4_000 }, decay, scaled(1.1)), reference)
    console.info(`${engine}: noise 10 % too strong: p = ${wrong.p}, of the error per round ${wrong.p_error}`)
    expect(wrong.p).toBeLessThan(FAMILY)
  })
})
