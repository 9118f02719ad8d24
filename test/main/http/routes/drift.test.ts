/** Events of the lab as they are streamed, and the drift of a device; those of runs and maps are in drift.soak.test.ts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { runningService } from '../../../../main/cli/io/client'
import { Drift } from '../../../../main/contract/backends/drift'
import type { LabEvent } from '../../../../main/contract/backends/lab-events'
import { routes } from '../../../../main/contract/routes'
import { createLabEvents } from '../../../../main/events/lab-events'
import { labFeed } from '../../../../main/http/events/feeds'
import { eventStreams } from '../../../../main/http/events/websockets'
import { driftHandlers } from '../../../../main/http/routes/modules'
import { createLog } from '../../../../main/log/log'
import type { Drifts } from '../../../../main/modules/drift/history'
import { raw, type Served, serve } from '../test-server'
import { DEVICES, listen, openChiplets } from './served-chiplets'

const RUN = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'
const progress = { fraction: 0.5, stage: 'half way' }
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

describe('the stream of the lab', () => {
  let served: Served
  const start = (kept?: number) => {
    const events = createLabEvents(Date.now, kept)
    const run = (run_id: string, backend_id = 'dev-a') =>
      events.run({ backend_id, logical_id: 'a00.L0', run_id, status: 'PROCESSING', progress })
    return { events, run }
  }
  async function open(events: ReturnType<typeof createLabEvents>) {
    const log = createLog('silent')
    served = await serve({
      upgrades: account => eventStreams({ feeds: [labFeed(events)], account, segment: 'svc', log }),
      handlers: driftHandlers({} as Drifts),
    })
    closing.push(served.stop)
    return { authorization: `Bearer ${served.keyFor('qec')}` }
  }
  const typesOf = (frames: readonly LabEvent[]) => frames.map(({ type }) => type)

  it('brings what happens, to everybody, or of the backend or run that is named', async () => {
    const { events, run } = start()
    const key = await open(events)
    const [all, backend, one] = [
      await listen(closing, served.url, key),
      await listen(closing, served.url, served.session(), '?backend_id=dev-b'),
      await listen(closing, served.url, key, `?run_id=${OTHER}`),
    ]
    run(RUN)
    run(OTHER)
    events.study({ backend_id: 'dev-b', logical_id: 'b.L0', study_id: RUN, status: 'COMPLETED', progress })
    events.publish({ type: 'snapshot', backend_id: 'dev-b', calibration_id: 'cal-2', previous_calibration_id: null })
    await expect.poll(() => typesOf(all)).toEqual(['hello', 'run', 'run', 'study', 'snapshot'])
    await expect.poll(() => typesOf(backend)).toEqual(['hello', 'study', 'snapshot'])
    await expect.poll(() => one.slice(1)).toMatchObject([{ type: 'run', run_id: OTHER, progress }])
    const sequences = all.map(frame => ('sequence' in frame ? frame.sequence : 0))
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b))
  })

  it('goes on after the sequence that is named, and says reset where that is no longer kept', async () => {
    const { events, run } = start(5)
    const key = await open(events)
    const before = events.newest()
    for (let i = 0; i < 4; i++) run(RUN)
    const resumed = await listen(closing, served.url, key, `?after=${before + 1}`)
    await expect.poll(() => typesOf(resumed)).toEqual(['hello', 'run', 'run', 'run'])
    for (let i = 0; i < 4; i++) run(RUN)
    const late = await listen(closing, served.url, key, `?after=${before}`)
    run(OTHER)
    await expect.poll(() => typesOf(late)).toEqual(['hello', 'reset', 'run'])
  })

  it('is refused without credentials, role or right query, and a plain GET is answered 426', async () => {
    const key = await open(start().events)
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    }
    const statusOf = async (headers: object, query = '') =>
      (
        await raw(served.port, {
          path: `/v1/events${query}`,
          headers: { host: `127.0.0.1:${served.port}`, ...upgrade, ...headers },
        })
      ).status
    expect(await statusOf({})).toBe(401)
    expect(await statusOf({ authorization: `Bearer ${served.keyFor('jobs')}` })).toBe(403)
    expect(await statusOf({ ...key, origin: 'https://evil.example' })).toBe(403)
    for (const query of ['?run_id=1', '?after=x', '?backend_id=../x', '?job_uuid=1', `?after=${2 ** 60}`])
      expect(await statusOf(key, query), query).toBe(400)
    expect((await fetch(`${served.url}/v1/events`, { headers: key })).status).toBe(426)
  })
})

describe('a device whose second calibration is imported while it is served', () => {
  it('reports the snapshot and every layout that moved, as the drift then shows it', async () => {
    const { service, data } = await openChiplets(closing, 0, 1, 2, 3)
    const client = runningService(data)!
    const { secret } = await client.call(routes.createKey, { body: { name: 'ci', roles: ['qec', 'operator'] } })
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const frames = await listen(closing, service.url, headers, '?backend_id=dev-a-mock')
    const get = (path: string) => fetch(service.url + path, { headers })
    const at = '/v1/backends/dev-a-mock/logical-qubits'
    const { logical_qubits } = (await (await get(at)).json()) as { logical_qubits: { logical_id: string }[] }
    const before = await client.call(routes.getBackend, { params: { backend_id: 'dev-a' } })

    const profile = JSON.parse(readFileSync(join(DEVICES, 'dev-a.json'), 'utf8'))
    const content = readFileSync(join(DEVICES, profile.calibrations[1]), 'utf8')
    const take = (dry_run: boolean) =>
      client.call(routes.importCalibration, {
        params: { backend_id: 'dev-a' },
        body: { files: [{ name: 'second.json', content }], dry_run },
      })
    const foretold = (await take(true)).change.moves
    const { calibration } = await take(false)

    const expected: unknown[] = []
    for (const { logical_id } of logical_qubits) {
      const reply = await get(`${at}/${logical_id}/drift`)
      expect(reply.status).toBe(200)
      const { points, changes } = Drift.parse(await reply.json())
      expect(points.map(({ calibration_id }) => calibration_id)).toEqual([
        before.calibration_id,
        calibration.calibration_id,
      ])
      if (changes[0]!.layout_changed) expected.push([logical_id, changes[0]])
    }
    expect(expected.length, 'at least one layout moves between these two published snapshots').toBeGreaterThan(0)
    const moves = () => frames.flatMap(frame => (frame.type === 'moved' ? [[frame.logical_id, frame.change]] : []))
    await expect.poll(() => moves().length).toBe(expected.length)
    expect(moves()).toEqual(expect.arrayContaining(expected))
    expect(foretold!.map(({ logical_id, change }) => [logical_id, change])).toEqual(expect.arrayContaining(expected))
    expect(frames[1]).toMatchObject({
      type: 'snapshot',
      backend_id: 'dev-a-mock',
      calibration_id: calibration.calibration_id,
      previous_calibration_id: before.calibration_id,
      cause: 'imported',
    })

    const back = { params: { backend_id: 'dev-a-mock' }, body: { dry_run: false } }
    expect(await client.call(routes.revertCurrent, back)).toMatchObject({
      current: { calibration_id: before.calibration_id },
      previous: { calibration_id: calibration.calibration_id },
    })
    await expect.poll(() => moves().length).toBe(2 * expected.length)
    expect(frames.findLast(({ type }) => type === 'snapshot')).toMatchObject({
      calibration_id: before.calibration_id,
      previous_calibration_id: calibration.calibration_id,
      cause: 'reverted',
    })
    const { points } = Drift.parse(await (await get(`${at}/${logical_qubits[0]!.logical_id}/drift`)).json())
    expect(points.map(({ current }) => current)).toEqual([true, false])
    const now = await client.call(routes.listLogicalQubits, { params: { backend_id: 'dev-a' } })
    expect(now.calibration_id).toBe(before.calibration_id)
    await expect(client.call(routes.revertCurrent, back)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('answers nonsense about its drift with what is wrong', async () => {
    const { service, data } = await openChiplets(closing, 0)
    const client = runningService(data)!
    const { secret } = await client.call(routes.createKey, { body: { name: 'ci', roles: ['qec'] } })
    const statusOf = async (path: string, key = secret, method = 'GET') =>
      (await fetch(service.url + path, { method, headers: { authorization: `Bearer ${key}` } })).status
    const at = '/v1/backends/dev-a/logical-qubits'
    for (const query of ['limit=0', 'limit=201', 'limit=x', 'limit=1&limit=2', 'since=1', 'limit=1e400'])
      expect(await statusOf(`${at}/a00.L0/drift?${query}`), query).toBe(400)
    for (const path of [
      `${at}/zz.L0/drift`,
      `${at}/${'a'.repeat(64)}/drift`,
      '/v1/backends/nope/logical-qubits/a.L0/drift',
    ])
      expect(await statusOf(path), path).toBe(404)
    expect(await statusOf(`${at}/%2e%2e%2f/drift`)).toBe(400)
    expect(await statusOf(`${at}/a00.L0/drift`, 'pk_wrong')).toBe(401)
    expect(await statusOf(`${at}/a00.L0/drift`, secret, 'POST')).toBe(405)
    const jobs = await client.call(routes.createKey, { body: { name: 'jobs', roles: ['jobs'] } })
    expect(await statusOf(`${at}/a00.L0/drift`, jobs.secret)).toBe(403)
  })
})
