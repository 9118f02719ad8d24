import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HAS_POPPLER } from '../renderer/draw/pdf/read-pdf'
import { answer, MODULE, recordLike, report, runLike } from './fake-runs'
import { accessibilityFaults, downloaded, heading, PATIENCE, panel, signIn } from './pages'
import { browserAddress, openWorkstation, type Workstation } from './workstation'

if (browserAddress === '')
  console.info('Skipped: the journey of compared runs in a browser, because Chromium is not installed.')

const FIRST = '0b1e6f0e-2f5f-4c43-9d5a-0a7f5e1d2c3b'
const SECOND = '7c9d2f11-6c1d-4a70-8a0e-5b9f0c4d8e21'

describe.skipIf(browserAddress === '')('an engineer with two runs', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
  })
  afterAll(() => station?.close())

  async function openComparison(second: Parameters<typeof recordLike>[1]): Promise<void> {
    const { page, url } = station
    const runs = [FIRST, SECOND].map(run_id => runLike({ run_id, name: `run ${run_id[0]}` }))
    await page.route(/\/v1\/runs(\?|$)/, route => route.fulfill({ json: { items: runs, next_cursor: null } }))
    await answer(page, `runs/${FIRST}/record`, recordLike(FIRST))
    await answer(page, `runs/${SECOND}/record`, recordLike(SECOND, second))
    await page.goto(`${url}/runs`)
    const compare = page.getByRole('button', { name: /^Compare/ })
    for (const name of ['run 0', 'run 7']) {
      await expect.poll(() => compare.isDisabled()).toBe(true)
      await page.getByRole('checkbox', { name: `Mark run ${name} for comparison` }).press('Space')
    }
    await page.getByRole('button', { name: 'Compare 2 runs' }).click(PATIENCE)
    await heading(page, 'Side by side')
  }

  it('are said to be of different experiments before they are overlaid', async () => {
    const { page } = station
    await openComparison({
      calibration_id: 'cal-3',
      noise_model_version: 'twirl/2',
      decoder: 'flag-map',
      protocol: 'cyclic-window',
    })
    const overlay = panel(page, 'Survival against rounds, overlaid')
    const cautions = page.getByRole('note', { name: 'Not of one experiment' })
    for (const field of ['calibration_id', 'noise_model_version', 'decoder', 'protocol'])
      await expect.poll(() => cautions.getByText(field, { exact: true }).count(), { message: field }).toBe(1)
    await expect.poll(() => page.locator('.pentad-figure-drawing').count()).toBe(0)
    await station.shoot('runs-compare-caution')
    expect(await accessibilityFaults(page)).toEqual([])
    await overlay.getByRole('button', { name: 'Overlay anyway' }).press('Enter')
    await overlay.locator('.pentad-figure-drawing').waitFor(PATIENCE)
    await station.shoot('runs-compare')
    expect(await accessibilityFaults(page, '[aria-label="Survival against rounds, overlaid"]')).toEqual([])
  })

  it('are overlaid at once where they are of one experiment, and leave as one CSV', async () => {
    const { page } = station
    await openComparison({ seed: 8 })
    await panel(page, 'Survival against rounds, overlaid').locator('.pentad-figure-drawing').waitFor(PATIENCE)
    await expect
      .poll(() => panel(page, 'Differences between the runs').getByRole('cell', { name: 'seed' }).count())
      .toBe(1)
    const csv = await downloaded(page, 'Save CSV', panel(page, 'Side by side'))
    expect(csv.match(/run_id,calibration_id/g)).toHaveLength(1)
    expect(csv).toContain(SECOND)
    const { file, texts } = await report(page)
    expect(file).toBe(`runs-${FIRST.slice(0, 8)}-${SECOND.slice(0, 8)}-report.pdf`)
    if (HAS_POPPLER) expect(texts[0]).toContain('Comparison of 2 runs')
  })

  it('are asked for where fewer than two are named, and fail in words where one is gone', async () => {
    const { page, url } = station
    await page.goto(`${url}/runs/compare`)
    await page.getByText('Fewer than two runs to compare').waitFor(PATIENCE)
    // From here on the service answers, which has neither run.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const keys = [FIRST, SECOND].map(run_id => `run=${MODULE.backend_id}/${MODULE.logical_id}/${run_id}`)
    await page.goto(`${url}/runs/compare?${keys.join('&')}`)
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor(PATIENCE)
    // Both records are asked for at once, and the second may be refused after the first has been told.
    const refused = () => station.complaints.filter(line => line.includes('/record')).length
    await expect.poll(refused, PATIENCE).toBe(2)
    station.complaints.length = 0
  })

  it('sees a clean console but for streams that were refused', () =>
    expect(station.complaints.filter(complaint => !complaint.includes('/v1/events'))).toEqual([]))
})
