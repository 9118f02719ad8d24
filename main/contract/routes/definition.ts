/** One row of the route table. */
import type { z } from 'zod'
import type { ErrorCode } from '../model/errors'
import type { KeyRole } from '../service/account'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** public: no credentials; signed_in: any key or session; session: the account holder in the window; else any of these roles. */
export type Access = 'public' | 'signed_in' | 'session' | readonly KeyRole[]

export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  method: Method
  /** Express style; the segment `svc` stands for the configured service segment. */
  path: string
  access: Access
  summary: string
  tag: string
  params: Params
  query: Query
  body: Body
  /** Bytes of `media_type` where `binary` is set, else JSON. */
  reply: Reply
  binary: boolean
  media_type: string
  /** When a reply that is JSON otherwise carries bytes, e.g. `format=b8`; null for never. */
  bytes_when: string | null
  /** When a reply that is JSON otherwise is CSV; null for never. */
  csv_when: string | null
  /** Takes the header Idempotency-Key. */
  idempotent: boolean
  /** Which limit its requests count against; draws of random bytes and safe states have limits of their own. */
  rate: 'calls' | 'draws' | 'safe_states'
  status: number
  /** Error codes besides those that every route can answer with. */
  errors: readonly ErrorCode[]
  /** Bytes of body accepted. */
  body_limit: number
  /** An example body for the documentation, null for routes without one. */
  example: unknown
}

export type ParamsOf<R> = R extends Route<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never
export type QueryOf<R> = R extends Route<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never
export type BodyOf<R> = R extends Route<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never
export type ReplyOf<R> = R extends Route<z.ZodType, z.ZodType, z.ZodType, infer P> ? z.output<P> : never
export type QueryInputOf<R> = R extends Route<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.input<Q> : never
export type BodyInputOf<R> = R extends Route<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.input<B> : never

/**
 * Whether replies have an ETag: those of GET routes for roles of keys, which clients read again and again. Other routes have
 * none, and a WebSocket has no reply.
 */
export const hasTag = ({ method, access, status }: Route): boolean =>
  method === 'GET' && status !== 101 && Array.isArray(access)

/** The path as it is served: Express style, with the configured segment. */
export const servedPath = ({ path }: Route, segment: string): string => path.replace('/api/svc/', `/api/${segment}/`)
