/** Runs that are not of one experiment, compared in the window. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFaults, PATIENCE, panel, signIn } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'
import { openComparison } from './two-runs'

describe.skipIf(browserAddress === '')('two runs of different experiments', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
  })
  afterAll(() => station?.close())

  it('are said to be of different experiments before they are overlaid', async () => {
    const { page } = station
    await openComparison(station, {
      calibration_id: 'cal-3',
      noise_model_version: 'twirl/2',
      decoder: 'flag-map',
      protocol: 'cyclic-window',
    })
    const overlay = panel(page, 'Survival against rounds, overlaid')
    const cautions = page.getByRole('note', { name: 'Not the same experiment' })
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

  it('leave the console clean but for streams that were refused', () =>
    expect(station.complaints.filter(complaint => !complaint.includes('/v1/events'))).toEqual([]))
})
