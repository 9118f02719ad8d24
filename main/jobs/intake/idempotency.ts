import { AppError } from '../../contract/model/errors'
import type { SubmitReply } from '../../contract/jobs'
import type { Store } from '../../store/store'

/** How long an answer is kept under its key. */
export const IDEMPOTENCY_MS = 24 * 3_600_000

interface Row {
  readonly fingerprint: string
  readonly reply: string
}

/** One submit under a key that has not been answered. */
export interface Claim {
  /** What the same submit was answered before; null when it is new. */
  readonly known: SubmitReply | null
  /** Part of the transaction that accepts the jobs. */
  record(reply: SubmitReply): void
  /** When it is over, in whatever way. */
  end(): void
}

const NONE: Claim = { known: null, record: () => undefined, end: () => undefined }

/** Keys of one owner (an API key, or the account holder) are apart from another's. */
export function createIdempotency({ db }: Pick<Store, 'db'>, now: () => number) {
  const find = db.prepare<[string, string, number], Row>(
    'SELECT fingerprint, reply FROM idempotency WHERE owner = ? AND idempotency_key = ? AND created_at > ?',
  )
  const insert = db.prepare(
    'INSERT OR REPLACE INTO idempotency (owner, idempotency_key, fingerprint, reply, created_at) VALUES (?, ?, ?, ?, ?)',
  )
  const forget = db.prepare('DELETE FROM idempotency WHERE created_at <= ?')
  const inFlight = new Map<string, string>()

  return {
    /** `fingerprintOf` tells one body from another. Throws `idempotency_conflict` for another body, `idempotency_in_flight` while the first is not answered. */
    claim(owner: string | null, key: string | null, fingerprintOf: () => string): Claim {
      if (key === null) return NONE
      const [name, fingerprint] = [JSON.stringify([owner, key]), fingerprintOf()]
      const row = find.get(owner ?? '', key, now() - IDEMPOTENCY_MS)
      const earlier = row?.fingerprint ?? inFlight.get(name)
      if (earlier !== undefined && earlier !== fingerprint)
        throw new AppError('idempotency_conflict', 'This Idempotency-Key belongs to another body', {
          idempotency_key: key,
        })
      // Its row may be there before it is on the disk.
      if (inFlight.has(name))
        throw new AppError('idempotency_in_flight', 'The first request with this Idempotency-Key is not answered yet', {
          idempotency_key: key,
        })
      if (row) return { ...NONE, known: JSON.parse(row.reply) as SubmitReply }
      inFlight.set(name, fingerprint)
      return {
        known: null,
        record: reply => void insert.run(owner ?? '', key, fingerprint, JSON.stringify(reply), now()),
        end: () => void inFlight.delete(name),
      }
    },
    /** Forgets what is older than a day. */
    purge: (): void => void forget.run(now() - IDEMPOTENCY_MS),
  }
}
export type Idempotency = ReturnType<typeof createIdempotency>
