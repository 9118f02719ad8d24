/**
 * Bodies that would hold the service for everybody, each alone and then all of them together, while another key sends small
 * ones. Printed of each: how late the event loop was, and the CPU that the main thread took in its longest turn, which other
 * programs on the machine do not change, and the longest that it waited for a core. The service runs in a process of its own, built as it ships. Targets: p99 under
 * 20 ms with all of them together, no turn above 20 ms of CPU, small requests answered in some tens of milliseconds.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { build } from 'vite'
import { afterAll, beforeAll, bench } from 'vitest'
import { bundleThreads } from '../../../thread.config'
import type { Held, Started } from './event-loop-service'

const ROOT = resolve(import.meta.dirname, '../../..')

let built = ''
beforeAll(async () => {
  // Inside the tree, so that the bundle finds the packages.
  mkdirSync(join(ROOT, 'out'), { recursive: true })
  built = mkdtempSync(join(ROOT, 'out', 'freeze-'))
  const output = { format: 'es' as const, entryFileNames: '[name].mjs' }
  const input = join(import.meta.dirname, 'event-loop-service.ts')
  const made = { ssr: true, outDir: built, emptyOutDir: false, minify: false, rollupOptions: { input, output } }
  await build({ root: ROOT, configFile: false, logLevel: 'error', build: made })
  for (const { file, script } of await bundleThreads()) writeFileSync(join(built, file), script)
})
afterAll(() => rmSync(built, { recursive: true, force: true }))

interface Answer {
  readonly status: number
  readonly ms: number
}
type Ask = (path: string, body: string) => Promise<Answer>
interface Running {
  readonly service: ChildProcess
  readonly by: (key: number) => Ask
}

async function started(): Promise<Running> {
  const service = spawn(process.execPath, [join(built, 'event-loop-service.mjs')], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [{ url, secrets }] = (await once(service, 'message')) as [Started]
  const by =
    (key: number): Ask =>
    async (path, body) => {
      const start = performance.now()
      const headers = { authorization: `Bearer ${secrets[key]}`, 'content-type': 'application/json' }
      const reply = await fetch(`${url}${path}`, { method: 'POST', headers, body })
      await reply.arrayBuffer()
      return { status: reply.status, ms: performance.now() - start }
    }
  return { service, by }
}

const HEAD = 'OPENQASM 3; include "stdgates.inc"; qubit[8] q; bit[8] c;'
const [PARSE, SUBMIT] = ['/api/svc/quantum/circuits/parse', '/api/svc/quantum/submit']
const IMPORT = '/v1/backends/dev-a/calibrations'
const MODULE = '/v1/backends/dev-b-mock/logical-qubits/b00.L0'
const eight = Array.from({ length: 8 }, (_, at) => `q[${at}]`).join(', ')
const coin = { num_qubits: 1, instructions: [{ name: 'measure', qubits: [0], clbits: [0] }] }
const long = {
  num_qubits: 8,
  instructions: [
    ...Array.from({ length: 320_000 }, (_, at) => ({ name: 'cx', qubits: [at % 8, (at + 1) % 8] })),
    { name: 'measure', qubits: [0], clbits: [0] },
  ],
}
const calibration = (rows: number) =>
  `{"format":"pentad-calibration/1","qubits":[${'{"index":1},'.repeat(rows)}{"index":1}]}`
const program = (text: string) => JSON.stringify({ text: `${HEAD} ${text}` })
const batch = (backend: string) => JSON.stringify({ backend, shots: 1, circuits: Array(1_000).fill(coin) })

/** The path, the body, and the status that it is answered. */
const HEAVY: Record<string, readonly [string, string, number]> = {
  'while (i == 0) { h q[0]; i = 0; }': [PARSE, program('int i; while (i == 0) { h q[0]; i = 0; }'), 400],
  'a loop over ctrl(7) @ U': [PARSE, program(`for int i in [0:100000] { ctrl(7) @ U(1, 2, 3) ${eight}; }`), 400],
  'for of 700,000': [PARSE, program('for int i in [1:700000] { h q[0]; }'), 200],
  'for of 1,000,000': [PARSE, program('for int i in [1:1000000] { h q[0]; }'), 200],
  '60 kB of plain gates': [PARSE, program('h q[0];'.repeat(8_500)), 200],
  'a paid batch of 1,000': [SUBMIT, batch('dev-a'), 201],
  'a free batch of 1,000': [SUBMIT, batch('dev-a-mock'), 201],
  'a job of 11 MB': [SUBMIT, JSON.stringify({ backend: 'dev-b-mock', shots: 100, circuit: long }), 201],
  'a run': [`${MODULE}/runs`, JSON.stringify({ mode: 'correction', rounds: [1, 2, 4], shots: 500, seed: 7 }), 202],
  'a map': [
    `${MODULE}/break-even`,
    JSON.stringify({ mode: 'correction', scales: [0.5, 1], rounds: [1, 2], shots: 1000, seed: 7 }),
    202,
  ],
  'a calibration of 12 MB': [
    IMPORT,
    JSON.stringify({ dry_run: true, files: [{ name: 'c.json', content: calibration(990_000) }] }),
    400,
  ],
}
const SMALL: readonly (readonly [string, string, number])[] = [
  [PARSE, program('h q[0]; cx q[0], q[1]; c = measure q;'), 200],
  [SUBMIT, JSON.stringify({ backend: 'dev-b-mock', shots: 10, circuit: coin }), 201],
]

