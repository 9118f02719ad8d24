/** A calibration of the history made the current one, and that taken back. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFaults, signIn } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'
import { type CalibrationSteps, calibrationSteps, LONG } from './calibration-steps'

/** Whether the focus is where the press was, and in sight. */
const isAtHistory = (page: Page) =>
  page.evaluate(() => {
    const { top, bottom } = document.activeElement!.getBoundingClientRect()
    return document.activeElement!.closest('#history') !== null && top < innerHeight && bottom > 0
  })

describe.skipIf(browserAddress === '')('an operator with a calibration in the history', () => {
  let station: Workstation
  let steps: CalibrationSteps
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
    steps = await calibrationSteps(station.page)
    await steps.choose('newer.json', '2026-11-02T06:00:00Z')
    await steps.imports().getByLabel('After storing').selectOption({ label: 'Keep it in the history only' })
    await steps.press('Check')
    await steps
      .imports()
      .getByText(/stays the current snapshot/)
      .waitFor(LONG)
    await steps.press('Store')
    await steps.history().getByText('2026-11-02').first().waitFor(LONG)
  })
  afterAll(() => station?.close())

  it('makes it the current one later, after it was shown what moves, and takes that back', async () => {
    const { page } = station
    await steps.history().getByRole('button', { name: 'Make the calibration of 2026-11-02 06:00 UTC current' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/becomes the current snapshot/).waitFor(LONG)
    expect(await accessibilityFaults(page, '[role="dialog"]')).toEqual([])
    await station.shoot('calibration-change')
    await dialog.getByRole('button', { name: 'Make it current' }).click()
    await steps.currentRow().getByText('2026-11-02 06:00 UTC').waitFor(LONG)
    await expect.poll(() => isAtHistory(page), LONG).toBe(true)
    const back = steps.history().getByRole('button', { name: /^Back to cal-/ })
    await back.click()
    await dialog.waitFor(LONG)
    await page.keyboard.press('Escape')
    await expect.poll(() => back.evaluate(button => button === document.activeElement), LONG).toBe(true)
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Undo it' }).click(LONG)
    await steps
      .currentRow()
      .getByText('2026-11-02 06:00 UTC')
      .waitFor({ ...LONG, state: 'detached' })
    await expect.poll(() => isAtHistory(page), LONG).toBe(true)
  })

  it('deletes it and takes that back, and stays where it was deleted', async () => {
    const { page } = station
    const remove = steps.history().getByRole('button', { name: 'Delete the calibration of 2026-11-02 06:00 UTC' })
    await remove.click()
    const undo = steps.history().getByRole('button', { name: 'Undo', exact: true })
    await expect.poll(() => undo.evaluate(button => button === document.activeElement), LONG).toBe(true)
    await page.keyboard.press('Enter')
    await remove.waitFor(LONG)
    await expect.poll(() => isAtHistory(page), LONG).toBe(true)
  })

  it('is led to the import where there is no snapshot yet', async () => {
    const { page } = station
    const none = { items: [], revert_to: null }
    await page.route(/\/calibrations$/, route => route.fulfill({ json: none }))
    await page.reload()
    await steps.history().getByText('No snapshot').waitFor(LONG)
    await steps.history().getByRole('link', { name: 'Import a calibration file' }).click()
    await expect.poll(() => steps.imports().evaluate(box => box.getBoundingClientRect().top < innerHeight)).toBe(true)
    expect(new URL(page.url()).hash).toBe('#import')
    await page.unrouteAll()
  })

  it('sees a clean console all the way', () => expect(station.complaints).toEqual([]))
})
