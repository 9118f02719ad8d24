/** Batches of a job on a sequencer twin: stored as they come, read meanwhile, charged once, whatever ends the job. */
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Circuit } from '../../../../main/contract/jobs/circuit'
import type { PartialJobResult, PartialResultReply } from '../../../../main/contract/jobs/result'
import { AppError } from '../../../../main/contract/model/errors'
import type { UsedSequencer } from '../../../../main/contract/runs/machine'
import { batchesInMemory } from '../../../../main/jobs/model/measured-batch'
import { measuredJobBatchTable } from '../../../../main/jobs/storage/measured-batches'
import { groupCommit } from '../../../../main/store/group-commit'
import { openMemoryStore } from '../../store/memory-store'
import { alice, balance, bob, codeOf, counted, shown } from '../fixture'
import { BELL, BELL_JOB, closeLiveJobServices, openLiveJobService } from '../live-lab'

afterEach(closeLiveJobServices)

async function opened(store = openMemoryStore()) {
  const { lab, service } = await openLiveJobService(store)
  const partialOf = (id: string, row?: number) => service.jobs.partial(id, alice, { row })
  const partial = async (id: string, row?: number) => notWhole(await partialOf(id, row))
  const stored = () => service.store.db.prepare('SELECT count(*) FROM job_batches').pluck().get()
  return {
    ...lab,
    ...service,
    service,
    partialOf,
    partial,
    stored,
    job: (id: string) => shown(service.jobs, id, alice),
  }
}
type Lab = Awaited<ReturnType<typeof opened>>

function notWhole(answer: PartialResultReply): PartialJobResult {
  if (answer.complete) throw new Error(`Job ${answer.job_uuid} has its whole result`)
  return answer
}

const total = ({ counts }: PartialJobResult) => Object.values(counts).reduce((sum, each) => sum + each, 0)

/** Shots in which both bits are equal, as a Bell pair has them in X and in Z. */
const agreeing = (counts: Readonly<Record<string, number>>) => (counts['00'] ?? 0) + (counts['11'] ?? 0)

/** A job whose second batch is being fetched for as long as the test takes. */
async function heldInSecondBatch(lab: Lab, body: Parameters<Lab['jobs']['submit']>[0] = BELL_JOB) {
  lab.twins.seq!.setScript(
    Array.from({ length: 40 }, (_, reply) => ({ reply, fault: { kind: 'delay', ms: 25 } }) as const),
  )
  const { job_uuid } = await lab.jobs.submit(body, { caller: alice })
  await expect
    .poll(() =>
      lab.partial(job_uuid).then(
        ({ batches }) => batches.length,
        () => 0,
      ),
    )
    .toBe(1)
  return job_uuid
}

