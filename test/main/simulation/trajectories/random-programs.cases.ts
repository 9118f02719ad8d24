import { expect, it } from 'vitest'
import type { NativeAddon } from '../../../../main/simulation/addon/interface'
import type { TrajectoryProgram, TrajectorySimulator } from '../../../../main/simulation/model/trajectory'
import { createNativeTrajectories } from '../../../../main/simulation/trajectories/native'
import { freshSeed } from '../engine-fixtures'
import { exactOutcomes } from './density-matrix'
import { randomProgram } from './random-programs'

/** Six standard deviations an outcome, room for the tail of rare ones; none that cannot happen. */
export function expectExact(
  counts: ReadonlyMap<string, number>,
  program: TrajectoryProgram,
  shots: number,
  note: string,
) {
  const exact = exactOutcomes(program)
  expect(
    [...exact.values()].reduce((sum, p) => sum + p, 0),
    note,
  ).toBeCloseTo(1, 9)
  for (const bits of new Set([...counts.keys(), ...exact.keys()])) {
    const p = Math.min(1, Math.max(0, exact.get(bits) ?? 0))
    const slack = 6 * Math.sqrt(shots * p * (1 - p)) + (p > 1e-9 ? 6 : 0)
    const distance = Math.abs((counts.get(bits) ?? 0) - shots * p)
    expect(distance, `${note}: ${bits} came ${counts.get(bits)} times, exact share ${p}`).toBeLessThanOrEqual(
      slack + 1e-6,
    )
  }
}

/** `programs` random ones, each with so many shots. */
export function exactProgramCases(engine: TrajectorySimulator, shots: number, programs: number): void {
  it('sample what the density matrix says, on any noisy program', { timeout: 300_000 }, async () => {
    for (let i = 0; i < programs; i++) {
      const seed = freshSeed()
      const pick = Number(seed & 0xffffffffn)
      const program = randomProgram(pick, 1 + (i % 5), 4 + (pick % 26))
      const precision = i % 2 === 0 ? 'float64' : 'float32'
      const counts = await engine.countOutcomes(program, { shots, seed, precision })
      expectExact(counts, program, shots, `seed ${seed}, program of ${i}`)
    }
  })
}

export function threadCases(addon: NativeAddon | null, programs: number): void {
  it.each(['float64', 'float32'] as const)('give the same counts on any number of threads, %s', async precision => {
    for (let i = 0; i < programs; i++) {
      const seed = freshSeed()
      const program = randomProgram(Number(seed & 0xffffffffn), 5, 40)
      const [one, two, three] = await Promise.all(
        [1, 2, 3].map(threads =>
          createNativeTrajectories(addon!, { threads }).countOutcomes(program, { shots: 3_001, seed, precision }),
        ),
      )
      expect(two, `seed ${seed}`).toEqual(one)
      expect(three, `seed ${seed}`).toEqual(one)
    }
  })
}
