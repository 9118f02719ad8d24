import type { JobStatus } from '../../contract/jobs/status'
import { isDiskFull } from '../../contract/model/disk-full'
import type { Space } from '../../store/disk-space'
import type { NewJob } from '../model/job-row'
import type { GroupCommit } from './group-commit'
import type { JobTable } from './job-table'

/** Rows and characters of circuits in one transaction; more would hold the event loop for longer than some milliseconds. */
const MAX_ROWS = 64
const MAX_CHARACTERS = 2 ** 19

interface AcceptedJob {
  readonly sequence: number
  readonly status: JobStatus
}

/**
 * Writes the jobs of one submit, all or none. Those of a large batch are staged piece by piece, where nobody sees them, and
 * accepted together at the end; what the end of the process leaves staged the next one removes.
 */
export interface Staging {
  /** `beforeInsert` and `inTransaction` are part of the transaction that accepts them. Resolves once they are on the disk. */
  insertAll(
    jobs: readonly NewJob[],
    statusOf: (job: NewJob) => JobStatus,
    beforeInsert: () => void,
    inTransaction: () => void,
  ): Promise<AcceptedJob[]>
}

export function createStaging(
  table: JobTable,
  group: GroupCommit,
  space: Pick<Space, 'retryWhenFree'>,
  stopped?: AbortSignal,
): Staging {
  const insert = (piece: readonly NewJob[], statusOf: (job: NewJob) => JobStatus, is_staged: boolean): AcceptedJob[] =>
    piece.map(job => {
      const status = statusOf(job)
      return { sequence: table.insert(job, status, is_staged), status }
    })

  async function inPieces(
    pieces: readonly (readonly NewJob[])[],
    statusOf: (job: NewJob) => JobStatus,
    also: () => void,
  ): Promise<AcceptedJob[]> {
    const release = table.index.holdFrom(table.newest() + 1)
    const accepted: AcceptedJob[] = []
    try {
      for (const piece of pieces) accepted.push(...(await group.write(() => insert(piece, statusOf, true))))
      await group.write(() => {
        table.accept(accepted.map(({ sequence }) => sequence))
        also()
      })
      release()
      return accepted
    } catch (error) {
      await removeStaged(pieces, release)
      throw error
    }
  }

  /** The caller of a submit does not wait for space. Where they cannot be removed they stay held back until the next start. */
  async function removeStaged(pieces: readonly (readonly NewJob[])[], release: () => void): Promise<void> {
    try {
      await removePieces(pieces)
      release()
    } catch (failure) {
      if (!isDiskFull(failure)) throw failure
      space.retryWhenFree(() => removePieces(pieces), stopped).then(release, () => undefined)
    }
  }

  async function removePieces(pieces: readonly (readonly NewJob[])[]): Promise<void> {
    for (const piece of pieces)
      await group.write(() => {
        for (const { job_uuid } of piece) table.remove(job_uuid)
      })
  }

  return {
    insertAll(jobs, statusOf, beforeInsert, inTransaction) {
      const pieces = piecesOf(jobs)
      const both = () => {
        beforeInsert()
        inTransaction()
      }
      if (pieces.length > 1) return inPieces(pieces, statusOf, both)
      return group.write(() => {
        beforeInsert()
        const accepted = insert(jobs, statusOf, false)
        inTransaction()
        return accepted
      })
    },
  }
}
function piecesOf(jobs: readonly NewJob[]): NewJob[][] {
  const pieces: NewJob[][] = []
  let characters = Number.POSITIVE_INFINITY
  for (const job of jobs) {
    const last = pieces.at(-1)
    characters += job.circuit.length
    if (last && last.length < MAX_ROWS && characters <= MAX_CHARACTERS) last.push(job)
    else {
      pieces.push([job])
      characters = job.circuit.length
    }
  }
  return pieces
}
