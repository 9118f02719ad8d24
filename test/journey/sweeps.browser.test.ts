/** A sweep in the window: a circuit with an input, a table in even steps, and its rows as a plot and a table. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFaults, PATIENCE, signIn, submit, text, write } from './pages'
import { browserAddress, openWorkstation, type Workstation } from './workstation'

const TURN =
  'OPENQASM 3.0;\ninclude "stdgates.inc";\ninput float theta;\nqubit q;\nbit c;\nry(theta) q;\nc = measure q;\n'

describe.skipIf(browserAddress === '')('a student with a parameter', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
  })
  afterAll(() => station?.close())

  it('submits a table of angles and reads the rows with their intervals', async () => {
    const { page } = station
    await page.goto(`${station.url}/circuits`)
    await expect.poll(() => text(page).inputValue(), PATIENCE).toContain('OPENQASM 3')
    await write(page, TURN)
    await page.getByLabel('Parameters').fill('theta\n0.1\nx')
    await page.getByText('Row 1: 1 numbers').waitFor(PATIENCE)
    await page.getByLabel('Number of rows').fill('13')
    await page.getByRole('button', { name: 'Even steps' }).click()
    await page.getByLabel('Parameters').scrollIntoViewIfNeeded()
    await station.shoot('circuits-parameters')
    await expect.poll(() => submit(page).isEnabled(), PATIENCE).toBe(true)
    await submit(page).click()
    await page.getByRole('heading', { name: '13 rows' }).waitFor(PATIENCE)
    await page
      .locator('.js-plotly-plot .errorbar')
      .first()
      .waitFor({ ...PATIENCE, state: 'attached' })
    const first = page.getByRole('table', { name: 'Rows' }).locator('tbody tr').first()
    expect(await first.locator('td').allTextContents()).toContain('1000')
    await station.shoot('job-sweep')
    expect(await accessibilityFaults(page)).toEqual([])
    expect(station.complaints.filter(line => !line.includes('400'))).toEqual([])
  })
})
