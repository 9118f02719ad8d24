import { afterEach, describe, expect, it } from 'vitest'
import { JobId, SubmitJob } from '../../../../main/contract/jobs/submit'
import type { AppError } from '../../../../main/contract/model/errors'
import { createIds } from '../../../../main/jobs/intake/submit'
import { alice, backend, bob, closeJobServices, codeOf, coin, openJobService, request, settle, shown } from '../fixture'

afterEach(closeJobServices)

describe('submit', () => {
  const refused = async (body: SubmitJob): Promise<unknown> => {
    const { jobs, store } = openJobService()
    const error = await jobs.submit(body, { caller: alice }).catch(failure => failure)
    expect(store.db.prepare('SELECT count(*) FROM jobs').pluck().get()).toBe(0)
    return (error as AppError).faults
  }
  const wide = { ...coin, num_qubits: 5 }

  it.each<[string, SubmitJob, string[]]>([
    ['more shots than the backend takes', { ...request, shots: 1001 }, ['/shots']],
    ['more qubits than the backend has', { ...request, circuit: wide }, ['/circuit/num_qubits']],
    [
      'every fault of every circuit of a batch at once',
      { backend: 'dev-a-mock', shots: 1001, circuits: [coin, wide, { num_qubits: 1, instructions: [] }] },
      ['/shots', '/circuits/1/num_qubits', '/circuits/2/instructions'],
    ],
    [
      'a layout or routing on a simulator, which transpiles nothing',
      { ...request, options: { initial_layout: [1], routing: 'none' } },
      ['/options/initial_layout', '/options/routing'],
    ],
    [
      'a layout of other qubits than the circuit has',
      { ...request, backend: 'dev-a', options: { initial_layout: [1, 2, 3] } },
      ['/options/initial_layout'],
    ],
    [
      'a layout of qubits that are the own ones of the device',
      { ...request, backend: 'dev-a', circuit: { ...coin, physical_qubits: true }, options: { initial_layout: [0] } },
      ['/options/initial_layout'],
    ],
    ['noiseless runs on a device', { ...request, backend: 'dev-a', options: { noise: 'none' } }, ['/options/noise']],
    [
      'a seed that runs over in a batch',
      { ...request, circuit: undefined, circuits: [coin, coin], seed: 2 ** 53 - 1 },
      ['/seed'],
    ],
  ])('refuses %s and leaves no job', async (_, body, pointers) => {
    expect(await refused(body)).toMatchObject(pointers.map(pointer => ({ pointer })))
  })

  it('names a value that is no number by row and parameter', () => {
    const reported = (table: unknown) => SubmitJob.safeParse({ ...request, parameters: table }).error?.issues
    const rows = [
      [1, 2],
      [1, 'x'],
      [null, 2],
    ]
    expect(reported({ names: ['theta', 'phi'], rows })).toMatchObject([
      { path: ['parameters', 'rows', 1, 1], message: 'row 1, parameter phi: expected a finite number' },
      { path: ['parameters', 'rows', 2, 0], message: 'row 2, parameter theta: expected a finite number' },
    ])
    expect(reported({ rows })).toContainEqual(
      expect.objectContaining({ message: 'row 1, parameter 1: expected a finite number' }),
    )
  })

  it('refuses an unknown backend and a live one that cannot execute', async () => {
    const offline = (id: string) => ({ ...backend(id), online: false, simulated: false })
    const { jobs, ledger } = openJobService(undefined, { backends: { get: offline } })
    // An estimate asks for no tokens: what there is to know is that the device is not there.
    expect(await codeOf(() => jobs.estimate({ ...request, backend: 'dev-a' }, alice))).toBe('backend_offline')
    expect(await codeOf(() => jobs.submit({ ...request, backend: 'dev-a' }, { caller: alice }))).toBe(
      'insufficient_tokens',
    )
    ledger.purchase('compute_token', 1e9)
    expect(await codeOf(() => jobs.submit({ ...request, backend: 'dev-a' }, { caller: alice }))).toBe('backend_offline')
    expect(
      await codeOf(() => openJobService().jobs.submit({ ...request, backend: 'nowhere' }, { caller: alice })),
    ).toBe('not_found')
  })

  it('chooses and records a seed when none is given', async () => {
    const { jobs } = openJobService()
    const { seed: _, ...unseeded } = request
    const { job_uuid } = await jobs.submit(unseeded, { caller: alice })
    expect(Number.isSafeInteger((await shown(jobs, job_uuid, alice)).seed)).toBe(true)
  })

  it('makes one job of each circuit of a batch, with seeds that follow each other', async () => {
    const { jobs } = openJobService()
    const { job_uuid, job_uuids } = await jobs.submit(
      { backend: 'dev-a-mock', shots: 10, seed: 7, circuits: [coin, coin, coin] },
      { caller: alice },
    )
    expect(job_uuid).toBe(job_uuids![0])
    const batch = await Promise.all(job_uuids!.map(id => shown(jobs, id, alice)))
    expect(batch.map(({ seed }) => seed)).toEqual([7, 8, 9])
  })

  it('takes no more than a key may have open, also at once', async () => {
    const { jobs } = openJobService(undefined, { queue_limit: 3 })
    const codes = await Promise.all(
      Array.from({ length: 5 }, () => codeOf(() => jobs.submit(request, { caller: alice }))),
    )
    expect(codes).toEqual([null, null, null, 'queue_full', 'queue_full'])
    expect(await codeOf(() => jobs.submit(request, { caller: bob }))).toBe(null)
    const { items } = jobs.list({ limit: 10 }, alice)
    await jobs.abort(items[0]!.job_uuid, alice)
    await settle()
    expect(await codeOf(() => jobs.submit(request, { caller: alice }))).toBe(null)
  })
})

const START = Date.parse('2026-01-01T00:00:00Z')
const short = (id: string) => id.slice(0, 8)

it('ids are UUIDs in the order of their making that differ in their first eight digits', () => {
  const next = createIds(() => START)
  const ids = Array.from({ length: 5000 }, next)
  for (const job_uuid of ids) expect(JobId.safeParse({ job_uuid }).success).toBe(true)
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids.map(short)).size).toBe(ids.length)
})

it('ids of two makers at the same time differ, and a clock that is set back changes nothing', () => {
  let time = START
  const [one, other] = [createIds(() => time), createIds(() => time)]
  expect(one()).not.toBe(other())
  const before = one()
  time -= 3_600_000
  expect(short(one()) > short(before)).toBe(true)
})
