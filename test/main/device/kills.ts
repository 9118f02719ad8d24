/** Kills a service at seeded instants of everything it does to a device, and looks afterwards at everything it left. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { expect } from 'vitest'
import { createLedger } from '../../../main/account/ledger'
import { runningService } from '../../../main/cli/io/client'
import type { JobDetail } from '../../../main/contract/jobs/circuit-job'
import { jobStates } from '../../../main/contract/jobs/status'
import { routes } from '../../../main/contract/routes'
import { PartialRecord, RunRecord } from '../../../main/contract/runs/record'
import { RunRequest } from '../../../main/contract/runs/request'
import { type Run, runStates } from '../../../main/contract/runs/run'
import { startService } from '../../../main/service'
import { createRandom } from '../../../main/simulation/model/random'
import { openStore } from '../../../main/store/store'
import { configured } from '../../configured'
import { writeSmallLab } from '../lab/small-lab'
import { openForeignRack, PHASES, type Phase, type RackName } from './foreign-rack'
import { type Line, PLACE, TOKENS } from './kill-victim'

const ROOT = join(import.meta.dirname, '../../..')
const PRICE = 0.25
const RUNS_EACH = 2

/** Starting from the sources takes some seconds each time. */
async function bundledVictim(): Promise<{ readonly script: string; remove(): void }> {
  // Inside the tree, so that the bundle finds the packages, the threads' program and the addon.
  mkdirSync(join(ROOT, 'out'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, 'out', 'victim-'))
  const output = { format: 'es', entryFileNames: 'victim.mjs' } as const
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(import.meta.dirname, 'kill-victim.ts'),
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rollupOptions: { output },
    },
  })
  const script = join(folder, 'victim.mjs')
  return { script, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** One life: killed by whoever gets `kill`, which is called once so many lines are said. Answers what it said. */
function life(
  argv: readonly string[],
  script: string,
  { said_first, onReady }: { readonly said_first: number; readonly onReady: (kill: () => void) => void },
): Promise<Line[]> {
  return new Promise((done, reject) => {
    const child = spawn(process.execPath, [script, ...argv], { cwd: ROOT })
    let [said, complaint, isReady] = ['', '', false]
    const ready = () => {
      if (isReady || said.split('\n').length - 1 < said_first) return
      isReady = true
      onReady(() => child.kill('SIGKILL'))
    }
    ready()
    child.stderr.on('data', chunk => {
      complaint += chunk
    })
    child.stdout.on('data', chunk => {
      said += chunk
      ready()
    })
    child.on('close', (code, signal) => {
      if (signal !== 'SIGKILL') return reject(new Error(`the victim ended with ${code}: ${said} ${complaint}`))
      const whole = said.slice(0, said.lastIndexOf('\n') + 1).split('\n')
      done(whole.filter(Boolean).map(line => JSON.parse(line) as Line))
    })
  })
}

/** When a life ends: so long after the service did this for so many times, once it has said so many lines. */
interface Instant {
  readonly phase: Phase
  readonly count: number
  readonly after_ms: number
  readonly said_first: number
}

/** Every phase in turn; safe values are driven by the life after one that was killed in the middle of work. */
function instantsOf(kills: number, seed: number): Instant[] {
  const random = createRandom(BigInt(seed))
  return Array.from({ length: kills }, (_, index) => {
    const phase = PHASES[index % PHASES.length]!
    const isEarly = phase.name === 'connecting' || phase.name === DRIVING
    return {
      phase,
      count: 1 + Math.floor(phase.times * random.uniform()),
      after_ms: 30 * random.uniform(),
      // Nothing yet; that a run was accepted; that it is measured.
      said_first: isEarly ? 0 : index % 2 === 0 ? 2 : 3,
    }
  })
}

const DRIVING: Phase['name'] = 'driving safe values'

/** Phases of work that has its device for sure: the next start drives what the lab wants at an abort. */
const BEGUN: readonly string[] = PHASES.map(({ name }) => name).slice(2, -1)

/** Killed while a run or job had the device, which lasts far longer than the moment until the kill; others may just have ended. */
const isSurelyHeld = (phase: Phase['name'], said_first: number): boolean =>
  phase === 'stopping what ran before' || (said_first === 3 && BEGUN.includes(phase))

/** Kills so often, then checks runs, records, bits, leases and the ledger of the service that comes up after the last kill. */
export async function expectAllWholeAfter(kills: number, seed: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pentad-device-kills-'))
  const data = join(folder, 'data')
  const victim = await bundledVictim()
  const rack = await openForeignRack()
  try {
    const lab = writeSmallLab(folder, {
      token_price_per_shot: PRICE,
      instruments: [{ id: 'bias', label: 'Bias', role: 'flux_bias', driver: 'srs-dc205' }],
      channels: [{ id: 'b', instrument: 'bias', parameter: 'voltage', label: 'Bias', on_abort: 'safe', safe_value: 0 }],
      addressOf: id => ({ kind: 'tcp', host: '127.0.0.1', port: rack.ports[id as RackName], simulated: true }),
    })
    const [accepted, submitted] = [new Set<string>(), new Set<string>()]
    const instants = instantsOf(kills, seed)
    for (const { phase, count, after_ms, said_first } of instants) {
      rack.turnTo(0.05)
      // In the middle of a drive: before the instrument has answered its command.
      const inTime = (kill: () => void) => (phase.name === DRIVING ? kill() : void setTimeout(kill, after_ms))
      const onReady = (kill: () => void) => rack.when(phase, count, () => inTime(kill))
      const lines = await life([data, lab, String(RUNS_EACH)], victim.script, { said_first, onReady })
      expectStoppedFirst(rack.commands())
      for (const { said, run_id, job_uuid } of lines) {
        if (said !== 'accepted') continue
        accepted.add(run_id!)
        submitted.add(job_uuid!)
      }
    }
    rack.turnTo(0.05)
    const last = instants.at(-1)!.phase
    const begun = instants.filter(({ phase, said_first }) => isSurelyHeld(phase.name, said_first)).length
    const { runs, jobs } = await afterwards(data, lab, { isOwed: last.name === DRIVING || BEGUN.includes(last.name) })
    expectStoppedFirst(rack.commands())
    expect([...accepted].filter(id => !runs.some(({ run_id }) => run_id === id))).toEqual([])
    expect([...submitted].filter(id => !jobs.some(({ job_uuid }) => job_uuid === id))).toEqual([])
    const ended = [...runs, ...jobs].filter(({ status_reason }) => status_reason?.code === 'service_restart')
    expect(ended.length, 'what had its device is never begun anew').toBeGreaterThanOrEqual(begun)
    checkLedger(data, [...runs, ...jobs])
  } finally {
    rack.close()
    victim.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Whatever the last life left running is stopped and thrown away before a new one has anything played, and nothing starts unarmed. */
function expectStoppedFirst(commands: readonly string[]): void {
  const begun = commands.findIndex(command => !['STOP', 'ACQuisition:DELete'].includes(command))
  if (begun >= 0) expect(commands.slice(0, begun)).toEqual(expect.arrayContaining(['STOP', 'ACQuisition:DELete']))
  for (const [index, command] of commands.entries()) {
    if (command === 'START') expect(commands[index - 1]).toBe('ARM')
    if (command === 'ACQuisition:BINs?') expect(commands[index - 1]).toBe('START')
  }
}

/** Every run has a named end and shows what it says it has; nobody holds an instrument, and the next run completes. */
async function afterwards(
  data: string,
  lab: string,
  { isOwed }: { readonly isOwed: boolean },
): Promise<{ runs: Run[]; jobs: JobDetail[] }> {
  const service = await startService(configured(data, { lab, check_replies: true }))
  const client = runningService(data)!
  const runs = async () => (await client.call(routes.listRuns, { query: { limit: 200 } })).items
  const listed = async () => (await client.call(routes.listJobs, { query: { limit: 200 } })).items
  const over = async () =>
    (await runs()).every(({ status }) => runStates.isTerminal(status)) &&
    (await listed()).every(({ status }) => jobStates.isTerminal(status))
  try {
    const next = await client.call(routes.createRun, { params: PLACE, body: NEXT })
    await expect.poll(over, { timeout: 240_000, interval: 100 }).toBe(true)
    const all = await runs()
    expect(all.find(({ run_id }) => run_id === next.run_id)).toMatchObject({ status: 'COMPLETED' })
    for (const run of all) await checkRun(client, run)
    const stopped = all.filter(({ status_reason }) => status_reason?.code === 'service_restart')
    expect(stopped.length).toBeGreaterThan(0)
    const { items } = await client.call(routes.listInstruments)
    expect(items.map(({ instrument_id, lease }) => [instrument_id, lease.holder])).toEqual([
      ['seq', null],
      ['bias', null],
    ])
    const bias = { instrument_id: 'bias', parameter: 'voltage' }
    const voltage = async () => (await client.call(routes.readParameter, { params: bias, query: {} })).value
    if (isOwed) await expect.poll(voltage, { interval: 200 }).toBe(0)
    const jobs = await Promise.all(
      (await listed()).map(({ job_uuid }) => client.call(routes.getJob, { params: { job_uuid } })),
    )
    for (const job of jobs) await checkJob(client, job)
    return { runs: all, jobs }
  } finally {
    await service.stop()
  }
}

const NEXT = RunRequest.parse({
  mode: 'correction',
  rounds: [1],
  shots: 50,
  states: ['0'],
  preparation: 'projective',
  override: true,
})

async function checkRun(client: NonNullable<ReturnType<typeof runningService>>, run: Run): Promise<void> {
  const { run_id, status, status_reason } = run
  const params = { ...PLACE, run_id }
  const named = status === 'COMPLETED' || (status === 'ABORTED' && status_reason?.code === 'service_restart')
  expect(named, `${run_id} is ${status}, ${status_reason?.code}: ${status_reason?.message}`).toBe(true)
  const text = await client.call(routes.getRunRecord, { params })
  const record = status === 'COMPLETED' ? RunRecord.parse(text) : PartialRecord.parse(text)
  if (status === 'COMPLETED') expect(record.tokens?.charged).toBe(run.tokens?.charged)
  else {
    expect([record, run.summary]).toMatchObject([{ complete: false }, null])
    const measured = 'order' in record ? record.order.filter(({ kind }) => kind !== 'assignment') : []
    expect(run.tokens?.shots_executed).toBe(measured.reduce((sum, { shots }) => sum + shots, 0))
  }
  for (const { sha256, shots } of record.shot_files) {
    const bits = await client.call(routes.getRunShots, { params: { ...params, sha256 } })
    expect((bits as unknown as Uint8Array).length, `${shots} shots of ${run_id}`).toBeGreaterThan(0)
  }
}

/** Whole, or as many whole batches as are charged: what the device did beyond them when the service died is not known. */
async function checkJob(client: NonNullable<ReturnType<typeof runningService>>, job: JobDetail): Promise<void> {
  const { job_uuid, status, status_reason, tokens } = job
  const named = status === 'COMPLETED' || (status === 'ABORTED' && status_reason?.code === 'service_restart')
  expect(named, `${job_uuid} is ${status}, ${status_reason?.code}: ${status_reason?.message}`).toBe(true)
  const params = { job_uuid }
  const result =
    status === 'ABORTED'
      ? await client.call(routes.getPartialResult, { params, query: {} })
      : await client.call(routes.getJobResult, { params, query: {} })
  const counts: Readonly<Record<string, number>> = 'counts' in result ? result.counts : {}
  expect(Object.values(counts).reduce((sum, each) => sum + each, 0)).toBe(tokens.charged! / PRICE)
}

/** What was charged is what the ledger spent, nothing is held any more, and no file lies about that no row names. */
function checkLedger(
  data: string,
  charged: readonly { readonly tokens?: { readonly charged: number | null } | null | undefined }[],
): void {
  const store = openStore({ dataDir: data })
  const ledger = createLedger(store, Date.now)
  ledger.verify()
  const spent = charged.reduce((sum, { tokens }) => sum + (tokens?.charged ?? Number.NaN), 0)
  expect(ledger.balance('compute_token')).toEqual({
    purchased: TOKENS,
    available: TOKENS - spent,
    reserved: 0,
    spent,
  })
  expect(spent).toBeGreaterThan(0)
  expect(store.db.prepare('SELECT * FROM owed_safe_drives').all()).toEqual([])
  const rows = store.db.prepare<[], { sha256: string }>('SELECT sha256 FROM run_batches').all()
  expect(rows.length).toBeGreaterThan(0)
  for (const { sha256 } of rows)
    expect(readFileSync(join(store.files, sha256.slice(0, 2), sha256)).length).toBeGreaterThan(0)
  store.close()
}
