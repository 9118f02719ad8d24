import type { RequestListener } from 'node:http'
import { parse } from 'node:querystring'
import express, { type Express, type RequestHandler } from 'express'
import type { Logger } from '../log/log'
import { begin, guard } from './exchange'
import { entered, nothingHere, problems } from './express'
import type { Handler } from './request/handler'
import { serveInterface } from './server/static-interface'
import { limiter, type RateLimits } from './limit'
import { openApiDocument } from './openapi/document'
import { answerProblem } from './reply/problem'
import { createRouter, directRoutes, otherMethods, type Served } from './router'
import { type ServeParts, serving } from './server/route-pipeline'
import { signInLink } from './server/sign-in'

export interface AppParts extends Omit<ServeParts, 'limit'> {
  readonly handlers: readonly Handler[]
  /** Stands for `svc` in paths. */
  readonly segment: string
  readonly rate_limits: RateLimits
  readonly version: string
  /** Built interface to serve, null when there is none. */
  readonly interface_dir: string | null
  readonly log: Logger
}

/** The whole of what is served. Calls with a fixed address are answered at once; Express finds who answers all others. */
export function createApp(parts: AppParts): RequestListener {
  const { handlers, segment, log } = parts
  const limit = limiter(parts.rate_limits)
  const served = handlers.map(
    (handler): Served => ({ route: handler.route, serve: serving(handler, { ...parts, limit }) }),
  )
  const direct = directRoutes(served, segment)
  const others = createOthers(parts, served)
  return async (request, response) => {
    const [path, query] = addressOf(request.url!)
    const serve = direct.get(`${request.method} ${path}`)
    if (!serve) return others(request, response)
    const exchange = begin(request, response, path, log)
    try {
      guard(exchange)
      await serve(exchange, {}, query === null ? {} : parse(query))
    } catch (error) {
      answerProblem(error, exchange, log)
    }
  }
}

/** Path and query as Express has them, null without a query. */
function addressOf(url: string): [string, string | null] {
  const at = url.indexOf('?')
  return at < 0 ? [url, null] : [url.slice(0, at), url.slice(at + 1)]
}

/** All that a request passes, in its order, where its address alone does not tell who answers. */
function createOthers(parts: AppParts, served: readonly Served[]): Express {
  const app = express()
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple')
  app.use(entered(parts.log))
  app
    .route('/sign-in')
    .get(signInLink(parts.account.sessions))
    .all(otherMethods(['GET']))
  app
    .route('/openapi.json')
    .get(document(parts))
    .all(otherMethods(['GET', 'HEAD']))
  app.use(createRouter(served, parts.segment))
  if (parts.interface_dir) app.use(serveInterface(parts.interface_dir, parts.segment))
  app.use(nothingHere)
  app.use(problems(parts.log))
  return app
}

/** Made at the first request and kept: it cannot change while the process runs. */
function document({ handlers, segment, version }: AppParts): RequestHandler {
  let text: string | null = null
  return (_request, response) => {
    text ??= JSON.stringify(openApiDocument({ routes: handlers.map(({ route }) => route), segment, version }))
    response.type('application/json').send(text)
  }
}
