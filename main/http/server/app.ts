import express, { type Express, type RequestHandler, Router } from 'express'
import type { Account } from '../../account/account'
import { AppError } from '../../contract/model/errors'
import { routes } from '../../contract/routes'
import { type Route, servedPath } from '../../contract/routes/definition'
import type { Logger } from '../../log/log'
import { type DocumentInput, lineOf } from '../openapi/document'
import { type Explain, errorHandler } from '../reply/problem'
import type { Handler } from '../request/call'
import { authenticate, DRAW_LIMITS, limitRate, type RateLimits, SAFE_STATE_LIMITS } from '../request/caller'
import { enter } from '../request/entry'
import { pageHeaders, replyHeaders } from '../request/security-headers'
import { serveInterface, signInLink } from './pages'
import { type RouteOptions, routeSteps } from './route-steps'

export interface AppOptions extends RouteOptions {
  readonly handlers: readonly Handler[]
  readonly account: Account
  readonly rate_limits: RateLimits
  /** The path segment in place of `svc`. */
  readonly segment: string
  readonly version: string
  /** Built interface to serve, null when there is none. */
  readonly interface_dir: string | null
  readonly log: Logger
  /** Explains a full disk by the data folder and its free bytes. */
  readonly explain: Explain
  /** Makes the OpenAPI document as JSON in UTF-8. */
  readonly describe: (input: DocumentInput) => Promise<Uint8Array>
}

/** The whole application; its steps stand in the order in which a request passes them. */
export function createApp(options: AppOptions): Express {
  const { log, explain } = options
  const app = express()
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple')
  app.enable('case sensitive routing').enable('strict routing')
  app.use(replyHeaders, enter(log))
  addRoutes(app, options)
  app.use(pageHeaders, pages(options))
  app.use(notFound)
  app.use(errorHandler(log, explain))
  return app
}

/**
 * Adds every route at its method and path; other methods of a path answer 405. Express takes the first matching route,
 * so fixed paths come before those with parameters, whatever their order in the contract.
 */
function addRoutes(app: Express, options: AppOptions): void {
  const { handlers, account, rate_limits, segment } = options
  const known = authenticate(account)
  const limits = {
    calls: limitRate(rate_limits),
    draws: limitRate(DRAW_LIMITS, 'key'),
    safe_states: limitRate(SAFE_STATE_LIMITS),
  }
  for (const handler of [...handlers].sort((a, b) => Number(isPattern(a)) - Number(isPattern(b))))
    app[methodOf(handler.route)](
      servedPath(handler.route, segment),
      known,
      limits[handler.route.rate],
      ...routeSteps(handler, options),
    )
  for (const [path, methods] of methodsByPath(handlers, segment)) app.all(path, otherMethods(methods))
}

const isPattern = ({ route }: Handler): boolean => /[:*]/.test(route.path)

const methodOf = ({ method }: Route) => method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'

function methodsByPath(handlers: readonly Handler[], segment: string): Map<string, string[]> {
  const table = new Map<string, string[]>()
  for (const { route } of handlers) {
    const path = servedPath(route, segment)
    const methods = route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]
    table.set(path, [...(table.get(path) ?? []), ...methods])
  }
  return table
}

/** Paths that a browser opens. Unlike those of routes, they also match in capitals and with a trailing slash. */
function pages(options: AppOptions): Router {
  const { account, segment, interface_dir } = options
  const router = Router()
  router
    .route('/sign-in')
    .get(signInLink(account.sessions))
    .all(otherMethods(['GET']))
  router
    .route('/openapi.json')
    .get(document(options))
    .all(otherMethods(['GET', 'HEAD']))
  if (interface_dir) router.use(serveInterface(interface_dir, segment))
  return router
}

/** Answers OPTIONS with the methods of the path, and any other method with 405. */
const otherMethods =
  (methods: readonly string[]): RequestHandler =>
  (request, response) => {
    const allowed = methods.join(', ')
    response.set('Allow', allowed)
    if (request.method === 'OPTIONS') return void response.status(204).end()
    throw new AppError('method_not_allowed', `${request.method} is not a method of this path, which takes ${allowed}`, {
      details: { allowed: methods },
    })
  }

const notFound: RequestHandler = ({ path }) => {
  throw new AppError('not_found', `Nothing is served at ${path.slice(0, 200)}`)
}

/**
 * Serves openapi.json, with the routes in the contract's order. It is made at the first request and cached, as it
 * cannot change while the process runs.
 */
function document({ handlers, segment, version, describe }: AppOptions): RequestHandler {
  let made: Promise<Uint8Array> | null = null
  const served = new Set(handlers.map(({ route }) => route))
  const lines = Object.values<Route>(routes)
    .filter(route => served.has(route))
    .map(lineOf)
  const input = { lines, segment, version }
  return async (_request, response) => {
    made ??= describe(input).catch(error => {
      made = null
      throw error
    })
    response.type('application/json').send(Buffer.from(await made))
  }
}
