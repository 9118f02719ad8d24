/** The app with calls of every kind behind it, for the tests of what each request passes. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { AppError, ERRORS } from '../../../main/contract/model/errors'
import { routes } from '../../../main/contract/routes'
import { ProblemSchema as ProblemShape } from '../../../main/http/openapi/schemas'
import { handle } from '../../../main/http/request/call'
import { type Served, serve } from './test-server'

export const UUID = randomUUID()
/** Of a submit that the database has no room for. */
export const FULL_DISK_SEED = 507
export let listing = 0
export let aborted = 0
export let served: Served
export let jobs: string
export let qec: string

async function start() {
  served = await serve({
    handlers: [
      handle(routes.submitJob, ({ body }) => {
        if (body.seed === FULL_DISK_SEED) throw Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' })
        return { job_uuid: body.seed === 13 ? 'not a uuid' : UUID }
      }),
      handle(routes.abortJob, () => Promise.reject(new TypeError('a bug with a secret in it'))),
      handle(routes.getJob, ({ params }) => {
        throw new AppError('not_found', `No job ${params.job_uuid}`, { details: { job_uuid: params.job_uuid } })
      }),
      handle(routes.listJobs, (_, { signal }) => {
        listing += 1
        signal.addEventListener('abort', () => {
          aborted += 1
        })
        return new Promise(() => {})
      }),
      handle(routes.getRunShots, () => new Uint8Array([0, 255, 10, 13])),
      handle(routes.selectModule, () => Promise.reject(new AppError('no_embedding', 'no'))),
      handle(routes.getLogicalQubit, () => Promise.reject(new AppError('not_found', 'no'))),
    ],
  })
  jobs = served.keyFor('jobs')
  qec = served.keyFor('qec')
}

/** Serves these calls while the tests of a file run; each file that uses them says so once. */
export function serveExampleCalls() {
  beforeAll(start)
  afterAll(() => served.stop())
}

export const SUBMIT = '/api/svc/quantum/submit'
export const bell = routes.submitJob.example as Record<string, unknown>

export function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const all = { authorization: `Bearer ${jobs}`, 'content-type': 'application/json', ...headers }
  return fetch(served.url + path, {
    method: 'POST',
    headers: all,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}
export const get = (path: string, headers: Record<string, string> = {}) => fetch(served.url + path, { headers })

export async function problem(response: Response | Promise<Response>) {
  const reply = await response
  expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  const body = ProblemShape.strict().parse(await reply.json())
  expect(body.status).toBe(reply.status)
  expect(body.request_id).toBe(reply.headers.get('x-request-id'))
  expect(body.remedy).toBe(ERRORS[body.error].remedy)
  return body
}
export const pointers = (body: ProblemSchema) => body.errors.map(({ pointer }) => pointer)
type ProblemSchema = Awaited<ReturnType<typeof problem>>

export const json = (path: string, body: unknown, headers: object) => ({
  method: 'POST',
  path,
  headers: { host: `127.0.0.1:${served.port}`, 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

export const auth = () => ({ host: `127.0.0.1:${served.port}`, authorization: `Bearer ${jobs}` })
