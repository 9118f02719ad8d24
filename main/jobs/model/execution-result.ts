/** The result of an execution: counts or single shots with their origin, and its stored form. */
import type { LoopBits } from '../../circuits/model/unroll'
import type { TranspiledCircuit } from '../../contract/jobs/circuit-job'
import type { AppliedMitigation, Expectations, MitigatedCounts } from '../../contract/jobs/observables'
import type { NoiseKind } from '../../contract/jobs/submit'
import { AppError } from '../../contract/model/errors'
import type { UsedSequencer } from '../../contract/runs/machine'
import type { BitPlanes } from '../../qec/program/frame'
import { finishedCounts, ofLoops, type SlotCounts, unfinishedShots } from '../../simulation/model/counts'

interface ResultHeader {
  /** Name and version of what executed it, e.g. `native-statevector/1`. */
  readonly engine: string
  /** Noise that was applied, whatever was requested. */
  readonly noise: NoiseKind
  readonly calibration_id: string | null
  /** Shots that were executed and are charged: all of them, or fewer when a device ended early. */
  readonly shots: number
  /** The transpiled circuit, or its JSON; null where nothing was transpiled. */
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
  readonly planes: BitPlanes
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

/** As `finishedOf`, for counts by bitstring. */
export function finishedMap(counts: ReadonlyMap<string, number>, shots: number, loops: LoopBits | null) {
  if (loops === null) return { counts, shots }
  const finished = finishedCounts(counts, loops)
  return { ...finished, shots: shots - finished.unfinished_shots }
}

/**
 * The result reduced to classical bits 0 to `clbits` - 1, with outcomes merged that differ only in other bits. Returns the
 * result itself where it has no other bits, which are the last ones of a circuit (`result_clbits`).
 */
export function ofResultBits(result: ExecutionResult, clbits: number): ExecutionResult {
  if ('packed' in result) {
    const { packed } = result
    return packed.clbits <= clbits ? result : { ...result, packed: { ...packed, clbits } }
  }
  if ('planes' in result) {
    const { planes } = result
    if (planes.planes <= clbits) return result
    return { ...result, planes: { ...planes, planes: clbits, data: planes.data.subarray(0, clbits * planes.stride) } }
  }
  return { ...result, counts: marginal(result.counts, clbits) }
}

function marginal(counts: ReadonlyMap<string, number>, clbits: number): ReadonlyMap<string, number> {
  const [first = ''] = counts.keys()
  if (first.length <= clbits) return counts
  const found = new Map<string, number>()
  for (const [bits, count] of counts) {
    const key = bits.slice(bits.length - clbits)
    found.set(key, (found.get(key) ?? 0) + count)
  }
  return found
}

/** Executions of one job go by one calibration: throws `conflict` where it is not that of the first execution. */
export function refuseChanged(first: ExecutionResult | null, { calibration_id }: ExecutionResult): void {
  if (!first || first.calibration_id === calibration_id) return
  const message = `The calibration changed from ${first.calibration_id} to ${calibration_id} between two circuits of the job; submit it again`
  throw new AppError('conflict', message, { details: { calibration_id } })
}
