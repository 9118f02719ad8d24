/** Batches of shots that a device measured of a circuit, and their storage until the circuit is complete. */
import { sum } from '../../contract/numbers/arithmetic'
import type { UsedSequencer } from '../../contract/runs/machine'
import type { BitPlanes } from '../../qec/program/frame'
import { emptyPlanes, writePlanes } from '../../sequencer/bins/decode'
import type { LostShots } from '../../sequencer/host/fetched-batch'

export interface MeasuredJobBatch {
  /** Planes of the classical bits, with the valid shots. */
  readonly planes: BitPlanes
  /** For a circuit with loops: shots that are left out because a loop was left at its bound. */
  readonly unfinished_shots: number
  readonly lost: LostShots
  readonly program_sha256: string
  readonly engine: string
  readonly calibration_id: string
  /** Milliseconds since 1970. */
  readonly measured_at: number
  /** The sequencer, with what it played for this batch alone. */
  readonly played: UsedSequencer
}

/** A measured batch as it is stored. */
export interface StoredBatch {
  /** Row of the sweep; 0 for a single circuit. */
  readonly line: number
  /** Label of a circuit that the job has beside the submitted one; null: the submitted one. */
  readonly part: string | null
  readonly shots: number
  readonly unfinished_shots: number
  readonly invalid: number
  readonly feedback_mismatch: number
  readonly bits: number
  readonly data: Uint8Array | null
  readonly file: string | null
  readonly program_sha256: string
  readonly engine: string
  readonly calibration_id: string
  readonly measured_at: number
  /** JSON of its UsedSequencer; null in rows of earlier versions. */
  readonly played: string | null
}

/** The circuit of a job that batches belong to. */
export interface MeasuredPart {
  /** Row of a sweep; left out: 0. */
  readonly row?: number | undefined
  /** Label of a circuit that the job has beside the submitted one, such as `values 3`; left out: the submitted one. */
  readonly part?: string | undefined
}

/** The storage of the batches of one execution. */
export interface BatchStorage {
  /** Resolves once the batch is stored and the caller may drop it. */
  store(batch: MeasuredJobBatch): Promise<void>
  /** Planes of all batches, one after the other. */
  joined(): Promise<BitPlanes>
  /**
   * Takes the circuit's next batch that an earlier process stored; null where there is none. Left out where a device
   * measures.
   */
  next?(): StoredBatch | null
}

/** Joins batches of so many shots together, reading one at a time. */
export async function joinBatches(
  batches: readonly (() => Promise<BitPlanes>)[],
  { planes, shots }: Pick<BitPlanes, 'planes' | 'shots'>,
): Promise<BitPlanes> {
  const whole = emptyPlanes(planes, shots)
  let row = 0
  for (const read of batches) {
    const batch = await read()
    writePlanes(whole, row, batch)
    row += batch.shots
  }
  return whole
}

/** Batches in memory, for callers without a store. */
export function batchesInMemory(): BatchStorage {
  const batches: BitPlanes[] = []
  return {
    async store({ planes }) {
      batches.push(planes)
    },
    joined: () =>
      joinBatches(
        batches.map(planes => async () => planes),
        { planes: batches[0]?.planes ?? 0, shots: sum(batches.map(({ shots }) => shots)) },
      ),
  }
}
