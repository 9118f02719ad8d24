import type { RequestHandler, Response } from 'express'
import { rateLimit } from 'express-rate-limit'
import type { Caller } from '../contract/account'
import { AppError } from '../contract/errors'

/** Requests a minute for each key, for each address without credentials, and for the window, whose pages poll. */
export interface RateLimits {
  readonly per_key: number
  readonly per_session: number
}

export const RATE_LIMITS: RateLimits = { per_key: 600, per_session: 6_000 }

/** Runs after authentication, so that callers do not share a limit, and before a refusal, so that guessing keys is limited too. */
export const limiter = (limits: RateLimits): RequestHandler =>
  rateLimit({
    windowMs: 60_000,
    limit: (_request, response) => (callerIn(response)?.kind === 'session' ? limits.per_session : limits.per_key),
    keyGenerator: (request, response) => nameOf(callerIn(response), request.socket.remoteAddress),
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    handler: (_request, response, next) => {
      const seconds = Number(response.getHeader('Retry-After'))
      next(new AppError('rate_limited', `Too many requests; try again in ${seconds} s`, { retry_after_s: seconds }))
    },
  })

const callerIn = (response: Response): Caller | null => response.locals.caller as Caller | null
const nameOf = (caller: Caller | null, address = ''): string =>
  caller ? (caller.key_id ?? 'session') : `address:${address}`
