/** Every route of instruments and of the lab, called by the wrong people and with the wrong things. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Route, servedPath } from '../../../main/contract/routes/definition'
import { instrumentsRoutes } from '../../../main/contract/routes/instruments'
import { labRoutes } from '../../../main/contract/routes/lab'
import { labRecordsRoutes } from '../../../main/contract/routes/lab-records'
import { type OpenedService, openService } from './opened-lab'

const TABLE = Object.entries<Route>({ ...instrumentsRoutes, ...labRoutes, ...labRecordsRoutes })
const UUID = '11111111-1111-4111-8111-111111111111'
const PLACES: Record<string, string> = {
  instrument_id: 'nowhere',
  parameter: 'voltage',
  snapshot_id: UUID,
  alarm_id: UUID,
}
const pathOf = (route: Route) => servedPath(route, 'svc').replace(/:(\w+)/g, (_, name) => PLACES[name]!)
const lineOf = (route: Route) => `${route.method} ${pathOf(route)}`
const takesBody = ({ example }: Route) => example !== null
const forOperators = TABLE.filter(([, { access }]) => Array.isArray(access))

let service: OpenedService
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.stop())

describe('the routes of instruments', () => {
  it.each(TABLE)('%s: answers nobody without credentials', async (_, route) => {
    const reply = await fetch(service.url + pathOf(route), { method: route.method })
    expect(reply.status).toBe(401)
  })

  it.each(forOperators)('%s: is for operators', async (_, route) => {
    for (const role of ['jobs', 'qec', 'entropy'] as const)
      expect(await service.call(lineOf(route), route.example ?? undefined, role), role).toMatchObject({
        status: 403,
        body: { error: 'forbidden' },
      })
  })

  it('change nothing unless they are for operators, but for the safe states', () => {
    const changing = TABLE.filter(([, { method, access }]) => method !== 'GET' && !Array.isArray(access))
    expect(changing.map(([name]) => name)).toEqual(['driveSafe', 'driveAllSafe'])
  })

  it.each(TABLE.filter(([, { path }]) => path.includes(':')))('%s: names what there is none of', async (_, route) => {
    const { status, body } = await service.call(lineOf(route), route.example ?? undefined)
    expect(status).toBe(404)
    expect(body).toMatchObject({ error: 'not_found', detail: expect.stringMatching(/nowhere|1111/) })
  })

  it.each(TABLE.filter(([, route]) => takesBody(route)))('%s: refuses what it does not take', async (_, route) => {
    const example = route.example as Record<string, unknown>
    for (const wrong of [{ ...example, surprise: 1 }, [], null, 'text'])
      expect(await service.call(lineOf(route), JSON.stringify(wrong)), JSON.stringify(wrong)).toMatchObject({
        status: 400,
      })
    for (const field of Object.keys(example)) {
      const { status, body } = await service.call(lineOf(route), { ...example, [field]: { wrong: [] } })
      expect(status, field).toBe(400)
      expect((body.errors as { pointer: string }[])[0]!.pointer, field).toContain(`/${field}`)
    }
  })

  it.each(TABLE.filter(([, route]) => takesBody(route)))('%s: refuses a body of megabytes', async (_, route) => {
    const { status, body } = await service.call(lineOf(route), JSON.stringify({ text: 'x'.repeat(2_000_000) }))
    expect({ status, error: body.error }).toEqual({ status: 413, error: 'body_too_large' })
  })

  it('refuse ids that could be paths, and values that are no numbers', async () => {
    for (const id of ['..%2F..%2Fetc', 'A B', '%00', 'x'.repeat(200)])
      expect((await service.call(`GET /v1/instruments/${id}`)).status, id).toBe(400)
    for (const value of ['1e999', 'NaN', 'null', '[1]', '{}']) {
      const line = 'POST /v1/instruments/flux-dac/parameters/voltage'
      expect((await service.call(line, `{"channel":"9","value":${value}}`)).status, value).toBe(400)
    }
  })
})
