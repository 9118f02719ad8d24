/** Requests of draws; their replies are in `receipt.ts`. */
import { z } from 'zod'
import { Name } from '../model/primitives'
import { SourceName } from './source'

export const EntropyPolicyName = z.enum(['default', 'quantum_only', 'high_assurance', 'simulated_ok'])
export type EntropyPolicyName = z.infer<typeof EntropyPolicyName>

/** Text of the caller that the receipt binds to the draw. */
const UserData = z
  .string()
  .min(1)
  .max(256)
  .refine(text => !/\p{Surrogate}/u.test(text), 'whole characters: it holds half of one (a lone surrogate)')
  .optional()
const Sources = z.array(SourceName).min(2).max(8)

/** API A: one source, or the exclusive or of several. */
export const DrawRequest = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('source'), bytes: z.int().min(1).max(4096), id: SourceName, user_data: UserData }),
  z.strictObject({ mode: z.literal('custom'), bytes: z.int().min(1).max(4096), ids: Sources, user_data: UserData }),
])
export type DrawRequest = z.infer<typeof DrawRequest>

const MAX_BYTES = 65_536
const Bytes = z.int().min(1).max(MAX_BYTES)

/** Routed by a policy, `default` where none is named, or from a custom pool. */
export const PolicyDrawRequest = z
  .strictObject({ bytes: Bytes, policy: EntropyPolicyName.optional(), pool: Name.optional(), user_data: UserData })
  .refine(({ policy, pool }) => policy === undefined || pool === undefined, {
    path: ['pool'],
    error: 'give either policy or pool',
  })
export type PolicyDrawRequest = z.infer<typeof PolicyDrawRequest>

/** Draws from two to eight named sources: by the circulant extractor from raw bits, or as the exclusive or of conditioned bytes. */
export const MultiDrawRequest = z
  .strictObject({
    bytes: Bytes,
    sources: Sources,
    method: z.enum(['circulant', 'xor']).default('circulant'),
    /** For a circulant extraction: log2 of the total statistical distance of its output from uniform bits; −128 where left out. */
    log2_eps: z.int().min(-1024).max(-32).optional(),
    user_data: UserData,
  })
  .refine(({ method, log2_eps }) => method === 'circulant' || log2_eps === undefined, {
    path: ['log2_eps'],
    error: 'only the circulant extractor has an error',
  })
export type MultiDrawRequest = z.infer<typeof MultiDrawRequest>

/** What a policy allows, as published. */
export const PublishedPolicy = z.object({
  name: EntropyPolicyName,
  description: z.string(),
  construction: z.enum(['rbg3_xor', 'circulant']),
  /** How many physical groups must take part. */
  groups: z.int(),
  simulated: z.boolean(),
  quantum_only: z.boolean(),
  whitened: z.boolean(),
  provisional: z.boolean(),
})
export type PublishedPolicy = z.infer<typeof PublishedPolicy>
