/**
 * Submits over HTTP: authentication, validation, ledger and a durable row, with the jobs executing meanwhile. The service
 * runs in this process, the load in another. Targets: median under 3 ms, 1,500 a second sustained on two cores. The
 * yardstick is whoami of the same server: what HTTP with authentication costs here and now. `cpu ms` is what one request
 * costs this process, jobs it executes meanwhile included; it depends less on what else the machine does.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { bench } from 'vitest'
import { createAccount } from '../../main/account/account'
import { createBackends } from '../../main/backends/backends'
import { loadLab } from '../../main/backends/lab'
import { routes } from '../../main/contract/routes'
import { accountRoutes } from '../../main/http/account'
import { createApp } from '../../main/http/app'
import { jobRoutes } from '../../main/http/jobs'
import { listen } from '../../main/http/listen'
import { idealEngine } from '../../main/jobs/engines'
import { executorsOf } from '../../main/jobs/executors'
import { createJobs } from '../../main/jobs/jobs'
import { mockExecutor, simulatedDevice } from '../../main/jobs/simulated'
import { createLog } from '../../main/log/log'
import { chooseSimulator } from '../../main/simulation/engine'
import { openStore } from '../../main/store/store'

/** Sends for `ms` over `connections`, each its next request after the answer; prints the milliseconds each took. */
const LOAD = `
  const { request, Agent } = require('node:http')
  const { url, method, path, secrets, body, connections, ms } = JSON.parse(process.argv[1])
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { port } = new URL(url)
  const times = []
  const wrong = {}
  const one = secret => new Promise((resolve, reject) => {
    const start = performance.now()
    const headers = { authorization: 'Bearer ' + secret, ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}) }
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent }, reply => {
      reply.resume().on('end', () => {
        times.push(performance.now() - start)
        if (reply.statusCode >= 300) wrong[reply.statusCode] = (wrong[reply.statusCode] ?? 0) + 1
        resolve()
      })
    })
    sent.on('error', reject).end(body)
  })
  const until = performance.now() + ms
  const worker = async at => { while (performance.now() < until) await one(secrets[at % secrets.length]) }
  Promise.all(Array.from({ length: connections }, (_, at) => worker(at))).then(() => console.log(JSON.stringify({ times, wrong })))
`

interface Load {
  readonly method: string
  readonly path: string
  readonly body: string | null
  readonly connections: number
  readonly ms: number
}
interface Measured {
  readonly per_s: number
  readonly median: number
  readonly p99: number
  readonly wrong: Record<string, number>
  readonly cpu_ms: number
}

function load(url: string, secrets: string[], parts: Load): Promise<Measured> {
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, ['-e', LOAD, JSON.stringify({ url, secrets, ...parts })])
    const before = process.cpuUsage()
    let said = ''
    child.stdout.on('data', chunk => {
      said += chunk
    })
    child.stderr.on('data', chunk => reject(new Error(String(chunk))))
    child.on('close', () => {
      const { times, wrong } = JSON.parse(said) as { times: number[]; wrong: Record<string, number> }
      times.sort((a, b) => a - b)
      const at = (part: number) => times[Math.floor(times.length * part)]!
      const { user, system } = process.cpuUsage(before)
      const cpu_ms = (user + system) / 1000 / times.length
      done({ cpu_ms, per_s: (times.length * 1000) / parts.ms, median: at(0.5), p99: at(0.99), wrong })
    })
  })
}

async function service() {
  const data = mkdtempSync(join(tmpdir(), 'pentad-submit-'))
  const store = openStore({ dataDir: data })
  const [now, log] = [Date.now, createLog('silent')]
  const lab = loadLab(resolve(import.meta.dirname, '../../resources/labs/demo.json'))
  const account = createAccount({ store, now })
  const { simulator, stabilizer } = chooseSimulator()
  const backends = createBackends({ store, lab, now, max_simulated_qubits: simulator.max_qubits })
  const engines = { ideal: idealEngine({ simulator, stabilizer }), noisy: null, transpiler: null }
  const executors = executorsOf({ mock: mockExecutor(engines), simulated_device: simulatedDevice(engines) })
  const jobs = createJobs({ store, ledger: account.ledger, backends, executors, log, now, queue_limit: 1e9 })
  account.ledger.purchase('compute_token', 1e15)
  const app = createApp({
    handlers: [...accountRoutes(account), ...jobRoutes(jobs)],
    account,
    segment: 'svc',
    version: '0.0.0-bench',
    log,
    rate_limits: { per_key: 1e9, per_session: 1e9 },
    interface_dir: null,
    check_replies: false,
  })
  const server = await listen(app, 0)
  const secrets = Array.from({ length: 4 }, (_, at) => account.keys.create({ name: `k${at}`, roles: ['jobs'] }).secret)
  const stop = async () => {
    await server.close(100)
    await jobs.stop()
    account.ledger.verify()
    store.close()
    rmSync(data, { recursive: true, force: true })
  }
  return { url: server.url, secrets, stop }
}

const bell = routes.submitJob.example as object
const submit = (backend: string, connections: number): Load => ({
  method: 'POST',
  path: '/api/svc/quantum/submit',
  body: JSON.stringify({ ...bell, backend, shots: 100 }),
  connections,
  ms: 2_000,
})
const CASES: Record<string, Load> = {
  'submit, mock, 1 connection': submit('dev-a-mock', 1),
  'submit, mock, 4 connections': submit('dev-a-mock', 4),
  'submit, mock, 16 connections': submit('dev-a-mock', 16),
  'submit, device, 4 connections': submit('dev-a', 4),
  'whoami, 16 connections (yardstick)': {
    method: 'GET',
    path: '/api/svc/quantum/whoami',
    body: null,
    connections: 16,
    ms: 2_000,
  },
}
const RUNS = 5

const results = new Map<string, Measured[]>()
for (const [name, parts] of Object.entries(CASES)) {
  bench(
    name,
    async () => {
      const { url, secrets, stop } = await service()
      const measured = await load(url, secrets, parts)
      await stop()
      results.set(name, [...(results.get(name) ?? []), measured])
    },
    {
      iterations: RUNS,
      time: 0,
      warmupIterations: 0,
      warmupTime: 0,
      teardown: () => {
        if (results.size === Object.keys(CASES).length) report()
      },
    },
  )
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!

function report(): void {
  const speed = (name: string) => median(results.get(name)!.map(({ per_s }) => per_s))
  const yardstick = speed(Object.keys(CASES).at(-1)!)
  console.table(
    [...results].map(([name, runs]) => ({
      name,
      'per s': speed(name).toFixed(0),
      spread: `${Math.min(...runs.map(run => run.per_s)).toFixed(0)} .. ${Math.max(...runs.map(run => run.per_s)).toFixed(0)}`,
      'median ms': median(runs.map(run => run.median)).toFixed(2),
      'p99 ms': median(runs.map(run => run.p99)).toFixed(1),
      'cpu ms': median(runs.map(run => run.cpu_ms)).toFixed(3),
      'of whoami': (speed(name) / yardstick).toFixed(2),
      refused: JSON.stringify(Object.assign({}, ...runs.map(run => run.wrong))),
    })),
  )
}
