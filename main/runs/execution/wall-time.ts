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
import { allocateShots, wallTimes } from '../../qec/decoding/wall-time'
import { popcountOf, wordsOf } from '../../qec/decoding/words'
import { fitBases } from '../../qec/statistics/mean-over-bases'
import type { CircuitDecoder } from '../decoding/decode'
import type { RunPlan, RunSettings } from '../model/plan'
import type { EncodedResult } from '../model/results'
import { baselineCircuit, layoutOf, type MemoryCircuit, roundTimes } from '../planning/circuits'
import { subSeed } from '../planning/shots'
import type { RunEngine } from '../sampling/engine'

/** Counts the wall times of a circuit's shots while they are decoded. */
export function wallClock(circuit: MemoryCircuit): NonNullable<CircuitDecoder['wall']> {
  const [layout, times] = [layoutOf(circuit), roundTimes(circuit.plan.compiled)]
  return { rounds: circuit.rounds, count: (planes, range, kept) => wallTimes(planes, layout, times, range, kept) }
}

interface WallTimeContext {
  readonly plan: RunPlan
  readonly settings: Pick<RunSettings, 'seed' | 'shots'>
  readonly engine: RunEngine
  readonly signal: AbortSignal
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
  const counted = new Map<number, CircuitCount[]>()
  for (const qubit of new Set([best, median].flatMap(side => (side ? [side.qubit] : []))))
    counted.set(qubit, await wallTimeCounts(qubit, encoded, context))
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

async function wallTimeCounts(
  qubit: number,
  encoded: readonly EncodedResult[],
  context: WallTimeContext,
): Promise<CircuitCount[]> {
  const counts: CircuitCount[] = []
  for (const circuit of encoded.filter(({ rounds, wall_times }) => rounds > 0 && wall_times.size > 0))
    counts.push(await sampleCircuit(qubit, circuit, context))
  return counts
}

/** As many shots as the plain baseline has, shared among the durations as the encoded shots are. */
async function sampleCircuit(
  qubit: number,
  circuit: EncodedResult,
  { plan, settings, engine, signal }: WallTimeContext,
): Promise<CircuitCount> {
  const { state, rounds } = circuit
  const { seed, shots } = settings
  let failures = 0
  for (const [group, { duration_ns, shots: here }] of allocateShots(durationsOf(circuit), shots).entries()) {
    const program = baselineCircuit(plan, { qubit, state, rounds, duration_ns })
    const sub = subSeed(seed, 'wall-time', state, rounds, qubit * WALL_TIME_GROUPS + group)
    const planes = await engine.sample(program, here, sub, { signal })
    signal.throwIfAborted()
    failures += popcountOf(wordsOf(planes).words)
  }
  return { state, rounds, shots, accepted: shots, failures }
}
