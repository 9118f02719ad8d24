/** The main job in the window: sign in, pick a device, rank, select, run, compare; then every page under axe. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFaults, visit, visitWhole } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'

if (browserAddress === '') console.info('Skipped: the journeys in a browser, because Chromium is not installed.')

describe.skipIf(browserAddress === '')('an engineer at the window', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
  })
  afterAll(() => station?.close())

  it('is asked to sign in, and a used link says so', async () => {
    const { page, url, signInUrl } = station
    await page.goto(url)
    await page.getByRole('heading', { name: /sign in/i }).waitFor()
    await station.shoot('01-sign-in')
    const link = signInUrl()
    await page.goto(link)
    await page.getByRole('dialog').getByRole('button', { name: 'To the dashboard' }).click()
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
    const again = await page.context().request.get(link, { maxRedirects: 0 })
    expect(again.status()).toBe(401)
    station.complaints.length = 0
  })

  it('finds the device and its calibration', async () => {
    const { page } = station
    await page.getByRole('link', { name: 'Backends' }).first().click()
    await page
      .getByRole('link', { name: /dev-a-mock/ })
      .first()
      .click()
    await page.getByRole('heading', { name: /calibration history/i }).waitFor()
    await page.locator('canvas').first().waitFor()
    await station.shoot('02-calibration-map')
    await page.getByText('Rank modules').click()
  })

  it('ranks the chiplets, hides none, and opens the best', async () => {
    const { page } = station
    const ranking = page.getByRole('region', { name: 'Ranking of chiplets' })
    await ranking.getByRole('row').nth(12).waitFor({ timeout: 60_000 })
    await expect.poll(() => ranking.getByRole('row').count()).toBe(13)
    await ranking.getByRole('row').nth(1).getByRole('button').first().click()
    const chosen = page.getByRole('heading', { name: 'Module on chiplet a01' })
    await chosen.waitFor({ timeout: 60_000 })
    await expect.poll(() => chosen.evaluate(heading => heading === document.activeElement)).toBe(true)
    await page
      .getByText(/^The round lasts .* exceeds the gate/)
      .first()
      .waitFor({ state: 'attached', timeout: 60_000 })
    await station.shoot('03-module')
  })

  it('overrides the failed gate on purpose and starts a run', async () => {
    const { page } = station
    await page.getByRole('button', { name: /^Proof/ }).click()
    await page.getByRole('button', { name: /^Set up a run/ }).click()
    const start = page.getByRole('button', { name: /^Start the run/ })
    await start.waitFor({ timeout: 60_000 })
    await expect.poll(() => start.isDisabled()).toBe(true)
    await page.getByText('I have read this warning').click()
    await page.getByRole('textbox', { name: /^shots/i }).fill('400')
    await page.getByText('Predicted logical error a round').waitFor({ timeout: 60_000 })
    const outlook = page.locator('.pentad-figure', {
      hasText: 'Predicted error without a round, fault-tolerant readout',
    })
    await outlook.getByText('chosen: the smaller one').waitFor()
    await page.getByText(/Readout: fault-tolerant, chosen by predicted error/).waitFor()
    await page.getByText('Predicted acceptance of the preparation').waitFor()
    await station.shoot('04-run-set-up')
    await outlook.scrollIntoViewIfNeeded()
    await station.shoot('04-run-set-up-readout')
    await page.getByRole('button', { name: /^Start the run/ }).click()
  })

  it('sees the comparison with its verdict, labelled simulated', async () => {
    const { page } = station
    await page.getByRole('heading', { name: 'Error against rounds' }).waitFor({ timeout: 120_000 })
    await page.locator('.pentad-figure-drawing').first().waitFor()
    await expect.poll(() => page.getByText(/loss|inconclusive|^gain/i).count()).toBeGreaterThan(0)
    await expect.poll(() => page.getByText('SIMULATED').count()).toBeGreaterThan(0)
    await station.shoot('05-compare')
    const spam = page.getByRole('region', { name: 'Preparation and readout without a round' }).first()
    await spam.getByText('Error without a round, fault-tolerant readout').waitFor()
    await spam.getByText('Acceptance of an attempt at the preparation').waitFor()
    await spam.scrollIntoViewIfNeeded()
    await station.shoot('05-compare-readout')
  })

  it('decodes its bits with the other decoder, and replays it to identical bits', async () => {
    const { page } = station
    await page.getByRole('button', { name: 'Decode with flag-map' }).click()
    await page.getByText('Both are read from the same bits').waitFor({ timeout: 120_000 })
    await page.getByRole('button', { name: 'Replay' }).click()
    await page.getByRole('heading', { name: 'Identical' }).waitFor({ timeout: 120_000 })
    await station.shoot('05-replay')
  })

  it('submits a Bell pair and reads its counts', async () => {
    const { page } = station
    await visit(page, '/')
    await page
      .getByRole('button', { name: /^submit/i })
      .first()
      .click()
    await page.getByRole('heading', { name: /^Job / }).waitFor()
    await page.getByRole('heading', { name: 'Histogram' }).waitFor({ timeout: 60_000 })
    await station.shoot('06-job')
  })

  it('sees a clean console all the way', () => expect(station.complaints).toEqual([]))

  // Circuits, jobs, modules and the account are seen by axe in their own journeys, a device with two snapshots in scroll-sizes.window.test.ts.
  it.each(['/', '/backends', '/backends/dev-b-mock', '/runs', '/settings'])(
    'finds %s without accessibility faults',
    async path => {
      const { page } = station
      await visitWhole(page, path)
      expect(await accessibilityFaults(page)).toEqual([])
      await station.shoot(`page${path.replaceAll('/', '-')}`)
    },
  )
})
