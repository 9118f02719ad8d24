/** Expectation values in the window: typed as lines, refused by line, read with their errors. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFaults, PATIENCE, program, signIn, submit, visit, write } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'

const BELL = 'OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[2] q;\nh q[0];\ncx q[0], q[1];\n'

describe.skipIf(browserAddress === '')('a student with observables', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
  })
  afterAll(() => station?.close())

  it('asks for expectation values with the readout inverted, and reads them with their errors', async () => {
    const { page } = station
    await visit(page, '/circuits')
    await expect.poll(() => program(page), PATIENCE).toContain('OPENQASM 3')
    await write(page, BELL)
    await page.getByLabel('Noise').selectOption('calibrated')
    await page.getByLabel('Observables').fill('energy: 0.5 * Z0 Z1 + X0 X1\nZ0 +')
    await page.getByText('Line 2: write a sum').waitFor(PATIENCE)
    await page.getByLabel('Observables').fill('energy: 0.5 * Z0 Z1 + X0 X1\nZ0')
    await page.getByLabel('Readout').selectOption('measured')
    await page.getByText('the observables take 2 circuits').waitFor(PATIENCE)
    await page.getByLabel('Observables').scrollIntoViewIfNeeded()
    await station.shoot('circuits-observables')
    await submit(page).click()
    const values = page.getByRole('region', { name: 'Expectation values' })
    await values.getByText('Mitigated').first().waitFor(PATIENCE)
    await expect.poll(() => values.locator('tbody td:first-child').allTextContents()).toEqual(['energy', 'Z0'])
    const [energy] = await values.locator('tbody td:nth-child(2)').allTextContents()
    expect(Math.abs(Number(energy) - 1.5)).toBeLessThan(0.2)
    await expect.poll(() => page.getByRole('region', { name: 'Groups' }).locator('tbody tr').count()).toBe(2)
    await station.shoot('job-expectations')
    await page.getByRole('heading', { name: 'Values with their intervals' }).scrollIntoViewIfNeeded()
    await page
      .locator('.js-plotly-plot .errorbar')
      .first()
      .waitFor({ ...PATIENCE, state: 'attached' })
    expect(await accessibilityFaults(page)).toEqual([])
    await station.shoot('job-expectations-plot')
    expect(station.complaints.filter(line => !line.includes('400'))).toEqual([])
  })
})
