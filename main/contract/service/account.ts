/** API keys, who is calling, and the ledger of compute tokens and entropy credits. */
import { z } from 'zod'
import { PageQuery, Timestamp } from '../model/primitives'

export const KeyRole = z.enum(['jobs', 'qec', 'entropy', 'operator'])
export type KeyRole = z.infer<typeof KeyRole>

export const ApiKey = z.object({
  key_id: z.uuid(),
  name: z.string(),
  roles: z.array(KeyRole),
  /** First characters of the secret, to distinguish keys. */
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

/** A browser (or window) that is signed in. It ends 12 hours after its last use, and 7 days after it began. */
export const Session = z.object({
  session_id: z.uuid(),
  /** Name that the browser reports; empty where it reports none. */
  browser: z.string(),
  created_at: Timestamp,
  /** To the minute. */
  last_used_at: Timestamp,
  /** End of the session unless it is used again before. */
  expires_at: Timestamp,
  /** Whether it is the caller's own. */
  is_current: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const SessionParam = z.object({ session_id: z.uuid() })

export const SignIn = z.strictObject({ token: z.string().min(1).max(200) })
export const SignInLink = z.object({ url: z.url(), expires_at: Timestamp })

/** Amount of compute tokens or entropy credits, with at most six decimals: the ledger counts millionths. */
export const Tokens = z.number().min(0)

export const Balance = z.object({
  /** Amount that can be spent. */
  available: Tokens,
  /** Held for jobs and runs that are not finished. */
  reserved: Tokens,
  spent: Tokens,
  /** Ever bought: available + reserved + spent. */
  purchased: Tokens,
})
export type Balance = z.infer<typeof Balance>

export const AccountSummary = z.object({
  tokens: Balance,
  /** Entropy credits: one is 256 random bytes. */
  credits: Balance,
  /** True in the demo lab and others whose profile says so: tokens and credits cost nothing and POST /account/purchases gives them. */
  may_purchase: z.boolean(),
})
export type AccountSummary = z.infer<typeof AccountSummary>

export const MAX_PURCHASE = 1_000_000
const Purchased = z.int().min(1).max(MAX_PURCHASE).optional()
export const PurchaseTokens = z
  .strictObject({ tokens: Purchased, credits: Purchased })
  .refine(({ tokens, credits }) => tokens !== undefined || credits !== undefined, {
    path: ['tokens'],
    error: 'say how many tokens or credits',
  })
export type PurchaseTokens = z.infer<typeof PurchaseTokens>

export const LEDGER_ACCOUNTS = ['available', 'reserved', 'spent', 'purchased'] as const
export const LedgerUnit = z.enum(['compute_token', 'entropy_credit'])
export type LedgerUnit = z.infer<typeof LedgerUnit>
export const LedgerKind = z.enum(['purchase', 'reserve', 'settle', 'release'])
export type LedgerKind = z.infer<typeof LedgerKind>

/** One transaction; its entries sum to zero. */
export const LedgerTransaction = z.object({
  transaction_id: z.int(),
  at: Timestamp,
  kind: LedgerKind,
  unit: LedgerUnit,
  /** The job it is for, null for a purchase and for a run. */
  job_uuid: z.uuid().nullable(),
  /** The run it is for. */
  run_id: z.uuid().nullable(),
  /** The draw of random bytes it is for. */
  request_id: z.uuid().nullable(),
  /** The key whose job or run it is, null for the account holder. */
  key_id: z.uuid().nullable(),
  entries: z.array(z.object({ account: z.enum(LEDGER_ACCOUNTS), amount: z.number() })),
})
export type LedgerTransaction = z.infer<typeof LedgerTransaction>

export const LedgerQuery = z.object({
  ...PageQuery,
  kind: LedgerKind.optional(),
  job_uuid: z.uuid().optional(),
  run_id: z.uuid().optional(),
  unit: LedgerUnit.optional(),
  request_id: z.uuid().optional(),
})
export type LedgerQuery = z.output<typeof LedgerQuery>
