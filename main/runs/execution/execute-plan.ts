/** A run on its thread, from its stored plan to its record: predicted, sampled or measured, compared, recorded. */
import { isoTime } from '../../contract/model/iso-time'
import type { Comparison, PhysicalWallTime } from '../../contract/runs/comparison'
import { basesOf, type CircuitCount } from '../../qec/comparison/counts'
import {
  anyLonger,
  durationsOf,
  WALL_TIME_TEXT,
  wallTimeBaseline,
  wallTimeRows,
  withoutRounds,
} from '../../qec/comparison/wall-time-baseline'
import { allocateShots, type WallTimeGroup } from '../../qec/decoding/wall-time'
import { fitBases } from '../../qec/statistics/mean-over-bases'
import { measuredShots } from '../measuring/measure-on-device'
import { WALL_TIMES_STAGE } from '../model/partial-counts'
import { decodePlan, type RunPlan, type RunSettings } from '../model/plan'
import type { BaselineAfter, EncodedResult, RunChange, RunContext, RunHost, RunToExecute } from '../model/run'
import { subSeed } from '../planning/circuits'
import { predict } from '../prediction/predict'
import { comparisonOf, runSummaryOf } from '../recording/comparison'
import { recordOf } from '../recording/record'
import { recordColumn } from '../recording/record-file'
import { sampledShots } from '../sampling/sample'

/**
 * Gives what is stored of the finished run. Rejects once cancelled, or with what the host rejects with; leaves behind only bit files
 * that no row names.
 */
export async function executePlan(run: RunToExecute, host: RunHost, context: RunContext): Promise<RunChange> {
  const { settings } = run
  const { signal, checkpoint } = context
  const plan = decodePlan(run.plan)
  const executing = { plan, settings, host, ...context }
  const source = plan.device ? measuredShots(executing) : sampledShots(executing)
  host.progress(0, 'predicting')
  const { prediction } = await predict(plan, settings, context)
  const { results, share } = await source.circuits()
  const compared = comparisonOf(settings, { results, prediction, labels: plan.module.qubit_labels, checkpoint })
  host.progress(share, WALL_TIMES_STAGE)
  const waiting = { plan, settings, signal, baselineAfter: source.baselineAfter }
  const physical_wall_time = await physicalWallTime(results.encoded, compared, waiting)
  const comparison = { ...compared, ...(physical_wall_time && { physical_wall_time }) }
  const executed_at = isoTime(await host.now())
  const record = recordOf(run, { plan, results, prediction, comparison, executed_at, ...(await source.end()) })
  return {
    record: await recordColumn(record, host.writeBits),
    summary: JSON.stringify(runSummaryOf(record)),
    replay: record.replay ? JSON.stringify(record.replay) : null,
  }
}

interface WallTimeContext {
  readonly plan: RunPlan
  readonly settings: Pick<RunSettings, 'seed' | 'shots'>
  readonly baselineAfter: BaselineAfter
  readonly signal: AbortSignal
}

/**
 * Executes the physical baseline at the wall times of the encoded shots, for the best and the median qubit. Null where every shot
 * took T_round × R, or no qubit has figures. Rejects with the signal's reason when aborted.
 */
export async function physicalWallTime(
  encoded: readonly EncodedResult[],
  comparison: Comparison,
  context: WallTimeContext,
): Promise<PhysicalWallTime | null> {
  const { plan, settings } = context
  const { best, median } = comparison
  if (!best && !median) return null
  if (!anyLonger(encoded, plan.compiled.duration_ns)) return null
  const logical = fitBases(basesOf(encoded), 'tested')
  const qubits = [...new Set([best, median].flatMap(side => (side ? [side.qubit] : [])))]
  const counted = new Map(qubits.map((qubit): [number, CircuitCount[]] => [qubit, []]))
  const circuits = encoded
    .filter(({ rounds, wall_times }) => rounds > 0 && wall_times.size > 0)
    .map(circuit => ({ ...circuit, groups: allocateShots(durationsOf(circuit), settings.shots) }))
  const count = circuits.reduce((sum, { groups }) => sum + groups.length, 0)
  let done = 0
  for (const circuit of circuits) {
    const counts = await circuitWaits(qubits, circuit, { ...context, done, count })
    done += circuit.groups.length
    for (const [i, qubit] of qubits.entries()) counted.get(qubit)!.push(counts[i]!)
  }
  const side = (one: Comparison['best'], kind: 'gain-best' | 'gain-median') => {
    if (!one) return null
    const counts = [...withoutRounds(comparison, one.qubit), ...counted.get(one.qubit)!]
    return wallTimeBaseline({ qubit: one.qubit, counts }, logical, subSeed(settings.seed, kind))
  }
  return {
    wall_times: wallTimeRows(encoded, plan.compiled.duration_ns),
    best: side(best, 'gain-best'),
    median: side(median, 'gain-median'),
    text: WALL_TIME_TEXT,
  }
}

/** As many shots as the plain baseline has, shared among the durations as the encoded shots are. */
async function circuitWaits(
  qubits: readonly number[],
  { state, rounds, groups }: Pick<EncodedResult, 'state' | 'rounds'> & { readonly groups: readonly WallTimeGroup[] },
  { baselineAfter, done, count }: WallTimeContext & { readonly done: number; readonly count: number },
): Promise<CircuitCount[]> {
  const sums = qubits.map(() => ({ shots: 0, failures: 0 }))
  for (const [group, { duration_ns, shots }] of groups.entries()) {
    const counts = await baselineAfter({ state, rounds, duration_ns }, qubits, {
      group,
      shots,
      done: done + group,
      count,
    })
    for (const [i, sum] of sums.entries()) {
      sum.shots += counts[i]!.shots
      sum.failures += counts[i]!.failures
    }
  }
  return sums.map(({ shots, failures }) => ({ state, rounds, shots, accepted: shots, failures }))
}
