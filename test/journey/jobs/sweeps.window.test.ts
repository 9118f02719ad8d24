/** A sweep in the window: a circuit with an input, a table in even steps, and its rows as a plot and a table; a batch that is watched. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accessibilityFaults,
  downloaded,
  heading,
  LONG,
  PATIENCE,
  panel,
  program,
  signIn,
  submit,
  TURN,
  visit,
  write,
} from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'

const BELL = {
  name: 'bell',
  text: 'OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[2] q;\nbit[2] c;\nh q[0];\ncx q[0], q[1];\nc = measure q;\n',
}

const TWO_ROWS = { names: ['theta'], rows: [[0], [1]] }

/** From the window, as a script of the signed-in person would; answers the id of the first job. */
const submitBody = (page: Page, work: object) =>
  page.evaluate(
    async body => {
      const reply = await fetch('/api/svc/quantum/submit', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body,
      })
      if (!reply.ok) throw new Error(await reply.text())
      return ((await reply.json()) as { job_uuid: string }).job_uuid
    },
    JSON.stringify({ backend: 'dev-a-mock', shots: 1000, ...work }),
  )

describe.skipIf(browserAddress === '')('a student with a parameter', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
  })
  afterAll(() => station?.close())

  it('asks for expectation values and reads them with their errors over the angle', async () => {
    const { page } = station
    await page.goto(`${station.url}/circuits`)
    await expect.poll(() => program(page), PATIENCE).toContain('OPENQASM 3')
    await write(page, TURN.replace('bit c;\n', '').replace('c = measure q;\n', ''))
    await page.getByLabel('Observables').fill('energy: 0.5 * Z0 - X0\nspin: Z0')
    await page.getByLabel('Number of rows').fill('13')
    await page.getByRole('button', { name: 'Even steps' }).click()
    await expect.poll(() => submit(page).isEnabled(), PATIENCE).toBe(true)
    await submit(page).click()
    const values = panel(page, 'Values of 13 rows')
    await values
      .locator('.errorbar')
      .first()
      .waitFor({ ...PATIENCE, state: 'attached' })
    await values.getByLabel('Value', { exact: true }).selectOption('spin')
    const first = values.getByRole('table', { name: 'Rows' }).locator('tbody tr').first()
    // A single Z of the state 0 is 1 in every shot.
    await expect.poll(() => first.locator('td').nth(3).textContent(), PATIENCE).toMatch(/^1\.0+$/)
    expect(await downloaded(page, 'Download CSV')).toMatch(
      /^row,theta,shots,value,standard error,low,high\r\n0,0,\d+,1,0,/,
    )
    await page.getByRole('heading', { name: 'Groups' }).waitFor()
    await station.shoot('job-sweep-values')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Clone' }).click()
    await expect.poll(() => page.getByLabel('Parameters').inputValue(), PATIENCE).toMatch(/^theta\n0\n/)
  })

  it('watches a batch, aborts what is left of it and saves its results', async () => {
    const { page } = station
    await submitBody(page, { circuits: [{ text: TURN, name: 'turn', parameters: TWO_ROWS }, BELL, LONG] })
    await visit(page, '/jobs')
    await page.getByRole('button', { name: 'Batches' }).click()
    await page.getByRole('table', { name: 'Batches' }).getByRole('link').click()
    await heading(page, /^Batch /)
    const jobs = panel(page, 'Jobs')
    await jobs.locator('[data-status=COMPLETED]').nth(1).waitFor(PATIENCE)
    await page.getByRole('button', { name: 'Abort', exact: true }).click()
    await page.getByText(/^1 job not finished will be aborted/).waitFor()
    await page.getByRole('button', { name: 'Abort the batch' }).click()
    // The button that opened the dialog goes with the last open job.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName), PATIENCE).toBe('H1')
    const results = panel(page, 'Results').locator('tbody tr')
    await expect.poll(() => results.allTextContents(), PATIENCE).toHaveLength(3)
    await expect.poll(() => results.nth(0).textContent()).toMatch(/turn.*COMPLETED2 rows of a sweep/)
    await expect.poll(() => results.nth(1).textContent()).toMatch(/bell.*COMPLETED(00|11) \d\d\.\d\d %, (00|11)/)
    await expect.poll(() => jobs.getByRole('row').nth(3).textContent()).toContain('ABORTED')
    expect(await downloaded(page, 'Download CSV')).toMatch(/bell,COMPLETED,,1000,true,outcome,(00|11),\d+,0\./)
    await station.shoot('batch')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await station.shoot('batch-narrow')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await heading(page, /^Job /)
    await panel(page, 'Job')
      .getByRole('link', { name: /^[0-9a-f]{8}$/ })
      .click()
    await page.getByRole('link', { name: 'In the list of jobs' }).click()
    await page.getByText('3 jobs').waitFor(PATIENCE)
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(station.complaints.filter(line => !line.includes('400'))).toEqual([])
  })

  it('plots the event that is typed once it is whole, and says until then what is missing', async () => {
    const { page, url } = station
    const job_uuid = await submitBody(page, { text: TURN, parameters: TWO_ROWS })
    await page.goto(`${url}/jobs/${job_uuid}`)
    const rows = panel(page, '2 rows')
    const event = rows.getByLabel('Event')
    const hits = rows.getByRole('table', { name: 'Rows' }).locator('tbody tr').first().locator('td')
    await expect.poll(() => hits.allTextContents(), PATIENCE).toContain('1,000')
    await event.fill('z')
    await rows.getByText('“z” is no bit: type 1 character 0, 1 or x (either)').waitFor()
    await expect.poll(() => event.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => hits.allTextContents()).toContain('1,000')
    await event.fill('1')
    // Of the angle 0 no shot is 1.
    await expect.poll(() => hits.nth(3).textContent(), PATIENCE).toBe('0')
    await expect.poll(() => event.getAttribute('aria-invalid')).toBe('false')
    // Forms before it may have had their cost estimated half filled in.
    expect(station.complaints.filter(line => line.includes('400') && line.includes(job_uuid))).toEqual([])
  })

  it('says that the service does not answer above what it knew of a batch, and why jobs of it failed', async () => {
    const { page, url } = station
    await page.goto(`${url}/jobs/batches`)
    const link = page.getByRole('table', { name: 'Batches' }).getByRole('link').last()
    const asked = '**/api/svc/quantum/batches/*'
    await page.route(asked, async route => route.abort())
    await link.click()
    const offline = page.getByRole('alert').filter({ hasText: 'The service does not answer' })
    await offline.first().waitFor(PATIENCE)
    await station.shoot('batch-offline')
    await page.unroute(asked)
    // The page asks again by itself, too: whichever comes first.
    const again = offline.first().getByRole('button', { name: 'Try again' })
    again.click().catch(() => undefined)
    await panel(page, 'Batch').waitFor(PATIENCE)
    await expect.poll(() => offline.count(), PATIENCE).toBe(0)
    await panel(page, 'Jobs').getByText('Aborted', { exact: false }).first().waitFor(PATIENCE)
    await station.shoot('batch-failed')
    await page.goto(`${url}/jobs/batches/00000000-0000-4000-8000-000000000000`)
    await page.getByRole('alert').waitFor(PATIENCE)
  })
})
