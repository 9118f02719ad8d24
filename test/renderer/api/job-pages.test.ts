import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JobSummary } from '../../../main/contract/jobs/circuit-job'
import type { JobStatus } from '../../../main/contract/jobs/status'
import {
  FIRST,
  type JobPages,
  livePages,
  NO_JOBS,
  olderPage,
  pagesOf,
  withoutJob,
  withPage,
} from '../../../renderer/src/api/job-pages'
import { isTerminal } from '../../../renderer/src/draw/format/job-and-run-text'

const job = (name: number, status: JobStatus = 'COMPLETED') => ({ job_uuid: `job-${name}`, status }) as JobSummary
const names = ({ jobs }: JobPages) => jobs.map(({ job_uuid }) => Number(job_uuid.slice(4)))
const page = (jobs: JobSummary[], next_cursor: string | null) => ({ items: jobs, next_cursor })

/** Two pages, 9 8 7 and 6 5 4, with more to come. */
const two = () => {
  const first = withPage(NO_JOBS, FIRST, page([job(9), job(8), job(7)], 'c1'))
  return withPage(first, olderPage(first)!, page([job(6), job(5), job(4)], 'c2'))
}

describe('the list of jobs', () => {
  it('grows by older pages until the end', () => {
    const pages = two()
    expect(names(pages)).toEqual([9, 8, 7, 6, 5, 4])
    expect(olderPage(pages)).toEqual({ cursor: 'c2', after: 'job-4' })
    const all = withPage(pages, olderPage(pages)!, page([job(3)], null))
    expect(names(all)).toEqual([9, 8, 7, 6, 5, 4, 3])
    expect(olderPage(all)).toBeNull()
  })

  it('takes new states of a page and keeps the older ones', () => {
    const pages = withPage(two(), FIRST, page([job(9, 'FAILED'), job(8), job(7)], 'c1'))
    expect(names(pages)).toEqual([9, 8, 7, 6, 5, 4])
    expect(pages.jobs[0]!.status).toBe('FAILED')
  })

  it('puts new jobs on top without losing those they push down', () => {
    expect(names(withPage(two(), FIRST, page([job(10), job(9), job(8)], 'c0')))).toEqual([10, 9, 8, 7, 6, 5, 4])
  })

  it('starts over when more jobs came than one page holds', () => {
    const pages = withPage(two(), FIRST, page([job(99), job(98), job(97)], 'c9'))
    expect(names(pages)).toEqual([99, 98, 97])
    expect(olderPage(pages)).toEqual({ cursor: 'c9', after: 'job-97' })
  })

  it('drops what a filter no longer lets through', () => {
    const pages = withPage(two(), FIRST, page([job(9), job(7), job(6)], 'c1'))
    expect(names(pages)).toEqual([9, 7, 6, 5, 4])
  })

  it('hands a page whose preceding job is gone to the page above', () => {
    const pages = withPage(two(), FIRST, page([job(9), job(8), job(6, 'PENDING')], 'c1'))
    expect(names(pages)).toEqual([9, 8, 6, 5, 4])
    expect(livePages(pages)).toEqual([FIRST])
  })

  it('ignores an answer whose place in the list is gone', () => {
    const pages = two()
    expect(withPage(pages, { cursor: 'x', after: 'job-77' }, page([job(1)], null))).toBe(pages)
  })

  it('empties when everything is gone', () => {
    expect(names(withPage(two(), FIRST, page([], null)))).toEqual([])
  })

  it('asks again only for pages where something can still change', () => {
    expect(livePages(two())).toEqual([])
    const pages = withPage(two(), { cursor: 'c1', after: 'job-7' }, page([job(6), job(5, 'PROCESSING'), job(4)], 'c2'))
    expect(livePages(pages)).toEqual([{ cursor: 'c1', after: 'job-7' }])
  })

  it('asks for the pages that hold a job the stream names, and for the first where it is new', () => {
    const second = { cursor: 'c1', after: 'job-7' }
    expect(pagesOf(two(), new Set(['job-5']))).toEqual([second])
    expect(pagesOf(two(), new Set(['job-9', 'job-4']))).toEqual([FIRST, second])
    expect(pagesOf(two(), new Set(['job-10']))).toEqual([FIRST])
    expect(pagesOf(NO_JOBS, new Set(['job-10']))).toEqual([])
  })

  it('loses a deleted job and nothing else, and can still be asked for again', () => {
    const pages = withoutJob(two(), 'job-7')
    expect(names(pages)).toEqual([9, 8, 6, 5, 4])
    expect(pages.next).toBe('c2')
    expect(names(withPage(pages, FIRST, page([job(9), job(8), job(6)], 'c1')))).toEqual([9, 8, 6, 5, 4])
    expect(withoutJob(pages, 'job-7')).toEqual(pages)
  })

  it('never repeats a job and stays newest first, whatever is asked in which order', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ older: fc.boolean(), added: fc.nat(5) }), { maxLength: 30 }), steps => {
        let newest = 20
        let pages = NO_JOBS
        for (const { older, added } of [{ older: false, added: 0 }, ...steps]) {
          newest += added
          const asked = older ? olderPage(pages) : FIRST
          if (asked === null) continue
          const from = asked.after === null ? newest : Number(asked.after.slice(4)) - 1
          const items = Array.from({ length: Math.max(0, Math.min(4, from + 1)) }, (_, at) => job(from - at))
          pages = withPage(pages, asked, page(items, from > 4 ? `c${from}` : null))
          const list = names(pages)
          expect(list).toEqual(list.map((_, at) => list[0]! - at))
        }
      }),
    )
  })
})

it.each([
  ['PENDING', false],
  ['WAITING', false],
  ['PROCESSING', false],
  ['COMPLETED', true],
  ['FAILED', true],
  ['ABORTED', true],
] as const)('%s is terminal: %s', (status, terminal) => {
  expect(isTerminal({ status })).toBe(terminal)
})
