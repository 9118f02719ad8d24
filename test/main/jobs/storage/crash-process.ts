/**
 * A process to be killed: takes up what the last one left, submits jobs on a mock and on a sequencer twin, aborts and repeats
 * some, and says on stdout what was acknowledged and which results were seen. Lines written before a kill are in the pipe.
 */
import { createHash, randomInt } from 'node:crypto'
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLedger } from '../../../../main/account/ledger'
import type { JobResult } from '../../../../main/contract/jobs/result'
import type { SubmitJob } from '../../../../main/contract/jobs/submit'
import { executorsOf } from '../../../../main/jobs/execution/executors'
import { createJobs, type Jobs } from '../../../../main/jobs/jobs'
import type { Executor } from '../../../../main/jobs/model/execution'
import { createLog } from '../../../../main/log/log'
import { openStore } from '../../../../main/store/store'
import { alice, backends, coin, holder, shown } from '../fixture'
import { liveLab, rigDevice } from '../live-lab'

export type Line =
  | { readonly said: 'up' | 'idle' }
  | { readonly said: 'accepted'; readonly key: string; readonly id: string; readonly kind: SubmittedKind }
  | { readonly said: 'result'; readonly id: string; readonly counts: string }

const say = (line: Line) => void writeSync(1, `${JSON.stringify(line)}\n`)

export const BATCH = 140
export const ROWS = 6

const turn = { name: 'rx', qubits: [0], params: ['theta'] }
const measure = { name: 'measure', qubits: [0], clbits: [0] }
/** Angles for which the circuit is Clifford, which a twin plays in a moment. */
const parameters = {
  names: ['theta'],
  rows: Array.from({ length: ROWS }, (_, row) => [(row * Math.PI) / 2]),
}
const observables = ['Z0', 'X0'].map(pauli => ({ terms: [{ pauli, coefficient: 1 }] }))

/** What is submitted again after a kill is the same by its kind. */
const BODIES = {
  circuit: { shots: 100, circuit: coin },
  batch: { shots: 1, circuits: Array.from({ length: BATCH }, () => coin) },
  sweep: { shots: 20, circuit: { num_qubits: 1, instructions: [turn, measure] }, parameters },
  values: { shots: 40, circuit: { num_qubits: 1, instructions: [{ name: 'h', qubits: [0] }] }, observables },
  sweep_of_values: { shots: 40, circuit: { num_qubits: 1, instructions: [turn] }, parameters, observables },
} satisfies Record<string, Omit<SubmitJob, 'backend'>>
export type SubmittedKind = keyof typeof BODIES
export const bodyOf = (kind: SubmittedKind, backend: string, name: string): SubmitJob => ({
  ...BODIES[kind],
  backend,
  name,
})

/** What a completed job came to, as one text. */
export async function outcomeOf(jobs: Pick<Jobs, 'result' | 'rows'>, id: string, kind: SubmittedKind): Promise<string> {
  if (kind === 'sweep' || kind === 'sweep_of_values') {
    const { parts } = await jobs.rows(id, holder, { query: { limit: 100 } })
    return parts.map(part => Buffer.from(part as string).toString()).join('')
  }
  const { counts, expectation_values } = (await jobs.result(id, holder)) as JobResult
  return JSON.stringify(expectation_values ?? counts)
}

/** Counts that only the seed decides, after a moment that it does not. */
const executor: Executor = {
  validate: () => [],
  async execute({ seed, shots, options, signal }) {
    await sleep(randomInt(6), undefined, { signal })
    const ones = createHash('sha256').update(`${seed}`).digest()[0]! % (shots + 1)
    const counts = new Map([
      ['0', shots - ones],
      ['1', ones],
    ])
    return { counts, shots, engine: 'victim/1', noise: options.noise, calibration_id: null, transpiled: null }
  },
}

/** Half of them are single circuits. */
const KINDS: readonly SubmittedKind[] = ['circuit', 'circuit', 'circuit', 'sweep', 'values', 'sweep_of_values']

/** `submits` jobs, then waits until nothing is left to do and says idle. */
export async function main(dataDir: string, submits: number): Promise<void> {
  const store = openStore({ dataDir })
  const ledger = createLedger(store, Date.now)
  const lab = await liveLab(rigDevice)
  const live = lab.executors(backends.get('dev-a'))
  const executors = executorsOf(executor, () => live)
  const jobs = createJobs({ store, ledger, backends, executors, log: createLog('silent'), now: Date.now })
  await jobs.resume()
  ledger.verify()
  if (ledger.balance('compute_token').purchased === 0) ledger.purchase('compute_token', 1e12)
  say({ said: 'up' })

  const ids: { id: string; kind: SubmittedKind }[] = []
  async function one(): Promise<void> {
    const key = `key-${process.pid}-${randomInt(2 ** 40)}`
    const backend = randomInt(2) === 0 ? 'dev-a-mock' : 'dev-a'
    const kind = KINDS[randomInt(KINDS.length)]!
    const { job_uuid } = await jobs.submit(bodyOf(kind, backend, key), { caller: alice, key })
    say({ said: 'accepted', key, id: job_uuid, kind })
    ids.push({ id: job_uuid, kind })
    if (randomInt(8) === 0) await jobs.abort(job_uuid, alice).catch(() => undefined)
    await sleep(randomInt(8))
    for (const { id, kind } of ids.splice(0, 2)) await tell(id, kind)
  }
  /** One whose tokens are reserved in several transactions. */
  async function batch(): Promise<void> {
    const key = `key-${process.pid}-batch`
    const { job_uuid } = await jobs.submit(bodyOf('batch', 'dev-a', key), { caller: alice, key })
    say({ said: 'accepted', key, id: job_uuid, kind: 'batch' })
  }
  async function tell(id: string, kind: SubmittedKind): Promise<void> {
    if ((await shown(jobs, id, holder)).status !== 'COMPLETED') return
    say({ said: 'result', id, counts: await outcomeOf(jobs, id, kind) })
  }

  const large = submits > 0 && randomInt(5) === 0 ? batch() : null
  for (let at = 0; at < submits; at++) await Promise.all([one(), one(), one()])
  await large
  while (jobs.running() > 0 || jobs.queueLength('dev-a') + jobs.queueLength('dev-a-mock') > 0) await sleep(5)
  await jobs.stop()
  const leased = lab.devices.list().filter(one => one.busy() || one.queue().waiting.length > 0)
  if (leased.length > 0) throw new Error('nothing runs, and a device is leased')
  await lab.registry.close()
  store.close()
  say({ said: 'idle' })
}

const [dataDir, submits] = process.argv.slice(2)
if (dataDir !== undefined && submits !== undefined) await main(dataDir, Number(submits))
