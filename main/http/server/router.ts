import { type RequestHandler, Router } from 'express'
import type { Account } from '../../account/account'
import { AppError } from '../../contract/model/errors'
import { type Route, servedPath } from '../../contract/routes/definition'
import { authenticate } from '../request/credentials'
import type { Handler } from '../request/handler'
import { limitRate, type RateLimits } from '../request/rate-limit'
import { type PipelineOptions, routePipeline } from './route-pipeline'

export interface RouterOptions extends PipelineOptions {
  readonly account: Account
  readonly rate_limits: RateLimits
  /** Stands for `svc` in paths. */
  readonly segment: string
}

/**
 * Every route at its method and path; the other methods of a path answer 405. Express takes the first route that fits:
 * those of fixed paths come before those with parameters, whatever the order of the contract.
 */
export function createRouter(handlers: readonly Handler[], options: RouterOptions): Router {
  const { account, rate_limits, segment } = options
  const router = Router({ caseSensitive: true, strict: true })
  const identified = [authenticate(account), limitRate(rate_limits)]
  for (const handler of [...handlers].sort((a, b) => Number(isPattern(a)) - Number(isPattern(b))))
    router[methodOf(handler.route)](
      servedPath(handler.route, segment),
      ...identified,
      ...routePipeline(handler, options),
    )
  for (const [path, methods] of methodsByPath(handlers, segment)) router.all(path, otherMethods(methods))
  return router
}

const isPattern = ({ route }: Handler): boolean => route.path.includes(':')

const methodOf = ({ method }: Route) => method.toLowerCase() as 'get' | 'post' | 'delete'

function methodsByPath(handlers: readonly Handler[], segment: string): Map<string, string[]> {
  const table = new Map<string, string[]>()
  for (const { route } of handlers) {
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
