import type { ReceiptListQuery } from '../../../contract/entropy/issuing'
import type { Receipt } from '../../../contract/entropy/receipt'
import { isoTime } from '../../../contract/model/iso-time'
import { type Page, pageOf, positionBefore } from '../../../contract/model/page'
import type { Store } from '../../../store/store'

interface ReceiptRow {
  readonly position: number
  readonly receipt: string
}

/** Rows read for one page; more would hold the event loop. A page with a filter may be short or empty and still have a next one. */
const MAX_ROWS = 2_000

/** Receipts, newest first. */
export function receiptList({ db }: Pick<Store, 'db'>): (query: ReceiptListQuery) => Page<Receipt> {
  const rows = db.prepare<[object], ReceiptRow>(`
    SELECT position, receipt
    FROM (SELECT position, receipt FROM entropy_receipts WHERE position < @before ORDER BY position DESC LIMIT ${MAX_ROWS})
    WHERE (@mode IS NULL OR receipt ->> '$.mode' = @mode)
      AND (@type IS NULL OR receipt ->> '$.type' = @type)
      AND (@since IS NULL OR receipt ->> '$.issued_at' >= @since)
      AND (@until IS NULL OR receipt ->> '$.issued_at' < @until)
      AND (@source IS NULL OR EXISTS (SELECT 1 FROM json_each(receipt, '$.sources') WHERE value ->> '$.id' = @source))
    ORDER BY position DESC LIMIT @most`)
  const lastLookedAt = db
    .prepare<[number], number>(
      `SELECT position FROM entropy_receipts WHERE position < ? ORDER BY position DESC LIMIT 1 OFFSET ${MAX_ROWS - 1}`,
    )
    .pluck()
  return ({ limit, cursor, mode = null, type = null, source = null, since = null, until = null }) => {
    const before = positionBefore(cursor)
    const [from, to] = [since, until].map(time => time && isoTime(Date.parse(time)))
    const found = rows.all({ before, mode, type, source, since: from, until: to, most: limit + 1 })
    const page = pageOf(found, {
      limit,
      positionOf: ({ position }) => position,
      show: ({ receipt }) => JSON.parse(receipt) as Receipt,
      weigh: ({ receipt }) => receipt.length,
    })
    if (page.next_cursor !== null) return page
    const last = lastLookedAt.get(before)
    return { ...page, next_cursor: last === undefined ? null : String(last) }
  }
}
