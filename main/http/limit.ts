import { hash } from 'node:crypto'
import { MemoryStore, type Options } from 'express-rate-limit'
import type { Caller } from '../contract/service/account'
import { AppError } from '../contract/model/errors'
import type { Exchange } from './exchange'

/** Requests a minute for each key, for each address without credentials, and for the window, whose pages poll. */
export interface RateLimits {
  readonly per_key: number
  readonly per_session: number
}

export const RATE_LIMITS: RateLimits = { per_key: 600, per_session: 6_000 }

const WINDOW_S = 60

/**
 * Counts a request and says in its headers how many more are let through (draft-ietf-httpapi-ratelimit-headers-08). Runs
 * after authentication, so that callers do not share a limit, and before a refusal, so that guessing keys is limited too.
 * Throws `rate_limited`. The package counts; its middleware would be a good part of a short request.
 */
export function limiter(limits: RateLimits): (exchange: Exchange) => Promise<void> {
  const counts = new MemoryStore()
  const partitionOf = createPartitions()
  counts.init({ windowMs: WINDOW_S * 1000 } as Options)
  return async exchange => {
    const { caller, request, headers } = exchange
    const limit = caller?.kind === 'session' ? limits.per_session : limits.per_key
    const name = caller ? (caller.key_id ?? 'session') : `address:${request.socket.remoteAddress ?? ''}`
    const { totalHits, resetTime } = await counts.increment(name)
    const seconds = Math.max(0, Math.ceil((resetTime!.getTime() - Date.now()) / 1000))
    const policy = `"${limit}-in-1min"`
    headers.push('RateLimit', `${policy}; r=${Math.max(0, limit - totalHits)}; t=${seconds}`)
    headers.push('RateLimit-Policy', `${policy}; q=${limit}; w=${WINDOW_S}; pk=:${partitionOf(name, caller)}:`)
    if (totalHits <= limit) return
    headers.push('Retry-After', String(seconds))
    throw new AppError('rate_limited', `Too many requests; try again in ${seconds} s`, { retry_after_s: seconds })
  }
}

/** Tells callers apart without naming them: base64 of twelve hexadecimal digits. */
const partition = (name: string): string => Buffer.from(hash('sha256', name, 'hex').slice(0, 12)).toString('base64')

/** `partition` of callers that come again and again. */
function createPartitions(): (name: string, caller: Caller | null) => string {
  const known = new WeakMap<Caller, string>()
  return (name, caller) => {
    const found = (caller && known.get(caller)) ?? partition(name)
    if (caller) known.set(caller, found)
    return found
  }
}
