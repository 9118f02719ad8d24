/** Calibrations in the window: an import says what becomes current and which layouts move, and is taken back; that an older one is chosen is in calibration-history.window.test.ts. */
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFaults, PATIENCE, signIn } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'
import { type CalibrationSteps, calibrationSteps, LONG } from './calibration-steps'

if (browserAddress === '')
  console.info('Skipped: the journey of calibrations in a browser, because Chromium is not installed.')

const seen = (part: Locator) =>
  part.evaluate(each => {
    const { top, bottom } = each.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })

describe.skipIf(browserAddress === '')('an operator with calibrations', () => {
  let station: Workstation
  let steps: CalibrationSteps
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
    steps = await calibrationSteps(station.page)
  })
  afterAll(() => station?.close())

  it('is shown by the check what would become current and which layouts would move', async () => {
    await steps.choose('newer.json', '2026-11-02T06:00:00Z')
    await steps.press('Check')
    await steps
      .imports()
      .getByText(/cal-20261102\S+ \(figures of 2026-11-02 06:00 UTC\) becomes the current snapshot in the place of/)
      .waitFor(LONG)
    await expect
      .poll(() =>
        steps
          .imports()
          .getByText(/No layout moves|Layouts that move/)
          .count(),
      )
      .toBe(1)
    await expect.poll(() => steps.currentRow().textContent()).not.toContain('2026-11-02')
  })

  it('keeps it in the history only where that is chosen', async () => {
    await steps.imports().getByLabel('After storing').selectOption({ label: 'Keep it in the history only' })
    await expect.poll(() => steps.imports().getByRole('button', { name: 'Store' }).isDisabled()).toBe(true)
    await steps.press('Check')
    await steps
      .imports()
      .getByText(/stays the current snapshot: the import is for the history only/)
      .waitFor(LONG)
    await steps.press('Store')
    await steps.imports().getByRole('heading', { name: 'Stored' }).waitFor(LONG)
    await steps.history().getByText('2026-11-02').first().waitFor(LONG)
    await expect.poll(() => steps.currentRow().textContent()).not.toContain('2026-11-02')
  })

  it('imports a newer one and goes back from where it was said', async () => {
    await steps.imports().getByLabel('After storing').selectOption({ label: 'Make it current, unless it is older' })
    await steps.choose('newest.json', '2026-11-03T06:00:00Z')
    await steps.press('Check')
    await steps
      .imports()
      .getByText(/becomes the current snapshot/)
      .waitFor(LONG)
    await steps.press('Store')
    await steps.imports().getByText('What is current now').waitFor(LONG)
    await steps.currentRow().getByText('2026-11-03 06:00 UTC').waitFor(LONG)
    // Where it was pressed, though history and comparison have grown.
    await expect.poll(() => seen(steps.imports().getByRole('heading', { name: 'Stored' })), PATIENCE).toBe(true)
    await station.shoot('calibration-imported')
    await steps
      .imports()
      .getByRole('button', { name: /^Back to cal-/ })
      .click()
    await station.page.getByRole('dialog').getByRole('button', { name: 'Undo it' }).click(LONG)
    await steps
      .currentRow()
      .getByText('2026-11-03 06:00 UTC')
      .waitFor({ ...LONG, state: 'detached' })
    await steps
      .imports()
      .getByText('What is current now')
      .waitFor({ ...LONG, state: 'detached' })
    expect(await accessibilityFaults(station.page)).toEqual([])
  })

  it('reads every number at the colour scales, of errors and of lifetimes', async () => {
    const { page } = station
    const legends = page.locator('.backends-legend svg')
    const cut = () =>
      legends.evaluateAll(drawings =>
        drawings.flatMap(drawing => {
          const { left, right } = drawing.getBoundingClientRect()
          const numbers = [...drawing.querySelectorAll('text')]
          return numbers.flatMap(number => {
            const box = number.getBoundingClientRect()
            return box.left >= left && box.right <= right ? [] : [number.textContent]
          })
        }),
      )
    for (const figure of ['T2', 'One-qubit gate error 1 − F', 'Readout error 1 − F']) {
      await page.getByLabel('Qubit colour').first().selectOption({ label: figure })
      await page.getByRole('img', { name: new RegExp(`^Qubits: ${figure}`) }).waitFor(LONG)
      await expect.poll(cut).toEqual([])
    }
  })

  it('jumps to a section, which is then the marked one', async () => {
    const links = station.page.locator('.pentad-section-list')
    for (const name of ['Compare', 'History', 'Import']) {
      await links.getByRole('link', { name, exact: true }).click()
      await expect.poll(() => links.locator('[aria-current]').textContent(), PATIENCE).toBe(name)
    }
  })

  it('sees a clean console all the way', () => expect(station.complaints).toEqual([]))
})
