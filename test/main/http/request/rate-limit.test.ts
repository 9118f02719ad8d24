import { expect, it } from 'vitest'
import { routes } from '../../../../main/contract/routes'
import { handle } from '../../../../main/http/request/call'
import { serve } from '../test-server'

it('a key that calls too often waits, alone, for a time that the reply states', async () => {
  const served = await serve({ rate_limits: { per_key: 3, per_session: 100 } })
  const busy = served.keyFor('jobs')
  const call = (secret: string) =>
    fetch(`${served.url}/api/svc/quantum/whoami`, { headers: { authorization: `Bearer ${secret}` } })
  const first = await call(busy)
  expect(first.headers.get('ratelimit')).toMatch(/r=2; t=\d+/)
  expect(first.headers.get('ratelimit-policy')).toMatch(/q=3;w=60$/)
  await call(busy)
  await call(busy)
  const refused = await call(busy)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const problem = await refused.json()
  expect(problem).toMatchObject({ error: 'rate_limited', details: { retry_after_s: expect.any(Number) } })
  expect((await call(served.keyFor('jobs'))).status).toBe(200)
  await served.stop()
})

it('guessing keys is limited too', async () => {
  const served = await serve({ rate_limits: { per_key: 2, per_session: 100 } })
  const guess = () =>
    fetch(`${served.url}/api/svc/quantum/whoami`, { headers: { authorization: `Bearer pk_${Math.random()}` } })
  expect([(await guess()).status, (await guess()).status, (await guess()).status]).toEqual([401, 401, 429])
  await served.stop()
})

it('safe states go ahead of a caller’s own flood', async () => {
  const reply = { items: [], ended: [], at: '2026-01-01T00:00:00.000Z' }
  const handlers = [handle(routes.driveAllSafe, () => reply)]
  const served = await serve({ handlers, rate_limits: { per_key: 1, per_session: 1 } })
  const headers = { authorization: `Bearer ${served.keyFor('jobs')}` }
  const whoami = () => fetch(`${served.url}/api/svc/quantum/whoami`, { headers })
  expect([(await whoami()).status, (await whoami()).status]).toEqual([200, 429])
  const safe = await fetch(`${served.url}/v1/lab/safe-state`, { method: 'POST', headers })
  expect(safe.status).toBe(200)
  await served.stop()
})
