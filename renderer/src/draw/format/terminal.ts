import { type JobStatus, jobStates } from '../../../../main/contract/jobs/status'

/** False while something of the job, run or study can still change. */
export const isTerminal = ({ status }: { readonly status: JobStatus }): boolean => jobStates.isTerminal(status)
