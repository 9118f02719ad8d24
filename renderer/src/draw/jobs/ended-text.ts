/** How a job ended that gave no whole result: by its reason, since not all that stops was aborted by somebody. */
import type { StatusReason } from '../../../../main/contract/jobs/status'

/** Reasons that are not listed have no more to say in a heading than that the job failed. */
const ENDINGS: Partial<Record<StatusReason['code'], string>> = {
  user_cancelled: 'The job was aborted',
  max_runtime: 'The job was stopped at its time limit',
  service_restart: 'The job was cut off when the service stopped',
  instrument_lost: 'The job was stopped: the connection to an instrument was lost',
  safe_state: 'The job was stopped: the instruments were driven to their safe states',
  limit_breached: 'The job was stopped: a limit was breached',
  sensor_invalid: 'The job was stopped: a sensor gave no valid reading',
  storage_full: 'The job was stopped: the disk is full',
  yielded: 'The job was stopped: it gave the device to somebody who waited for it',
  instrument_missing: 'The job did not start: an instrument is missing',
  precondition_failed: 'The job did not start: a condition for its start was not met',
}

export function jobEndedText(status: 'FAILED' | 'ABORTED', reason: StatusReason | null): string {
  const ending = reason && ENDINGS[reason.code]
  return ending ?? (status === 'FAILED' ? 'The job failed' : 'The job was aborted')
}
