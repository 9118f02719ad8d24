/** Requests about receipts, keys and their log. */
import { z } from 'zod'
import { PageQuery, Timestamp } from '../model/primitives'
import { LogOrigin } from './evidence-fields'
import { Receipt } from './receipt'
import { FullSourceId } from './source'

export const EmsHealth = z.object({
  status: z.enum(['ok', 'degraded']),
  signing: z.object({ ok: z.boolean(), reason: z.string().nullable() }),
  log: z.object({ origin: LogOrigin, epoch: z.int().min(1), size: z.int().min(0) }),
  beacon: z.object({ chain: z.int().nullable(), last_pulse: z.int().nullable(), failing: z.boolean() }),
})
export type EmsHealth = z.infer<typeof EmsHealth>

/** A filter may leave a page short or empty: only a null `next_cursor` marks the last page. */
export const ReceiptListQuery = z.object({
  ...PageQuery,
  mode: Receipt.shape.mode.optional(),
  type: Receipt.shape.type.optional(),
  /** A source that took part in the draw. */
  source: FullSourceId.optional(),
  /** Issued at this time or after. */
  since: Timestamp.optional(),
  /** Issued before this time. */
  until: Timestamp.optional(),
})
export type ReceiptListQuery = z.output<typeof ReceiptListQuery>
export const ReceiptParam = z.object({ request_id: z.uuid() })
export const ConsistencyQuery = z.object({ from: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })
/** The path of a tile or bundle below `tile/`, in its segments (C2SP tlog-tiles). */
export const TileParam = z.object({ path: z.array(z.string().max(20)).min(2).max(8) })
const MIN_PASSPHRASE = 12
/** Passphrase of exported signing keys: at least 12 characters, as `[...text].length` counts them. */
export const KeyPassphrase = z
  .string()
  .max(1_024)
  .refine(text => [...text].length >= MIN_PASSPHRASE, `a passphrase of ${MIN_PASSPHRASE} characters or more`)
export const KeyExport = z.strictObject({ passphrase: KeyPassphrase })
/** `rotate`: the successor is endorsed by the current key. `rekey`: after a loss, a new key without endorsement. */
export const KeyChange = z.strictObject({ action: z.enum(['rotate', 'rekey']) })
