import { afterEach, describe, expect, it } from 'vitest'
import { Job } from '../../../main/contract/jobs/circuit-job'
import { AppError } from '../../../main/contract/model/errors'
import { DeviceFailure } from '../../../main/device/failures'
import { executorsOf } from '../../../main/jobs/execution/executors'
import type { Executor } from '../../../main/jobs/model/execution'
import {
  alice,
  backend,
  bob,
  closeJobServices,
  codeOf,
  counted,
  holder,
  openJobService,
  request,
  settle,
  shown,
} from './fixture'

const NOISELESS = { noise: 'none', calibration_id: null, transpiled: null } as const

afterEach(closeJobServices)

describe('a job', () => {
  it('goes from PENDING to COMPLETED and gives its counts', async () => {
    const { jobs, waiting } = openJobService()
    const { job_uuid } = await jobs.submit(request, { caller: alice })
    await settle()
    expect(await codeOf(() => jobs.result(job_uuid, alice))).toBe('result_not_ready')
    waiting[0]!.finish()
    await settle()
    expect(await shown(jobs, job_uuid, alice)).toMatchObject({
      status: 'COMPLETED',
      mode: 'mock',
      engine: 'test-engine/1',
      runtime_ms: expect.any(Number),
      progress: 1,
    })
    expect((await shown(jobs, job_uuid, alice)).timeline.map(({ status }) => status)).toEqual([
      'PENDING',
      'PROCESSING',
      'COMPLETED',
    ])
    expect(await counted(jobs, job_uuid, alice)).toMatchObject({ counts: { 0: 100 }, num_clbits: 1, seed: 5 })
  })

  it('announces its start when it starts, though that is written later', async () => {
    const { jobs, waiting } = openJobService()
    const { job_uuid } = await jobs.submit(request, { caller: alice })
    await settle()
    waiting[0]!.finish()
    await settle()
    const { timeline, started_at, completed_at, runtime_ms } = await shown(jobs, job_uuid, alice)
    expect(timeline.slice(1).map(({ at }) => at)).toEqual([started_at, completed_at])
    expect(Date.parse(completed_at!) - Date.parse(started_at!)).toBe(runtime_ms)
  })

  it('is found, aborted and deleted by its id in either case of the digits', async () => {
    const { jobs } = openJobService()
    const { job_uuid } = await jobs.submit(request, { caller: alice })
    await settle()
    const id = job_uuid.toUpperCase()
    expect(await shown(jobs, id, alice)).toMatchObject({ job_uuid, status: 'PROCESSING' })
    expect(await jobs.abort(id, alice)).toMatchObject({ job_uuid, status: 'ABORTED' })
    await expect.poll(() => jobs.running()).toBe(0)
    await jobs.remove(id, alice)
    expect(await codeOf(() => jobs.get(job_uuid, alice))).toBe('not_found')
  })

  it('waits behind another, reports its position, and then runs', async () => {
    const { jobs, waiting } = openJobService()
    await jobs.submit(request, { caller: alice })
    const second = await jobs.submit(request, { caller: alice })
    expect(await shown(jobs, second.job_uuid, alice)).toMatchObject({
      status: 'WAITING',
      queue_position: 1,
      queue: { position: 1, estimated_wait_ms: null, basis: expect.stringContaining('no job has completed') },
    })
    expect(jobs.queueLength('dev-a-mock')).toBe(2)
    await settle()
    waiting[0]!.finish()
    await settle()
    expect(await shown(jobs, second.job_uuid, alice)).toMatchObject({
      status: 'PROCESSING',
      queue_position: null,
      queue: null,
    })
  })

  it('whose state has to wait for memory is WAITING, says so, and is PROCESSING once it has it', async () => {
    const begin: (() => Promise<void>)[] = []
    const executor: Executor = {
      validate: () => [],
      execute: order =>
        new Promise((resolve, reject) => {
          order.signal.addEventListener('abort', () => reject(order.signal.reason))
          order.onWait!()
          begin.push(async () => {
            await order.onStart!()
            resolve({ counts: new Map([['0', 100]]), shots: 100, engine: 'test-engine/1', ...NOISELESS })
          })
        }),
    }
    const { jobs } = openJobService(undefined, {
      executors: executorsOf(executor, () => executor),
      concurrency: () => 2,
      backends: { get: id => backend(id, 0.05) },
    })
    const [first, second] = [
      await jobs.submit(request, { caller: alice }),
      await jobs.submit(request, { caller: alice }),
    ]
    for (const { job_uuid } of [first, second]) {
      await expect.poll(async () => (await shown(jobs, job_uuid, alice)).status).toBe('WAITING')
      expect(await shown(jobs, job_uuid, alice)).toMatchObject({
        status: 'WAITING',
        started_at: null,
        queue: { position: 1, estimated_wait_ms: null, basis: expect.stringContaining('memory') },
      })
    }
    await begin[0]!()
    await expect.poll(async () => (await shown(jobs, first.job_uuid, alice)).status).toBe('COMPLETED')
    expect((await shown(jobs, first.job_uuid, alice)).timeline.map(({ status }) => status)).toEqual([
      'PENDING',
      'WAITING',
      'PROCESSING',
      'COMPLETED',
    ])
    expect(await jobs.abort(second.job_uuid, alice)).toMatchObject({ status: 'ABORTED', started_at: null })
    await expect(begin[1]!()).rejects.toThrow()
  })

  it('does not wait for jobs of another backend', async () => {
    const { jobs } = openJobService()
    await jobs.submit(request, { caller: alice })
    const other = await jobs.submit({ ...request, backend: 'dev-b-mock' }, { caller: alice })
    await settle()
    expect((await shown(jobs, other.job_uuid, alice)).status).toBe('PROCESSING')
  })

  it('estimates its wait from what completed before', async () => {
    const { jobs, waiting } = openJobService()
    await jobs.submit(request, { caller: alice })
    await settle()
    waiting[0]!.finish()
    await settle()
    await jobs.submit(request, { caller: alice })
    const { job_uuid } = await jobs.submit(request, { caller: alice })
    const { queue } = await shown(jobs, job_uuid, alice)
    expect(queue!.estimated_wait_ms).toBeGreaterThan(0)
    expect(queue!.basis).toContain('dev-a-mock')
  })

  it('that breaks the engine is FAILED with a reason, and the next one runs', async () => {
    const { jobs, waiting } = openJobService()
    const first = await jobs.submit(request, { caller: alice })
    const second = await jobs.submit(request, { caller: alice })
    await settle()
    waiting[0]!.fail()
    await settle()
    expect(await shown(jobs, first.job_uuid, alice)).toMatchObject({
      status: 'FAILED',
      status_reason: { code: 'engine_error' },
    })
    expect(await codeOf(() => jobs.result(first.job_uuid, alice))).toBe('job_failed')
    expect((await shown(jobs, second.job_uuid, alice)).status).toBe('PROCESSING')
  })

  it.each([
    ['says what the engine could not do', new AppError('invalid_request', 'too wide'), 'engine_error', 'FAILED'],
    ['says that the device is gone', new DeviceFailure('instrument_lost', 'too wide'), 'instrument_lost', 'ABORTED'],
    [
      'says what its shots cannot be trusted for',
      new DeviceFailure('link_failed', 'too wide'),
      'link_failed',
      'FAILED',
    ],
  ] as const)('that fails %s', async (_, error, code, status) => {
    const { jobs, waiting } = openJobService()
    const { job_uuid } = await jobs.submit(request, { caller: alice })
    await settle()
    waiting[0]!.fail(error)
    await settle()
    expect(await shown(jobs, job_uuid, alice)).toMatchObject({ status, status_reason: { code, message: 'too wide' } })
  })

  it('that executes for too long is aborted, and says so', async () => {
    const { jobs } = openJobService(undefined, { backends: { get: id => backend(id, 0.02) } })
    const { job_uuid } = await jobs.submit(request, { caller: alice })
    await expect.poll(async () => (await shown(jobs, job_uuid, alice)).status).toBe('ABORTED')
    expect((await shown(jobs, job_uuid, alice)).status_reason).toMatchObject({ code: 'max_runtime' })
  })

  it('can be aborted while it runs and while it waits, but not after', async () => {
    const { jobs } = openJobService()
    const first = await jobs.submit(request, { caller: alice })
    const second = await jobs.submit(request, { caller: alice })
    await settle()
    expect(await jobs.abort(second.job_uuid, alice)).toMatchObject({ status: 'ABORTED', runtime_ms: null })
    expect(await jobs.abort(first.job_uuid, alice)).toMatchObject({
      status: 'ABORTED',
      status_reason: { code: 'user_cancelled' },
    })
    await settle()
    expect((await shown(jobs, first.job_uuid, alice)).status).toBe('ABORTED')
    expect(await codeOf(() => jobs.abort(first.job_uuid, alice))).toBe('conflict')
    expect(await codeOf(() => jobs.result(first.job_uuid, alice))).toBe('job_aborted')
    expect(jobs.running()).toBe(0)
  })

  it('can be deleted when it is over, and not before', async () => {
    const { jobs, waiting } = openJobService()
    const { job_uuid } = await jobs.submit({ ...request, tags: ['x'] }, { caller: alice })
    await settle()
    expect(await codeOf(() => jobs.remove(job_uuid, alice))).toBe('conflict')
    waiting[0]!.finish()
    await settle()
    expect(await codeOf(() => jobs.remove(job_uuid, bob))).toBe('not_found')
    expect(await jobs.remove(job_uuid, alice)).toEqual({ ok: true })
    expect(await codeOf(() => shown(jobs, job_uuid, alice))).toBe('not_found')
    expect(jobs.list({ limit: 10, tag: 'x' }, holder).items).toEqual([])
  })

  it('of another key does not exist for this one, while the account holder sees all', async () => {
    const { jobs } = openJobService()
    const { job_uuid } = await jobs.submit(request, { caller: alice })
    expect(await codeOf(() => shown(jobs, job_uuid, bob))).toBe('not_found')
    expect(await codeOf(() => jobs.abort(job_uuid, bob))).toBe('not_found')
    expect((await shown(jobs, job_uuid, holder)).job_uuid).toBe(job_uuid)
  })

  it('shows what its contract says in every state', async () => {
    const { jobs, waiting } = openJobService()
    const { job_uuid } = await jobs.submit({ ...request, name: 'one', tags: ['a', 'a', 'b'] }, { caller: alice })
    const strictly = async () => Job.strict().parse(await shown(jobs, job_uuid, alice))
    expect(await strictly()).toMatchObject({
      name: 'one',
      tags: ['a', 'b'],
      options: { noise: 'none', precision: 'float64' },
    })
    await settle()
    waiting[0]!.order.onProgress(0.25)
    expect(await strictly()).toMatchObject({ status: 'PROCESSING', progress: 0.25 })
    waiting[0]!.finish()
    await settle()
    expect(await strictly()).toMatchObject({
      status: 'COMPLETED',
      tokens: { price_per_shot: 0, reserved: 0, charged: 0 },
    })
  })
})