describe('batches of a job on a device', () => {
  it('are read while the job goes on, and again after an abort, which charges them', async () => {
    const lab = await opened()
    const id = await heldInSecondBatch(lab)
    const before = await lab.partial(id)
    expect(before).toMatchObject({ complete: false, status: 'PROCESSING', shots: 100, planned_shots: 300 })
    expect(before).toMatchObject({ measured_shots: 100, num_clbits: 2, lost_shots: 0, simulated: true })
    expect(before.engine).toContain('SIMULATED')
    expect(total(before)).toBe(100)
    await lab.jobs.abort(id, alice)
    expect(await lab.partial(id)).toEqual({
      ...before,
      status: 'ABORTED',
      status_reason: { code: 'user_cancelled', message: 'Aborted by alice' },
    })
    await expect(lab.jobs.result(id, alice)).rejects.toThrow(/was aborted; what the .* is at …\/result\/partial$/)
    expect((await lab.job(id)).tokens).toMatchObject({ reserved: 0, charged: 5 })
    expect(balance(lab.service)).toMatchObject({ reserved: 0, spent: 5 })
    await expect.poll(() => lab.devices.deviceOf('dev-b')!.busy()).toBe(false)
    expect(lab.stored(), 'a batch that came after the abort').toBe(1)
    lab.ledger.verify()
  })

  it('are charged once when the service stopped, and no result is made of them', async () => {
    const store = openMemoryStore()
    const first = await opened(store)
    const id = await heldInSecondBatch(first)
    const before = await first.partial(id)
    await first.jobs.stop()
    const second = await opened(store)
    await second.jobs.resume()
    const reason = { code: 'service_restart', message: expect.stringContaining('kept and charged') }
    expect(await second.job(id)).toMatchObject({ status: 'ABORTED', status_reason: reason, tokens: { charged: 5 } })
    expect((await second.partial(id)).counts).toEqual(before.counts)
    expect(await codeOf(() => counted(second.jobs, id, alice))).toBe('job_aborted')
    expect(balance(second.service)).toMatchObject({ reserved: 0, spent: 5 })
    await second.jobs.remove(id, alice)
    expect(second.stored()).toBe(0)
  })

  it('go with the result of a job that completes, which is the same as from memory', async () => {
    const lab = await opened()
    const { job_uuid: id } = await lab.jobs.submit(BELL_JOB, { caller: alice })
    await expect.poll(async () => (await lab.job(id)).status).toBe('COMPLETED')
    expect(await counted(lab.jobs, id, alice)).toMatchObject({ shots: 300 })
    expect(lab.stored()).toBe(0)
    // Whoever asks until it is complete sees the end as an answer, whenever it comes.
    expect(await lab.partialOf(id)).toEqual({ job_uuid: id, complete: true, status: 'COMPLETED' })
  })

  it('are listed by the row of a sweep', async () => {
    const lab = await opened()
    const turn = { name: 'rx', qubits: [0], params: ['theta'] }
    const circuit = { num_qubits: 1, instructions: [turn, { name: 'measure', qubits: [0], clbits: [0] }] }
    const parameters = { names: ['theta'], rows: [[0], [Math.PI], [0], [Math.PI]] }
    lab.twins.seq!.setScript(
      Array.from({ length: 60 }, (_, reply) => ({ reply, fault: { kind: 'delay', ms: 25 } }) as const),
    )
    const { job_uuid: id } = await lab.jobs.submit(
      { backend: 'dev-b', shots: 50, circuit, parameters },
      { caller: alice },
    )
    const measured = (row: number) =>
      lab.partial(id, row).then(
        ({ shots }) => shots,
        () => 0,
      )
    await expect.poll(() => measured(1)).toBe(50)
    await lab.jobs.abort(id, alice)
    const rows = [await lab.partial(id, 0), await lab.partial(id, 1)]
    expect(rows).toMatchObject([
      { row: 0, shots: 50 },
      { row: 1, shots: 50 },
    ])
    await expect(lab.jobs.result(id, alice, { query: { row: 0 } })).rejects.toThrow(/partial\?row=0 to \?row=3$/)
    expect(rows[0]!.counts['0']).toBeGreaterThan(40)
    expect(rows[1]!.counts['1']).toBeGreaterThan(40)
    expect((await lab.job(id)).tokens.charged).toBe(rows[0]!.measured_shots * 0.05)
    expect(await codeOf(() => lab.partial(id))).toBe('conflict')
    await expect(lab.partial(id)).rejects.toThrow(/ask for \?row=0 to \?row=\d+$/)
    expect(await codeOf(() => lab.partial(id, 4))).toBe('invalid_request')
  })

  const HELD = Array.from({ length: 80 }, (_, reply) => ({ reply, fault: { kind: 'delay', ms: 25 } }) as const)
  const PREPARED: Circuit = { num_qubits: 2, instructions: BELL.instructions.slice(0, 2) }
  const partsOf = (lab: Lab, id: string, row?: number) =>
    lab.partial(id, row).then(
      ({ parts = [] }) => parts,
      () => [],
    )

  it('are listed for each circuit of expectation values, with what it measures, and are charged', async () => {
    const lab = await opened()
    lab.twins.seq!.setScript(HELD)
    const observables = [{ name: 'zz', terms: ['ZZ', 'XX'].map(pauli => ({ pauli, coefficient: 1 })) }]
    const { job_uuid: id } = await lab.jobs.submit(
      { backend: 'dev-b', shots: 600, circuit: PREPARED, observables },
      { caller: alice },
    )
    await expect.poll(async () => (await partsOf(lab, id)).some(({ part }) => part === 'values 0')).toBe(true)
    await lab.jobs.abort(id, alice)
    const { parts = [], ...head } = await lab.partial(id)
    expect(head).toMatchObject({
      complete: false,
      status: 'ABORTED',
      shots: 0,
      counts: {},
      batches: [],
      simulated: true,
    })
    expect(head.engine).toContain('SIMULATED')
    expect(parts.map(({ part }) => part)).toEqual(['pilot 0', 'pilot 1', 'values 0'])
    expect(parts.map(({ group }) => group!.paulis)).toEqual([['Z0 Z1'], ['X0 X1'], ['Z0 Z1']])
    expect(parts[1]!.group!.measured_qubits).toEqual([0, 1])
    for (const { counts, shots } of parts) expect(agreeing(counts) / shots).toBeGreaterThan(0.8)
    const all = parts.reduce((sum, { shots }) => sum + shots, 0)
    expect(head.measured_shots).toBe(all)
    expect((await lab.job(id)).tokens).toMatchObject({ reserved: 0, charged: all * 0.05 })
    lab.ledger.verify()
  })

  it('are shown to no other key, and not for a job that has none', async () => {
    const lab = await opened()
    const session = await lab.devices.deviceOf('dev-b')!.lease({ id: 'run', kind: 'run', label: 'a run' })
    const { job_uuid: waits } = await lab.jobs.submit(BELL_JOB, { caller: alice })
    expect(await codeOf(() => lab.partial(waits))).toBe('result_not_ready')
    expect(await codeOf(() => lab.jobs.partial(waits, bob))).toBe('not_found')
    const simulated = { ...BELL_JOB, backend: 'dev-b-mock' }
    const { job_uuid: mock } = await lab.jobs.submit(simulated, { caller: alice })
    expect(await codeOf(() => lab.partial(mock))).toBe('conflict')
    await lab.jobs.abort(waits, alice)
    session.release()
  })
})

