import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { JobListQuery } from '../../../../main/contract/jobs/circuit-job'
import type { JobStatus } from '../../../../main/contract/jobs/status'
import type { JobRow } from '../../../../main/jobs/model/job'
import { type JobTable, jobTable } from '../../../../main/jobs/storage/job-table'
import type { Store } from '../../../../main/store/store'
import { openMemoryStore } from '../../store/memory-store'

let store: Store
let table: JobTable
beforeEach(() => {
  store = openMemoryStore()
  table = jobTable(store)
})
afterEach(() => store.close())

const START = 1_700_000_000_000
const OWNERS = ['ann', 'ben', null]

interface Sketch {
  name: string | null
  tags: string[]
  owner: number
  device: string
  live: boolean
  status: JobStatus
  /** Id of the saved circuit that it was submitted from. */
  saved?: string | null | undefined
  /** Minutes; the clock may be set back. */
  minute: number
}

const SAVED = ['bell', 'ladder']

const nameArb = fc.string({
  unit: fc.constantFrom('a', 'B', 'b', 'É', '"', '*', ' ', '\u0001'),
  minLength: 1,
  maxLength: 6,
})
const sketch: fc.Arbitrary<Sketch> = fc.record({
  name: fc.option(nameArb),
  tags: fc.uniqueArray(fc.constantFrom('x', 'y')),
  owner: fc.nat(2),
  device: fc.constantFrom('dev-a', 'dev-b'),
  live: fc.boolean(),
  status: fc.constantFrom('PENDING', 'COMPLETED', 'FAILED'),
  saved: fc.option(fc.constantFrom(...SAVED)),
  minute: fc.nat(10),
})

let made = 0
function insert({ name, tags, owner, device, live, status, minute, saved = null }: Sketch): void {
  made += 1
  const job = {
    job_uuid: `job-${made}`,
    owner: OWNERS[owner]!,
    backend: live ? device : `${device}-mock`,
    mode: live ? ('live' as const) : ('mock' as const),
    tags: JSON.stringify(tags),
    created_at: START + minute * 60_000,
    simulated: 1,
    shots: 1,
    seed: 1,
    num_qubits: 1,
    num_clbits: 1,
    price: 0,
    name,
    circuit: '{}',
    registers: null,
    features: null,
    origin: saved === null ? null : { circuit_id: saved, version: 1, name: saved },
    batch_id: null,
    rows: null,
    parameters: null,
    parameter_names: null,
    ...({ noise: 'none', precision: 'float64', estimates: null, estimate_request: null, placement: null } as const),
  }
  table.insert(job, status)
}

function indexNext(count: number): void {
  const next = table.index.indexNext(count)
  if (next !== null) table.index.advanceTo(next)
}

const timeArb = fc.nat(11).map(minute => new Date(START + minute * 60_000).toISOString())
const query: fc.Arbitrary<JobListQuery> = fc.record(
  {
    limit: fc.integer({ min: 1, max: 5 }),
    status: fc.constantFrom<JobStatus>('PENDING', 'COMPLETED', 'FAILED', 'ABORTED'),
    backend: fc.constantFrom('dev-a', 'dev-a-mock', 'dev-b'),
    mode: fc.constantFrom('live', 'mock'),
    name: nameArb,
    tag: fc.constantFrom('x', 'y', 'z'),
    saved_circuit: fc.constantFrom(...SAVED, 'none'),
    created_after: timeArb,
    created_before: timeArb,
  },
  { requiredKeys: ['limit'] },
)

const ascii = (text: string) => text.replace(/[A-Z]/g, letter => letter.toLowerCase())

interface StoredJobs {
  /** Newest first. */
  readonly rows: readonly JobRow[]
  /** Saved circuits that jobs were submitted from, by sequence. */
  readonly origins: ReadonlyMap<number, string>
}

function storedJobs(): StoredJobs {
  const origins = store.db.prepare<[], [number, string]>('SELECT sequence, circuit_id FROM job_saved_circuits').raw()
  return {
    rows: store.db.prepare<[], JobRow>('SELECT * FROM jobs ORDER BY sequence DESC').all(),
    origins: new Map(origins.all()),
  }
}

interface Asked {
  readonly asked: JobListQuery
  readonly owner: string | null | undefined
  readonly before: number
}

