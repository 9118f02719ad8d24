/** Replies about runs that a journey decides itself, so that it can be slow, stale, broken or different as it needs. */
import type { Page, Route, WebSocketRoute } from 'playwright-core'
import type { RunRecord } from '../../../main/contract/runs/record'
import type { Run } from '../../../main/contract/runs/run'
import { HAS_POPPLER, pagesOf } from '../../renderer/draw/pdf/read-pdf'
import { sampleComparison, sampleEstimate, sampleRecord, sampleRun } from '../../renderer/samples/runs'
import { heading, PATIENCE, saved } from '../pages'
import type { Workstation } from '../workstation'

export const MODULE = { backend_id: 'dev-a-mock', logical_id: 'lq-a00' }

export const runLike = (part: Partial<Run>, status: Run['status'] = 'COMPLETED'): Run => ({
  ...sampleRun(status),
  ...MODULE,
  ...part,
})
export const recordLike = (run_id: string, part: Partial<RunRecord> = {}) =>
  ({
    ...sampleRecord(),
    backend_id: MODULE.backend_id,
    logical_qubit_id: MODULE.logical_id,
    run_id,
    ...part,
  }) as RunRecord

export const addressOf = ({ run_id }: Pick<Run, 'run_id'>) =>
  `/runs/${run_id}?backend=${MODULE.backend_id}&module=${MODULE.logical_id}`

/** A reply that comes when the test says so, or a function that answers each request anew. */
type Reply = object | (() => Promise<object> | object)

/**
 * Answers a path of a run's module, `runs/predict` or `runs/<id>/record`, with a JSON reply; counts the questions. It stands
 * until another takes its place, also after its test: the page may ask once more then, of a service that has no such run.
 */
export async function answer(page: Page, path: string, reply: Reply, status = 200): Promise<{ asked: number }> {
  const count = { asked: 0 }
  await page.route(
    url => url.pathname.endsWith(`/${path}`) && url.pathname.startsWith('/v1/backends/'),
    async (route: Route) => {
      count.asked++
      const json = typeof reply === 'function' ? await reply() : reply
      // A question that the page gave up has nobody to answer.
      await route.fulfill({ status, json }).catch(() => undefined)
    },
  )
  return count
}

/** The stream of lab events, spoken by the test; `null` refuses every connection. */
export async function stream(page: Page, opened: ((socket: WebSocketRoute) => void) | null): Promise<void> {
  await page.routeWebSocket(/\/v1\/events/, socket => {
    if (opened === null) void socket.close({ code: 1011, reason: 'no stream today' })
    else opened(socket)
  })
}

/** Presses for the PDF report, and reads what is written on each of its pages; nothing where no reader is installed. */
export async function report(page: Page): Promise<{ file: string; texts: readonly string[] }> {
  const { file, content } = await saved(page, 'PDF report')
  return { file, texts: HAS_POPPLER ? pagesOf(content) : [] }
}

/** A run that is done, with its plots. Stays on the page where it is open: nothing of it is asked again. */
export async function openFinishedRun({ page, url }: Workstation, run_id: string): Promise<void> {
  const plots = page.locator('.pentad-figure-drawing')
  if (page.url() === url + addressOf({ run_id }) && (await plots.count()) > 3) return
  await answer(page, `runs/${run_id}`, runLike({ run_id }))
  const error = { measured: sampleEstimate(0.09), predicted: sampleEstimate(0.085) }
  await answer(page, `runs/${run_id}/record`, recordLike(run_id, { comparison: { ...sampleComparison(), error } }))
  await page.goto(url + addressOf({ run_id }))
  await heading(page, 'Error against rounds')
  await plots.nth(3).waitFor(PATIENCE)
}

export const shotsField = ({ page }: Workstation) => page.getByRole('textbox', { name: /^shots/i })

/** The set-up form on the best module of the demo lab. */
export async function openSetUp(station: Workstation): Promise<void> {
  const { page, url } = station
  await page.goto(`${url}/runs/new?backend=${MODULE.backend_id}`)
  const modules = page.getByRole('combobox', { name: 'Module' })
  await modules
    .locator('option')
    .nth(1)
    .waitFor({ ...PATIENCE, state: 'attached' })
  await modules.selectOption({ index: 1 })
  await shotsField(station).waitFor(PATIENCE)
}
