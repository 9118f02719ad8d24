/** What a replay gives, by engine, mode and decoder. */
import { describe, expect, it } from 'vitest'
import { Run } from '../../../../main/contract/runs/run'
import type { Simulator } from '../../../../main/simulation/model/simulator'
import { completed, MODULE, request } from '../laboratory'
import { labs } from '../open-labs'

export const SMALL = { rounds: [1, 2], states: ['0', '+'] as const, shots: 100 }

type Case = readonly [mode: 'correction' | 'detection', decoder: 'flag-lut' | 'flag-map']

export function replayCases(name: string, engine: () => Simulator, cases: readonly Case[]): void {
  describe(`a replay on the ${name} engine`, () => {
    const lab = labs()
    it.each([...cases])('gives identical bits and the same figures in %s mode with %s', async (mode, decoder) => {
      const { runs } = lab({ simulator: engine() })
      const first = await runs.submit(MODULE, request({ ...SMALL, states: ['0', '+'], mode, decoder }))
      const before = await completed(runs, first)
      const replay = await runs.replay({ ...MODULE, run_id: first.run_id })
      expect(Run.parse(replay)).toMatchObject({ replay: { of: first.run_id, identical: null }, request: first.request })
      const after = await completed(runs, replay)
      expect(after.replay).toEqual({ of: first.run_id, identical: true, differing: [] })
      expect(after.shot_files).toEqual(before.shot_files)
      expect(after.comparison).toEqual(before.comparison)
      expect(runs.get({ ...MODULE, run_id: replay.run_id }).replay).toEqual(after.replay)
      expect(runs.get({ ...MODULE, run_id: first.run_id }).replay).toBeNull()
    })
  })
}