/** Slow reference: looks at every job. */
function expected({ rows, origins }: StoredJobs, { asked, owner, before }: Asked): number[] {
  const holds = (row: JobRow): boolean =>
    row.sequence < before &&
    (owner === undefined || row.owner === owner) &&
    (asked.status === undefined || row.status === asked.status) &&
    (asked.backend === undefined || row.backend === asked.backend) &&
    (asked.mode === undefined || row.mode === asked.mode) &&
    (asked.name === undefined || ascii(row.name ?? '').includes(ascii(asked.name))) &&
    (asked.tag === undefined || (JSON.parse(row.tags) as string[]).includes(asked.tag)) &&
    (asked.saved_circuit === undefined || origins.get(row.sequence) === asked.saved_circuit) &&
    (asked.created_after === undefined || row.created_at >= Date.parse(asked.created_after)) &&
    (asked.created_before === undefined || row.created_at < Date.parse(asked.created_before))
  return rows.filter(holds).map(({ sequence }) => sequence)
}

const listed = (asked: JobListQuery, owner: string | null | undefined, before: number): number[] =>
  table.list(asked, owner, before).map(({ sequence }) => sequence)

const ownerArb = fc.constantFrom(undefined, ...OWNERS)

// A thousand combinations of filters, each a statement to prepare: half a minute on a busy machine.
it('finds what looking at every job finds, by any filters together', () => {
  fc.assert(
    fc.property(
      fc.array(sketch, { maxLength: 12 }),
      fc.array(fc.tuple(query, ownerArb), { minLength: 8 }),
      fc.array(fc.nat(5), { maxLength: 4 }),
      (jobs, asks, indexed) => {
        for (const [at, job] of jobs.entries()) {
          insert(job)
          if (indexed[at]) indexNext(indexed[at])
        }
        const newest = store.db.prepare<[], number>('SELECT coalesce(max(sequence), 0) FROM jobs').pluck().get()!
        const stored = storedJobs()
        for (const [asked, owner] of asks)
          for (const before of [newest + 1, newest - 2])
            expect(listed(asked, owner, before)).toEqual(
              expected(stored, { asked, owner, before }).slice(0, asked.limit + 1),
            )
      },
    ),
    { numRuns: 60 },
  )
})

it('finds names far down the list, short ones included, and none that were deleted', () => {
  const blank: Sketch = {
    name: 'plain',
    tags: [],
    owner: 0,
    device: 'dev-a',
    live: false,
    status: 'COMPLETED',
    minute: 0,
  }
  store.db.transaction(() => {
    for (const name of ['the OLD one', 'q', 'old q', 'nul\0inside']) insert({ ...blank, name, tags: ['x'] })
    for (let at = 0; at < 5000; at++) insert({ ...blank, minute: at })
  })()
  const first = made - 5003
  const named = (name: string, more: Partial<JobListQuery> = {}) => listed({ limit: 10, name, ...more }, 'ann', 1e9)
  for (const count of [0, 3, 1_000, 10_000]) {
    indexNext(count)
    expect(named('old')).toEqual([3, 1])
    expect(named('q')).toEqual([3, 2])
    expect(named('d q')).toEqual([3])
    expect(named('OLD ONE', { tag: 'x' })).toEqual([1])
    expect(named('old', { status: 'COMPLETED', limit: 1 })).toEqual([3, 1])
    expect(named('no such')).toEqual([])
    expect(named('l\0i')).toEqual([4])
    expect(named('\0')).toEqual([4])
  }
  table.remove(`job-${first}`)
  expect(named('old')).toEqual([3])
  expect(named('e')).toEqual([4])
})

it('keeps to the times when the clock was set back', () => {
  const at = (minute: number): Sketch => ({
    name: null,
    tags: [],
    owner: 0,
    device: 'dev-a',
    live: false,
    status: 'PENDING',
    minute,
  })
  store.db.transaction(() => {
    for (let minute = 0; minute < 3000; minute++) insert(at(minute < 2500 ? minute : minute - 2500))
  })()
  const time = (minute: number) => new Date(START + minute * 60_000).toISOString()
  for (const count of [0, 100, 2_000, 10_000]) {
    indexNext(count)
    const asked: JobListQuery = { limit: 9, created_after: time(3), created_before: time(7) }
    expect(listed(asked, undefined, 1e9)).toEqual([2507, 2506, 2505, 2504, 7, 6, 5, 4])
  }
})

it('follows the status of jobs that are indexed already', () => {
  const job: Sketch = { name: 'ab', tags: ['x'], owner: 0, device: 'dev-a', live: false, status: 'PENDING', minute: 0 }
  insert(job)
  indexNext(1)
  insert(job)
  for (const id of [made - 1, made]) table.move(`job-${id}`, 'PROCESSING', { at: START })
  indexNext(1)
  for (const owner of ['ann', undefined]) {
    expect(listed({ limit: 9, tag: 'x', status: 'PROCESSING' }, owner, 1e9)).toEqual([2, 1])
    expect(listed({ limit: 9, status: 'PROCESSING', name: 'AB' }, owner, 1e9)).toEqual([2, 1])
    expect(listed({ limit: 9, tag: 'x', status: 'PENDING' }, owner, 1e9)).toEqual([])
  }
})
