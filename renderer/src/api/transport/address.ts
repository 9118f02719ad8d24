/** The URL path of a route: parameters filled in, query appended. */
import type { Route } from '../../../../main/contract/routes/definition'

const written = (value: unknown) => encodeURIComponent(String(value))

/**
 * Fills `:name` with the parameters and `svc` with the configured segment, and appends the query without undefined and
 * empty fields. Throws a plain Error where a parameter is missing, which is a bug of the page.
 */
export function addressOf(
  route: Pick<Route, 'path'>,
  {
    params,
    query,
    segment,
  }: {
    readonly params: Readonly<Record<string, unknown>>
    readonly query: Readonly<Record<string, unknown>>
    readonly segment: string
  },
): string {
  const path = route.path.replace('/api/svc/', `/api/${written(segment)}/`).replace(/:(\w+)/g, (_, name: string) => {
    if (params[name] === undefined) throw new Error(`${route.path} lacks the parameter ${name}`)
    return written(params[name])
  })
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return given.length === 0 ? path : `${path}?${given.map(([key, value]) => `${key}=${written(value)}`).join('&')}`
}
