/** The jobs list as a file: the columns of the page, in full, and what was requested. Pure. */
import type { JobSummary } from '../../../../main/contract/jobs/circuit-job'
import { csvOf } from '../charts/chart'

const COLUMNS: readonly (readonly [name: string, cell: (job: JobSummary) => string | number | null])[] = [
  ['job_uuid', job => job.job_uuid],
  ['created_at', job => job.created_at],
  ['completed_at', job => job.completed_at],
  ['runtime_ms', job => job.runtime_ms],
  ['backend', job => job.backend],
  ['status', job => job.status],
  ['mode', job => job.mode],
  ['simulated', job => String(job.simulated)],
  ['shots', job => job.shots],
  ['num_qubits', job => job.num_qubits],
  ['name', job => job.name],
  ['tags', job => job.tags.join('; ')],
  ['status_reason', job => job.status_reason?.code ?? null],
]

/** A spreadsheet would run a text that begins like a formula; the apostrophe makes it a text. */
const harmless = (cell: string | number | null) =>
  typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : (cell ?? '')

export const jobsCsv = (jobs: readonly JobSummary[]): string =>
  csvOf({
    columns: COLUMNS.map(([name]) => name),
    rows: jobs.map(job => COLUMNS.map(([, cell]) => harmless(cell(job)))),
  })
