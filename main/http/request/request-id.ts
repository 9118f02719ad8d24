import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { Logger } from '../../log/log'
import { localsOf } from './locals'

/** Numbers the request, in its answer and in the log. The path is logged without its query, which may hold a sign-in token. */
export const numberRequest =
  (log: Logger): RequestHandler =>
  ({ method, path }, response, next) => {
    const request_id = randomUUID()
    Object.assign(localsOf(response), { request_id, caller: null })
    response.setHeader('X-Request-Id', request_id)
    if (log.isLevelEnabled('debug')) {
      const started = performance.now()
      response.once('finish', () => {
        const ms = Math.round(performance.now() - started)
        log.debug({ method, path, status: response.statusCode, ms, request_id }, 'request')
      })
    }
    next()
  }
