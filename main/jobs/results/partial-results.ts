/** The whole batches that a device has measured of a job without a result. */
import { gateText } from '../../circuits/observables/measurement-plan'
import type { PartialPart, PartialResultQuery, PartialResultReply } from '../../contract/jobs/result'
import { AppError } from '../../contract/model/errors'
import { isoTime } from '../../contract/model/iso-time'
import { sum } from '../../contract/numbers/arithmetic'
import type { BitPlanes } from '../../qec/program/frame'
import type { WorkContext } from '../../worker/runner'
import { createYielder, type Yielder } from '../../worker/yielder'
import { type JobRow, reasonOf } from '../model/job'
import type { StoredBatch } from '../model/measured-batch'
import type { MeasuredJobBatchTable } from '../storage/measured-batches'
import { countShots } from '../tasks/b8-shots'
import type { ObservableJob } from '../tasks/estimate-tasks'
import { notReady, refuseOtherShape, refuseUntrusted } from './owned-jobs'

/** Seconds: a batch takes about as long. */
const ASK_AGAIN_S = 1

export interface PartialSources {
  readonly measured: Pick<MeasuredJobBatchTable, 'of' | 'read' | 'shotsOf'>
  /** Groups of a job's observables that are measured together. */
  readonly planOf: (job: JobRow) => Promise<Pick<ObservableJob, 'groups' | 'first_bit'>>
}

/** `row`: of a sweep. Throws AppError where the job has no partial result; a COMPLETED job is answered as complete. */
export async function partialResult(
  job: JobRow,
  { row, signal }: PartialResultQuery & Pick<WorkContext, 'signal'>,
  { measured, planOf }: PartialSources,
): Promise<PartialResultReply> {
  const { job_uuid, status } = job
  if (status === 'COMPLETED') return { job_uuid, status, complete: true }
  refuseOthers(job)
  refuseOtherShape(job, row)
  const batches = measured.of(job.sequence, row ?? 0)
  const own = batches.filter(({ part }) => part === null)
  const reading = { read: (batch: StoredBatch) => measured.read(batch), yielder: createYielder({ signal }) }
  const head = headOf(job, row, { own, first: batches[0] })
  return {
    ...head,
    counts: await countsOf(own, reading, planes => ({ planes, bits: job.num_clbits })),
    measured_shots: measured.shotsOf(job.sequence),
    ...(job.estimates !== null && { parts: await partsOf(batches, reading, () => planOf(job)) }),
  }
}

interface BatchReading {
  readonly read: (batch: StoredBatch) => Promise<BitPlanes>
  readonly yielder: Yielder
}
type BitsOfBatch = (planes: BitPlanes) => { readonly planes: BitPlanes; readonly bits: number }

async function countsOf(
  batches: readonly StoredBatch[],
  { read, yielder }: BatchReading,
  bitsOf: BitsOfBatch,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const batch of batches) {
    const { planes, bits } = bitsOf(await read(batch))
    for (const [outcome, count] of await countShots(planes, bits, yielder))
      counts[outcome] = (counts[outcome] ?? 0) + count
  }
  return counts
}

/** Parts of the job in the order in which they began. */
async function partsOf(
  batches: readonly StoredBatch[],
  reading: BatchReading,
  planOf: () => ReturnType<PartialSources['planOf']>,
): Promise<PartialPart[]> {
  const names = [...new Set(batches.flatMap(({ part }) => part ?? []))]
  const plan = names.some(name => GROUP.test(name)) ? await planOf() : null
  const parts: PartialPart[] = []
  for (const part of names) {
    const own = batches.filter(batch => batch.part === part)
    const group = plan?.groups[Number(GROUP.exec(part)?.[1])]
    const bitsOf: BitsOfBatch = planes => (group ? lastBits(planes, plan!.first_bit) : { planes, bits: planes.planes })
    const counts = await countsOf(own, reading, bitsOf)
    parts.push({ part, ...(group && { group: shownGroup(group) }), counts, ...sumsOf(own) })
  }
  return parts
}

/** Name of a part that measures group n. */
const GROUP = /^(?:pilot|values) (\d+)$/

/** The planes of a group's measured qubits, which follow the circuit's own bits. */
function lastBits({ data, planes, stride, shots }: BitPlanes, first: number): ReturnType<BitsOfBatch> {
  const bits = planes - first
  return { planes: { data: data.subarray(first * stride), planes: bits, stride, shots }, bits }
}

const shownGroup = ({ paulis, gates, qubits }: ObservableJob['groups'][number]): PartialPart['group'] => ({
  paulis: [...paulis],
  basis_change: gates.map(gateText),
  measured_qubits: [...qubits],
})

function sumsOf(batches: readonly StoredBatch[]) {
  return {
    shots: sum(batches.map(({ shots }) => shots)),
    lost_shots: sum(batches.map(({ invalid, feedback_mismatch }) => invalid + feedback_mismatch)),
    unfinished_shots: sum(batches.map(({ unfinished_shots }) => unfinished_shots)),
    batches: batches.map(shownBatch),
  }
}

function headOf(
  job: JobRow,
  row: number | undefined,
  { own, first }: { readonly own: readonly StoredBatch[]; readonly first: StoredBatch | undefined },
) {
  const { job_uuid, status, num_clbits } = job
  return {
    job_uuid,
    complete: false as const,
    status,
    status_reason: reasonOf(job),
    ...(row !== undefined && { row }),
    ...sumsOf(own),
    planned_shots: job.shots,
    num_clbits,
    bit_order: 'left-most character = highest classical bit' as const,
    engine: first?.engine ?? null,
    calibration_id: first?.calibration_id ?? null,
    simulated: job.simulated === 1,
  }
}

const shownBatch = ({ shots, unfinished_shots, program_sha256, measured_at, ...lost }: StoredBatch) => ({
  shots,
  unfinished_shots,
  program_sha256,
  measured_at: isoTime(measured_at),
  lost: { invalid: lost.invalid, feedback_mismatch: lost.feedback_mismatch },
})

function refuseOthers(job: JobRow): void {
  const { job_uuid, mode, status } = job
  if (mode === 'mock') {
    const why = 'is on a simulator, which has no result before its end'
    throw new AppError('conflict', `Job ${job_uuid} ${why}`, { details: { job_uuid, status } })
  }
  refuseUntrusted(job)
  if (status === 'PENDING' || status === 'WAITING') throw notReady(job, ASK_AGAIN_S)
}
