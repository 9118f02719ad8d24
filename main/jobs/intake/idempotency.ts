import type { SubmitReply } from '../../contract/jobs/submit'
import { AppError } from '../../contract/model/errors'
import type { Logger } from '../../log/log'
import type { Store } from '../../store/store'
import type { JobTable } from '../storage/job-table'

/** How long a reply is stored under its key. */
export const IDEMPOTENCY_MS = 24 * 3_600_000

interface StoredReply {
  readonly fingerprint: string
  readonly reply: string
}

/** One submit under a key that has not been answered. */
interface KeyClaim {
  /** Earlier reply to the same submit; null when it is new. */
  readonly known: SubmitReply | null
  /** Stores the reply; called within the transaction that accepts the jobs. */
  record(reply: SubmitReply): void
  /** Called when the submit is over, whether or not it succeeded. */
  end(): void
}

/** Replies to submits by their Idempotency-Key; each owner (an API key, or the account holder) has keys of its own. */
export interface Idempotency {
  /**
   * Throws `idempotency_conflict` where the key belongs to a body with another fingerprint, `idempotency_in_flight` while the
   * first request is not answered.
   */
  claim(owner: string | null, key: string, fingerprint: string): KeyClaim
  /** Forgets what is older than a day. */
  purge(): void
}

export function createIdempotency({ db }: Pick<Store, 'db'>, now: () => number): Idempotency {
  const find = db.prepare<[string, string, number], StoredReply>(
    'SELECT fingerprint, reply FROM idempotency WHERE owner = ? AND idempotency_key = ? AND created_at > ?',
  )
  const insert = db.prepare(
    'INSERT OR REPLACE INTO idempotency (owner, idempotency_key, fingerprint, reply, created_at) VALUES (?, ?, ?, ?, ?)',
  )
  const forget = db.prepare('DELETE FROM idempotency WHERE created_at <= ?')
  const inFlight = new Map<string, string>()

  return {
    claim(owner, key, fingerprint) {
      const name = JSON.stringify([owner, key])
      const row = find.get(owner ?? '', key, now() - IDEMPOTENCY_MS)
      const earlier = row?.fingerprint ?? inFlight.get(name)
      if (earlier !== undefined && earlier !== fingerprint)
        throw new AppError('idempotency_conflict', 'This Idempotency-Key belongs to another body', {
          details: { idempotency_key: key },
        })
      // Checked before the row, which may be readable before it is on the disk.
      if (inFlight.has(name))
        throw new AppError('idempotency_in_flight', 'The first request with this Idempotency-Key is not answered yet', {
          details: { idempotency_key: key },
        })
      if (row) return { known: JSON.parse(row.reply) as SubmitReply, record: () => undefined, end: () => undefined }
      inFlight.set(name, fingerprint)
      return {
        known: null,
        record: reply => void insert.run(owner ?? '', key, fingerprint, JSON.stringify(reply), now()),
        end: () => void inFlight.delete(name),
      }
    },
    purge: () => void forget.run(now() - IDEMPOTENCY_MS),
  }
}

/** Maximum ids that a refusal names. */
const MAX_NAMED = 100

/**
 * The reply to a repeated submit, with the deleted jobs of a batch in `deleted_job_uuids`. Throws `conflict` where all
 * jobs were deleted.
 */
export function withoutDeleted(reply: SubmitReply, table: Pick<JobTable, 'find'>): SubmitReply {
  const ids = reply.job_uuids ?? [reply.job_uuid]
  const deleted = ids.filter(id => table.find(id) === null)
  if (deleted.length === 0) return reply
  if (deleted.length < ids.length) return { ...reply, deleted_job_uuids: deleted }
  const what = ids.length === 1 ? `The job ${ids[0]}` : `The ${ids.length} jobs`
  const message = `${what} that this Idempotency-Key submitted ${ids.length === 1 ? 'was' : 'were'} deleted; to submit again, send a fresh key`
  throw new AppError('conflict', message, { details: { reason: 'job_deleted', job_uuids: ids.slice(0, MAX_NAMED) } })
}

const PURGE_MS = 3_600_000

/** Forgets old keys every hour. */
export function startPurge(idempotency: Idempotency, log: Logger): { stop(): void } {
  const purging = setInterval(() => {
    try {
      idempotency.purge()
    } catch (error) {
      log.warn({ err: error }, 'old Idempotency-Keys could not be forgotten; tried again in an hour')
    }
  }, PURGE_MS).unref()
  return { stop: () => clearInterval(purging) }
}
