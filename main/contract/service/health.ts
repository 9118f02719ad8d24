/** Health of the whole service; 200 while it can serve, with what is degraded named. */
import { z } from 'zod'
import { Timestamp } from '../model/primitives'

export const Health = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  host: z.enum(['headless', 'electron']),
  started_at: Timestamp,
  lab: z.string(),
  parts: z.array(z.object({ name: z.string(), status: z.enum(['ok', 'degraded', 'off']), detail: z.string() })),
  /** Which engine computes: the native addon, or the TypeScript reference where it could not be built. */
  engine: z.object({ kind: z.enum(['native', 'reference']), detail: z.string() }),
  running: z.object({ jobs: z.int(), runs: z.int() }),
  event_loop_delay_ms: z.object({ p50: z.number(), p99: z.number() }),
})
export type Health = z.infer<typeof Health>
