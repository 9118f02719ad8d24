/** A list of jobs as long as a journey needs. */
import type { Page } from 'playwright-core'
import type { JobSummary } from '../../../main/contract/jobs/circuit-job'

/** Lets the window see `total` jobs, newest first, in pages fifty times as long as the service gives them: it takes a fiftieth of the requests. */
export async function fakeJobs(page: Page, template: JobSummary, total: number): Promise<void> {
  const jobNumber = (number: number): JobSummary => ({
    ...template,
    job_uuid: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  })
  await page.route(
    url => url.pathname === '/api/svc/quantum/jobs',
    route => {
      const asked = new URL(route.request().url()).searchParams
      const from = Number(asked.get('cursor') ?? total)
      const length = Math.min(from, 50 * Number(asked.get('limit')))
      const items = Array.from({ length }, (_, at) => jobNumber(from - at))
      const next = from - items.length
      return route.fulfill({ json: { items, next_cursor: next > 0 ? String(next) : null } })
    },
  )
}
