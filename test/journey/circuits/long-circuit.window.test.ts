/** A circuit of thousands of steps on the page of circuits. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE, panel, signIn, write } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'

if (browserAddress === '') console.info('Skipped: a long circuit in a browser, because Chromium is not installed.')

describe.skipIf(browserAddress === '')('a student with circuits', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
  })
  afterAll(() => station?.close())

  it('draws hundreds of moments, with only those in view in the page', async () => {
    const { page, url } = station
    await page.goto(`${url}/circuits`)
    const instructions = Array.from({ length: 3_000 }, (_, at) => ({ name: 'cx', qubits: [at % 9, (at % 9) + 1] }))
    await write(page, JSON.stringify({ num_qubits: 10, instructions }))
    await page.getByText(/10 qubits, 3,000 steps/).waitFor(PATIENCE)
    const drawing = panel(page, 'Circuit drawing')
    await expect.poll(() => drawing.locator('g').count()).toBeLessThan(300)
    await expect.poll(() => drawing.locator('[data-step] title').first().textContent()).toBe('cx q[0], q[1]')
    await drawing.evaluate(scroller => scroller.scrollTo(scroller.scrollWidth, 0))
    await expect.poll(() => drawing.locator('svg.pentad-circuit g').count(), PATIENCE).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Read', exact: true }).click()
    await page.getByRole('button', { name: 'List' }).click()
    await page.getByText('… and 2,500 more instructions').waitFor()
  })

  it('sees a clean console all the way', () => expect(station.complaints).toEqual([]))
})
