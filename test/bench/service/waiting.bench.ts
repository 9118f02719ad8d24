/**
 * What scripts ask again and again, over HTTP: a job without its circuit, the same with `?wait=` once it is over, with the ETag that
 * they have (304), and a result of many outcomes, plain and compressed. The service runs in this process; ten requests one after the
 * other on one kept connection, seven rounds in turn, which stay below the limit of a key. Read the medians and the ratios to whoami.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { runningService } from '../../../main/cli/io/client'
import { routes } from '../../../main/contract/routes'
import { startService } from '../../../main/service'
import { configured } from '../../configured'
import { compare } from '../compare'

const EACH = 10
const QUBITS = 16
const data = mkdtempSync(join(tmpdir(), 'pentad-waiting-'))
const running = await startService(configured(data))
const { secret } = await runningService(data)!.call(routes.createKey, { body: { name: 'bench', roles: ['jobs'] } })
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const BASE = '/api/svc/quantum'
afterAll(async () => {
  agent.destroy()
  await running.stop()
  rmSync(data, { recursive: true, force: true })
})

interface Reply {
  readonly status: number
  readonly etag: string
  readonly body: Buffer
}

function ask(path: string, headers: Record<string, string> = {}, body?: object): Promise<Reply> {
  const method = body ? 'POST' : 'GET'
  const own = { authorization: `Bearer ${secret}`, ...(body && { 'content-type': 'application/json' }), ...headers }
  return new Promise((done, reject) => {
    const sent = request(`${running.url}${BASE}/${path}`, { method, agent, headers: own }, reply => {
      const parts: Buffer[] = []
      reply.on('data', part => parts.push(part))
      reply.on('end', () =>
        done({ status: reply.statusCode!, etag: reply.headers.etag ?? '', body: Buffer.concat(parts) }),
      )
    })
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}

const instructions = ['h', 'measure'].flatMap(name =>
  [...Array(QUBITS).keys()].map(q => ({ name, qubits: [q], ...(name === 'measure' && { clbits: [q] }) })),
)
const job = { backend: 'dev-b-mock', shots: 20_000, circuit: { num_qubits: QUBITS, instructions } }
const { job_uuid } = JSON.parse((await ask('submit', {}, job)).body.toString())
const path = `jobs/${job_uuid}`
const { etag } = await ask(`${path}?wait=60&circuit=false`)
const GZIP = { 'accept-encoding': 'gzip' }
const bytes = await Promise.all([ask(`${path}/result`), ask(`${path}/result`, GZIP)])
console.log(`the result: ${bytes[0]!.body.length} bytes, compressed ${bytes[1]!.body.length}`)

const asked = (name: string, of: string, status = 200, headers: Record<string, string> = {}) => ({
  name,
  amount: EACH,
  async run() {
    for (let i = 0; i < EACH; i++) {
      const reply = await ask(of, headers)
      if (reply.status !== status) throw new Error(`${name}: ${reply.status} ${reply.body.toString().slice(0, 200)}`)
    }
  },
})

compare('requests', [
  asked('job', `${path}?circuit=false`),
  asked('job, ?wait=5', `${path}?circuit=false&wait=5`),
  asked('job, 304', `${path}?circuit=false`, 304, { 'if-none-match': etag }),
  asked('result', `${path}/result`),
  asked('result, gzip', `${path}/result`, 200, GZIP),
  asked('whoami', 'whoami'),
])
