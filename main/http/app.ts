import { randomUUID } from 'node:crypto'
import express, { type Express, type RequestHandler } from 'express'
import type { Logger } from '../log/log'
import { guard, securityHeaders } from './guard'
import type { Handler } from './handle'
import { serveInterface } from './interface'
import { openApiDocument } from './openapi'
import { nothingHere, problems, requestId } from './problem'
import { createRouter, otherMethods, type RouterParts } from './router'
import { signInLink } from './sign_in'

export interface AppParts extends RouterParts {
  readonly handlers: readonly Handler[]
  readonly version: string
  /** Built interface to serve, null when there is none. */
  readonly interface_dir: string | null
  readonly log: Logger
}

/** The whole of what is served, in the order in which a request passes it. */
export function createApp(parts: AppParts): Express {
  const app = express()
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple')
  app.use(named, logged(parts.log), securityHeaders(), guard)
  app
    .route('/sign-in')
    .get(signInLink(parts.account.sessions))
    .all(otherMethods(['GET']))
  app
    .route('/openapi.json')
    .get(document(parts))
    .all(otherMethods(['GET', 'HEAD']))
  app.use(createRouter(parts.handlers, parts))
  if (parts.interface_dir) app.use(serveInterface(parts.interface_dir, parts.segment))
  app.use(nothingHere)
  app.use(problems(parts.log))
  return app
}

const named: RequestHandler = (_request, response, next) => {
  response.locals.request_id = randomUUID()
  response.set('x-request-id', requestId(response))
  next()
}

/** The path without its query, which may hold a sign-in token. */
const logged =
  (log: Logger): RequestHandler =>
  (request, response, next) => {
    const { method, path } = request
    const started = performance.now()
    response.once('finish', () => {
      const ms = Math.round(performance.now() - started)
      log.debug({ method, path, status: response.statusCode, ms, request_id: requestId(response) }, 'request')
    })
    next()
  }

/** Made at the first request and kept: it cannot change while the process runs. */
function document({ handlers, segment, version }: AppParts): RequestHandler {
  let text: string | null = null
  return (_request, response) => {
    text ??= JSON.stringify(openApiDocument({ routes: handlers.map(({ route }) => route), segment, version }))
    response.type('application/json').send(text)
  }
}
