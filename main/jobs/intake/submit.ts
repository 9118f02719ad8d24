import type { SubmitJob, SubmitReply } from '../../contract/jobs/submit'
import type { Caller } from '../../contract/service/account'
import type { NewJob } from '../model/job-row'
import type { GroupCommit } from '../storage/group-commit'
import type { JobTable } from '../storage/job-table'
import type { Acceptance } from './acceptance'
import type { Admission } from './admission'
import { type Idempotency, withoutDeleted } from './idempotency'
import type { MakeJobs } from './new-jobs'
import { type Submission, submissionOf } from './submission'

interface SubmitOptions {
  readonly table: Pick<JobTable, 'find'>
  readonly group: GroupCommit
  readonly idempotency: Idempotency
  readonly admission: Admission
  readonly makeJobs: MakeJobs
  readonly acceptance: Acceptance
}

/** Resolves once the jobs are on the disk, with their tokens reserved: all of a batch or none. */
export type Submit = (
  given: SubmitJob | Submission,
  caller: Caller,
  /** The Idempotency-Key. */
  key: string | null,
  signal?: AbortSignal,
) => Promise<SubmitReply>

export function createSubmit(options: SubmitOptions): Submit {
  const { table, group, idempotency, admission, makeJobs, acceptance } = options
  return async (given, caller, key, signal) => {
    const submission = readSubmission(given)
    const claim = idempotency.claim(caller.key_id, key, submission.fingerprint)
    if (claim.known) return group.write(() => withoutDeleted(claim.known!, table))
    try {
      const admitted = await admission.admit(submission, { owner: caller.key_id, signal })
      acceptance.refuseOverfull(caller.key_id, submission.circuits.length)
      admission.refuseUnpayable(submission, admitted.backend)
      const jobs = await makeJobs(admitted, caller)
      const reply = replyOf(jobs, submission)
      await acceptance.accept(jobs, () => claim.record(reply))
      return reply
    } finally {
      claim.end()
    }
  }
}

/** A body that was not read on a thread is read here. */
export const readSubmission = (given: SubmitJob | Submission): Submission =>
  'fingerprint' in given ? given : submissionOf(given)

function replyOf(jobs: readonly NewJob[], { is_batch }: Submission): SubmitReply {
  const ids = jobs.map(({ job_uuid }) => job_uuid)
  return is_batch ? { job_uuid: ids[0]!, job_uuids: ids } : { job_uuid: ids[0]! }
}
