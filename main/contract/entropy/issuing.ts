/** What is asked of receipts, keys and their log. */
import { z } from 'zod'
import { LogOrigin } from './evidence-fields'

export const EmsHealth = z.object({
  status: z.enum(['ok', 'degraded']),
  signing: z.object({ ok: z.boolean(), reason: z.string().nullable() }),
  log: z.object({ origin: LogOrigin, epoch: z.int().min(1), size: z.int().min(0) }),
  beacon: z.object({ chain: z.int().nullable(), last_pulse: z.int().nullable(), failing: z.boolean() }),
})
export type EmsHealth = z.infer<typeof EmsHealth>

export const ReceiptParam = z.object({ request_id: z.uuid() })
export const ConsistencyQuery = z.object({ from: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })
/** The path of a tile or bundle below `tile/`, in its segments (C2SP tlog-tiles). */
export const TileParam = z.object({ path: z.array(z.string().max(20)).min(2).max(8) })
/** `rotate`: the successor is endorsed by the current key. `rekey`: after a loss, a key that nobody endorses. */
export const KeyChange = z.strictObject({ action: z.enum(['rotate', 'rekey']) })
