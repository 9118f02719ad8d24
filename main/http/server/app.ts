import express, { type Express, type RequestHandler } from 'express'
import { AppError } from '../../contract/model/errors'
import type { Logger } from '../../log/log'
import { type DocumentInput, lineOf } from '../openapi/document'
import { errorHandler } from '../reply/problem'
import type { Handler } from '../request/handler'
import { checkHostAndOrigin } from '../request/origin-check'
import { numberRequest } from '../request/request-id'
import { securityHeaders } from '../request/security-headers'
import { timeSlices } from '../request/time-slices'
import { createRouter, otherMethods, type RouterOptions } from './router'
import { signInLink } from './sign-in'
import { serveInterface } from './static-interface'

export interface AppOptions extends RouterOptions {
  readonly handlers: readonly Handler[]
  readonly version: string
  /** Built interface to serve, null when there is none. */
  readonly interface_dir: string | null
  readonly log: Logger
  /** Makes the OpenAPI document, JSON. */
  readonly describe: (input: DocumentInput) => Promise<Uint8Array>
}

/** The whole of what is served, in the order in which a request passes it. */
export function createApp(options: AppOptions): Express {
  const { handlers, segment, log, interface_dir } = options
  const app = express()
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple')
  app.use(numberRequest(log), securityHeaders(), ownPagesOnly, timeSlices())
  app
    .route('/sign-in')
    .get(signInLink(options.account.sessions))
    .all(otherMethods(['GET']))
  app
    .route('/openapi.json')
    .get(document(options))
    .all(otherMethods(['GET', 'HEAD']))
  app.use(createRouter(handlers, options))
  if (interface_dir) app.use(serveInterface(interface_dir, segment))
  app.use(notFound)
  app.use(errorHandler(log))
  return app
}

const ownPagesOnly: RequestHandler = (request, _response, next) => {
  checkHostAndOrigin(request)
  next()
}

const notFound: RequestHandler = ({ path }) => {
  throw new AppError('not_found', `Nothing is served at ${path.slice(0, 200)}`)
}

/** Made at the first request and kept: it cannot change while the process runs. */
function document({ handlers, segment, version, describe }: AppOptions): RequestHandler {
  let made: Promise<Uint8Array> | null = null
  const input = { lines: handlers.map(({ route }) => lineOf(route)), segment, version }
  return async (_request, response) => {
    made ??= describe(input).catch(error => {
      made = null
      throw error
    })
    response.type('application/json').send(Buffer.from(await made))
  }
}
