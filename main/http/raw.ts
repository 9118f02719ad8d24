import { AppError } from '../contract/errors'
import { type Parts, parserFor } from '../contract/parse'
import type { Route } from '../contract/route'
import { routes } from '../contract/routes'

/** A request whose body nobody has read: what another thread needs to read it. */
export interface RawRequest extends Record<Exclude<Parts, 'body'>, unknown> {
  /** As the route table has them. */
  readonly method: string
  readonly path: string
  /** JSON in UTF-8. */
  readonly bytes: Uint8Array
}

const utf8 = new TextDecoder()

/** The body; nothing at all counts as {}. Throws AppError `malformed_json`. */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return {}
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (error) {
    throw new AppError('malformed_json', (error as Error).message)
  }
}

/** The parsed parts, as the router would have them. Throws AppError `malformed_json` or `invalid_request`. */
export function readRequest({ method, path, params, query, bytes }: RawRequest): Record<Parts, unknown> {
  const table: readonly Route[] = Object.values(routes)
  const route = table.find(each => each.method === method && each.path === path)
  if (!route) throw new Error(`The route table has no ${method} ${path}`)
  return parserFor(route)({ params, query, body: parseJson(bytes) })
}
