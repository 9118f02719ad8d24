import { JOB_MOVES, type JobStatus } from '../contract/jobs'

export const mayMove = (from: JobStatus, to: JobStatus): boolean => JOB_MOVES[from].includes(to)

export const isTerminal = (status: JobStatus): boolean => JOB_MOVES[status].length === 0
