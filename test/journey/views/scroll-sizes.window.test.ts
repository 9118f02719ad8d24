/**
 * Every page and every view beyond its first screen, at several sizes of the window: the document never scrolls, nothing lies over
 * another; and its colours in dark, while journeys look at pages in light.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CSV_TEMPLATE } from '../../../main/contract/calibration/csv-template'
import { accessibilityFaults, PATIENCE, signIn, visitWhole } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'
import { NONE_AT_ANY_SIZE, outsideAtEverySize, settled } from './scrolling'

if (browserAddress === '') console.info('Skipped: how the views of pages scroll, because Chromium is not installed.')

const MODULE = { backend: 'dev-b-mock', module: 'b00.L0' }
/** Enough of each for a page with all its tables. */
const CIRCUIT = {
  num_qubits: 8,
  instructions: Array.from({ length: 8 }, (_, q) => [
    { name: 'h', qubits: [q] },
    { name: 'measure', qubits: [q], clbits: [q] },
  ]).flat(),
}
const MODULE_TABS = ['Layout', 'Rank', 'Candidates', 'Pin or exclude', 'Ruled out', 'Drift', 'Predicted gain']
const PROOF_TABS = ['Faults and schedule', 'Steps', 'Diagnostics', 'Break-even map', 'Export rounds']
const BASE = `/v1/backends/${MODULE.backend}/logical-qubits/${MODULE.module}`

/** Long enough to resolve a module and to run it on a loaded machine. */
const LONG = { timeout: 90_000 }

/** What a page holds beyond its first screen: each is opened once and then seen at every size. */
interface View {
  readonly name: string
  open(page: Page): Promise<void>
}

describe.skipIf(browserAddress === '')('the window', () => {
  let station: Workstation
  let signInScreen: Record<string, unknown> = {}
  let run_id = ''
  let other_run_id = ''
  let job_uuid = ''

  const post = async (path: string, data: object) => {
    const reply = await station.page.request.post(station.url + path, { data, headers: { origin: station.url } })
    return (await reply.json()) as Record<string, string>
  }

  const statusOf = async (id: string) => {
    const reply = await station.page.request.get(`${station.url}${BASE}/runs/${id}`)
    return ((await reply.json()) as { status: string }).status
  }

  beforeAll(async () => {
    station = await openWorkstation()
    await station.page.goto(station.url)
    await station.page.getByRole('heading', { name: /sign in/i }).waitFor(PATIENCE)
    signInScreen = await outsideAtEverySize(station.page)
    await signIn(station.page, station.signInUrl())
    job_uuid = (await post('/api/svc/quantum/submit', { backend: 'dev-a-mock', shots: 4_000, circuit: CIRCUIT }))
      .job_uuid!
    const run = { mode: 'correction', rounds: [1, 2], shots: 50, states: ['0', '+'] }
    run_id = (await post(`${BASE}/runs`, run)).run_id!
    other_run_id = (await post(`${BASE}/runs`, { ...run, decoder: 'flag-map' })).run_id!
  })
  afterAll(() => station?.close())

  const go = (path: () => string) => async (page: Page) => {
    await visitWhole(page, path())
    await settled(page)
  }
  const moduleTab = (name: string) => async (page: Page) => {
    const step = PROOF_TABS.includes(name) ? 'proof' : 'module'
    const path = `/modules/${MODULE.backend}/${MODULE.module}?step=${step}`
    if (!page.url().startsWith(station.url + path)) await visitWhole(page, path)
    await page.getByRole('tab', { name }).click(LONG)
    await settled(page)
  }

  const checkedDevice = async (page: Page) => {
    await go(() => '/backends?view=add')(page)
    const files = CSV_TEMPLATE.map(each => ({ ...each, mimeType: 'text/csv', buffer: Buffer.from(each.content) }))
    await page.locator('input[type=file]').setInputFiles(files)
    await page.getByLabel('Id', { exact: true }).fill('dev-x')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'This is what would be added; nothing is kept yet' }).waitFor(LONG)
  }
  const distribution = async (page: Page) => {
    await go(() => '/backends/dev-b')(page)
    await page.getByText('Distribution', { exact: true }).click()
    await page.getByRole('img', { name: 'Cumulative distributions of the errors' }).waitFor(LONG)
  }

  const views: readonly View[] = [
    { name: 'a backend', open: go(() => '/backends/dev-c-mock') },
    { name: 'a live backend', open: go(() => '/backends/dev-a') },
    { name: 'the form of a new device', open: go(() => '/backends?view=add') },
    { name: 'a device before it is added', open: checkedDevice },
    { name: 'the distribution of errors', open: distribution },
    { name: 'a job', open: go(() => `/jobs/${job_uuid}`) },
    { name: 'the set-up of a run', open: go(() => `/runs/new?backend=${MODULE.backend}&module=${MODULE.module}`) },
    {
      name: 'a run',
      async open(page) {
        await go(() => `/runs/${run_id}?backend=${MODULE.backend}&module=${MODULE.module}`)(page)
        await page.getByRole('heading', { name: 'Error against rounds' }).waitFor(LONG)
        await page.locator('.pentad-figure-drawing').first().waitFor(LONG)
      },
    },
    { name: 'the list of jobs with a job', open: go(() => '/jobs') },
    {
      name: 'the comparison of runs',
      async open(page) {
        for (const id of [run_id, other_run_id]) await expect.poll(() => statusOf(id), LONG).toBe('COMPLETED')
        const keys = [run_id, other_run_id].map(id => `run=${MODULE.backend}/${MODULE.module}/${id}`)
        await go(() => `/runs/compare?${keys.join('&')}`)(page)
        await page.getByRole('heading', { name: 'Side by side' }).waitFor(LONG)
      },
    },
    { name: 'the ranking of chiplets', open: go(() => '/modules/dev-a-mock') },
    ...[...MODULE_TABS, ...PROOF_TABS].map(tab => ({
      name: `${tab} of a module`,
      open: moduleTab(tab),
    })),
    { name: 'an instrument', open: go(() => '/instruments/flux-dac') },
    { name: 'the beacon', open: go(() => '/entropy?view=beacon') },
    { name: 'an address without a page', open: go(() => '/nowhere') },
  ]

  it('has no accessibility faults on a large device with two snapshots', async () => {
    await go(() => '/backends/dev-c-mock')(station.page)
    // In dark it is looked at below, as every view.
    expect(await accessibilityFaults(station.page, undefined, ['light'])).toEqual([])
  })

  it('never scrolls as a document on the sign-in screen', () => expect(signInScreen).toEqual(NONE_AT_ANY_SIZE))

  const standsWell = async (page: Page, name: string) => {
    expect(await outsideAtEverySize(page), name).toEqual(NONE_AT_ANY_SIZE)
    expect(await accessibilityFaults(page, undefined, ['dark']), name).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
  }

  it('never scrolls as a document on any page of the navigation, whose colours can be distinguished in dark', async () => {
    const { page } = station
    const links = await page.locator('.pentad-nav-link').evaluateAll(all => all.map(link => link.getAttribute('href')))
    expect(links.length).toBeGreaterThan(5)
    for (const link of links) {
      await visitWhole(page, link!)
      await settled(page)
      await standsWell(page, link!)
    }
  })

  it.each(views)('never scrolls as a document on $name, whose colours can be distinguished in dark', async view => {
    await view.open(station.page)
    await standsWell(station.page, view.name)
  })
})