/** Between small ones: a key may send ten a second. */
const PAUSE_MS = 120

interface Row {
  readonly name: string
  readonly ms: number
  readonly held: Held
}

/** Runs `work` under the service's own watch of its event loop. */
async function watched(name: string, { service }: Running, work: () => Promise<unknown>): Promise<Row> {
  service.send('begin')
  const start = performance.now()
  await work()
  const ms = performance.now() - start
  service.send('held')
  const [held] = (await once(service, 'message')) as [Held]
  return { name, ms, held }
}

async function sent(ask: Ask, [path, body, status]: readonly [string, string, number]): Promise<number> {
  const answer = await ask(path, body)
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}, not ${status}`)
  return answer.ms
}

/** All heavy bodies by two keys at once; a third one sends small ones until they are answered, within its rate limit. */
async function together({ by }: Running): Promise<number[]> {
  const small: number[] = []
  let done = false
  const heavy = Promise.all(Object.values(HEAVY).flatMap(each => [0, 1].map(key => sent(by(key), each)))).finally(
    () => {
      done = true
    },
  )
  heavy.catch(() => undefined)
  while (!done)
    for (const each of SMALL) {
      small.push(await sent(by(2), each))
      await setTimeout(PAUSE_MS)
    }
  await heavy
  return small.sort((a, b) => a - b)
}

function report(rows: readonly Row[], small: readonly number[]): void {
  const at = (share: number) => small[Math.floor(small.length * share)]!.toFixed(1)
  console.log(`\nload ${loadavg()[0]!.toFixed(1)}`)
  console.table(
    rows.map(({ name, ms, held }) => ({
      name,
      'took ms': ms.toFixed(0),
      'p50 ms': held.p50.toFixed(1),
      'p99 ms': held.p99.toFixed(1),
      'longest ms': held.longest.toFixed(0),
      'CPU of a turn, ms': held.cpu?.toFixed(1) ?? '?',
      'turns above 10 ms of CPU': held.long.map(turn => turn.toFixed(0)).join(' '),
      'waited for a core, ms': held.waited?.toFixed(0) ?? '?',
    })),
  )
  console.log(`small requests meanwhile: ${small.length}, median ${at(0.5)} ms, p99 ${at(0.99)} ms`)
}

bench(
  'bodies that would hold the service',
  async () => {
    const running = await started()
    const rows: Row[] = []
    let small: number[] = []
    const all = async () => {
      small = await together(running)
    }
    try {
      for (const each of SMALL) await sent(running.by(2), each)
      for (const [name, each] of Object.entries(HEAVY))
        rows.push(await watched(name, running, () => sent(running.by(0), each)))
      rows.push(await watched('all of them, by two keys', running, all))
    } finally {
      running.service.send('stop')
      await once(running.service, 'exit')
    }
    report(rows, small)
  },
  { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0, throws: true },
)
