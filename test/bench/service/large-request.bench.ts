/**
 * What one large request does to everybody else: the delay of the service's event loop (p50, p99, longest) while it is
 * handled, and how long it takes itself, with the worker threads and without. The client is another process. Targets with
 * the threads: p99 under 20 ms, longest under some 50 ms on an unloaded machine.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { bench } from 'vitest'
import { runningService } from '../../../main/cli/io/client'
import { openThreadPools } from '../../../main/composition/thread-pools'
import { routes } from '../../../main/contract/routes'
import { type Service, startService } from '../../../main/service'
import { configured } from '../../configured'
import { openDirectPools } from '../../direct-pools'

/** Sends one request, reads the answer to its end and prints its status, the milliseconds it took and its first bytes. */
const CLIENT = `
  const { readFileSync } = require('node:fs')
  const { request } = require('node:http')
  const { url, method, path, secret, file } = JSON.parse(process.argv[1])
  const body = file ? readFileSync(file) : undefined
  const start = performance.now()
  const headers = { authorization: 'Bearer ' + secret, ...(body ? { 'content-type': 'application/json', 'content-length': body.length } : {}) }
  request(url + path, { method, headers }, reply => {
    let [bytes, head] = [0, '']
    reply.on('data', chunk => { bytes += chunk.length; if (head.length < 2000) head += chunk.toString('latin1', 0, 2000) })
    reply.on('end', () => console.log(JSON.stringify({ status: reply.statusCode, ms: performance.now() - start, bytes, head })))
  }).end(body)
`

interface Reply {
  readonly status: number
  readonly ms: number
  readonly bytes: number
  readonly head: string
}

function ask(parts: Record<string, unknown>): Promise<Reply> {
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, ['-e', CLIENT, JSON.stringify(parts)])
    let said = ''
    child.stdout.on('data', chunk => {
      said += chunk
    })
    child.stderr.on('data', chunk => reject(new Error(String(chunk))))
    child.on('close', () => done(JSON.parse(said) as Reply))
  })
}

const folder = mkdtempSync(join(tmpdir(), 'pentad-intake-'))
const kept = (name: string, value: unknown): string => {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(value))
  return file
}

const measures = (qubits: number) =>
  Array.from({ length: qubits }, (_, q) => ({ name: 'measure', qubits: [q], clbits: [q] }))
const circuit = (qubits: number, gates: number, names: readonly string[]) => ({
  num_qubits: qubits,
  instructions: [
    ...Array.from({ length: gates }, (_, at) => {
      const name = names[at % names.length]!
      return { name, qubits: name === 'cx' ? [at % qubits, (at + 1) % qubits] : [at % qubits] }
    }),
    ...measures(qubits),
  ],
})
const submit = (backend: string, shots: number, body: object) => ({ backend, shots, seed: 1, circuit: body })
const qasm = (lines: number) =>
  `OPENQASM 2.0;\ninclude "qelib1.inc";\nqreg q[12];\ncreg c[12];\n${Array.from({ length: lines }, (_, at) => `cx q[${at % 12}],q[${(at + 5) % 12}];\nrz(0.${at}) q[${at % 12}];\n`).join('')}measure q -> c;\n`

/** Instructions that make a body of 16 MB, or as many as a circuit may have. */
const FULL = 580_000
const bell = {
  num_qubits: 2,
  instructions: [{ name: 'h', qubits: [0] }, { name: 'cx', qubits: [0, 1] }, ...measures(2)],
}
const batch = (backend: string) => ({
  backend,
  shots: 1,
  name: 'sweep',
  tags: ['a'],
  circuits: Array(1_000).fill(bell),
})

const files = {
  'Clifford submit of 16 MB': kept('clifford', submit('dev-a-mock', 1000, circuit(12, FULL, ['h', 'cx', 's']))),
  'submit of 16 MB with gates that are none': kept(
    'dense',
    submit('dev-a-mock', 100, circuit(12, FULL, ['h', 'cx', 't'])),
  ),
  'refused submit of 16 MB': kept('refused', submit('dev-a-mock', 1000, circuit(12, FULL, ['h', 'cx', 'hh']))),
  'submit of 2 MB to a device': kept('device', submit('dev-a', 100, circuit(5, FULL >> 3, ['h', 'cx', 's']))),
  'OpenQASM of 8 MB': kept('qasm', { text: qasm(240_000) }),
  'OpenQASM out of 16 MB': kept('export', { format: 'openqasm3', circuit: circuit(12, FULL, ['h', 'cx', 't']) }),
  'a batch of 1,000 jobs': kept('batch', batch('dev-a-mock')),
  'a batch of 1,000 jobs to a device': kept('paid', batch('dev-a')),
  'a million outcomes': kept('wide', submit('dev-a-mock', 1_000_000, circuit(40, 40, ['h']))),
}
type Name = keyof typeof files

