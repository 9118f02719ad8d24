/** Every page at several sizes of the window: only panes scroll, never the document; nothing lies over another, sticks out or is cut off. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { geometryFaults } from './geometry'
import { PATIENCE, signIn } from './pages'
import { browserAddress, openWorkstation, type Workstation } from './workstation'

if (browserAddress === '') console.info('Skipped: how the pages scroll, because Chromium is not installed.')

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
  // A window of 1280 by 1024 enlarged four times (WCAG 1.4.10).
  { width: 320, height: 256 },
] as const
const MODULE = { backend: 'dev-b-mock', module: 'b00.L0' }
/** Enough of each for a page with all its tables. */
const CIRCUIT = {
  num_qubits: 8,
  instructions: Array.from({ length: 8 }, (_, q) => [
    { name: 'h', qubits: [q] },
    { name: 'measure', qubits: [q], clbits: [q] },
  ]).flat(),
}
const MODULE_TABS = ['Layout', 'Rank', 'Candidates', 'Ruled out', 'Drift', 'Predicted gain']
const PROOF_TABS = ['Faults and schedule', 'Steps', 'Diagnostics', 'Break-even map', 'Export rounds']
const BASE = `/v1/backends/${MODULE.backend}/logical-qubits/${MODULE.module}`

/** Long enough to resolve a module and to run it on a loaded machine. */
const LONG = { timeout: 90_000 }

/** What a page holds beyond its first screen: each is opened once and then seen at every size. */
interface View {
  readonly name: string
  open(page: Page): Promise<void>
}

/** Scrolls everything that scrolls to its end, and the document too; tells how much of the document lies outside the window. */
const outside = (page: Page) =>
  page.evaluate(async () => {
    const frames = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
    await frames()
    for (const part of [...document.querySelectorAll('main, main *, nav')]) {
      if (part.scrollHeight > part.clientHeight) part.scrollTo(part.scrollWidth, part.scrollHeight)
    }
    document.querySelector('main')?.scrollTo(100_000, 100_000)
    scrollTo(100_000, 100_000)
    await frames()
    const root = document.documentElement
    return {
      html: [root.scrollWidth - root.clientWidth, root.scrollHeight - root.clientHeight],
      body: [document.body.scrollWidth - root.clientWidth, document.body.scrollHeight - root.clientHeight],
      scrolled: [scrollX, scrollY],
    }
  })

/** Plots take the new width of a window a moment later. */
async function settledFaults(page: Page): Promise<string[]> {
  let faults = await geometryFaults(page)
  for (let wait = 0; faults.length > 0 && wait < 8; wait++) {
    await page.waitForTimeout(250)
    faults = await geometryFaults(page)
  }
  return faults
}

/** The smallest is one for reading: there the document does not scroll, and that is all that is asked. */
const standsAt = async (page: Page, { width }: { readonly width: number }) => ({
  faults: width >= 390 ? await settledFaults(page) : [],
  ...(await outside(page)),
})

const NONE = { faults: [], html: [0, 0], body: [0, 0], scrolled: [0, 0] }

async function outsideAtEverySize(page: Page): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const size of SIZES) {
    await page.setViewportSize(size)
    found[`${size.width}x${size.height}`] = await standsAt(page, size)
  }
  await page.setViewportSize(SIZES[0])
  return found
}

