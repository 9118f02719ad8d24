/** Samples the physical baseline at the wall times of the encoded shots: for the best and the median qubit, once these are known. */
import type { Comparison, PhysicalWallTime } from '../../contract/runs/comparison'
import { basesOf, type CircuitCount } from '../../qec/comparison/counts'
import {
  anyLonger,
  durationsOf,
  WALL_TIME_GROUPS,
  WALL_TIME_TEXT,
  wallTimeBaseline,
  wallTimeRows,
  withoutRounds,
} from '../../qec/comparison/wall-time-baseline'
import { allocateShots, type WallTimeGroup, wallTimes } from '../../qec/decoding/wall-time'
import { popcountOf, wordsOf } from '../../qec/decoding/words'
import { fitBases } from '../../qec/statistics/mean-over-bases'
import type { CircuitDecoder } from '../decoding/decode'
import type { RunPlan, RunSettings } from '../model/plan'
import type { EncodedResult } from '../model/results'
import type { BaselineAfter } from '../model/run'
import type { RunEngine } from '../model/run-engine'
import { baselineCircuit, layoutOf, type MemoryCircuit, roundTimes } from '../planning/circuits'
import { subSeed } from '../planning/shots'

/** Stage of a run's progress while these baselines are sampled. */
export const WALL_TIMES_STAGE = 'physical baseline at the wall times of the shots'
/** Share of a run's progress that all before its record takes, the baselines at the wall times included. */
export const WALL_TIMES_SHARE = 0.99

/** Counts the wall times of a circuit's shots while they are decoded. */
export function wallClock(circuit: MemoryCircuit): NonNullable<CircuitDecoder['wall']> {
  const [layout, times] = [layoutOf(circuit), roundTimes(circuit.plan.compiled)]
  return { rounds: circuit.rounds, count: (planes, range, kept) => wallTimes(planes, layout, { times, range, kept }) }
}

interface WallTimeContext {
  readonly plan: RunPlan
  readonly settings: Pick<RunSettings, 'seed' | 'shots'>
  readonly baselineAfter: BaselineAfter
  readonly signal: AbortSignal
}

/** Baselines by sampling, one qubit after the other. */
export const sampledBaseline =
  (engine: RunEngine, { plan, settings, signal }: Omit<WallTimeContext, 'baselineAfter'>): BaselineAfter =>
  async ({ state, rounds, duration_ns }, qubits, { group, shots }) => {
    const counts: { shots: number; failures: number }[] = []
    for (const qubit of qubits) {
      const program = baselineCircuit(plan, { qubit, state, rounds, duration_ns })
      const sub = subSeed(settings.seed, 'wall-time', { state, rounds, index: qubit * WALL_TIME_GROUPS + group })
      const planes = await engine.sample(program, { shots, seed: sub, signal })
      signal.throwIfAborted()
      counts.push({ shots, failures: popcountOf(wordsOf(planes).words) })
    }
    return counts
  }

/** null where every shot took T_round × R, or no qubit has figures. Rejects with the signal's reason when aborted. */
export async function sampleWallTimes(
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
