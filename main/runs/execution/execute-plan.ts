/** A run on its thread, from its stored plan to its record: predicted, sampled or measured, compared, recorded. */
import { isoTime } from '../../contract/model/iso-time'
import { decodePlan } from '../model/plan'
import type { ExecutedRun, RunContext, RunHost, RunToExecute } from '../model/run'
import { predict } from '../prediction/predict'
import { comparisonOf, runSummaryOf } from '../recording/comparison'
import { recordOf } from '../recording/record'
import { recordColumn } from '../recording/record-file'
import { measuredShots } from './measure-on-device'
import { sampledShots } from './sample'
import { sampleWallTimes, WALL_TIMES_STAGE } from './wall-time'

/** Rejects once cancelled, or with what the host rejects with; leaves behind only bit files that no row names. */
export async function executePlan(run: RunToExecute, host: RunHost, context: RunContext): Promise<ExecutedRun> {
  const { settings } = run
  const { signal, checkpoint } = context
  const plan = decodePlan(run.plan)
  const source = plan.device
    ? measuredShots(plan, settings, { host, ...context })
    : sampledShots(plan, settings, { host, ...context })
  host.progress(0, 'predicting')
  const { prediction } = await predict(plan, settings, context)
  const { results, share } = await source.circuits()
  const compared = comparisonOf(settings, { results, prediction, labels: plan.module.qubit_labels, checkpoint })
  host.progress(share, WALL_TIMES_STAGE)
  const waiting = { plan, settings, signal, baselineAfter: source.baselineAfter }
  const physical_wall_time = await sampleWallTimes(results.encoded, compared, waiting)
  const comparison = { ...compared, ...(physical_wall_time && { physical_wall_time }) }
  const executed_at = isoTime(await host.now())
  const record = recordOf(run, { plan, results, prediction, comparison, executed_at, ...(await source.end()) })
  return {
    record: await recordColumn(record, host.writeBits),
    summary: JSON.stringify(runSummaryOf(record)),
    replay: record.replay ? JSON.stringify(record.replay) : null,
  }
}
