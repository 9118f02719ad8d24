/** Every route, called with names that every object of JavaScript has, where it takes a name. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../../../main/contract/routes'
import { type Route, servedPath } from '../../../../main/contract/routes/definition'
import { KeyRole } from '../../../../main/contract/service/account'
import { type OpenedService, openService } from '../../lab/opened-lab'

const NAMES = ['constructor', '__proto__']
/** What there is in the demo lab, for the other places of a path. */
const PLACES: Record<string, string> = {
  instrument_id: 'flux-dac',
  backend_id: 'dev-a-mock',
  logical_id: 'a00.L0',
  parameter: 'voltage',
}
/** Replies that stay open are no replies to wait for. */
const CALLED = Object.entries<Route>(routes).filter(([, { status, access }]) => status !== 101 && access !== 'session')

let service: OpenedService
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.stop())

const roleOf = ({ access }: Route): KeyRole => (Array.isArray(access) ? access[0]! : KeyRole.enum.operator)

/** The value with each of its texts in turn replaced by the name, and with one field more of that name. */
function* renamed(value: unknown, name: string): Generator<unknown> {
  if (typeof value === 'string') yield name
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value))
    for (const other of renamed(part, name))
      yield Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other }
  if (!Array.isArray(value))
    yield JSON.parse(`{${JSON.stringify(value).slice(1, -1)}${Object.keys(value).length > 0 ? ',' : ''}"${name}":1}`)
}

/** The places of a path and the fields of a query, each in turn with the name. */
function pathsOf(route: Route, name: string): string[] {
  const path = servedPath(route, 'svc')
  const places = [...path.matchAll(/:(\w+)/g)].map(([, place]) => place!)
  const withName = (named: string) =>
    path.replace(/:(\w+)/g, (_, place) => (place === named ? name : (PLACES[place] ?? name)))
  const usual = withName('')
  const fields = [...Object.keys((route.query as { shape?: object }).shape ?? {}), name]
  return [...places.map(withName), ...fields.map(field => `${usual}?${field}=${name}`), usual]
}

describe.each(NAMES)('names such as %s', name => {
  it.each(CALLED)('are taken or refused by %s as any other', async (_, route) => {
    const calls = [
      ...pathsOf(route, name).map(path => ({ path, body: route.example ?? undefined })),
      ...[...renamed(route.example, name)].map(body => ({ path: pathsOf(route, name).at(-1)!, body })),
    ]
    for (const { path, body } of calls) {
      const reply = await service
        .call(`${route.method} ${path}`, body, roleOf(route))
        .catch(error => ({ status: 0, body: error }))
      expect(reply.status, `${route.method} ${path} ${JSON.stringify(body)} ${JSON.stringify(reply.body)}`).not.toBe(
        500,
      )
    }
  })
})
