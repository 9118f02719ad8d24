/** The window where something goes wrong or is repeated: pressed twice, replies lost, no stream, no service; by keys alone; a hundred thousand rows. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JobSummary } from '../../../main/contract/jobs/circuit-job'
import {
  accessibilityFaults,
  askedOfJobs,
  downloaded,
  heading,
  LONG,
  PATIENCE,
  panel,
  program,
  rows,
  sevenSeconds,
  signIn,
  submit,
  text,
  write,
} from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'
import { fakeJobs } from './fake-jobs'

if (browserAddress === '') console.info('Skipped: the list journeys in a browser, because Chromium is not installed.')

const isSubmit = (url: URL) => url.pathname === '/api/svc/quantum/submit'
const free = (page: Page) => page.getByText('Costs nothing').first().waitFor(PATIENCE)
/** How many rows are open some frames after keys that came faster than any frame. */
const openAfterKeysInOneFrame = (page: Page, ...keys: string[]) =>
  page.evaluate(async keys => {
    for (const key of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    for (let frames = 0; frames < 4; frames++) await new Promise(requestAnimationFrame)
    return document.querySelectorAll('[data-open]').length
  }, keys)

describe.skipIf(browserAddress === '')('an engineer in a hurry', () => {
  let station: Workstation
  const jobs = async () => {
    const { page, url } = station
    return (await (await page.request.get(`${url}/api/svc/quantum/jobs`)).json()).items as { job_uuid: string }[]
  }
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
  })
  afterAll(() => station?.close())

  it('presses Submit twice and has one job', async () => {
    const { page } = station
    await free(page)
    await submit(page).dblclick()
    await heading(page, 'Raw JSON')
    expect(await jobs()).toHaveLength(1)
  })

  it('submits, loses the reply, submits again, and comes to the job that was accepted', async () => {
    const { page } = station
    await page.goto(`${station.url}/circuits`)
    await free(page)
    let lost = 0
    await page.route(isSubmit, async route => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await submit(page).click()
    await page.getByRole('alert').getByText('The service does not answer').first().waitFor()
    await expect.poll(async () => (await jobs()).length, PATIENCE).toBe(2)
    await submit(page).click()
    await heading(page, 'Raw JSON')
    await page.unroute(isSubmit)
    const all = await jobs()
    expect(all).toHaveLength(2)
    expect(page.url()).toContain(all[0]!.job_uuid)
    // The lost reply stands in the browser's own log.
    station.complaints.length = 0
  })

  it('is refused for tokens that went meanwhile, and is shown how many and where to get them', async () => {
    const { page } = station
    await page.goto(`${station.url}/circuits`)
    await free(page)
    const details = { required: 50, available: 2 }
    const problem = { title: 'Not enough tokens', status: 402, error: 'insufficient_tokens', details }
    await page.route(isSubmit, route => route.fulfill({ status: 402, json: problem }))
    await submit(page).click()
    await page.getByText('Not enough compute tokens: 50 required, 2 available.').waitFor()
    await page.unroute(isSubmit)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Get tokens' }).click()
    await heading(page, 'Account')
    station.complaints.length = 0
  })

  it('without a stream sees the badge refreshed every few seconds until the job ends, and nothing asked after', async () => {
    const { page, close } = await station.secondWindow()
    await page.routeWebSocket(/\/quantum\/events/, socket => void socket.close())
    await page.goto(`${station.url}/circuits`)
    await write(page, JSON.stringify(LONG))
    await free(page)
    await submit(page).click()
    await page.getByRole('button', { name: 'Abort' }).waitFor()
    const running = await askedOfJobs(page, () => sevenSeconds(page))
    expect(running.length).toBeGreaterThanOrEqual(2)
    expect(running.length).toBeLessThanOrEqual(6)
    await page.getByRole('button', { name: 'Abort' }).click()
    await heading(page, 'The job was aborted')
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await askedOfJobs(page, () => sevenSeconds(page))).toEqual([])
    await close()
  })

  it('reads of a job that failed why it failed, in place of results', async () => {
    const { page, url } = station
    const { job_uuid } = (await jobs())[1]!
    const address = (asked: URL) => asked.pathname === `/api/svc/quantum/jobs/${job_uuid}`
    await page.route(address, async route => {
      const response = await route.fetch()
      const status_reason = { code: 'engine_error', message: 'The engine ran out of memory.' }
      await route.fulfill({ response, json: { ...(await response.json()), status: 'FAILED', status_reason } })
    })
    await page.goto(`${url}/jobs/${job_uuid}`)
    await heading(page, 'The job failed')
    await page.getByText('The engine ran out of memory.').waitFor()
    await expect.poll(() => page.getByRole('heading', { name: 'Results' }).count()).toBe(0)
    await expect.poll(() => panel(page, 'Outcome').textContent()).not.toContain('engine_error')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.unroute(address)
  })

  it('reads thousands of outcomes, most frequent first, few of them in the page, together 100 %', async () => {
    const { page, url } = station
    await page.goto(`${url}/circuits`)
    await write(page, 'OPENQASM 3.0; include "stdgates.inc"; qubit[12] q; bit[12] c; h q; c = measure q;')
    await page.getByText(/12 qubits/).waitFor()
    await page.getByLabel('Shots').fill('100000')
    await free(page)
    await submit(page).click()
    await heading(page, 'Raw JSON')
    const counts = panel(page, 'Counts')
    await expect.poll(() => counts.locator('tbody tr').count()).toBeLessThan(80)
    await expect.poll(() => counts.locator('tfoot').textContent()).toMatch(/100,000100\.000 %/)
    const first = Number(await counts.locator('tbody tr td:nth-child(2)').first().textContent())
    await counts.evaluate(scroller => scroller.scrollTo(0, scroller.scrollHeight))
    const last = () => counts.locator('tbody tr:not([aria-hidden]) td:nth-child(2)').last().textContent()
    await expect.poll(async () => Number(await last()), PATIENCE).toBeLessThan(first)
    await page.getByText(/not drawn: other \(4,0\d\d\)/).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await station.shoot('job-thousands')
  })

  it('walks the list by keys, opens a job, and finds filter, place and row again after another page', async () => {
    const { page, url } = station
    await page.goto(`${url}/jobs?backend=dev-b-mock`)
    await rows(page).first().waitFor()
    const all = await rows(page).evaluateAll(found => found.map(row => row.getAttribute('data-job')))
    const second = all[1]
    for (const [key, place] of [
      ['End', -1],
      ['Home', 0],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(() => page.locator('[data-open]').getAttribute('data-job'), PATIENCE).toBe(all.at(place))
    }
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('[data-open]').count(), PATIENCE).toBe(0)
    expect(await openAfterKeysInOneFrame(page, 'End', 'Escape')).toBe(0)
    for (const key of ['j', 'ArrowDown', 'k', 'j']) {
      await page.keyboard.press(key)
      await page.waitForFunction(() => document.activeElement?.closest('[data-open]'))
    }
    await expect.poll(() => page.locator('[data-open]').getAttribute('data-job'), PATIENCE).toBe(second)
    await expect.poll(() => page.locator('[data-open] a:focus').count(), PATIENCE).toBe(1)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/jobs/${second}`))
    await page.getByRole('link', { name: 'Account' }).first().click()
    await heading(page, 'Account')
    await page.getByRole('link', { name: 'Jobs', exact: true }).first().click()
    await page.waitForURL(/\/jobs\?backend=dev-b-mock$/)
    await expect.poll(() => page.locator('[data-open]').getAttribute('data-job'), PATIENCE).toBe(second)
    await page.keyboard.press('/')
    await page.keyboard.type('no such name')
    await page.getByText('No job matches the filters').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('INPUT')
    expect(await accessibilityFaults(page)).toEqual([])
  })

  it('takes the list out as CSV and JSON, as far as the filters let it through', async () => {
    const { page, url } = station
    const all = (await jobs()).map(({ job_uuid }) => job_uuid)
    await page.goto(`${url}/jobs`)
    await rows(page).first().waitFor()
    const lines = (await downloaded(page, 'CSV')).trimEnd().split('\r\n')
    expect(lines[0]).toContain('job_uuid,created_at,completed_at,runtime_ms,backend,status,mode')
    expect(lines.slice(1).map(line => line.slice(0, 36))).toEqual(all)
    await page.goto(`${url}/jobs?status=ABORTED`)
    await expect.poll(() => rows(page).count(), PATIENCE).toBe(1)
    expect(JSON.parse(await downloaded(page, 'JSON'))).toMatchObject([{ status: 'ABORTED' }])
  })

  it('drops a file on the text, has it written anew in another language, and takes that back', async () => {
    const { page, url } = station
    await page.goto(`${url}/circuits`)
    await expect.poll(() => program(page), PATIENCE).toContain('OPENQASM 3')
    const file = '// mine\nOPENQASM 2.0;\ninclude "qelib1.inc";\nqreg z[2];\nswap z[1],z[0];\n'
    const dataTransfer = await page.evaluateHandle(content => {
      const carried = new DataTransfer()
      carried.items.add(new File([content], 'z.qasm'))
      return carried
    }, file)
    await text(page).dispatchEvent('drop', { dataTransfer })
    await page.locator('[data-step] title', { hasText: 'swap z[1],z[0];' }).waitFor({ ...PATIENCE, state: 'attached' })
    await page.getByLabel('Written as').selectOption({ label: 'OpenQASM 3' })
    await expect.poll(() => program(page), PATIENCE).toMatch(/^OPENQASM 3/)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => program(page)).toBe(file)
  })

  it('loses nothing that is written while a template is on its way', async () => {
    const { page, url } = station
    await page.goto(`${url}/circuits`)
    await write(page, '// mine')
    let answered: () => void = () => undefined
    const held = new Promise<void>(done => (answered = done))
    await page.route('**/circuits/templates/teleportation', async route => {
      await held
      await route.fallback()
    })
    const reply = page.waitForResponse('**/circuits/templates/teleportation')
    await page.getByLabel('Template').selectOption({ label: 'Teleportation (3 qubits)' })
    await write(page, '// mine, and more')
    answered()
    await (await reply).finished()
    await expect.poll(() => page.getByLabel('Template').isEnabled(), PATIENCE).toBe(true)
    await expect.poll(() => program(page)).toBe('// mine, and more')
    await page.unroute('**/circuits/templates/teleportation')
    await page.getByLabel('Template').selectOption({ label: 'GHZ state…' })
    await page.getByLabel('Qubits', { exact: true }).fill('12')
    await page.getByRole('button', { name: 'Insert', exact: true }).click()
    await expect.poll(() => program(page), PATIENCE).toMatch(/^OPENQASM 3[\s\S]*GHZ state of 12 qubits/)
  })

  it('scrolls through a hundred thousand jobs, with few rows in the page, and comes back to where it was', async () => {
    const { page, url } = station
    const template = (await (await page.request.get(`${url}/api/svc/quantum/jobs?limit=1`)).json())
      .items[0] as JobSummary
    await fakeJobs(page, template, 100_000)
    await page.goto(`${url}/jobs`)
    const list = panel(page, 'Jobs')
    await page.locator('[data-job]').first().waitFor(PATIENCE)
    const all = page.getByText(/^100,000 jobs/)
    while ((await all.count()) === 0) {
      await list.evaluate(scroller => scroller.scrollTo(0, scroller.scrollHeight))
      await page.waitForTimeout(20)
    }
    await expect.poll(() => page.locator('[data-job]').count()).toBeLessThan(80)
    await list.evaluate(scroller => scroller.scrollTo(0, 1_000_000))
    await expect
      .poll(() => page.locator('[data-job]').first().getAttribute('data-job'), PATIENCE)
      .toMatch(/0000070601$/)
    const row = page.locator('[data-job]').nth(20)
    const name = await row.getAttribute('data-job')
    await row.getByRole('link').click()
    await page.getByRole('link', { name: /All jobs/ }).click()
    await expect.poll(() => list.evaluate(scroller => scroller.scrollTop)).toBe(1_000_000)
    await page.locator(`[data-job="${name}"]`).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }, 300_000)

  it('keeps reading the list while the service is away', async () => {
    const { page, url } = station
    await page.goto(`${url}/jobs`)
    await rows(page).first().waitFor()
    const before = await rows(page).count()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByText('What is shown may be old').waitFor()
    await expect.poll(() => rows(page).count()).toBe(before)
    expect(await accessibilityFaults(page)).toEqual([])
    await station.shoot('jobs-offline')
    await page.context().setOffline(false)
    await page.getByText('What is shown may be old').waitFor({ state: 'detached' })
  })
})
