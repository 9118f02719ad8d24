import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLedger } from '../../../../main/account/ledger'
import type { Job } from '../../../../main/contract/jobs/circuit-job'
import { jobStates } from '../../../../main/contract/jobs/status'
import { openStore } from '../../../../main/store/store'
import { openMemoryStore } from '../../store/memory-store'
import { alice, closeJobServices, holder, liveRequest, openJobService, request, settle, shown } from '../fixture'
import { BATCH, bodyOf, type Line, outcomeOf, ROWS } from './crash-process'

/** How often the process is killed. PENTAD_KILLS=300 takes about two minutes. */
const KILLS = Number(process.env.PENTAD_KILLS ?? 25)
const ROOT = join(import.meta.dirname, '../../../..')

let built = ''
let dataDir = ''
beforeAll(async () => {
  // Inside the tree, so that the bundle finds the packages; starting from sources takes a second each time.
  mkdirSync(join(ROOT, 'out'), { recursive: true })
  built = mkdtempSync(join(ROOT, 'out', 'victim-'))
  dataDir = mkdtempSync(join(tmpdir(), 'pentad-kills-'))
  const entry = join(import.meta.dirname, 'crash-process.ts')
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: entry,
      outDir: built,
      emptyOutDir: false,
      minify: false,
      rollupOptions: { output: { format: 'es', entryFileNames: 'victim.mjs' } },
    },
  })
})
afterAll(async () => {
  await closeJobServices()
  for (const folder of [built, dataDir]) rmSync(folder, { recursive: true, force: true })
})

/**
 * Runs the victim, killed `after_ms` after it has said as many lines as `said_first` or, when null, until it is done. Answers
 * what it said.
 */
function victim(submits: number, after_ms: number | null, said_first = 1): Promise<Line[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(built, 'victim.mjs'), dataDir, String(submits)], { cwd: ROOT })
    let [said, complaint] = ['', '']
    child.stdout.on('data', chunk => {
      const before = linesIn(said)
      said += chunk
      if (after_ms !== null && before < said_first && linesIn(said) >= said_first)
        setTimeout(() => child.kill('SIGKILL'), after_ms)
    })
    child.stderr.on('data', chunk => {
      complaint += chunk
    })
    child.on('close', (code, signal) => {
      if (code !== 0 && signal !== 'SIGKILL') return reject(new Error(`the victim ended with ${code}: ${complaint}`))
      const whole = said
        .slice(0, said.lastIndexOf('\n') + 1)
        .split('\n')
        .filter(Boolean)
      resolve(whole.map(line => JSON.parse(line) as Line))
    })
  })
}

const linesIn = (text: string): number => text.split('\n').length - 1

/** Of each sweep in such a state, how many rows are stored. */
const rowsStored = (store: ReturnType<typeof openStore>, state: string) =>
  store.db
    .prepare<[], number>(
      `SELECT coalesce((SELECT sum(r.rows) FROM job_result_rows r WHERE r.sequence = jobs.sequence), 0)
       FROM jobs WHERE jobs.rows IS NOT NULL AND ${state}`,
    )
    .pluck()
    .all() as unknown as number[]

/** Every other process lives until it has accepted three jobs at least, however busy the machine: first it says that it is up. */
const LINES = [1, 6]

