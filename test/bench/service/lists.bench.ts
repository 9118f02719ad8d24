/**
 * Pages of the list of jobs out of 100,000 and 1,000,000 stored ones: each filter for the account holder and for a key,
 * matching often, seldom and never, first page and a page half way down. Target: under 10 ms each. The yardstick is the
 * page without a filter. Then how long a listener who comes back to the events takes to catch up.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bench } from 'vitest'
import type { JobListQuery } from '../../../main/contract/jobs/circuit-job'
import type { JobStatus } from '../../../main/contract/jobs/status'
import { createEventLog, KEPT_EVENTS } from '../../../main/events/event-log'
import type { JobEvents, NewJob } from '../../../main/jobs/model/job'
import { jobTable } from '../../../main/jobs/storage/job-table'
import { openStore } from '../../../main/store/store'

const KEYS = Array.from({ length: 4 }, (_, at) => `00000000-0000-4000-8000-00000000000${at}`)
const START = 1_700_000_000_000
/** Jobs that are in no index, as while many come in. */
const FRESH = 1_000
const seldom = (at: number) => at % 50_000 === 777

/** One in 50,000 is FAILED, live, tagged `seldom` and named "odd one out"; a second key owns nothing but those. */
const jobAt = (at: number): NewJob => ({
  job_uuid: `00000000-0000-4000-9000-${String(at).padStart(12, '0')}`,
  owner: KEYS[at % 3]!,
  backend: seldom(at) ? 'dev-c' : `dev-${'ab'[at % 2]}-mock`,
  mode: seldom(at) ? 'live' : 'mock',
  simulated: 1,
  shots: 100,
  seed: at,
  num_qubits: 2,
  num_clbits: 2,
  name: seldom(at) ? 'odd one out' : `sweep ${at} of many`,
  tags: JSON.stringify(seldom(at) ? ['seldom'] : ['often']),
  noise: 'none',
  precision: 'float64',
  estimates: null,
  estimate_request: null,
  placement: null,
  features: null,
  origin: null,
  price: 0,
  created_at: START + at * 1000,
  circuit: '{"num_qubits":2,"instructions":[]}',
  registers: null,
  batch_id: null,
  rows: null,
  parameters: null,
  parameter_names: null,
})
const statusAt = (at: number): JobStatus => (seldom(at) ? 'FAILED' : 'COMPLETED')

function filled(count: number) {
  const data = mkdtempSync(join(tmpdir(), 'pentad-lists-'))
  const store = openStore({ dataDir: data })
  const table = jobTable(store)
  const some = store.db.transaction((from: number) => {
    for (let at = from; at < Math.min(count, from + 10_000); at++) table.insert(jobAt(at), statusAt(at))
  })
  const piece = store.db.transaction(() => table.index.indexNext(32))
  const indexNext = (): boolean => {
    const next = piece()
    if (next !== null) table.index.advanceTo(next)
    return next !== null
  }
  for (let from = 0; from < count; from += 10_000) some(from)
  const start = performance.now()
  while (table.newest() - table.index.first() >= FRESH && indexNext());
  const each = ((performance.now() - start) * 1000) / (count - FRESH)
  console.log(`indexing ${count - FRESH} jobs, 32 at a time: ${each.toFixed(1)} µs each`)
  const stop = () => {
    store.close()
    rmSync(data, { recursive: true, force: true })
  }
  return { table, stop }
}

const time = (part: number, count: number): string => new Date(START + Math.floor(part * count) * 1000).toISOString()
const filters = (count: number): Record<string, Partial<JobListQuery>> => ({
  none: {},
  'status, nearly all': { status: 'COMPLETED' },
  'status, seldom': { status: 'FAILED' },
  'status, never': { status: 'ABORTED' },
  'backend, half': { backend: 'dev-a-mock' },
  'backend, seldom': { backend: 'dev-c' },
  'mode, seldom': { mode: 'live' },
  'name, all': { name: 'sweep' },
  'name, seldom': { name: 'ODD one' },
  'name, one': { name: `sweep ${Math.floor(count / 3)} of` },
  'name, never': { name: 'no such name' },
  'name, one letter': { name: 'w' },
  'name, one letter, never': { name: 'q' },
  'name, two letters': { name: 'sw' },
  'name, two letters, seldom': { name: 'DD' },
  'name, two letters, never': { name: 'xq' },
  'tag, nearly all': { tag: 'often' },
  'tag, seldom': { tag: 'seldom' },
  'tag, never': { tag: 'none' },
  'created, old': { created_before: time(0.01, count) },
  'created, a narrow time': { created_after: time(0.5, count), created_before: time(0.5001, count) },
  'created, never': { created_after: time(2, count) },
  'status and backend, seldom': { status: 'FAILED', backend: 'dev-c' },
  'status and time': { status: 'FAILED', created_before: time(0.5, count) },
  'mode and status, never': { mode: 'live', status: 'COMPLETED' },
  'tag and status, never': { tag: 'often', status: 'FAILED' },
  'tag and status, seldom': { tag: 'seldom', status: 'FAILED' },
  'tag and backend, never': { tag: 'often', backend: 'dev-c' },
  'tag and two letters, never': { tag: 'often', name: 'dd' },
})

const RUNS = 15
function timed(work: () => unknown) {
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  }).sort((a, b) => a - b)
  return { median: times[RUNS >> 1]!, most: times.at(-1)! }
}

function report(count: number): void {
  const { table, stop } = filled(count)
  const page = (query: Partial<JobListQuery>, owner: string | undefined, before: number) =>
    timed(() => table.list({ limit: 100, ...query } as JobListQuery, owner, before))
  const ms = ({ median, most }: ReturnType<typeof timed>) => `${median.toFixed(2)} (${most.toFixed(1)})`
  console.log(`${count} jobs, pages of 100: median ms (most of ${RUNS})`)
  console.table(
    Object.entries(filters(count)).map(([filter, query]) => ({
      filter,
      everybody: ms(page(query, undefined, count + 1)),
      'half way': ms(page(query, undefined, count >> 1)),
      'a key': ms(page(query, KEYS[0], count + 1)),
      'a key without jobs': ms(page(query, KEYS[3], count + 1)),
    })),
  )
  stop()
}

function reportEvents(): void {
  const events: JobEvents = createEventLog(() => START)
  const status = {
    type: 'status',
    job_uuid: KEYS[0]!,
    backend: 'dev-a-mock',
    status: 'PENDING',
    status_reason: null,
  } as const
  const from = events.newest()
  for (let at = 0; at < KEPT_EVENTS; at++) events.publish(status, { owner: null, job_uuid: KEYS[0]! })
  const { median, most } = timed(() => {
    for (let at = from + 1; at <= events.newest(); at++) events.at(at)
  })
  console.log(`reading ${KEPT_EVENTS} kept events after a resume: ${median.toFixed(2)} ms, most ${most.toFixed(2)} ms`)
}

/** The bench repeats what it is given; the tables hold medians already. */
function once(work: () => void): () => void {
  let done = false
  return () => {
    if (!done) work()
    done = true
  }
}
for (const count of [100_000, 1_000_000])
  bench(
    `lists of ${count} jobs`,
    once(() => report(count)),
  )
bench('resume of events', once(reportEvents))
