import { type RequestHandler, Router } from 'express'
import { AppError } from '../contract/model/errors'
import type { Route } from '../contract/routes/definition'
import { exchangeIn } from './express'
import type { Serve } from './server/route-pipeline'

export interface Served {
  readonly route: Route
  readonly serve: Serve
}

/** Every route at its method and path; the other methods of a path answer 405. */
export function createRouter(all: readonly Served[], segment: string): Router {
  const router = Router({ caseSensitive: true, strict: true })
  for (const { route, serve } of all)
    router[methodOf(route)](servedPath(route, segment), (request, response) =>
      serve(exchangeIn(response), request.params, request.query),
    )
  for (const [path, methods] of methodsByPath(all, segment)) router.all(path, otherMethods(methods))
  return router
}

/**
 * The routes whose path is the same for every call, by method and path: Express tries one path after the other, which
 * takes longer than some calls.
 */
export const directRoutes = (all: readonly Served[], segment: string): ReadonlyMap<string, Serve> =>
  new Map(
    all
      .filter(({ route }) => !/[:*{]/.test(route.path))
      .map(({ route, serve }) => [`${route.method} ${servedPath(route, segment)}`, serve]),
  )

/** The path as it is served: Express style, with the configured segment. */
export const servedPath = ({ path }: Route, segment: string): string => path.replace('/api/svc/', `/api/${segment}/`)

const methodOf = ({ method }: Route) => method.toLowerCase() as 'get' | 'post' | 'delete'

function methodsByPath(all: readonly Served[], segment: string): Map<string, string[]> {
  const table = new Map<string, string[]>()
  for (const { route } of all) {
    const path = servedPath(route, segment)
    const methods = route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]
    table.set(path, [...(table.get(path) ?? []), ...methods])
  }
  return table
}

/** Answers 405 to what a path does not take, and OPTIONS with what it takes. */
export const otherMethods =
  (methods: readonly string[]): RequestHandler =>
  (request, response) => {
    const allowed = methods.join(', ')
    response.set('Allow', allowed)
    if (request.method === 'OPTIONS') return void response.status(204).end()
    throw new AppError('method_not_allowed', `${request.method} is not a method of this path, which takes ${allowed}`, {
      allowed: methods,
    })
  }
