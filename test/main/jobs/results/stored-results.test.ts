/** Jobs on a sequencer twin whose process ends between the last batch and the result: nothing is lost, nothing charged twice. */
import { afterEach, describe, expect, it } from 'vitest'
import type { Circuit } from '../../../../main/contract/jobs/circuit'
import type { JobResult, PartialJobResult } from '../../../../main/contract/jobs/result'
import type { SubmitJob } from '../../../../main/contract/jobs/submit'
import type { SweepRows } from '../../../../main/contract/jobs/sweep'
import type { ExecutionContext, Executor, Executors, HeldExecutor } from '../../../../main/jobs/model/execution'
import type { BatchStorage } from '../../../../main/jobs/model/measured-batch'
import { openMemoryStore } from '../../store/memory-store'
import { DEMO } from '../../twins/sequencer/rig'
import { alice, balance, closeJobServices, codeOf, counted, openJobService, shown } from '../fixture'
import { liveLab, rigDevice } from '../live-lab'

const h = { name: 'h', qubits: [0] }
const cx = { name: 'cx', qubits: [0, 1] }
const measure = (qubit: number) => ({ name: 'measure', qubits: [qubit], clbits: [qubit] })
const PREPARED: Circuit = { num_qubits: 2, instructions: [h, cx] }
const BELL: Circuit = { num_qubits: 2, instructions: [h, cx, measure(0), measure(1)] }
const TURNED: SubmitJob['circuit'] = {
  num_qubits: 1,
  instructions: [{ name: 'rx', qubits: [0], params: ['theta'] }, measure(0)],
}
const parameters = { names: ['theta'], rows: [[0], [Math.PI], [0], [Math.PI]] }
const observables = [{ name: 'zz', terms: ['ZZ', 'XX'].map(pauli => ({ pauli, coefficient: 1 })) }]
const options = { mitigation: { readout: 'measured' as const } }
/** Repeats until the qubit is 0. */
const UNTIL_0: Circuit = {
  num_qubits: 1,
  num_clbits: 1,
  instructions: [
    { name: 'until', qubits: [], condition: { clbit: 0, value: 0 }, max_iterations: 2 },
    h,
    measure(0),
    { name: 'end', qubits: [] },
  ],
} as Circuit

type Body = Omit<SubmitJob, 'backend'> & { readonly shots: number }

const BODIES = {
  'a circuit': { shots: 300, circuit: BELL },
  'a circuit with a loop': { shots: 300, circuit: UNTIL_0 },
  'a sweep': { shots: 75, circuit: TURNED, parameters },
  'expectation values with their readout inverted': { shots: 900, circuit: PREPARED, observables, options },
  'counts with their readout inverted': { shots: 600, circuit: BELL, options },
} satisfies Record<string, Body>
const CIRCUIT = { ...BODIES['a circuit'], backend: 'dev-b' }

const closing: (() => unknown)[] = []
afterEach(async () => {
  await closeJobServices()
  for (const close of closing.splice(0)) await close()
})

type Watched = Pick<ExecutionContext, 'batchStorage' | 'signal'>

/** Every execution stands still, once so many shots are on the disk, until it is aborted. */
function standingStill(executors: Executors, at: number): Executors {
  let stored = 0
  const still = ({ signal }: Watched) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const watched = (batches: BatchStorage, request: Watched): BatchStorage => ({
    ...batches,
    async store(batch) {
      await batches.store(batch)
      stored += batch.planes.shots + batch.unfinished_shots
      if (stored >= at) await still(request)
    },
  })
  const gated = <Request extends Watched>(request: Request): Request => ({
    ...request,
    batchStorage: of => watched(request.batchStorage!(of), request),
  })
  return backend => {
    const live = executors(backend)
    const holding = (): HeldExecutor => {
      const held = live.device!.holding()
      return {
        ...held,
        execute: request => held.execute(gated(request)),
        executeSweep: request => held.executeSweep!(gated(request)),
        rowsOf(circuit) {
          const rows = held.rowsOf(circuit)
          return (row, own) => rows(row, gated(own))
        },
      }
    }
    const device = live.device && { ...live.device, holding }
    return { ...live, execute: request => live.execute(gated(request)), device } satisfies Executor
  }
}

async function opened(store = openMemoryStore(), stop_at = Number.POSITIVE_INFINITY) {
  /** What instruments receive of work, with its status on the disk at that moment. */
  const drives: string[] = []
  const status = store.db.prepare<[string], string>('SELECT status FROM jobs WHERE job_uuid = ?').pluck()
  const lab = await liveLab(rigDevice, {
    profile: { ...DEMO, bins: 200 },
    onDrivePending: id => drives.push(`pending while ${status.get(id)}`),
    onDriveCleared: id => drives.push(`cleared while ${status.get(id)}`),
  })
  closing.push(() => lab.registry.close())
  const service = openJobService(store, { executors: standingStill(lab.executors, stop_at), now: Date.now })
  if (service.ledger.balance('compute_token').purchased === 0) service.ledger.purchase('compute_token', 1e12)
  const sum = store.db.prepare('SELECT coalesce(sum(shots + unfinished_shots), 0) FROM job_batches').pluck()
  const stored = () => sum.get()
  return { ...service, service, stored, drives, job: (id: string) => shown(service.jobs, id, alice) }
}

