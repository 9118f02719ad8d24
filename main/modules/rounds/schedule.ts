import type { RoundSchedule, ScheduleSegment } from '../../contract/modules/schedule'
import type { Segment } from '../../qec/model/round'
import type { ReadyModule } from '../model/module'

/** A module's round as compiled: what happens on which site and when. */
export function roundSchedule({ module, compiled }: Pick<ReadyModule, 'module' | 'compiled'>): RoundSchedule {
  const starts = startsOf(compiled.flagged)
  return {
    logical_qubit: module.logical_qubit,
    calibration_id: module.calibration_id,
    schedule_hash: compiled.schedule_hash,
    duration_ns: compiled.duration_ns,
    segments: [
      ...compiled.flagged.map((segment, index) => scheduled('flagged', index, starts[index]!, segment)),
      scheduled('repeat', 0, 0, compiled.repeat),
    ],
  }
}

/** When each segment begins: where the one before it ended. */
const startsOf = (segments: readonly Segment[]) =>
  segments.map((_, index) => segments.slice(0, index).reduce((sum, { duration_ns }) => sum + duration_ns, 0))

const scheduled = (
  segment: ScheduleSegment['segment'],
  index: number,
  start_ns: number,
  { duration_ns, ops, idles }: Segment,
): ScheduleSegment => ({
  segment,
  index,
  start_ns,
  duration_ns,
  ops: ops.map(({ gate, sites, purpose, start_ns, duration_ns, bit, merged, pulses }) => ({
    gate,
    sites: [...sites],
    purpose,
    start_ns,
    duration_ns,
    bit,
    ...(merged && { merged }),
    ...(pulses && { pulses: [...pulses] }),
  })),
  idles: idles.map(({ site, start_ns, duration_ns, decision }) => ({
    site,
    start_ns,
    duration_ns,
    ...(decision ? { decision } : {}),
  })),
})
