/** How a row of the route table is written. */
import { z } from 'zod'
import type { Access, Method, Route } from './definition'

export const JOBS: Access = ['jobs']
export const QEC: Access = ['qec']
export const READ_DEVICES: Access = ['jobs', 'qec', 'operator']
export const OPERATOR: Access = ['operator']
export const ENTROPY: Access = ['entropy']

const Nothing = z.strictObject({})
/** Body of binary replies. */
export const Bytes = z.custom<Uint8Array>(value => value instanceof Uint8Array)

interface RouteFields<P, Q, B, R> {
  access: Access
  summary: string
  params?: P
  query?: Q
  body?: B
  reply: R
  binary?: boolean
  media_type?: string
  bytes_when?: string
  csv_when?: string
  idempotent?: boolean
  rate?: Route['rate']
  status?: number
  errors?: Route['errors']
  body_limit?: number
  example?: unknown
}

export const MB = 1_000_000

/** One row of the table, with defaults for the fields that are left out. */
export function route<
  R extends z.ZodType,
  P extends z.ZodType = typeof Nothing,
  Q extends z.ZodType = typeof Nothing,
  B extends z.ZodType = typeof Nothing,
>(line: `${Method} /${string}`, tag: string, parts: RouteFields<P, Q, B, R>): Route<P, Q, B, R> {
  const [method, path] = line.split(' ') as [Method, string]
  return {
    method,
    path,
    tag,
    access: parts.access,
    summary: parts.summary,
    params: parts.params ?? (Nothing as unknown as P),
    query: parts.query ?? (Nothing as unknown as Q),
    body: parts.body ?? (Nothing as unknown as B),
    reply: parts.reply,
    binary: parts.binary ?? false,
    media_type: parts.media_type ?? 'application/octet-stream',
    bytes_when: parts.bytes_when ?? null,
    csv_when: parts.csv_when ?? null,
    idempotent: parts.idempotent ?? false,
    rate: parts.rate ?? 'calls',
    status: parts.status ?? 200,
    errors: parts.errors ?? [],
    body_limit: parts.body_limit ?? MB,
    example: parts.example ?? null,
  }
}
