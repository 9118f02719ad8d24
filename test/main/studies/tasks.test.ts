import { describe, expect, it } from 'vitest'
import type { Study } from '../../../main/contract/runs/studies'
import { cachedProofs, type Proofs } from '../../../main/modules/rounds/proven-parts'
import { runEngines } from '../../../main/runs/sampling/frame-engine'
import { createReferenceSimulator } from '../../../main/simulation/engines'
import { createReferenceTrajectories } from '../../../main/simulation/trajectories/reference'
import { encodeStudyPlan, planStudy } from '../../../main/studies/point'
import { type StudyTasks, studyTasks } from '../../../main/studies/tasks'
import { noCheckpoint } from '../qec/devices'
import { resolved } from '../runs/laboratory'
import { request } from './laboratory'

const engines = runEngines({ simulator: createReferenceSimulator(), trajectories: createReferenceTrajectories() })
const settled = (fields: Partial<Study['request']> = {}): Study['request'] => ({
  ...request({ rounds: [1], states: ['0'], ...fields }),
  seed: 7,
})

/** All that is to be said of a map with nothing chosen but the one state. */
const ONE_STATE = [expect.objectContaining({ code: 'bases_left_out' })]

/** The proofs, and every answer that they gave. */
function watched() {
  const remembered = cachedProofs()
  const given = { preparation: [] as unknown[], measurement: [] as unknown[] }
  const noted = <T>(part: keyof Proofs, answer: T): T => {
    given[part].push(answer)
    return answer
  }
  const proofs: Proofs = {
    preparation: ready => noted('preparation', remembered.preparation(ready)),
    measurement: ready => noted('measurement', remembered.measurement(ready)),
  }
  return { proofs, given }
}

describe('the points of a map', () => {
  it('prove their preparation and readout once, whatever their factor', async () => {
    const { proofs, given } = watched()
    const tasks = studyTasks(() => engines, proofs)
    const resolution = await resolved()
    const asked = settled({ readout: 'fault-tolerant' })
    const admitted = tasks.admitStudy({ resolution, request: asked })
    expect(admitted).toEqual({ warnings: ONE_STATE, readout: 'fault-tolerant' })
    const plan = encodeStudyPlan(planStudy(resolution))
    const host = { progress: () => {} }
    const pointAt = (tasks: StudyTasks, scale: number) =>
      tasks.studyPoint({ plan, request: asked, at: { kind: 'all', scale } }, { host, signal, checkpoint: noCheckpoint })
    const { signal } = new AbortController()
    const points = [await pointAt(tasks, 0.5), await pointAt(tasks, 2)]
    // The choice of the readout, the plan of the device as calibrated, and two points, whose tables go by what the preparation leaves.
    expect([given.preparation.length, given.measurement.length]).toEqual([6, 4])
    for (const answers of Object.values(given)) expect(new Set(answers).size).toBe(1)
    const anew = studyTasks(() => engines)
    expect(await pointAt(anew, 2)).toEqual(points[1])
  })
})

describe('a map, before it is computed', () => {
  it.each([
    ['preparation', { preparation: 'verified' }, 'projective'],
    ['readout', { preparation: 'projective', readout: 'fault-tolerant' }, 'checked'],
  ] as const)('is refused at its %s where that cannot be proved on the module', async (option, wish, instead) => {
    const resolution = await resolved()
    const { admitStudy } = studyTasks(() => engines, { preparation: () => null, measurement: () => null })
    expect(() => admitStudy({ resolution, request: settled(wish) })).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        faults: [{ pointer: `/${option}`, message: expect.stringContaining(instead) }],
      }),
    )
    const chosen = settled({ preparation: 'projective', readout: 'checked' })
    expect(admitStudy({ resolution, request: chosen })).toEqual({ warnings: ONE_STATE, readout: 'checked' })
    const everyBasis = { ...chosen, states: ['0', '+', 'i'] as Study['request']['states'] }
    expect(admitStudy({ resolution, request: everyBasis }).warnings).toEqual([])
  })

  it('says what its choices have a run say', async () => {
    const { admitStudy } = studyTasks(() => engines)
    const asked = settled({ protocol: 'cyclic-window', decoder: 'flag-map' })
    const { warnings } = admitStudy({ resolution: await resolved(), request: asked })
    expect(warnings.map(({ code }) => code)).toEqual([
      'no_feedforward_window_decoder',
      'decoder_by_likelihood',
      'bases_left_out',
    ])
  })
})
