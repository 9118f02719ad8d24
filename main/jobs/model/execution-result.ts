/** What an execution gives: counts or single shots, and by what they were made. */
import type { LoopBits } from '../../circuits/model/unroll'
import type { TranspiledCircuit } from '../../contract/jobs/circuit-job'
import type { AppliedMitigation, Expectations, MitigatedCounts } from '../../contract/jobs/observables'
import type { NoiseKind } from '../../contract/jobs/submit'
import type { UsedSequencer } from '../../contract/runs/machine'
import { finishedCounts, ofLoops, type SlotCounts, unfinishedShots } from '../../simulation/model/counts'
import type { Simulator } from '../../simulation/model/simulator'

/** Plane b holds bit b of every shot, shot i at byte i >> 3, bit i & 7; plane b starts at b × stride. */
export type SampledPlanes = Awaited<ReturnType<Simulator['sampleFrames']>>

interface ResultHeader {
  /** Name and version of what executed it, e.g. `native-statevector/1`. */
  readonly engine: string
  /** Noise that was applied, whatever was requested. */
  readonly noise: NoiseKind
  readonly calibration_id: string | null
  /** Shots that were executed and are charged: all of them, or fewer when a device ended early. */
  readonly shots: number
  /** Or its JSON. */
  readonly transpiled: TranspiledCircuit | Uint8Array | null
  /** For a circuit with loops: shots in which a loop was left at its bound; they are in neither `shots` nor counts. */
  readonly unfinished_shots?: number | undefined
  /** For a device: the instruments that measured, and the shots that were lost. */
  readonly machine?: MeasuredBy | undefined
  /** Estimates besides or instead of counts. */
  readonly estimates?: Estimates | undefined
  /** Executed and charged beside `shots`. */
  readonly overhead_shots?: number | undefined
}

type Estimates = Expectations | { readonly mitigated_counts: MitigatedCounts; readonly mitigation: AppliedMitigation }

export interface MeasuredBy {
  /** Measured, left out and not charged. */
  readonly lost_shots: number
  readonly sequencers: readonly UsedSequencer[]
}
/** Counts by bitstring (left-most character = highest classical bit), for engines that never hold single shots. */
interface CountedResult extends ResultHeader {
  readonly counts: ReadonlyMap<string, number>
}
/** Counts that have not been unpacked yet. */
interface PackedResult extends ResultHeader {
  readonly packed: SlotCounts
}
/** One plane for each classical bit, in the order of the shots as they were executed. */
interface ShotsResult extends ResultHeader {
  readonly planes: SampledPlanes
}
export type ExecutionResult = CountedResult | PackedResult | ShotsResult

/** Fields of a result about its origin. */
export type ExecutionOrigin = Pick<ResultHeader, 'engine' | 'noise' | 'calibration_id'>

/** Counts of an unrolled circuit, with the shots whose loops finished. */
export function finishedOf(packed: SlotCounts, shots: number, loops: LoopBits | null) {
  if (loops === null) return { packed, shots }
  const counted = ofLoops(packed, loops)
  const unfinished_shots = unfinishedShots(counted)
  return { packed: counted, shots: shots - unfinished_shots, unfinished_shots }
}

/** The same of counts by bitstring. */
export function finishedMap(counts: ReadonlyMap<string, number>, shots: number, loops: LoopBits | null) {
  if (loops === null) return { counts, shots }
  const finished = finishedCounts(counts, loops)
  return { ...finished, shots: shots - finished.unfinished_shots }
}
