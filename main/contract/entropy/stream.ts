/** Frames of random bytes over a WebSocket, text messages of one JSON object each. The client sends nothing. */
import { z } from 'zod'
import { Name } from '../model/primitives'
import { EntropyPolicyName } from './draw'
import { DrawReply } from './receipt'

/** `bytes` in each frame, one frame every `interval_ms`; routed by a policy, or from a custom pool. */
export const EntropyStreamQuery = z
  .object({
    bytes: z.coerce.number().int().min(1).max(65_536),
    interval_ms: z.coerce.number().int().min(100).max(3_600_000).default(1_000),
    policy: EntropyPolicyName.optional(),
    pool: Name.optional(),
  })
  .refine(({ policy, pool }) => policy === undefined || pool === undefined, {
    path: ['pool'],
    error: 'give either policy or pool',
  })
export type EntropyStreamQuery = z.output<typeof EntropyStreamQuery>

export const EntropyFrame = z.union([
  /** `seq` from 1 without gaps: a tick for which the socket was not ready draws nothing. Never sent again. */
  DrawReply.extend({ type: z.literal('entropy'), seq: z.int().min(1) }),
  /** The last frame before the service closes the stream; `error` is a code of the API, or one of streams. */
  z.object({
    type: z.literal('error'),
    error: z.string(),
    detail: z.string(),
    details: z.record(z.string(), z.unknown()),
  }),
])
export type EntropyFrame = z.infer<typeof EntropyFrame>
