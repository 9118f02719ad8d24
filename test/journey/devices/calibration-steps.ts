/** What the journeys of calibrations press on the page of dev-b. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { PATIENCE, panel, visit } from '../pages'
import { root } from '../workstation'

export const LONG = { timeout: 90_000 }
const DEVICES = join(root, 'resources/devices')

/** The newest snapshot of dev-b, as of another day. */
function figuresOf(calibrated_at: string): Buffer {
  const profile = JSON.parse(readFileSync(join(DEVICES, 'dev-b.json'), 'utf8'))
  const snapshot = JSON.parse(readFileSync(join(DEVICES, profile.calibrations.at(-1)), 'utf8'))
  return Buffer.from(JSON.stringify({ ...snapshot, calibration_id: undefined, calibrated_at }))
}

export interface CalibrationSteps {
  imports(): Locator
  history(): Locator
  currentRow(): Locator
  choose(name: string, calibrated_at: string): Promise<void>
  press(name: string): Promise<void>
}

/** On the page of dev-b, once it is there. */
export async function calibrationSteps(page: Page): Promise<CalibrationSteps> {
  await visit(page, '/backends/dev-b')
  const imports = () => panel(page, 'Import a calibration')
  const history = () => panel(page, 'Calibration history')
  await imports().waitFor(PATIENCE)
  return {
    imports,
    history,
    currentRow: () =>
      history()
        .getByRole('row')
        .filter({ has: page.locator('.bp6-tag') }),
    choose: (name, calibrated_at) =>
      imports()
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/json', buffer: figuresOf(calibrated_at) }),
    press: name => imports().getByRole('button', { name, exact: true }).click(LONG),
  }
}