describe(`after ${KILLS} kills at random instants`, () => {
  it('no acknowledged job is lost, none has two results, and the ledger balances', { timeout: 600_000 }, async () => {
    const lines: Line[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      lines.push(...(await victim(1000, Math.random() * 150, LINES[kill % 2])))
    }
    lines.push(...(await victim(0, null)))
    expect(lines.at(-1)).toEqual({ said: 'idle' })

    const store = openStore({ dataDir })
    const service = openJobService(store, { now: Date.now })
    const accepted = lines.filter(line => line.said === 'accepted')
    expect(accepted.length).toBeGreaterThan(KILLS)
    const first = new Map<string, string>()
    for (const line of lines.filter(line => line.said === 'result')) {
      expect(first.get(line.id) ?? line.counts, line.id).toBe(line.counts)
      first.set(line.id, line.counts)
    }
    let spent = 0
    for (const { id, key, kind } of accepted) {
      const job = await shown(service.jobs, id, holder)
      expect(jobStates.isTerminal(job.status), `${id} is ${job.status}`).toBe(true)
      if (job.status === 'COMPLETED') {
        const outcome = await outcomeOf(service.jobs, id, kind)
        expect(outcome, id).toBe(first.get(id) ?? outcome)
      }
      // A client that saw no answer submits again.
      const again = bodyOf(kind, job.backend, job.name!)
      expect((await service.jobs.submit(again, { caller: alice, key })).job_uuid).toBe(id)
    }
    expect(rowsStored(store, "status = 'COMPLETED'").every(rows => rows === ROWS)).toBe(true)
    expect(rowsStored(store, "status <> 'COMPLETED'").every(rows => rows === 0)).toBe(true)
    expect(rowsStored(store, "status = 'COMPLETED'").length).toBeGreaterThan(0)
    const sizes = store.db.prepare('SELECT DISTINCT count(*) FROM jobs GROUP BY name').pluck().all()
    expect([1, BATCH]).toEqual(expect.arrayContaining(sizes))
    const all = store.db.prepare<[], { charged: number | null }>('SELECT charged FROM jobs').all()
    for (const { charged } of all) spent += charged ?? Number.NaN
    const ledger = createLedger(store, Date.now)
    ledger.verify()
    expect(ledger.balance('compute_token')).toMatchObject({ reserved: 0, spent: spent / 1e6 })
    expect(spent).toBeGreaterThan(0)
    const reasons = store.db.prepare('SELECT DISTINCT reason_code FROM jobs WHERE mode = ?').pluck()
    expect(reasons.all('mock')).not.toContain('service_restart')
    await closeJobServices()
  })
})

describe('a restart', () => {
  it('runs what was left on a mock again from its seed', async () => {
    const first = openJobService()
    const { job_uuid } = await first.jobs.submit(request, { caller: alice })
    const waits = await first.jobs.submit({ ...request, seed: 6 }, { caller: alice })
    await settle()
    await first.jobs.stop()
    expect((await shown(first.jobs, job_uuid, alice)).status).toBe('PROCESSING')

    const second = openJobService(first.store)
    await second.jobs.resume()
    await settle()
    expect(await shown(second.jobs, job_uuid, alice)).toMatchObject({ status: 'PROCESSING' })
    second.waiting[0]!.finish()
    await settle()
    second.waiting[1]!.finish()
    await settle()
    expect(second.waiting.map(({ order }) => order.seed)).toEqual([5n, 6n])
    expect((await shown(second.jobs, job_uuid, alice)).timeline.map(({ status }) => status)).toEqual([
      'PENDING',
      'PROCESSING',
      'PENDING',
      'PROCESSING',
      'COMPLETED',
    ])
    expect((await shown(second.jobs, waits.job_uuid, alice)).status).toBe('COMPLETED')
  })

  const interrupted = async (): Promise<{ id: string; service: ReturnType<typeof openJobService> }> => {
    const service = openJobService(openMemoryStore())
    service.ledger.purchase('compute_token', 100_000_000)
    const { job_uuid } = await service.jobs.submit(liveRequest, { caller: alice })
    await settle()
    await service.jobs.stop()
    return { id: job_uuid, service }
  }
  const restarted = async (store: ReturnType<typeof openMemoryStore>, id: string): Promise<Job> => {
    const { jobs } = openJobService(store)
    await jobs.resume()
    return shown(jobs, id, alice)
  }

  it('aborts what a device was executing, and releases its tokens', async () => {
    const { id, service } = await interrupted()
    expect(service.ledger.balance('compute_token').reserved).toBe(5)
    expect(await restarted(service.store, id)).toMatchObject({
      status: 'ABORTED',
      status_reason: { code: 'service_restart' },
    })
    expect(service.ledger.balance('compute_token')).toMatchObject({ available: 100, reserved: 0, spent: 0 })
  })

  it('completes what a device had executed when its results were stored', async () => {
    const { id, service } = await interrupted()
    service.store.db.exec(`INSERT INTO job_results (sequence, shots, engine, noise, counts, stored_at)
      SELECT sequence, 100, 'device/1', 'calibrated', '{"1":100}', 0 FROM jobs`)
    expect(await restarted(service.store, id)).toMatchObject({ status: 'COMPLETED', engine: 'device/1' })
    expect(service.ledger.balance('compute_token')).toMatchObject({ available: 95, reserved: 0, spent: 5 })
  })
})
