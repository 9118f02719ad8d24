/** Maps beside runs: what both compute is the same. */
import { expect } from 'vitest'
import { RunRequest } from '../../../main/contract/runs/request'
import type { RunSummary } from '../../../main/contract/runs/run'
import { ERROR_KINDS } from '../../../main/contract/runs/studies'
import { completed as completedRun } from '../runs/laboratory'
import { completed, fastest, type Lab, MODULE, type openLab, request } from './laboratory'

/** The same figures; a map predicts nothing before its points, so that its survival verdicts show no crossing of the curves. */
export const unpredicted = (summary: RunSummary): RunSummary => ({
  ...summary,
  survival_verdict: { ...summary.survival_verdict!, text: expect.not.stringContaining('Predicted before the run') },
})

/** At factor 1 every kind gives what a run of the same seed gives, and at 3 something else. */
export async function comparedWithRun(
  open: (options: Lab) => Pick<ReturnType<typeof openLab>, 'studies' | 'runs'>,
  of: Pick<RunRequest, 'mode' | 'states'> & { readonly rounds: number[] },
): Promise<void> {
  const { studies, runs } = open({ simulator: fastest })
  const asked = { ...of, shots: 400, seed: 11 }
  const { readout: _, ...unnamed } = request({ ...asked, kinds: [...ERROR_KINDS], scales: [1, 3] })
  const map = await studies.submit(MODULE, unnamed)
  const run = await runs.submit(MODULE, RunRequest.parse(asked))
  await completedRun(runs, run)
  const summary = unpredicted(runs.get({ ...MODULE, run_id: run.run_id }).summary!)
  const { points } = await completed(studies, map)
  for (const kind of ERROR_KINDS) {
    expect(points.find(point => point.kind === kind && point.scale === 1)).toEqual({ kind, scale: 1, ...summary })
    const worse = points.find(point => point.kind === kind && point.scale === 3)!
    expect(worse.logical_error).not.toEqual(summary.logical_error)
  }
}
