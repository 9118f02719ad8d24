/** Shapes that several resources share. Wire names are used inside too: there is no mapping layer. */
import { z } from 'zod'

/** RFC 3339 with any offset; the service itself sends UTC. */
export const Timestamp = z.iso.datetime({ offset: true })

/** Names of backends, chiplets and modules; each fits into one path segment. */
export const Name = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'letters, digits, dot, dash and underscore, at most 64')

export const QubitIndex = z.int().min(0).max(9_999)

export const Probability = z.number().min(0).max(1)

/** A figure with its interval. `value` is null where nothing was observed (never 0 in its place). */
export const Estimate = z.object({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  confidence: z.number(),
  method: z.string(),
})
export type Estimate = z.infer<typeof Estimate>

export const Warning = z.object({ code: z.string(), message: z.string() })
export type Warning = z.infer<typeof Warning>

/** The reply without content. */
export const Done = z.object({ ok: z.literal(true) })

/** Opaque cursor pages: newest first; `next_cursor` is null on the last page. */
export const PageQuery = {
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().max(200).optional(),
}
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() })

/** A list of all items in one reply. */
export const itemsOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) })

/** The object without its fields that are undefined, which exact optional types refuse and which would hide others in a spread. */
export const definedFields = <T extends object>(object: T) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
