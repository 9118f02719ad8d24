import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { jobHandlers } from '../../../../main/http/routes/jobs'
import { executorsOf } from '../../../../main/jobs/execution/executors'
import type { Executor } from '../../../../main/jobs/model/execution'
import { openStore, type Store } from '../../../../main/store/store'
import { type Served, serve } from '../../http/test-server'
import { closeJobServices, type JobService, liveRequest, openJobService } from '../fixture'

/** Sends every request of its list, eight at a time, and prints the answers. */
const CLIENT = `
  const { url, secret, asks } = JSON.parse(process.argv[1])
  const answers = []
  const next = async () => {
    for (let ask = asks.shift(); ask; ask = asks.shift()) {
      const headers = { authorization: 'Bearer ' + secret, 'content-type': 'application/json' }
      if (ask.key) headers['idempotency-key'] = ask.key
      const reply = await fetch(url + '/api/svc/quantum/submit', { method: 'POST', headers, body: JSON.stringify(ask.body) })
      answers.push({ key: ask.key, status: reply.status, said: await reply.json() })
    }
  }
  Promise.all(Array.from({ length: 8 }, next)).then(() => console.log(JSON.stringify(answers)))
`

interface Ask {
  readonly key: string | null
  readonly body: object
}
interface Answer {
  readonly key: string | null
  readonly status: number
  readonly said: {
    job_uuid: string
    job_uuids?: string[]
    error?: string
    details?: { required: number; available: number }
  }
}

let gate: Promise<void> = Promise.resolve()

/** Every third seed fails, which gives its tokens back while others are refused for want of them. */
const executor: Executor = {
  validate: () => [],
  async execute({ seed, shots, options, onStart }) {
    await onStart?.()
    await gate
    await new Promise(resolve => setTimeout(resolve, 2))
    if (seed % 3n === 0n) throw new Error('this one fails')
    const counts = new Map([['0', shots]])
    return { counts, shots, engine: 'crowd/1', noise: options.noise, calibration_id: null, transpiled: null }
  },
}

let [data, store, service, served] = [
  '',
  null as unknown as Store,
  null as unknown as JobService,
  null as unknown as Served,
]
beforeEach(async () => {
  gate = Promise.resolve()
  data = mkdtempSync(join(tmpdir(), 'pentad-crowd-'))
  store = openStore({ dataDir: data })
  const executors = executorsOf(executor, () => executor)
  service = openJobService(store, { executors, now: Date.now })
  served = await serve({ handlers: jobHandlers(service.jobs), rate_limits: { per_key: 1e6, per_session: 1e6 } })
})
afterEach(async () => {
  await served.stop()
  await closeJobServices()
  rmSync(data, { recursive: true, force: true })
})

async function client(secret: string, asks: readonly Ask[]): Promise<Answer[]> {
  const child = spawn(process.execPath, ['-e', CLIENT, JSON.stringify({ url: served.url, secret, asks })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', chunk => {
    said += chunk
  })
  await once(child, 'close')
  return JSON.parse(said) as Answer[]
}

const open = () => service.jobs.queueLength('dev-a') + service.jobs.queueLength('dev-a-mock')
async function idle(): Promise<void> {
  while (open() > 0) await new Promise(resolve => setTimeout(resolve, 5))
}
const { circuit, ...withoutCircuit } = liveRequest

/** 5 tokens each under a key that two processes share, and batches of 15 without one. */
const asks: Ask[] = Array.from({ length: 60 }, (_, at) =>
  at % 5 === 4
    ? { key: null, body: { ...withoutCircuit, seed: at, circuits: [circuit, circuit, circuit] } }
    : { key: `crowd-${at}`, body: { ...liveRequest, seed: at } },
)

it('four processes that share keys and an account too small for all are charged once for what ran', async () => {
  service.ledger.purchase('compute_token', 200e6)
  const [ann, ben] = [served.keyFor('jobs'), served.keyFor('jobs')]
  const reversed = [...asks].reverse()
  const answers = await Promise.all([
    client(ann, asks),
    client(ann, reversed),
    client(ben, asks),
    client(ben, reversed),
  ])
  await idle()

  const accepted = new Set<string>()
  for (const own of [answers.slice(0, 2).flat(), answers.slice(2).flat()]) {
    const byKey = new Map<string, string>()
    for (const { key, status, said } of own) {
      expect([202, 200, 201, 402, 409], JSON.stringify(said)).toContain(status)
      if (status === 402) expect(said.details!.required).toBeGreaterThan(said.details!.available)
      if (status === 409) expect(said.error).toBe('idempotency_in_flight')
      if (status >= 300) continue
      const ids = said.job_uuids ?? [said.job_uuid]
      expect(ids.length).toBe(key === null ? 3 : 1)
      for (const id of ids) accepted.add(id)
      if (key === null) continue
      expect(byKey.get(key) ?? said.job_uuid, key).toBe(said.job_uuid)
      byKey.set(key, said.job_uuid)
    }
  }
  expect(answers.flat().some(({ status }) => status === 402)).toBe(true)

  // What was answered is what is stored, whole batches included, and nothing else.
  const stored = store.db.prepare<[], string>('SELECT job_uuid FROM jobs').pluck().all()
  expect(new Set(stored)).toEqual(accepted)
  service.ledger.verify()
  const completed = store.db.prepare<[], number>(`SELECT count(*) FROM jobs WHERE status = 'COMPLETED'`).pluck().get()!
  const failed = store.db.prepare<[], number>(`SELECT count(*) FROM jobs WHERE status = 'FAILED'`).pluck().get()!
  expect(completed + failed).toBe(stored.length)
  expect(failed).toBeGreaterThan(0)
  const spent = 5 * completed
  expect(service.ledger.balance('compute_token')).toEqual({
    available: 200 - spent,
    reserved: 0,
    spent,
    purchased: 200,
  })
})

it('a crowd of one key does not keep another key waiting', async () => {
  let release = () => {}
  gate = new Promise(resolve => {
    release = resolve
  })
  const [ann, ben] = [served.keyFor('jobs'), served.keyFor('jobs')]
  const mock = { backend: 'dev-a-mock', shots: 10, seed: 1 }
  const circuits = Array.from({ length: 30 }, () => circuit)
  await Promise.all([0, 1, 2].map(() => client(ann, [{ key: null, body: { ...mock, circuits } }])))
  const [mine] = await client(ben, [{ key: null, body: { ...mock, circuit } }])
  release()
  await idle()
  const order = store.db
    .prepare<[], string>(`SELECT job_uuid FROM job_timeline JOIN jobs USING (sequence)
      WHERE job_timeline.status = 'PROCESSING' ORDER BY at, started_at, sequence`)
    .pluck()
    .all()
  expect(order).toHaveLength(91)
  // One of ann's was executing, and one more may have had its turn.
  expect(order.indexOf(mine!.said.job_uuid)).toBeLessThanOrEqual(3)
})
