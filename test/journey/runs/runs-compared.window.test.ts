import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HAS_POPPLER } from '../../renderer/draw/pdf/read-pdf'
import { downloaded, PATIENCE, panel, signIn } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'
import { MODULE, report } from './fake-runs'
import { FIRST, openComparison, SECOND } from './two-runs'

if (browserAddress === '')
  console.info('Skipped: the journey of compared runs in a browser, because Chromium is not installed.')

describe.skipIf(browserAddress === '')('an engineer with two runs', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
  })
  afterAll(() => station?.close())

  it('are overlaid at once where they are of one experiment, and leave as one CSV', async () => {
    const { page } = station
    await openComparison(station, { seed: 8 })
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
    // Both records are asked for at once, and the second may be refused after the first has been shown.
    const refused = () => station.complaints.filter(line => line.includes('/record')).length
    await expect.poll(refused, PATIENCE).toBe(2)
    station.complaints.length = 0
  })

  it('sees a clean console but for streams that were refused', () =>
    expect(station.complaints.filter(complaint => !complaint.includes('/v1/events'))).toEqual([]))
})
