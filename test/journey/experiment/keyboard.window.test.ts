/** From sign-in to a verdict without a pointer: nothing but keys after the one-time link. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'

if (browserAddress === '') console.info('Skipped: the journey by keyboard, because Chromium is not installed.')

const LONG = { timeout: 90_000 }
/** What the issue of this flow allows of clicks. */
const MAX_KEYS = 10
/** How long Blueprint lets a dialog fade (`transitionDuration`); a timer ends it. */
const FADE_MS = 300

/** Holds requests to such an address back until the result is called. */
async function held(page: Page, address: RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(address, async route => {
    await released
    await route.continue()
  })
  return release
}

describe.skipIf(browserAddress === '')('someone new, by keyboard alone', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
  })
  afterAll(() => station?.close())

  it('comes from the sign-in to a verdict in at most ten keys, each step in sight as it is reached', async () => {
    const { page, signInUrl } = station
    let keys = 0
    const press = async (key: string) => {
      keys++
      await page.keyboard.press(key)
    }
    const current = page.locator('.pentad-stepper [aria-current="step"]')
    const stands = (step: string) => expect.poll(() => current.textContent(), LONG).toContain(step)

    await page.goto(signInUrl())
    const start = page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true })
    await expect.poll(() => start.evaluate(button => button === document.activeElement), PATIENCE).toBe(true)
    await press('Enter')
    await stands('Calibration')
    await page.getByRole('button', { name: /^Modules of / }).waitFor()
    await press('n')
    await page.getByRole('heading', { name: /^Module on chiplet/ }).waitFor(LONG)
    await stands('Module')
    await press('n')
    await page.getByRole('slider', { name: /schedule/ }).waitFor(LONG)
    await stands('Proof')
    await press('n')
    await stands('Set-up')
    await page.getByText('Costs nothing').first().waitFor(LONG)
    await page.getByText('Shots to decide it').waitFor(LONG)
    // Fewer shots than offered: the journey is about the way, not the figures.
    const shots = page.getByRole('textbox', { name: /^shots/i })
    await shots.focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('300')
    await press('Enter')
    await stands('Run')
    await page.getByRole('heading', { name: 'Verdict', exact: true }).waitFor(LONG)
    await stands('Verdict')
    await expect.poll(() => current.textContent()).toMatch(/gain|loss|inconclusive/i)
    expect(keys).toBeLessThanOrEqual(MAX_KEYS)
    expect(station.complaints).toEqual([])
  })

  it('has its keys from the moment that the welcome is closed, while it still fades', async () => {
    const { page, close } = await station.freshWindow()
    await page.addInitScript(fade => {
      const { setTimeout } = window
      const held = (act: TimerHandler, ms?: number, ...given: unknown[]) =>
        ms === fade ? 0 : setTimeout(act, ms, ...given)
      Object.assign(window, { setTimeout: held })
    }, FADE_MS)
    await page.goto(station.signInUrl())
    const start = page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true })
    await expect.poll(() => start.evaluate(button => button === document.activeElement), PATIENCE).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Modules of / }).waitFor(LONG)
    await expect.poll(() => page.locator('.bp6-overlay:not(.bp6-overlay-open) .bp6-dialog').count()).toBe(1)
    await page.keyboard.press('n')
    await page.getByRole('heading', { name: /^Module on chiplet/ }).waitFor(LONG)
    await close()
  })

  it('is on the page of the address once the welcome is closed by Escape, and on the dashboard where that was pressed', async () => {
    const { page, close } = await station.freshWindow()
    await page.goto(station.signInUrl())
    const dialog = page.getByRole('dialog')
    await dialog.waitFor(LONG)
    await page.goto(`${station.url}/backends/dev-a`)
    await dialog.waitFor(LONG)
    await page.getByRole('heading', { name: 'Dev A', exact: true }).waitFor({ ...LONG, state: 'attached' })
    await page.keyboard.press('Escape')
    const headingHasFocus = () => page.evaluate(() => document.activeElement === document.querySelector('main h1'))
    await expect.poll(headingHasFocus, PATIENCE).toBe(true)
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await dialog.getByRole('button', { name: 'To the dashboard' }).click()
    await page.getByRole('heading', { name: 'Dashboard', exact: true }).waitFor(LONG)
    await expect.poll(headingHasFocus, PATIENCE).toBe(true)
    await close()
  })

  it('has the heading of a step that was gone on to in the upper half of a narrow window', async () => {
    const { page, close } = await station.secondWindow()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${station.url}/modules`)
    await page.getByRole('button', { name: /^Modules of / }).waitFor(LONG)
    for (const heading of [/^Module on chiplet/, /^Proof and schedule/]) {
      await page.keyboard.press('n')
      const topOf = () =>
        page.getByRole('heading', { name: heading }).evaluate(head => head.getBoundingClientRect().top)
      await expect.poll(topOf, LONG).toBeLessThan(844 / 2)
    }
    await close()
  })

  it('goes on to the proof by n that was pressed while the chiplets are ranked, once they are', async () => {
    const { page, close } = await station.secondWindow()
    const release = await held(page, /\/logical-qubits$/)
    await page.goto(`${station.url}/modules/dev-b-mock`)
    await page.getByText(/^Loading the ranking/).waitFor(LONG)
    await page.keyboard.press('n')
    await page.getByText('The next step opens as soon as the chiplets are ranked.').waitFor(PATIENCE)
    release()
    await page.getByRole('heading', { name: /^Proof and schedule/ }).waitFor(LONG)
    await close()
  })

  it('shows the focus by keys alone, and restyles nothing but what has it', async () => {
    const { page, url } = station
    await page.goto(`${url}/circuits`)
    const hide = page.getByRole('button', { name: 'Hide text' })
    await hide.waitFor(LONG)
    const outline = () => hide.evaluate(button => getComputedStyle(button).outlineStyle)
    const rootAs = () =>
      page.locator(':root').evaluate(root => [...root.attributes].map(({ name, value }) => [name, value]))
    const before = await rootAs()
    await hide.dispatchEvent('mousedown')
    await hide.focus()
    await expect.poll(outline, PATIENCE).toBe('none')
    await expect.poll(rootAs).toEqual(before)
    await page.keyboard.press('Shift')
    await expect.poll(outline, PATIENCE).not.toBe('none')
    await expect.poll(rootAs).toEqual(before)
  })

  it('is led by n to the override that a failed gate asks for, and past it to the start', async () => {
    const { page, url } = station
    await page.goto(`${url}/runs/new?backend=dev-a-mock&module=a01.L0`)
    const start = page.getByRole('button', { name: /^Start the run/ })
    await start.waitFor(LONG)
    const override = page.getByRole('checkbox', { name: /^I have read this warning/ })
    // After a click, too, a key shows where it leads.
    await page.getByRole('heading', { name: 'Set up a run' }).click()
    await page.keyboard.press('n')
    await expect.poll(() => override.evaluate(box => box === document.activeElement), PATIENCE).toBe(true)
    const indicator = page.locator('label', { has: override }).locator('.bp6-control-indicator')
    await expect.poll(() => indicator.evaluate(part => getComputedStyle(part).outlineStyle)).not.toBe('none')
    await expect.poll(() => start.isDisabled()).toBe(true)
    await page.keyboard.press('Space')
    await expect.poll(() => start.isEnabled(), LONG).toBe(true)
    const release = await held(page, /\/runs$/)
    await page.keyboard.press('n')
    await page.getByText('Checking the request and planning the circuits of all states and rounds …').waitFor(PATIENCE)
    release()
    await expect.poll(() => page.url(), LONG).toMatch(/\/runs\/[0-9a-f]{8}-/)
  })
})