/** A job of which the process ended as soon as so many shots were on the disk. */
async function interrupted(body: Body, at: number) {
  const store = openMemoryStore()
  const first = await opened(store, at)
  const { job_uuid: id } = await first.jobs.submit({ ...body, backend: 'dev-b' }, { caller: alice })
  await expect.poll(first.stored, { interval: 5 }).toBeGreaterThanOrEqual(at)
  return { id, store, first }
}

type Lab = Awaited<ReturnType<typeof opened>>

async function expectRows({ jobs, job }: Lab, id: string): Promise<void> {
  const { parts } = await jobs.rows(id, alice, { query: { limit: 10 } })
  const { items }: SweepRows = JSON.parse(Buffer.concat(parts.map(part => Buffer.from(part as string))).toString())
  const mostly = (counts: Readonly<Record<string, number>>) => ['0', '1'].find(bit => counts[bit]! > 60)
  expect(items.map(({ shots }) => shots)).toEqual([75, 75, 75, 75])
  expect(items.map(({ counts }) => mostly(counts))).toEqual(['0', '1', '0', '1'])
  expect((await job(id)).tokens.charged).toBe(15)
}

interface Ended {
  readonly id: string
  readonly body: Body
  /** As it stood before the process ended. */
  readonly partial: PartialJobResult
}

async function expectWhole({ jobs, job }: Lab, { id, body, partial }: Ended): Promise<void> {
  const { charged } = (await job(id)).tokens
  const result = (await counted(jobs, id, alice)) as JobResult
  const { shots, overhead_shots = 0, unfinished_shots = 0, counts, expectation_values } = result
  expect(shots + overhead_shots + unfinished_shots).toBe(body.shots)
  expect(charged).toBeCloseTo(0.05 * (shots + overhead_shots))
  expect(result).toMatchObject({ engine: partial.engine, calibration_id: partial.calibration_id, lost_shots: 0 })
  if (expectation_values) expect(expectation_values[0]!.value).toBeGreaterThan(1.5)
  else expect(counts).toEqual(partial.counts)
  if (!body.options || expectation_values) return
  const [zeros, ones] = partial.parts!
  expect([zeros!.part, ones!.part]).toEqual(['confusion 0', 'confusion 1'])
  expect(zeros!.counts['00']! / zeros!.shots).toBeGreaterThan(0.8)
  expect(ones!.counts['11']! / ones!.shots).toBeGreaterThan(0.8)
}

describe('a job on a device whose process ended', () => {
  for (const [what, body] of Object.entries<Body>(BODIES)) {
    it(`after the last shot of ${what} is COMPLETED, and charged once`, async () => {
      const all = body.shots * (body.parameters ? parameters.rows.length : 1)
      const { id, store, first } = await interrupted(body, all)
      const partial = body.parameters ? null : await first.jobs.partial(id, alice, {})
      await first.jobs.stop()
      const second = await opened(store)
      await second.jobs.resume()
      const job = await second.job(id)
      expect(job.status_reason).toBeNull()
      expect(job.status).toBe('COMPLETED')
      expect(second.drives).toEqual(['pending while PROCESSING', 'cleared while COMPLETED'])
      expect(balance(second.service)).toMatchObject({ reserved: 0, spent: job.tokens.charged })
      expect(second.stored(), 'batches beside the result').toBe(0)
      second.ledger.verify()
      if (body.parameters) await expectRows(second, id)
      else await expectWhole(second, { id, body, partial: partial as PartialJobResult })
    })
  }

  it('one batch earlier is ABORTED, with what is there', async () => {
    const { id, store, first } = await interrupted(CIRCUIT, 200)
    await first.jobs.stop()
    const second = await opened(store)
    await second.jobs.resume()
    const reason = { code: 'service_restart' }
    expect(await second.job(id)).toMatchObject({ status: 'ABORTED', status_reason: reason, tokens: { charged: 10 } })
    expect(second.stored()).toBe(200)
    expect(second.drives).toEqual(['pending while PROCESSING'])
  })

  it('has the machine and the transpiled circuit that it would have had', async () => {
    const { id, store, first } = await interrupted(CIRCUIT, 300)
    await first.jobs.stop()
    const second = await opened(store)
    const { job_uuid } = await second.jobs.submit(CIRCUIT, { caller: alice })
    await expect.poll(async () => (await second.job(job_uuid)).status).toBe('COMPLETED')
    await second.jobs.resume()
    const shape = async (of: string) => {
      const { sequencers, calibration_id, engine } = (await counted(second.jobs, of, alice)) as JobResult
      const [{ programs, ...reported }] = sequencers as [NonNullable<JobResult['sequencers']>[number]]
      const { batches, uploaded_at: _, ...program } = programs[0]!
      return {
        calibration_id,
        engine,
        reported,
        program,
        batches: batches.map(({ shots, top_up }) => ({ shots, top_up })),
      }
    }
    expect(await shape(id)).toEqual(await shape(job_uuid))
    const transpiled = async (of: string) => (await second.job(of)).transpiled
    expect(await transpiled(id)).toEqual(await transpiled(job_uuid))
  })
})

describe('an abort after the last shot', () => {
  it('is refused, as the job is about to be COMPLETED', async () => {
    const { id, first } = await interrupted(CIRCUIT, 300)
    expect(await codeOf(() => first.jobs.abort(id, alice))).toBe('conflict')
    expect((await first.job(id)).status).toBe('PROCESSING')
  })
})
