/** Measured batches of device jobs that are not over, or were aborted; each is durable before the next begins. */
import { isDiskFull } from '../../contract/model/disk-full'
import { sum } from '../../contract/numbers/arithmetic'
import type { BitPlanes } from '../../qec/program/frame'
import type { GroupCommit } from '../../store/group-commit'
import type { Store } from '../../store/store'
import {
  type BatchStorage,
  joinBatches,
  type MeasuredJobBatch,
  type MeasuredPart,
  type StoredBatch,
} from '../model/measured-batch'

/** Larger data lies in a file: writing it into the database would hold the event loop. */
const MAX_INLINE = 65_536

export interface MeasuredJobBatchTable {
  /** For one execution of a job's circuit. */
  storing(job: MeasuredJob): BatchStorage
  /** For a job that lacks only its result: takes the batches of each circuit that an earlier process stored, in order. */
  stored(sequence: number): (of?: MeasuredPart) => BatchStorage
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

type ReadBatch = () => Promise<BitPlanes>

interface MeasuredJob {
  readonly sequence: number
  /** Row of a sweep; 0 for a single circuit. Stored in the column `line`. */
  readonly row: number
  readonly part: string | null
}

export function measuredJobBatchTable(store: Store, group: Pick<GroupCommit, 'write'>): MeasuredJobBatchTable {
  const { db } = store
  const insert = db.prepare(`INSERT INTO job_batches
    (sequence, line, part, shots, unfinished_shots, invalid, feedback_mismatch, bits, data, file, program_sha256, engine, calibration_id, measured_at, played)
    SELECT sequence, @line, @part, @shots, @unfinished_shots, @invalid, @feedback_mismatch, @bits, @data, @file, @program_sha256, @engine,
      @calibration_id, @measured_at, @played FROM jobs WHERE sequence = @sequence AND status = 'PROCESSING'`)
  const list = db.prepare<[number, number], StoredBatch>(
    'SELECT * FROM job_batches WHERE sequence = ? AND line = ? ORDER BY position',
  )
  const valid = db
    .prepare<[number], number>('SELECT coalesce(sum(shots), 0) FROM job_batches WHERE sequence = ?')
    .pluck()
  const counted = db
    .prepare<[number], number>('SELECT coalesce(sum(shots + unfinished_shots), 0) FROM job_batches WHERE sequence = ?')
    .pluck()
  const calibration = db
    .prepare<[number], string>('SELECT calibration_id FROM job_batches WHERE sequence = ? ORDER BY position LIMIT 1')
    .pluck()
  const forget = db.prepare('DELETE FROM job_batches WHERE sequence = ?')
  const at = db.prepare<[number], StoredBatch>('SELECT * FROM job_batches WHERE position = ?')

  async function read({ data, file, bits, shots }: StoredBatch): Promise<BitPlanes> {
    const bytes = data ?? (await store.readFile(file!))
    return { data: bytes, planes: bits, shots, stride: bits === 0 ? 0 : bytes.length / bits }
  }

  /** Stores a batch and returns how to read it; throws `AbortError` where the job has ended. */
  async function add({ sequence, row: line, part }: MeasuredJob, batch: MeasuredJobBatch): Promise<ReadBatch> {
    const { planes, lost, played, ...columns } = batch
    const file = planes.data.length > MAX_INLINE ? await store.writeFile(planes.data) : null
    const data = file === null ? planes.data : null
    const row = {
      ...columns,
      ...lost,
      played: JSON.stringify(played),
      sequence,
      line,
      part,
      shots: planes.shots,
      bits: planes.planes,
      data,
      file,
    }
    const { changes, lastInsertRowid } = await group.write(() => insert.run(row))
    if (changes === 0) throw new DOMException('The job has ended', 'AbortError')
    return () => read(at.get(Number(lastInsertRowid))!)
  }

  return {
    storing(job) {
      const batches: ReadBatch[] = []
      let size = { planes: 0, shots: 0 }
      return {
        async store(batch) {
          const { planes, shots } = batch.planes
          batches.push(await add(job, batch).catch(error => inMemory(batch, error)))
          size = { planes, shots: size.shots + shots }
        },
        joined: () => joinBatches(batches, size),
      }
    },
    stored(sequence) {
      const left = new Map<string, StoredBatch[]>()
      return ({ row = 0, part = null } = {}) => {
        const circuit = `${row} ${part}`
        const own = left.get(circuit) ?? list.all(sequence, row).filter(batch => batch.part === part)
        left.set(circuit, own)
        return takenFrom(own, read)
      }
    },
    of: (sequence, row) => list.all(sequence, row),
    read,
    calibrationOf: sequence => calibration.get(sequence) ?? null,
    shotsOf: sequence => valid.get(sequence)!,
    countedOf: sequence => counted.get(sequence)!,
    forget: sequence => void forget.run(sequence),
  }
}

/** For one execution: takes the next stored batches of its circuit. */
function takenFrom(left: StoredBatch[], read: MeasuredJobBatchTable['read']): BatchStorage {
  const taken: StoredBatch[] = []
  return {
    store: () => Promise.reject(new Error('nothing is measured of a job that is over')),
    joined: () =>
      joinBatches(
        taken.map(batch => () => read(batch)),
        { planes: taken[0]?.bits ?? 0, shots: sum(taken.map(({ shots }) => shots)) },
      ),
    next() {
      const batch = left.shift() ?? null
      if (batch) taken.push(batch)
      return batch
    },
  }
}

/** Leaves the batch in memory where the disk is full, as that ends no job; rethrows other errors. */
function inMemory({ planes }: MeasuredJobBatch, error: unknown): ReadBatch {
  if (!isDiskFull(error)) throw error
  return async () => planes
}
