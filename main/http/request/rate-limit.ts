import type { Request, RequestHandler, Response } from 'express'
import { type AugmentedRequest, rateLimit } from 'express-rate-limit'
import { AppError } from '../../contract/model/errors'
import { localsOf } from './locals'

/** Requests a minute for each key, for each address without credentials, and for the window, whose pages poll. */
export interface RateLimits {
  readonly per_key: number
  readonly per_session: number
}

export const RATE_LIMITS: RateLimits = { per_key: 600, per_session: 6_000 }

/**
 * Counts a request and says in its headers how many more are let through (draft-ietf-httpapi-ratelimit-headers-08). Stands
 * behind authentication, so that callers do not share a limit, and before a refusal, so that guessing keys is limited too.
 */
export const limitRate = ({ per_key, per_session }: RateLimits): RequestHandler =>
  rateLimit({
    windowMs: 60_000,
    limit: (_request, response) => (localsOf(response).caller?.kind === 'session' ? per_session : per_key),
    keyGenerator: countedAs,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    handler: (request, _response, next) => next(rateLimited(request as AugmentedRequest)),
  })

function countedAs({ socket }: Request, response: Response): string {
  const { caller } = localsOf(response)
  return caller ? (caller.key_id ?? 'session') : `address:${socket.remoteAddress ?? ''}`
}

function rateLimited({ rateLimit }: AugmentedRequest): AppError {
  const seconds = Math.max(0, Math.ceil((rateLimit!.resetTime!.getTime() - Date.now()) / 1000))
  return new AppError('rate_limited', `Too many requests; try again in ${seconds} s`, { retry_after_s: seconds })
}
