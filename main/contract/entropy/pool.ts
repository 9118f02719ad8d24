/** Stock of the sources, and pools of several sources that an operator named. */
import { z } from 'zod'
import { Name, PageQuery, Timestamp } from '../model/primitives'
import { FullSourceId, ShortSourceName, SourceName } from './source'

const Count = z.int().min(0)

/** Everything in bytes but `raw_bits`; conditioned = served + destroyed + available. */
export const SourcePoolLevel = z.object({
  source: FullSourceId,
  short_name: ShortSourceName,
  simulated: z.boolean(),
  /** Bytes of full entropy. */
  available: Count,
  low: Count,
  high: Count,
  /** `low` until the high watermark is reached, then `full` until the bytes fall below the low one. */
  state: z.enum(['low', 'full']),
  /** Bits that passed the health tests and wait for extraction. */
  raw_bits: Count,
  conditioned: Count,
  served: Count,
  destroyed: Count,
})
export type SourcePoolLevel = z.infer<typeof SourcePoolLevel>

const Members = z.array(SourceName).min(2).max(8)
const Label = z.string().trim().min(1).max(100)

export const CustomPool = z.object({
  pool_id: Name,
  label: z.string(),
  /** Full ids; the pool's bytes are the exclusive or of these sources' bytes. */
  sources: z.array(FullSourceId),
  state: z.enum(['enabled', 'disabled']),
  created_at: Timestamp,
  updated_at: Timestamp,
  /** Bytes available from the source that has fewest. */
  available: Count,
  /** Why it serves nothing now; null where it does. */
  problem: z.string().nullable(),
})
export type CustomPool = z.infer<typeof CustomPool>

export const CreateCustomPool = z.strictObject({ pool_id: Name, label: Label.optional(), sources: Members })
export type CreateCustomPool = z.infer<typeof CreateCustomPool>
/** A pool is disabled, never deleted: receipts name its sources, callers its id. */
export const UpdateCustomPool = z
  .strictObject({
    pool_id: Name,
    label: Label.optional(),
    sources: Members.optional(),
    state: z.enum(['enabled', 'disabled']).optional(),
  })
  .refine(change => Object.keys(change).length > 1, 'name at least one field to change')
export type UpdateCustomPool = z.infer<typeof UpdateCustomPool>

export const PoolLevels = z.object({ items: z.array(SourcePoolLevel), custom_pools: z.array(CustomPool) })
export type PoolLevels = z.infer<typeof PoolLevels>

/** One change by an operator, or by the service itself where a source failed. */
export const EntropyAuditEntry = z.object({
  position: z.int(),
  at: Timestamp,
  /** A key's name, the account holder, or the service. */
  actor: z.string(),
  key_id: z.uuid().nullable(),
  action: z.string(),
  /** The source or pool that it is about. */
  subject: z.string(),
  /** Changed fields with their new values. */
  change: z.record(z.string(), z.unknown()),
})
export type EntropyAuditEntry = z.infer<typeof EntropyAuditEntry>

export const EntropyAuditQuery = z.object({
  ...PageQuery,
  /** The three filters match whole values only. */
  action: z.string().max(100).optional(),
  actor: z.string().max(100).optional(),
  subject: z.string().max(200).optional(),
})
export type EntropyAuditQuery = z.output<typeof EntropyAuditQuery>

export const EntropyPageQuery = z.object(PageQuery)
export type EntropyPageQuery = z.output<typeof EntropyPageQuery>
