/**
 * SHA-256 of what the service computes for given seeds: shots of jobs by every engine, records and bits of runs, modules and
 * compiled rounds. These stay as they are until an engine, a decoder or the noise model gets a new version. Runs of all 50
 * seeds, and so of every kind, and shots of all are in bits.soak.test.ts, which writes their golden files.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findAddon } from '../main/simulation/engine-fixtures'
import { JOBS, RUNS, TRAJECTORY_RUN } from './cases'
import { golden, hashOf, listed, MODULE, runOf, SEEDS, shotsOf, stationForTests } from './station'

/** Of the seeds of jobs. */
const FEW = 8

describe.skipIf(!findAddon())('for the seeds of the goldens', () => {
  const station = stationForTests()

  it.each(JOBS)('jobs by %s have the same shots', async (name, job) => {
    const expected = Object.entries(JSON.parse(readFileSync(golden(`jobs by ${name}`), 'utf8')))
    expect(expected).toHaveLength(SEEDS)
    expect(await shotsOf(station(), job, FEW)).toEqual(Object.fromEntries(expected.slice(0, FEW)))
  })

  it('runs of every fourth kind have the same bits and the same records', async () => {
    const expected = JSON.parse(readFileSync(golden('runs'), 'utf8'))
    for (const [seed, request] of RUNS.entries())
      if (seed % 4 === 3) expect(await runOf(station(), { ...request, seed }), `seed ${seed}`).toEqual(expected[seed])
    expect(await runOf(station(), { ...TRAJECTORY_RUN, seed: 1 })).toEqual(expected['trajectories 1'])
  })

  it('modules, their rounds and their faults are the same', async () => {
    const hashes: Record<string, string> = {}
    for (const backend of ['dev-a-mock', 'dev-b-mock', 'dev-c-mock'])
      hashes[backend] = hashOf(await station().get(`/v1/backends/${backend}/logical-qubits`))
    for (const format of ['stim', 'openqasm3'])
      hashes[`rounds as ${format}`] = hashOf(await station().text(`${MODULE}/rounds?format=${format}&rounds=2`))
    hashes.faults = hashOf(await station().get(`${MODULE}/faults?protocol=adaptive&limit=50`))
    await expect(listed(hashes)).toMatchFileSnapshot(golden('modules'))
  })
})
