/** Texts that jobs, runs and studies share: the short id, whether one has ended, and the heading of one cut short. */
import { type JobStatus, jobStates, type StatusReason } from '../../../../main/contract/jobs/status'

/** First block of a UUID, enough to distinguish jobs, runs and studies; title and detail have the whole id. */
export const shortId = (uuid: string) => uuid.slice(0, 8)

/** False while something of the job, run or study can still change. */
export const isTerminal = ({ status }: { readonly status: JobStatus }): boolean => jobStates.isTerminal(status)

/** Headings for some reasons; all others read as failed. */
const ENDINGS: Partial<Record<StatusReason['code'], string>> = {
  user_cancelled: 'was aborted',
  max_runtime: 'was stopped at its time limit',
  service_restart: 'was cut off when the service stopped',
  instrument_lost: 'was stopped: the connection to an instrument was lost',
  safe_state: 'was stopped: the instruments were driven to their safe states',
  limit_breached: 'was stopped: a limit was breached',
  sensor_invalid: 'was stopped: a sensor gave no valid reading',
  storage_full: 'was stopped: the disk is full',
  yielded: 'was stopped: it gave the device to somebody who waited for it',
  instrument_missing: 'did not start: an instrument is missing',
  precondition_failed: 'did not start: a condition for its start was not met',
  readout_ill_conditioned: 'failed: a readout tells too little to be inverted',
  device_error: 'failed: the device reported an error',
  device_timeout: 'failed: the device did not answer in time',
  link_failed: 'failed: the link to the sequencer broke',
  upload_mismatch: 'failed: the sequencer did not hold the program that was sent',
  timing_mismatch: 'failed: the device did not keep the timing of the program',
  program_refused: 'failed: the sequencer refused the program',
}

export interface Ending {
  readonly status: 'FAILED' | 'ABORTED'
  /** A code of `REASONS`; null where no reason was recorded. */
  readonly code: string | null
}

/**
 * Heading of a job or run that ended without a complete result, e.g. `The run was stopped: the disk is full`: not every
 * stop is an abort by the user.
 */
export function endedText(what: 'job' | 'run', { status, code }: Ending): string {
  const ending = code === null ? undefined : ENDINGS[code as StatusReason['code']]
  return `The ${what} ${ending ?? (status === 'FAILED' ? 'failed' : 'was aborted')}`
}