interface Measured {
  readonly name: string
  readonly p50: number
  readonly p99: number
  readonly longest: number
  readonly ms: number
}

type OpenPools = typeof openThreadPools

async function service(openPools: OpenPools) {
  const data = mkdtempSync(join(folder, 'data-'))
  const running = await startService(configured(data), { openPools })
  const client = runningService(data)!
  await client.call(routes.purchaseTokens, { body: { tokens: 1_000 } })
  const { secret } = await client.call(routes.createKey, { body: { name: 'bench', roles: ['jobs'] } })
  return { running, client, secret }
}

/** Runs `work` under a watch of the event loop. */
async function watched<T>(name: string, work: () => Promise<T>, into: Measured[]): Promise<T> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const start = performance.now()
  const value = await work()
  const ms = performance.now() - start
  delay.disable()
  const at = (nanoseconds: number) => nanoseconds / 1e6
  into.push({ name, ms, p50: at(delay.percentile(50)), p99: at(delay.percentile(99)), longest: at(delay.max) })
  return value
}

async function all({ running, client, secret }: { running: Service } & Awaited<ReturnType<typeof service>>) {
  const rows: Measured[] = []
  const base = { url: running.url, secret }
  const post = (path: string, name: Name, status: number) =>
    watched(
      name,
      async () => {
        const reply = await ask({ ...base, method: 'POST', path: `/api/svc/quantum/${path}`, file: files[name] })
        if (reply.status !== status) throw new Error(`${name}: ${reply.status} ${reply.head.slice(0, 500)}`)
        return reply
      },
      rows,
    )
  const get = (name: string, path: string) =>
    watched(name, () => ask({ ...base, method: 'GET', path: `/api/svc/quantum/jobs/${path}`, file: null }), rows)
  const finished = (name: string, job_uuid: string) =>
    watched(
      name,
      async () => {
        for (;;) {
          const { items } = await client.call(routes.listJobs, { query: {} as never })
          const { status, status_reason } = items.find(item => item.job_uuid === job_uuid)!
          if (status === 'COMPLETED') return
          if (status === 'FAILED' || status === 'ABORTED') throw new Error(`${name}: ${status_reason?.message}`)
          await new Promise(tick => setTimeout(tick, 20))
        }
      },
      rows,
    )
  await watched('idle', () => ask({ ...base, method: 'GET', path: '/api/svc/quantum/whoami', file: null }), rows)
  const run = async (name: Name): Promise<string> => {
    const { job_uuid } = JSON.parse((await post('submit', name, 201)).head) as { job_uuid: string }
    await finished(`… its execution`, job_uuid)
    return job_uuid
  }
  await get('… its detail', await run('Clifford submit of 16 MB'))
  await run('submit of 16 MB with gates that are none')
  await post('submit', 'refused submit of 16 MB', 400)
  await get('… its detail', await run('submit of 2 MB to a device'))
  await post('circuits/parse', 'OpenQASM of 8 MB', 200)
  await post('circuits/export', 'OpenQASM out of 16 MB', 200)
  const wide = await run('a million outcomes')
  await get('… as counts', `${wide}/result`)
  await get('… as b8', `${wide}/result?format=b8`)
  await get('… as memory', `${wide}/result?format=memory`)
  await post('submit', 'a batch of 1,000 jobs', 201)
  await post('submit', 'a batch of 1,000 jobs to a device', 201)
  return rows
}

async function measured(title: string, openPools: OpenPools): Promise<void> {
  const parts = await service(openPools)
  const rows = await all(parts).finally(parts.running.stop)
  console.log(`\n${title}; load ${loadavg()[0]!.toFixed(1)}`)
  console.table(
    rows.map(({ name, p50, p99, longest, ms }) => ({
      name,
      'took ms': ms.toFixed(0),
      'p50 ms': p50.toFixed(1),
      'p99 ms': p99.toFixed(1),
      'longest ms': longest.toFixed(0),
    })),
  )
}

const SHOWN: [string, OpenPools][] = [
  ['on the main thread alone', openDirectPools],
  ['with worker threads', openThreadPools],
]

bench(
  'large requests',
  async () => {
    try {
      for (const [title, openPools] of SHOWN) await measured(title, openPools)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0, throws: true },
)
