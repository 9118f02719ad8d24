import { describe, expect, it } from 'vitest'
import type { Study } from '../../../main/contract/runs/studies'
import { type Proofs, rememberedProofs } from '../../../main/modules/rounds/proven-parts'
import { runEngines } from '../../../main/runs/sampling/engines'
import { plainOf } from '../../../main/runs/resolution'
import { createReference } from '../../../main/simulation/reference'
import { createReferenceTrajectories } from '../../../main/simulation/trajectories/reference'
import { encodeStudyPlan, planStudy } from '../../../main/studies/plan'
import { studyTasks } from '../../../main/studies/tasks'
import { resolved } from '../runs/laboratory'
import { request } from './laboratory'

const engines = runEngines({ simulator: createReference(), trajectories: createReferenceTrajectories() })
const settled = (fields: Partial<Study['request']> = {}): Study['request'] => ({
  ...request({ rounds: [1], states: ['0'], ...fields }),
  seed: 7,
})

/** The proofs, and every answer that they gave. */
function watched(): { proofs: Proofs; given: unknown[] } {
  const remembered = rememberedProofs()
  const given: unknown[] = []
  const noted = <T>(answer: T): T => {
    given.push(answer)
    return answer
  }
  const proofs: Proofs = {
    preparation: ready => noted(remembered.preparation(ready)),
    measurement: ready => noted(remembered.measurement(ready)),
  }
  return { proofs, given }
}

describe('the points of a map', () => {
  it('prove their preparation and readout once, whatever their factor', async () => {
    const { proofs, given } = watched()
    const tasks = studyTasks(() => engines, proofs)
    const resolution = await resolved()
    const asked = settled({ readout: 'fault-tolerant' })
    expect(tasks.admitStudy({ resolution: plainOf(resolution), request: asked })).toEqual([])
    const plan = encodeStudyPlan(planStudy(resolution))
    const host = { progress: () => {} }
    const at = (scale: number) => ({ plan, request: asked, at: { kind: 'all' as const, scale } })
    const signal = new AbortController().signal
    const points = [await tasks.studyPoint(at(0.5), host, signal), await tasks.studyPoint(at(2), host, signal)]
    const [preparation, measurement] = given
    expect(given).toHaveLength(6)
    for (const i of [2, 4]) expect(given[i]).toBe(preparation)
    for (const i of [3, 5]) expect(given[i]).toBe(measurement)
    const anew = studyTasks(() => engines)
    expect(await anew.studyPoint(at(2), host, signal)).toEqual(points[1])
  })
})

describe('a map, before it is computed', () => {
  it.each([
    ['preparation', { preparation: 'verified' }, 'projective'],
    ['readout', { preparation: 'projective', readout: 'fault-tolerant' }, 'checked'],
  ] as const)('is refused at its %s where that cannot be proved on the module', async (option, wish, instead) => {
    const resolution = plainOf(await resolved())
    const { admitStudy } = studyTasks(() => engines, { preparation: () => null, measurement: () => null })
    expect(() => admitStudy({ resolution, request: settled(wish) })).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        faults: [{ pointer: `/${option}`, message: expect.stringContaining(instead) }],
      }),
    )
    const chosen = settled({ preparation: 'projective', readout: 'checked' })
    expect(admitStudy({ resolution, request: chosen })).toEqual([])
  })

  it('says what its choices have a run say', async () => {
    const { admitStudy } = studyTasks(() => engines)
    const asked = settled({ protocol: 'cyclic-window', decoder: 'flag-map' })
    const codes = admitStudy({ resolution: plainOf(await resolved()), request: asked }).map(({ code }) => code)
    expect(codes).toEqual(['no_feedforward_window_decoder', 'decoder_by_likelihood'])
  })
})
