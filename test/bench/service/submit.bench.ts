/**
 * Submits over HTTP: authentication, validation, ledger and a durable row, with the jobs executing meanwhile. The service
 * runs in a process of its own, built as it ships; the load in up to four others. A reply of 300 or above ends the bench.
 * Targets: a median under 3 ms and 1,500 a second sustained over ten seconds on two cores, at the same number of
 * connections. The yardstick is whoami of the same server: what HTTP with authentication costs here and now; a bare POST
 * that keeps one row says what this machine and its disk allow. `cpu ms` is what one request costs the service, jobs it
 * executes meanwhile included; it depends less on what else the machine does.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, bench } from 'vitest'
import { routes } from '../../../main/contract/routes'
import type { Started, Used } from './submit-service'

const ROOT = resolve(import.meta.dirname, '../../..')
const WARM_MS = 3_000
const MS = 10_000

const PROGRAMS = ['submit-service', 'submit-bare'] as const

let built = ''
beforeAll(async () => {
  // Inside the tree, so that the bundle finds the packages.
  mkdirSync(join(ROOT, 'out'), { recursive: true })
  built = mkdtempSync(join(ROOT, 'out', 'submit-'))
  const output = { format: 'es' as const, entryFileNames: '[name].mjs' }
  const input = PROGRAMS.map(name => join(import.meta.dirname, `${name}.ts`))
  const made = { ssr: true, outDir: built, emptyOutDir: false, minify: false, rollupOptions: { input, output } }
  await build({ root: ROOT, configFile: false, logLevel: 'error', build: made })
})
afterAll(() => {
  if (results.size > 0) report()
  rmSync(built, { recursive: true, force: true })
})

interface Load {
  readonly method: string
  readonly path: string
  readonly body: string | null
  readonly connections: number
  /** Left out: the service. */
  readonly program?: (typeof PROGRAMS)[number]
}
interface Sent {
  readonly times: number[]
  readonly wrong: Record<string, number>
}
type Measured = Pick<Sent, 'times'> & Used

async function client(url: string, secret: string, load: Load): Promise<Sent> {
  const asked = JSON.stringify({ url, secret, ...load, warm_ms: WARM_MS, ms: MS })
  const child = spawn(process.execPath, [join(import.meta.dirname, 'submit-client.cjs'), asked], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', chunk => {
    said += chunk
  })
  await once(child, 'close')
  return JSON.parse(said) as Sent
}

async function measure(load: Load): Promise<Measured> {
  const service = spawn(process.execPath, [join(built, `${load.program ?? 'submit-service'}.mjs`)], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [{ url, secrets }] = (await once(service, 'message')) as [Started]
  const clients = [4, 3, 2, 1].find(count => load.connections % count === 0)!
  const connections = load.connections / clients
  const warm = setTimeout(() => service.send('warm'), WARM_MS)
  const sent = await Promise.all(secrets.slice(0, clients).map(secret => client(url, secret, { ...load, connections })))
  clearTimeout(warm)
  service.send('stop')
  const [used] = (await once(service, 'message')) as [Used]
  const wrong: Record<string, number> = Object.assign({}, ...sent.map(each => each.wrong))
  if (Object.keys(wrong).length > 0) throw new Error(`${load.path} was refused, by status: ${JSON.stringify(wrong)}`)
  return { ...used, times: sent.flatMap(({ times }) => times).sort((a, b) => a - b) }
}

const bell = routes.submitJob.example as object
const submit = (backend: string, connections: number): Load => ({
  method: 'POST',
  path: '/api/svc/quantum/submit',
  body: JSON.stringify({ ...bell, backend, shots: 100 }),
  connections,
})
const CONNECTIONS = [1, 4, 6, 8, 16]
const BARE = 'bare Node, one row, 4 connections'
const YARDSTICK = 'whoami, 4 connections (yardstick)'
const CASES: Record<string, Load> = {
  ...Object.fromEntries(CONNECTIONS.map(count => [`submit, mock, ${count} connections`, submit('dev-a-mock', count)])),
  ...Object.fromEntries(CONNECTIONS.map(count => [`submit, device, ${count} connections`, submit('dev-a', count)])),
  [BARE]: { ...submit('dev-a-mock', 4), program: 'submit-bare' },
  [YARDSTICK]: { method: 'GET', path: '/api/svc/quantum/whoami', body: null, connections: 4 },
}

const results = new Map<string, Measured>()
for (const [name, load] of Object.entries(CASES))
  bench(
    name,
    async () => {
      if (!results.has(name)) results.set(name, await measure(load))
    },
    { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
  )

function report(): void {
  const speed = (name: string) => (results.get(name)!.times.length * 1000) / MS
  console.table(
    [...results].map(([name, { times, delay_p99, executed, cpu }]) => ({
      name,
      'per s': speed(name).toFixed(0),
      'median ms': times[times.length >> 1]!.toFixed(2),
      'p99 ms': times[Math.floor(times.length * 0.99)]!.toFixed(1),
      'loop p99 ms': delay_p99.toFixed(1),
      'cpu ms': (cpu / times.length).toFixed(3),
      executed,
      'of whoami': results.has(YARDSTICK) ? (speed(name) / speed(YARDSTICK)).toFixed(2) : 'not measured',
    })),
  )
}