const NONE_AT_ANY_SIZE = Object.fromEntries(SIZES.map(({ width, height }) => [`${width}x${height}`, NONE]))

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
    signInScreen = await station.page.goto(station.url).then(async () => {
      await station.page.getByRole('heading', { name: /sign in/i }).waitFor(PATIENCE)
      return outsideAtEverySize(station.page)
    })
    await signIn(station.page, station.signInUrl())
    job_uuid = (await post('/api/svc/quantum/submit', { backend: 'dev-a-mock', shots: 4_000, circuit: CIRCUIT }))
      .job_uuid!
    const run = { mode: 'correction', rounds: [1, 2], shots: 50, states: ['0', '+'] }
    run_id = (await post(`${BASE}/runs`, run)).run_id!
    other_run_id = (await post(`${BASE}/runs`, { ...run, decoder: 'flag-map' })).run_id!
  })
  afterAll(() => station?.close())

  const settled = async (page: Page) => {
    await page.locator('main h1').first().waitFor(PATIENCE)
    await page.waitForLoadState('networkidle')
  }
  const go = (path: () => string) => async (page: Page) => {
    await page.goto(station.url + path())
    await settled(page)
  }
  const moduleTab = (name: string) => async (page: Page) => {
    const step = PROOF_TABS.includes(name) ? 'proof' : 'module'
    const address = `${station.url}/modules/${MODULE.backend}/${MODULE.module}?step=${step}`
    if (!page.url().startsWith(address)) await page.goto(address)
    await page.getByRole('tab', { name }).click(LONG)
    await settled(page)
  }

  it('never scrolls as a document on the sign-in screen', () => expect(signInScreen).toEqual(NONE_AT_ANY_SIZE))

  it('never scrolls as a document on any page of the navigation', async () => {
    const { page } = station
    const links = await page.locator('.pentad-nav-link').evaluateAll(all => all.map(link => link.getAttribute('href')))
    expect(links.length).toBeGreaterThan(5)
    for (const link of links) {
      await go(() => link!)(page)
      expect(await outsideAtEverySize(page), link!).toEqual(NONE_AT_ANY_SIZE)
      expect(await page.getByText(/does not serve this page|No such page/).count(), link!).toBe(0)
    }
  })

  const views: readonly View[] = [
    { name: 'a backend', open: go(() => '/backends/dev-c-mock') },
    { name: 'a live backend', open: go(() => '/backends/dev-a') },
    { name: 'a job', open: go(() => `/jobs/${job_uuid}`) },
    { name: 'the set-up of a run', open: go(() => `/runs/new?backend=${MODULE.backend}&module=${MODULE.module}`) },
    {
      name: 'a run',
      async open(page) {
        await go(() => `/runs/${run_id}?backend=${MODULE.backend}&module=${MODULE.module}`)(page)
        await page.getByRole('heading', { name: 'Survival against rounds' }).waitFor(LONG)
        await page.locator('.js-plotly-plot').first().waitFor(LONG)
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
    { name: 'an address without a page', open: go(() => '/nowhere') },
  ]

  it.each(views)('never scrolls as a document on $name', async ({ open, name }) => {
    await open(station.page)
    expect(await outsideAtEverySize(station.page), name).toEqual(NONE_AT_ANY_SIZE)
  })

  it('shows the end of a long page without blank ground under it, and one scroll bar', async () => {
    const { page } = station
    await page.setViewportSize({ width: 1024, height: 768 })
    await go(() => '/backends/dev-c-mock')(page)
    const { below, bars } = await page.locator('main').evaluate(main => {
      main.scrollTo(0, main.scrollHeight)
      const last = main.querySelector('.pentad-page')!.getBoundingClientRect().bottom
      return {
        below: main.getBoundingClientRect().bottom - last,
        bars: [document.documentElement, main].filter(part => part.scrollHeight > part.clientHeight).length,
      }
    })
    expect(below).toBeLessThanOrEqual(1)
    expect(bars).toBe(1)
    await station.shoot('scroll-end')
    await page.setViewportSize(SIZES[0])
  })

  it('never scrolls as a document under a dialog', async () => {
    const { page } = station
    await go(() => '/backends/dev-c-mock')(page)
    for (const [key, opened] of [
      ['Control+k', page.getByLabel('Command', { exact: true })],
      ['?', page.getByRole('heading', { name: 'Keyboard shortcuts' })],
    ] as const) {
      await page.keyboard.press(key)
      await opened.waitFor(PATIENCE)
      expect(await outsideAtEverySize(page), key).toEqual(NONE_AT_ANY_SIZE)
      await page.keyboard.press('Escape')
      await opened.waitFor({ ...PATIENCE, state: 'detached' })
    }
  })
})
