/** A saved circuit and the jobs that were submitted from it: each leads to the other. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFaults, PATIENCE, panel, program, signIn, visit, write } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'

/** Kept byte for byte, comment and all. */
const FROM_SAVED = `OPENQASM 3.0;
include "stdgates.inc";
qubit[1] q; // the only one
bit[1] c;
h q[0];
c = measure q;
`

describe.skipIf(browserAddress === '')('someone who submits a circuit that is kept', () => {
  let station: Workstation
  let page: Page
  let drawing: Locator
  const keys = async (...names: string[]) => {
    for (const name of names) await page.keyboard.press(name)
  }

  beforeAll(async () => {
    station = await openWorkstation()
    page = station.page
    await signIn(page, station.signInUrl())
    await visit(page, '/circuits')
    drawing = page.getByRole('application', { name: /^Circuit/ })
  })
  afterAll(() => station?.close())

  it('names the saved version that a job was submitted from, opens it, and lists its jobs', async () => {
    const submit = async () => {
      await panel(page, 'Submit').getByRole('button', { name: 'Submit', exact: true }).click()
      await page.getByText('COMPLETED').first().waitFor(PATIENCE)
    }
    await write(page, FROM_SAVED)
    await page.getByLabel('Name to save by').fill('First')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Save as…' }).click()
    await page.getByLabel('Name to save by').fill('Origin')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('saved as version 1').waitFor(PATIENCE)
    await submit()
    const origin = page.getByRole('link', { name: 'saved circuit Origin, version 1' })
    await origin.waitFor(PATIENCE)
    await page.getByRole('button', { name: 'Clone' }).click()
    await page.getByText('saved as version 1').waitFor(PATIENCE)
    await expect.poll(() => program(page)).toBe(FROM_SAVED)
    await drawing.focus()
    await keys('Home', 'y')
    await page.getByText('changed since it was saved').waitFor(PATIENCE)
    await submit()
    await expect.poll(() => origin.count()).toBe(0)
    await page.goBack()
    await page.getByRole('link', { name: '1 job', exact: true }).click()
    await page.getByText('Saved circuit Origin').waitFor(PATIENCE)
    await expect.poll(() => page.getByRole('row').count(), PATIENCE).toBe(2)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('row').last().click()
    await origin.click()
    await page.getByText('saved as version 1').waitFor(PATIENCE)
    await expect.poll(() => program(page)).toBe(FROM_SAVED)
    await page.getByRole('button', { name: 'Saved circuits…' }).click()
    await page.getByRole('dialog').getByRole('link', { name: '1', exact: true }).waitFor(PATIENCE)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: '1 job', exact: true }).waitFor(PATIENCE)
    expect(await accessibilityFaults(page)).toEqual([])
    expect(station.complaints).toEqual([])
  })
})
