/** What holds of every run by trajectories. */
import { describe, expect, it } from 'vitest'
import { RunRecord } from '../../../../main/contract/runs/record'
import type { RunRequest } from '../../../../main/contract/runs/request'
import { Redecoding, RunPrediction } from '../../../../main/contract/runs/run'
import { completed, MODULE } from '../laboratory'
import { labs } from '../open-labs'
import { exact, fewPilotShots, simulator, trajectories } from './exact-request'

export function reproducibleCases(choices: readonly (readonly [string, Partial<RunRequest>])[]): void {
  const lab = labs()
  describe.each([...choices])('a run by trajectories that %s', (_, asked_for) => {
    it('is predicted, recorded with its engine, decoded again and replayed to the same bits', async () => {
      const { runs } = lab(fewPilotShots)
      const asked = exact(asked_for)
      const prediction = RunPrediction.parse(await runs.predict(MODULE, asked))
      expect(prediction.simulation_time_s).toBeGreaterThan(0)
      expect(prediction.method).toContain(simulator.frames_engine)
      expect(prediction.method).toContain(trajectories.trajectory_engine)

      const run = await runs.submit(MODULE, asked)
      const record = await completed(runs, run)
      const engine = trajectories.trajectory_engine
      expect(RunRecord.parse(record)).toEqual(record)
      expect(record).toMatchObject({ engine, decay: 'exact', simulated: true, sequencers: [`${engine} (simulated)`] })
      expect(record.comparison.error).toEqual({
        measured: record.logical_error,
        predicted: prediction.logical_error,
      })
      expect(record.logical_error.value!).toBeLessThan(0.5)

      const params = { ...MODULE, run_id: run.run_id }
      const again = Redecoding.parse(await runs.redecode(params, { decoder: asked.decoder }))
      expect(again).toMatchObject({ changed_shots: 0, total_shots: 6 * asked.shots })
      expect(again.comparison).toEqual(record.comparison)
      const repeated = await completed(runs, await runs.replay(params))
      expect(repeated.replay).toEqual({ of: run.run_id, identical: true, differing: [] })
      expect(repeated.comparison).toEqual(record.comparison)
    })
  })
}
