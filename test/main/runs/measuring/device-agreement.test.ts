import { expect, it } from 'vitest'
import { request } from '../laboratory'
import { agreement, FAMILY, measured, sampled } from './device-agreement.cases'

const FEW = { rounds: [1, 2], shots: 500, states: ['0', '+'] as ('0' | '+')[], preparation: 'projective' as const }

it.each([
  ['twirled', 'frames', request(FEW)],
  ['exact', 'trajectories', request({ ...FEW, engine: 'trajectories', rounds: [1], shots: 400, mode: 'detection' })],
] as const)('a run on the sequencer twin whose decay is %s agrees with the same run by %s', async (decay, _, body) => {
  const { p } = agreement(await measured(body, decay), await sampled(body))
  expect(p).toBeGreaterThan(FAMILY)
})
