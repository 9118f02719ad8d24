import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { runningService } from '../../main/cli/io/client'
import type { Config } from '../../main/config/config'
import { routes } from '../../main/contract/routes'
import { Health } from '../../main/contract/service/health'
import { type Service, startService } from '../../main/service'
import { Endpoint } from '../../main/store/endpoint'
import { configured } from '../configured'

let data = ''
let running: Service[] = []
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'pentad-service-'))
})
afterEach(async () => {
  await Promise.all(running.map(service => service.stop()))
  running = []
  rmSync(data, { recursive: true, force: true })
})

async function start(change: Partial<Config> = {}): Promise<Service> {
  const service = await startService(configured(data, { check_replies: true, ...change }))
  running.push(service)
  return service
}

const client = (of = data) => runningService(of)!

/** One for whatever neither stops it nor starts it again. */
let service: Service
let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-service-'))
  service = await startService(configured(folder, { check_replies: true }))
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('the service', () => {
  const calls = () => client(folder)

  it('serves every route of the table', async () => {
    const { url } = service
    const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, object> }
    const operations = Object.values(paths).flatMap(path => Object.values(path).map(operation => operation.operationId))
    expect(operations.sort()).toEqual(Object.keys(routes).sort())
  })

  it('serves the document under resources, in its order, but for the version', async () => {
    const { url } = service
    const served = await (await fetch(`${url}/openapi.json`)).json()
    const kept = JSON.parse(readFileSync(join(import.meta.dirname, '../../resources/openapi.json'), 'utf8'))
    kept.info.version = '0.0.0-test'
    expect(JSON.stringify(served)).toBe(JSON.stringify(kept))
  })

  it('reports the health of the whole to anybody on this computer', async () => {
    const { url } = service
    const health = Health.parse(await (await fetch(`${url}/healthz`)).json())
    expect(health).toMatchObject({ version: '0.0.0-test', host: 'headless', running: { jobs: 0, runs: 0 } })
    expect(health.parts.map(part => part.name)).toEqual(['store', 'engine', 'backends'])
    expect(health.parts[0]).toMatchObject({ status: 'ok' })
    expect(health.engine.kind === 'native' ? health.status : 'degraded').toBe(health.status)
  })

  it('lists each device of the lab as a live and a mock backend', async () => {
    const { items } = await calls().call(routes.listBackends)
    const names = items.map(backend => backend.backend_id)
    expect(names).toEqual(expect.arrayContaining(['dev-a', 'dev-a-mock', 'dev-b-mock', 'dev-c-mock']))
  })

  it('runs a circuit job from submit to counts', async () => {
    const { job_uuid } = await calls().call(routes.submitJob, { body: routes.submitJob.example as never })
    await expect
      .poll(async () => (await calls().call(routes.getJob, { params: { job_uuid } })).status)
      .toBe('COMPLETED')
    const { counts } = await calls().call(routes.getJobResult, { params: { job_uuid } })
    expect(Object.keys(counts).sort()).toEqual(['00', '11'])
  })

  it('runs a metered job on the simulated device of the demo lab, labelled so, and streams how it goes', async () => {
    const { url } = service
    const { secret } = await calls().call(routes.createKey, { body: { name: 'ci', roles: ['jobs'] } })
    const stream = new WebSocket(`${url.replace('http', 'ws')}/api/svc/quantum/events`, {
      headers: { authorization: `Bearer ${secret}` },
    })
    const frames: { type: string; status?: string }[] = []
    stream.on('message', data => frames.push(JSON.parse(String(data))))
    await expect.poll(() => frames.length).toBeGreaterThan(0)
    const submit = () =>
      fetch(`${url}/api/svc/quantum/submit`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...(routes.submitJob.example as object), backend: 'dev-a' }),
      })
    expect((await submit()).status).toBe(402)
    await calls().call(routes.purchaseTokens, { body: { tokens: 60 } })
    const { job_uuid } = (await (await submit()).json()) as { job_uuid: string }
    const statuses = () => frames.flatMap(frame => (frame.type === 'status' ? [frame.status] : []))
    await expect.poll(statuses).toEqual(['PENDING', 'PROCESSING', 'COMPLETED'])
    const job = await calls().call(routes.getJob, { params: { job_uuid } })
    expect(job).toMatchObject({ mode: 'live', simulated: true, tokens: { reserved: 0, charged: 50 } })
    expect(job.transpiled).toMatchObject({ cz_count: 1, swaps: 0 })
    expect(job.transpiled!.circuit.instructions.map(({ name }) => name)).toContain('cz')
    const result = await calls().call(routes.getJobResult, { params: { job_uuid } })
    expect(result).toMatchObject({ simulated: true, noise: 'calibrated', calibration_id: job.calibration_id })
    const { tokens } = await calls().call(routes.getAccount)
    expect(tokens).toEqual({ available: 10, reserved: 0, spent: 50, purchased: 60 })
    stream.terminate()
  })

  it('hands out a new sign-in link each time', async () => {
    expect(service.signInUrl()).not.toBe(service.signInUrl())
    const { url } = await calls().call(routes.createSignInLink)
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(303)
  })
})

describe('a start and a stop', () => {
  it('says where it is in the data folder, to its own user only, and takes it back when it stops', async () => {
    const service = await start()
    const endpoint = Endpoint.parse(JSON.parse(readFileSync(join(data, 'endpoint.json'), 'utf8')))
    expect(endpoint).toMatchObject({ url: service.url, pid: process.pid, segment: 'svc' })
    expect(statSync(join(data, 'local-token')).mode & 0o777).toBe(0o600)
    expect((await client().call(routes.whoami)).kind).toBe('session')
    await service.stop()
    expect(existsSync(join(data, 'endpoint.json'))).toBe(false)
    expect(existsSync(join(data, 'local-token'))).toBe(false)
  })

  it('keeps keys over a restart, but no sessions and no sign-in links', async () => {
    const first = await start()
    const { secret } = await client().call(routes.createKey, { body: { name: 'ci', roles: ['jobs'] } })
    const link = first.signInUrl()
    await first.stop()
    const port = Number(new URL(link).port)
    const second = await start({ port })
    const whoami = await fetch(`${second.url}/api/svc/quantum/whoami`, {
      headers: { authorization: `Bearer ${secret}` },
    })
    expect(await whoami.json()).toMatchObject({ kind: 'key', name: 'ci' })
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(401)
  })

  it('stops while a call is running, and does not answer afterwards', async () => {
    const service = await start()
    const call = fetch(`${service.url}/healthz`)
    await call
    await Promise.all([service.stop(), service.stop()])
    await expect(fetch(`${service.url}/healthz`)).rejects.toThrow()
  })
})

describe('a start that cannot succeed', () => {
  it('on a data folder in use names who holds it', async () => {
    await expect(start({ data: folder })).rejects.toThrow(
      new RegExp(`in use by another Pentad process \\(process ${process.pid}, ${service.url}\\)`),
    )
  })

  it('on a port in use names the port, and lets go of the data folder', async () => {
    const other = createServer()
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    await expect(start({ port })).rejects.toThrow(
      `Port ${port} is in use by another program. Choose another with --port`,
    )
    other.close()
    await start()
  })

  it('with a missing lab or device file names the file, and leaves the data folder alone', async () => {
    await expect(start({ lab: '/nowhere/lab.json' })).rejects.toThrow(/\/nowhere\/lab\.json/)
    await expect(start({ devices: ['/nowhere/device.json'] })).rejects.toThrow(/\/nowhere\/device\.json/)
    expect(existsSync(join(data, 'pentad.sqlite'))).toBe(false)
  })
})
