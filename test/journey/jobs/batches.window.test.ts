/** A sweep that is submitted as a table of angles, and a batch that is written circuit by circuit. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFaults, heading, PATIENCE, panel, program, signIn, submit, TURN, visit, write } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'

describe.skipIf(browserAddress === '')('a student with many circuits', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
  })
  afterAll(() => station?.close())

  it('submits a table of angles and reads the rows with their intervals', async () => {
    const { page } = station
    await visit(page, '/circuits')
    await expect.poll(() => program(page), PATIENCE).toContain('OPENQASM 3')
    await write(page, TURN)
    await page.getByLabel('Parameters').fill('theta\n0.1\nx')
    await page.getByText('Row 1: one number for each of theta').waitFor(PATIENCE)
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
    await expect.poll(() => first.locator('td').allTextContents()).toContain('1,000')
    await station.shoot('job-sweep')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Clone' }).click()
    await expect.poll(() => page.getByLabel('Parameters').inputValue(), PATIENCE).toMatch(/^theta\n0\n/)
    expect(station.complaints.filter(line => !line.includes('400'))).toEqual([])
  })

  it('writes a batch, is shown what is wrong beside its circuit and what all cost, and clones it', async () => {
    const { page } = station
    await visit(page, '/jobs/batches')
    // Where there is none yet, it is offered a second time in their place.
    await page.getByRole('button', { name: 'Submit a batch' }).first().click()
    await heading(page, 'New batch')
    await page.getByText('Costs nothing').waitFor(PATIENCE)
    await page.getByRole('button', { name: 'Add a circuit' }).click()
    const [first, second] = [panel(page, 'Circuit 1'), panel(page, 'Circuit 2')]
    await second.getByText('Write a circuit, or import a file').waitFor()
    await second.getByLabel('Circuit text').fill(TURN.replace('ry(theta)', 'wry(theta)'))
    await second.getByText(/^line 6, column 1: /).waitFor(PATIENCE)
    await page.getByText('Circuit 2 cannot run as it is: see there.').waitFor()
    await station.shoot('batch-new-faults')
    await second.getByLabel('Circuit text').fill(TURN)
    await second.getByLabel('Parameters').fill('theta\n0\n1')
    await second.getByLabel('Name', { exact: true }).fill('turned')
    await second.getByLabel('Shots').fill('50')
    await page.getByRole('button', { name: 'Duplicate circuit 2' }).click()
    await page.getByRole('button', { name: 'Remove circuit 3' }).click()
    await page.getByRole('button', { name: 'Bring it back' }).click()
    await page.getByRole('button', { name: 'Move up circuit 3' }).click()
    await page.getByText('Costs nothing').waitFor(PATIENCE)
    await first.scrollIntoViewIfNeeded()
    expect(await accessibilityFaults(page)).toEqual([])
    await station.shoot('batch-new')
    await page.emulateMedia({ colorScheme: 'dark' })
    await station.shoot('batch-new-dark')
    await page.getByRole('button', { name: 'Submit 3 circuits' }).click()
    await heading(page, /^Batch /)
    await panel(page, 'Results').getByText('2 rows of a sweep').nth(1).waitFor(PATIENCE)
    await expect.poll(() => panel(page, 'Jobs').locator('tbody tr').nth(2).textContent()).toMatch(/turned.*2 rows × 50/)
    await page.getByRole('button', { name: 'Clone' }).click()
    await expect.poll(() => panel(page, 'Circuit 3').getByLabel('Shots').inputValue(), PATIENCE).toBe('50')
    await expect.poll(() => panel(page, 'Circuit 3').getByLabel('Parameters').inputValue()).toBe('theta\n0\n1')
    expect(station.complaints.filter(line => !line.includes('400'))).toEqual([])
  })

  it('is told that entries of a stored batch are no circuits, and goes on with the others', async () => {
    const { page, close } = await station.freshWindow()
    const circuits = [null, { name: 'kept', shots: '', text: TURN, parameters: '', saved: '' }, 'no circuit']
    const stored = JSON.stringify({ state: { fields: {}, circuits }, version: 0 })
    await page.addInitScript(batch => localStorage.setItem('pentad-batch-draft', batch), stored)
    await signIn(page, station.signInUrl())
    await visit(page, '/jobs/batches/new')
    await page
      .getByText('2 circuits of the batch that this browser kept could not be read and were left out.')
      .waitFor()
    await expect.poll(() => panel(page, 'Circuit 1').getByLabel('Name', { exact: true }).inputValue()).toBe('kept')
    await expect.poll(() => panel(page, 'Circuit 2').count()).toBe(0)
    await close()
  })
})
