/** Measured batches of device jobs that are not over, or were aborted; each is durable before the next begins. */
import { isDiskFull } from '../../contract/model/disk-full'
import type { BitPlanes } from '../../qec/program/frame'
import type { GroupCommit } from '../../store/group-commit'
import type { Store } from '../../store/store'
import {
  joinBatches,
  type KeptBatches,
  type MeasuredJobBatch,
  type MeasuredPart,
  planesFrom,
  type ReadableBatch,
} from '../model/measured-batch'

/** Larger data lies in a file: writing it into the database would hold the event loop. */
const MAX_INLINE = 65_536

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

export interface MeasuredBatchTable {
  /** For one execution of a job's circuit. */
  keeping(job: MeasuredJob): KeptBatches
  /** For a job that lacks only its result: takes the batches of each circuit that an earlier process stored, in order. */
  kept(sequence: number): (of?: MeasuredPart) => KeptBatches
  /** Batches of all circuits of a row, in the order in which they were measured. */
  of(sequence: number, row: number): StoredBatch[]
  read(batch: StoredBatch): Promise<BitPlanes>
  /** Calibration of the job's first batch; null where it has none. */
  calibrationOf(sequence: number): string | null
  /** Valid shots of all its circuits. */
  shotsOf(sequence: number): number
  /** Valid shots and those left out because a loop was left at its bound. */
  countedOf(sequence: number): number
  /** Called within the transaction that ends the job: its result contains all batches, or they are discarded. */
  forget(sequence: number): void
}

interface MeasuredJob {
  readonly sequence: number
  /** Row of a sweep; 0 for a single circuit. Stored in the column `line`. */
  readonly row: number
  readonly part: string | null
}

export function measuredBatchTable(store: Store, group: Pick<GroupCommit, 'write'>): MeasuredBatchTable {
  const { db } = store
  const insert = db.prepare(`INSERT INTO job_batches
    (sequence, line, part, shots, unfinished_shots, invalid, feedback_mismatch, bits, data, file, program_sha256, engine, calibration_id, measured_at, played)
    SELECT sequence, @line, @part, @shots, @unfinished_shots, @invalid, @feedback_mismatch, @bits, @data, @file, @program_sha256, @engine,
      @calibration_id, @measured_at, @played FROM jobs WHERE sequence = @sequence AND status = 'PROCESSING'`)
  const list = db.prepare<[number, number], StoredBatch>(
    'SELECT * FROM job_batches WHERE sequence = ? AND line = ? ORDER BY position',
  )
  const sum = db.prepare<[number], number>('SELECT coalesce(sum(shots), 0) FROM job_batches WHERE sequence = ?').pluck()
  const counted = db
    .prepare<[number], number>('SELECT coalesce(sum(shots + unfinished_shots), 0) FROM job_batches WHERE sequence = ?')
    .pluck()
  const calibration = db
    .prepare<[number], string>('SELECT calibration_id FROM job_batches WHERE sequence = ? ORDER BY position LIMIT 1')
    .pluck()
  const forget = db.prepare('DELETE FROM job_batches WHERE sequence = ?')
  const at = db.prepare<[number], StoredBatch>('SELECT * FROM job_batches WHERE position = ?')
  const dataOf = async ({ data, file }: StoredBatch) => data ?? (await store.readFile(file!))

  /** Stores a batch; throws `AbortError` where the job has ended. */
  async function add({ sequence, row: line, part }: MeasuredJob, batch: MeasuredJobBatch): Promise<ReadableBatch> {
    const { planes, lost, played, ...kept } = batch
    const { shots } = planes
    const file = planes.data.length > MAX_INLINE ? await store.writeFile(planes.data) : null
    const data = file === null ? planes.data : null
    const row = {
      ...kept,
      ...lost,
      played: JSON.stringify(played),
      sequence,
      line,
      part,
      shots,
      bits: planes.planes,
      data,
      file,
    }
    const { changes, lastInsertRowid } = await group.write(() => insert.run(row))
    if (changes === 0) throw new DOMException('The job has ended', 'AbortError')
    return { shots, read: () => dataOf(at.get(Number(lastInsertRowid))!) }
  }

  return {
    keeping(job) {
      const batches: ReadableBatch[] = []
      let bits = 0
      return {
        async keep(batch) {
          bits = batch.planes.planes
          batches.push(await add(job, batch).catch(error => inMemory(batch, error)))
        },
        joined: () => joinBatches(batches, bits),
      }
    },
    kept(sequence) {
      const left = new Map<string, StoredBatch[]>()
      return ({ row = 0, part = null } = {}) => {
        const circuit = `${row} ${part}`
        const own = left.get(circuit) ?? list.all(sequence, row).filter(batch => batch.part === part)
        left.set(circuit, own)
        return takenFrom(own, dataOf)
      }
    },
    of: (sequence, row) => list.all(sequence, row),
    read: async batch => planesFrom(await dataOf(batch), batch.bits, batch.shots),
    calibrationOf: sequence => calibration.get(sequence) ?? null,
    shotsOf: sequence => sum.get(sequence)!,
    countedOf: sequence => counted.get(sequence)!,
    forget: sequence => void forget.run(sequence),
  }
}

/** For one execution: takes the next stored batches of its circuit. */
function takenFrom(left: StoredBatch[], dataOf: (batch: StoredBatch) => Promise<Uint8Array>): KeptBatches {
  const taken: StoredBatch[] = []
  return {
    keep: () => Promise.reject(new Error('nothing is measured of a job that is over')),
    joined: () =>
      joinBatches(
        taken.map(batch => ({ shots: batch.shots, read: () => dataOf(batch) })),
        taken[0]?.bits ?? 0,
      ),
    next() {
      const batch = left.shift()
      if (!batch) return null
      taken.push(batch)
      const { invalid, feedback_mismatch, played, ...kept } = batch
      return { ...kept, lost: { invalid, feedback_mismatch }, played: played === null ? null : JSON.parse(played) }
    },
  }
}

/** Keeps the batch in memory where the disk is full, as that ends no job; rethrows other errors. */
function inMemory({ planes }: MeasuredJobBatch, error: unknown): ReadableBatch {
  if (!isDiskFull(error)) throw error
  return { shots: planes.shots, read: async () => planes.data }
}
