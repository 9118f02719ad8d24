/** API keys and who is calling. */
import { z } from 'zod'
import { Timestamp } from './primitives'

export const KeyRole = z.enum(['jobs', 'qec', 'entropy', 'operator'])
export type KeyRole = z.infer<typeof KeyRole>

export const ApiKey = z.object({
  key_id: z.uuid(),
  name: z.string(),
  roles: z.array(KeyRole),
  /** First characters of the secret, to tell keys apart. */
  prefix: z.string(),
  created_at: Timestamp,
  rotated_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const CreateKey = z.strictObject({
  name: z.string().trim().min(1).max(100),
  roles: z.array(KeyRole).min(1).max(4),
})

export type CreateKey = z.infer<typeof CreateKey>

/** The only answer that carries the secret. */
export const NewKey = ApiKey.extend({ secret: z.string() })
export type NewKey = z.infer<typeof NewKey>

export const KeyParam = z.object({ key_id: z.uuid() })

export const Caller = z.object({
  kind: z.enum(['session', 'key']),
  /** null for the account holder's own session. */
  key_id: z.uuid().nullable(),
  name: z.string(),
  roles: z.array(KeyRole),
})
export type Caller = z.infer<typeof Caller>

export const SignIn = z.strictObject({ token: z.string().min(1).max(200) })
export const SignInLink = z.object({ url: z.url(), expires_at: Timestamp })
