/** Batches that a device measured of a circuit, and their storage until the circuit is complete. */
import type { UsedSequencer } from '../../contract/runs/machine'
import type { BitPlanes } from '../../qec/program/frame'
import { emptyPlanes, writePlanes } from '../../sequencer/bins/decode'

export interface MeasuredJobBatch {
  /** Planes of the classical bits, with the valid shots. */
  readonly planes: BitPlanes
  /** For a circuit with loops: shots that are left out because a loop was left at its bound. */
  readonly unfinished_shots: number
  readonly lost: { readonly invalid: number; readonly feedback_mismatch: number }
  readonly program_sha256: string
  readonly engine: string
  readonly calibration_id: string
  /** Milliseconds since 1970. */
  readonly measured_at: number
  /** The sequencer, with what it played for this batch alone. */
  readonly played: UsedSequencer
}

/** A stored batch, without its bits. */
export interface KeptBatch extends Omit<MeasuredJobBatch, 'planes' | 'played'> {
  readonly shots: number
  /** null where it was not stored yet. */
  readonly played: UsedSequencer | null
}

/** The circuit of a job that batches belong to. */
export interface MeasuredPart {
  /** Row of a sweep; left out: 0. */
  readonly row?: number | undefined
  /** Label of a circuit that the job has beside the submitted one, such as `values 3`; left out: the submitted one. */
  readonly part?: string | undefined
}

/** The batches of one execution. */
export interface KeptBatches {
  /** Resolves once the batch is stored and the caller may drop it. */
  keep(batch: MeasuredJobBatch): Promise<void>
  /** Planes of all batches, one after the other. */
  joined(): Promise<BitPlanes>
  /**
   * Takes the circuit's next batch that an earlier process stored; null where there is none. Left out where a device
   * measures.
   */
  next?(): KeptBatch | null
}

/** A batch in the store or in memory; `read` answers the data of its planes. */
export interface ReadableBatch {
  readonly shots: number
  read(): Promise<Uint8Array>
}

/** Joins batches in order, reading one at a time. */
export async function joinBatches(batches: readonly ReadableBatch[], planes: number): Promise<BitPlanes> {
  const shots = batches.reduce((sum, batch) => sum + batch.shots, 0)
  const whole = emptyPlanes(planes, shots)
  let row = 0
  for (const { shots, read } of batches) {
    writePlanes(whole, row, planesFrom(await read(), planes, shots))
    row += shots
  }
  return whole
}

export const planesFrom = (data: Uint8Array, planes: number, shots: number): BitPlanes => ({
  data,
  planes,
  shots,
  stride: planes === 0 ? 0 : data.length / planes,
})

/** Batches in memory, for callers without a store. */
export function batchesInMemory(): KeptBatches {
  const batches: (ReadableBatch & { readonly planes: number })[] = []
  return {
    async keep({ planes: { data, planes, shots } }) {
      batches.push({ planes, shots, read: async () => data })
    },
    joined: () => joinBatches(batches, batches[0]?.planes ?? 0),
  }
}
