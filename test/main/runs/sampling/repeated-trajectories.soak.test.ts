/** Runs by trajectories made again: from their seed, after a stop, and beside their prediction. */
import { describe, expect, it } from 'vitest'
import type { TrajectorySimulator } from '../../../../main/simulation/model/trajectory'
import { createNativeTrajectories } from '../../../../main/simulation/trajectories/native'
import { openMemoryStore } from '../../store/memory-store'
import { completed, MODULE, reproducible } from '../laboratory'
import { labs } from '../open-labs'
import { addon, exact, fast, fewPilotShots, simulator, trajectories } from './exact-request'

const lab = labs()

describe('a run by trajectories', () => {
  it('gives the same record for the same seed whatever the threads, and another for another seed', async () => {
    const recordWith = async (seed: number, threads: number) => {
      const { runs } = lab(addon ? { trajectories: createNativeTrajectories(addon, { threads }) } : fewPilotShots)
      return reproducible(await completed(runs, await runs.submit(MODULE, exact({ seed, states: ['+'] }))))
    }
    const [one, two, other] = [await recordWith(7, 1), await recordWith(7, 2), await recordWith(8, 2)]
    expect(two).toEqual(one)
    expect(other!.shot_files.map(({ sha256 }) => sha256)).not.toEqual(one!.shot_files.map(({ sha256 }) => sha256))
  })

  it('is run from its seed again when the service comes back, on the engine it was asked for', async () => {
    const asked = exact({ states: ['+'], rounds: [1, 2, 3] })
    const store = openMemoryStore()
    const first = lab({ trajectories: holdingAt(15) }, store).runs
    const run = await first.submit(MODULE, asked)
    const fraction = () => first.get({ ...MODULE, run_id: run.run_id }).progress.fraction
    await expect.poll(fraction).toBeGreaterThan(0)
    await first.stop()
    const later = lab(fewPilotShots, store).runs
    await later.resume()
    const whole = lab(fewPilotShots).runs
    const expected = await completed(whole, await whole.submit(MODULE, asked))
    expect(reproducible(await completed(later, run))).toEqual(reproducible(expected))
  })

  it('is predicted by trajectories where those give enough shots, and by frames where not', async () => {
    const { runs } = lab(fast)
    // A quarter of what frames would draw of one letter, parted between its two states.
    const enough = addon ? 2048 : 16
    const predicted = (shots: number) => runs.predict(MODULE, exact({ shots, rounds: [1], preparation: 'projective' }))
    const [by, instead] = [await predicted(enough), await predicted(enough - 1)]
    expect(by.method).toContain(`sampled, ${enough} shots of 2 states (0, 1) with 0 and 1 rounds on`)
    expect(by.method).toContain(trajectories.trajectory_engine)
    expect(by.method).not.toContain(simulator.frames_engine)
    expect(by.logical_error.method).not.toContain('twirled')
    expect(instead.method).toMatch(/ of 1 state \(0\) with 0 and 1 rounds on/)
    expect(instead.method).toContain(simulator.frames_engine)
    expect(instead.method).toMatch(/Pauli twirl.*too few shots to predict by/)
    expect(instead.logical_error.method).toContain('twirled')
  })
})

/** From the n-th circuit on, it waits until the caller gives up. */
function holdingAt(circuit: number): TrajectorySimulator {
  let started = 0
  return {
    ...trajectories,
    async countOutcomes(program, { shots, seed, ...options }) {
      if (started++ >= circuit)
        await new Promise<void>((_, reject) => {
          options?.signal?.addEventListener('abort', () => reject(options.signal?.reason), { once: true })
        })
      return trajectories.countOutcomes(program, { shots, seed, ...options })
    },
  }
}
