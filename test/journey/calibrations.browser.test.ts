/** Calibrations in the window: an import says what becomes current and which layouts move; it is chosen, and taken back. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFaults, PATIENCE, panel, signIn, visit } from './pages'
import { browserAddress, openWorkstation, root, type Workstation } from './workstation'

if (browserAddress === '')
  console.info('Skipped: the journey of calibrations in a browser, because Chromium is not installed.')

const LONG = { timeout: 90_000 }
const DEVICES = join(root, 'resources/devices')

/** The newest snapshot of dev-b, as of another day. */
function figuresOf(calibrated_at: string): Buffer {
  const profile = JSON.parse(readFileSync(join(DEVICES, 'dev-b.json'), 'utf8'))
  const snapshot = JSON.parse(readFileSync(join(DEVICES, profile.calibrations.at(-1)), 'utf8'))
  return Buffer.from(JSON.stringify({ ...snapshot, calibration_id: undefined, calibrated_at }))
}

describe.skipIf(browserAddress === '')('an operator with calibrations', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
    await visit(station.page, '/backends/dev-b')
    await imports().waitFor(PATIENCE)
  })
  afterAll(() => station?.close())

  const imports = () => panel(station.page, 'Import a calibration')
  const history = () => panel(station.page, 'Calibration history')
  const currentRow = () =>
    history()
      .getByRole('row')
      .filter({ has: station.page.locator('.bp6-tag') })
  const choose = (name: string, calibrated_at: string) =>
    imports()
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/json', buffer: figuresOf(calibrated_at) })
  const press = (name: string) => imports().getByRole('button', { name, exact: true }).click(LONG)

  it('is told by the check what would become current and which layouts would move', async () => {
    await choose('newer.json', '2026-11-02T06:00:00Z')
    await press('Check')
    await imports()
      .getByText(/cal-20261102\S+ \(figures of 2026-11-02 06:00 UTC\) becomes the current snapshot in the place of/)
      .waitFor(LONG)
    await expect
      .poll(() =>
        imports()
          .getByText(/No layout moves|Layouts that move/)
          .count(),
      )
      .toBe(1)
    await expect.poll(() => currentRow().textContent()).not.toContain('2026-11-02')
  })

  it('keeps it in the history only where that is chosen', async () => {
    await imports().getByLabel('After storing').selectOption({ label: 'Keep it in the history only' })
    await expect.poll(() => imports().getByRole('button', { name: 'Store' }).isDisabled()).toBe(true)
    await press('Check')
    await imports()
      .getByText(/stays the current snapshot: the import was stored without making it current/)
      .waitFor(LONG)
    await press('Store')
    await imports().getByRole('heading', { name: 'Stored' }).waitFor(LONG)
    await history().getByText('2026-11-02').first().waitFor(LONG)
    await expect.poll(() => currentRow().textContent()).not.toContain('2026-11-02')
  })

  it('makes it the current one later, after it was told what moves, and takes that back', async () => {
    const { page } = station
    await history().getByRole('button', { name: 'Make the calibration of 2026-11-02 06:00 UTC current' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/becomes the current snapshot/).waitFor(LONG)
    expect(await accessibilityFaults(page, '[role="dialog"]')).toEqual([])
    await station.shoot('calibration-change')
    await dialog.getByRole('button', { name: 'Make it current' }).click()
    await currentRow().getByText('2026-11-02 06:00 UTC').waitFor(LONG)
    await history()
      .getByRole('button', { name: /^Back to cal-/ })
      .click()
    await dialog.getByRole('button', { name: 'Undo it' }).click(LONG)
    await currentRow()
      .getByText('2026-11-02 06:00 UTC')
      .waitFor({ ...LONG, state: 'detached' })
  })

  it('imports a newer one and goes back from where it was said', async () => {
    await imports().getByLabel('After storing').selectOption({ label: 'Make it current, unless it is older' })
    await choose('newest.json', '2026-11-03T06:00:00Z')
    await press('Check')
    await imports()
      .getByText(/becomes the current snapshot/)
      .waitFor(LONG)
    await press('Store')
    await imports().getByText('What is current now').waitFor(LONG)
    await currentRow().getByText('2026-11-03 06:00 UTC').waitFor(LONG)
    await station.shoot('calibration-imported')
    await imports()
      .getByRole('button', { name: /^Back to cal-/ })
      .click()
    await station.page.getByRole('dialog').getByRole('button', { name: 'Undo it' }).click(LONG)
    await currentRow()
      .getByText('2026-11-03 06:00 UTC')
      .waitFor({ ...LONG, state: 'detached' })
    expect(await accessibilityFaults(station.page)).toEqual([])
  })

  it('sees a clean console all the way', () => expect(station.complaints).toEqual([]))
})
