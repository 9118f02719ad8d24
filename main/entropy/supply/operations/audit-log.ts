import type { EntropyAuditEntry, EntropyAuditQuery } from '../../../contract/entropy/pool'
import { isoTime } from '../../../contract/model/iso-time'
import { type Page, pageOf, positionBefore } from '../../../contract/model/page'
import type { Caller } from '../../../contract/service/account'
import type { Store } from '../../../store/store'

interface AuditedChange {
  readonly action: string
  readonly subject: string
  readonly change: Readonly<Record<string, unknown>>
}

/** Changes of the sources and pools, with their time and their actor; entries are only added. */
export interface EntropyAudit {
  /** `caller` null: the service itself. */
  add(caller: Pick<Caller, 'name' | 'key_id'> | null, entry: AuditedChange): void
  list(query: EntropyAuditQuery): Page<EntropyAuditEntry>
}

interface AuditRow {
  readonly position: number
  readonly at: number
  readonly actor: string
  readonly key_id: string | null
  readonly action: string
  readonly subject: string
  readonly change: string
}

export function entropyAudit({ db }: Pick<Store, 'db'>, now: () => number): EntropyAudit {
  const insert = db.prepare(
    'INSERT INTO entropy_audit (at, actor, key_id, action, subject, change) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const page = db.prepare<[object], AuditRow>(`
    SELECT * FROM entropy_audit
    WHERE position < @before AND (@action IS NULL OR action = @action) AND (@actor IS NULL OR actor = @actor)
      AND (@subject IS NULL OR subject = @subject)
    ORDER BY position DESC LIMIT @most`)
  return {
    add: (caller, { action, subject, change }) =>
      void insert.run(
        now(),
        caller?.name ?? 'service',
        caller?.key_id ?? null,
        action,
        subject,
        JSON.stringify(change),
      ),
    list: ({ limit, cursor, action = null, actor = null, subject = null }) =>
      pageOf(page.all({ before: positionBefore(cursor), action, actor, subject, most: limit + 1 }), {
        limit,
        positionOf: ({ position }) => position,
        show: row => ({ ...row, at: isoTime(row.at), change: JSON.parse(row.change) as Record<string, unknown> }),
      }),
  }
}
