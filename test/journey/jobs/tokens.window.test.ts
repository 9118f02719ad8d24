/** A run on a live backend in the window: its cost before the start, too few tokens, and both sides of the ledger. */
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { heading, PATIENCE, panel, signIn } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'

if (browserAddress === '')
  console.info('Skipped: the journey of tokens in a browser, because Chromium is not installed.')

const LONG = { timeout: 90_000 }
const hasFocus = (what: Locator) => what.evaluate(part => part === document.activeElement)
const AT = 'backend=dev-b&module=b00.L0'

describe.skipIf(browserAddress === '')('an engineer who pays for a run', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
  })
  afterAll(() => station?.close())

  const start = () => station.page.getByRole('button', { name: 'Start the run' })

  async function fillForm(): Promise<void> {
    const { page, url } = station
    await page.goto(`${url}/runs/new?${AT}&override`)
    await page.getByRole('textbox', { name: /^rounds/i }).fill('1', LONG)
    await page.getByRole('textbox', { name: /^shots/i }).fill('20')
  }

  it('is shown before the start what it takes, and cannot start without', async () => {
    await fillForm()
    const { page } = station
    await page.getByText(/^Not enough compute tokens: [\d,]+ required, 0 available/).waitFor(LONG)
    // Six states after 0 rounds and after one, twenty shots each; a device reads all physical qubits in one shot.
    await page.getByText(/^for at most [\d,]+ shots: 240 encoded, 240 physical baselines/).waitFor(PATIENCE)
    await expect.poll(() => start().isDisabled()).toBe(true)
    await station.shoot('run-shortage')
    await page.getByRole('link', { name: 'Get tokens' }).click()
    await page.getByLabel('Purchase').fill('9000')
    const get = page.getByRole('button', { name: 'Get tokens' })
    await get.click()
    await panel(page, 'Ledger').getByText('+9,000 tokens').waitFor(PATIENCE)
    await expect.poll(() => hasFocus(get)).toBe(true)
  })

  it('starts it, and finds what it was charged with the run, in its record and in the ledger', async () => {
    await fillForm()
    const { page } = station
    await page.getByText(/^Costs [\d,.]+ tokens of the 9,000 tokens available$/).waitFor(LONG)
    await start().click()
    await page.getByRole('heading', { name: 'Error against rounds' }).waitFor(LONG)
    await panel(page, 'Request')
      .getByText(/^[\d,.]+ tokens charged, [\d,]+ shots executed at 0\.1 tokens a shot$/)
      .waitFor(LONG)
    await panel(page, 'Run record').getByText('Run parameters', { exact: true }).click()
    await panel(page, 'Run record')
      .getByText(/^[\d,.]+ tokens for [\d,]+ shots at/)
      .waitFor(PATIENCE)
    await station.shoot('run-charged')
    await page.getByRole('link', { name: 'Account' }).first().click()
    const ledger = panel(page, 'Ledger')
    await ledger.getByText('Charged for a run').waitFor(PATIENCE)
    await expect.poll(() => ledger.getByText('Reserved for a run').count()).toBe(1)
    await ledger.getByRole('link').first().click()
    await heading(page, 'Error against rounds')
  })

  it('gets what is missing beside the form by a key, and the focus goes on to the cost that takes its place', async () => {
    await fillForm()
    const { page } = station
    await page.getByRole('textbox', { name: /^shots/i }).fill('20000')
    const get = page.getByRole('button', { name: /^Get [\d,]+ tokens \(free\)$/ })
    await get.waitFor(LONG)
    await get.press('Enter')
    const cost = page.locator('.pentad-cost').filter({ hasText: /^Costs [\d,.]+ tokens of the/ })
    await cost.waitFor(LONG)
    await get.waitFor({ ...PATIENCE, state: 'detached' })
    await expect.poll(() => hasFocus(cost)).toBe(true)
    await expect.poll(() => start().isEnabled()).toBe(true)
  })

  it('is shown nothing of tokens on a mock', async () => {
    const { page, url } = station
    await page.goto(`${url}/runs/new?${AT.replace('dev-b', 'dev-b-mock')}&override`)
    await page.getByText('Costs nothing', { exact: true }).waitFor(LONG)
  })

  it('sees a clean console all the way', () => expect(station.complaints).toEqual([]))
})
