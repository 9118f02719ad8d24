/** Shots of jobs, and bits and records of runs, for all seeds; a few are in bits.test.ts. */
import { describe, expect, it } from 'vitest'
import { findAddon } from '../main/simulation/engine-fixtures'
import { JOBS, RUNS, TRAJECTORY_RUN } from './cases'
import { golden, listed, runOf, SEEDS, shotsOf, stationForTests } from './station'

describe.skipIf(!findAddon())('for the seeds of the goldens', () => {
  const station = stationForTests()

  it.each(JOBS)('jobs by %s have the same shots', async (name, job) => {
    await expect(listed(await shotsOf(station(), job, SEEDS))).toMatchFileSnapshot(golden(`jobs by ${name}`))
  })

  it('runs have the same bits and the same records', async () => {
    const hashes: Record<string, object> = {}
    for (let seed = 1; seed <= SEEDS; seed++)
      hashes[seed] = await runOf(station(), { ...RUNS[seed % RUNS.length], seed })
    for (let seed = 1; seed <= 4; seed++)
      hashes[`trajectories ${seed}`] = await runOf(station(), { ...TRAJECTORY_RUN, seed })
    await expect(listed(hashes)).toMatchFileSnapshot(golden('runs'))
  })
})