describe('the table of batches', () => {
  const planes = (bytes: number, shots: number) => ({
    data: Uint8Array.from({ length: bytes }, (_, at) => at),
    planes: 2,
    shots,
    stride: bytes / 2,
  })
  const TOLD = {
    engine: 'e',
    played: {} as UsedSequencer,
    calibration_id: 'c',
    program_sha256: 'p',
    measured_at: 1,
    unfinished_shots: 0,
  }
  const batch = (bytes: number, shots: number) => ({ ...TOLD, planes: planes(bytes, shots), lost: NONE })
  const NONE = { invalid: 0, feedback_mismatch: 0 }

  it('joins small and large batches as memory does, and holds those that a full disk refuses', async () => {
    const store = openMemoryStore()
    onTestFinished(() => store.close())
    store.db.pragma('foreign_keys = OFF')
    const job = `INSERT INTO jobs (sequence, job_uuid, backend, mode, simulated, shots, seed, num_qubits, num_clbits, created_at, status)
      VALUES (1, 'id', 'dev-b', 'live', 1, 1, 1, 1, 2, 1, 'PROCESSING')`
    store.db.exec(job)
    let full = false
    const writeFile = async (bytes: Uint8Array) => {
      if (full) throw new AppError('storage_full', 'The disk is full')
      return store.writeFile(bytes)
    }
    const table = measuredJobBatchTable({ ...store, writeFile }, groupCommit(store))
    const [stored, memory] = [table.storing({ sequence: 1, row: 0, part: null }), batchesInMemory()]
    for (const [at, each] of [batch(20, 77), batch(70_000, 279_997), batch(80_000, 3), batch(2, 5)].entries()) {
      full = at === 2
      await stored.store(each)
      await memory.store(each)
    }
    expect(Buffer.compare((await stored.joined()).data, (await memory.joined()).data)).toBe(0)
    expect(table.of(1, 0).map(({ data }) => data !== null)).toEqual([true, false, true])
    expect(table.shotsOf(1)).toBe(77 + 279_997 + 5)
    store.db.exec("UPDATE jobs SET status = 'ABORTED'")
    await expect(stored.store(batch(2, 5))).rejects.toThrow('The job has ended')
  })
})
