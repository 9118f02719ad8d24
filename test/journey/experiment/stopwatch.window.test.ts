/**
 * From the sign-in link to a verdict, on a device of the demo lab and on an own one, by mouse and by keyboard: how many presses
 * that takes, and how long. PENTAD_SHOTS=as-offered runs the shots that the form offers, as a user would.
 */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CSV_TEMPLATE } from '../../../main/contract/calibration/csv-template'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'

if (browserAddress === '') console.info('Skipped: the stopwatch to a verdict, because Chromium is not installed.')

const LONG = { timeout: 180_000 }
const SHOTS = process.env.PENTAD_SHOTS ?? '200'
const FILES = CSV_TEMPLATE.map(({ name, content }) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) }))
/** What the system's own dialog takes to choose files. */
const OPENED = 1

/** Counts what it presses; text that is typed is not counted. */
class Hand {
  presses = 0
  constructor(readonly page: Page) {
    // Choosers are caught from now on; a key may open one before a listener that is added with it counts.
    page.on('filechooser', () => undefined)
  }

  async click(what: Locator): Promise<void> {
    await what.waitFor(LONG)
    this.presses++
    await what.click(LONG)
  }

  async press(key: string): Promise<void> {
    this.presses++
    await this.page.keyboard.press(key)
  }

  async chooses(open: () => Promise<void>): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), open()])
    this.presses += OPENED
    await chooser.setFiles(FILES)
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const standsAt = (page: Page, step: string) =>
  expect.poll(() => page.locator('.pentad-stepper [aria-current="step"]').textContent(), LONG).toContain(step)

const focused = (what: Locator) =>
  expect.poll(() => what.evaluate(part => part === document.activeElement), LONG).toBe(true)

/** Fewer shots than offered, unless asked for: what is counted here is presses. */
async function fewShots(page: Page): Promise<void> {
  await page.getByText('Shots to decide it').waitFor(LONG)
  if (SHOTS === 'as-offered') return
  await page.getByRole('textbox', { name: /^shots/i }).fill(SHOTS)
  await page.getByRole('heading', { name: 'Set up a run' }).click()
}

const mouseOnDevice = (backend_id: string, override: boolean) => async (hand: Hand) => {
  const { page } = hand
  await hand.click(button(page, 'Start'))
  await hand.click(button(page, `Choose device ${backend_id}`))
  await focused(page.getByRole('heading', { name: /^Module on chiplet/ }))
  await hand.click(button(page, /^Proof/))
  await hand.click(button(page, /^Set up a run/))
  await fewShots(page)
  if (override) await hand.click(page.getByText(/^I have read this warning/))
  await hand.click(button(page, /^Start the run/))
}

const keysOnDevice = async (hand: Hand) => {
  const { page } = hand
  await focused(button(page, 'Start'))
  await hand.press('Enter')
  await button(page, /^Modules of /).waitFor(LONG)
  await hand.press('n')
  await onFromRanking(hand)
}

async function onFromRanking(hand: Hand): Promise<void> {
  const { page } = hand
  await page.getByRole('heading', { name: /^Module on chiplet/ }).waitFor(LONG)
  await button(page, /^Proof/).waitFor(LONG)
  await hand.press('n')
  await page.getByRole('slider', { name: /schedule/ }).waitFor(LONG)
  await hand.press('n')
  await standsAt(page, 'Set-up')
  await fewShots(page)
  await hand.press('n')
}

const nameIt = async (page: Page, name: string) => {
  await focused(page.getByLabel('Id', { exact: true }))
  await page.keyboard.type(name)
}

const mouseOnOwn = async (hand: Hand) => {
  const { page } = hand
  await hand.click(button(page, 'Add your own device'))
  await hand.chooses(() => hand.click(page.getByText('Choose one or more files')))
  await nameIt(page, 'dev-own')
  await hand.click(button(page, 'Check the device'))
  await hand.click(button(page, 'Add the device'))
  await hand.click(button(page, 'Rank its modules'))
  await hand.click(button(page, /^Proof/))
  await hand.click(button(page, /^Set up a run/))
  await fewShots(page)
  await hand.click(button(page, /^Start the run/))
}

const keysOnOwn = async (hand: Hand) => {
  const { page } = hand
  await focused(button(page, 'Start'))
  await hand.press('Shift+Tab')
  await focused(button(page, 'Add your own device'))
  await hand.press('Enter')
  await page.getByRole('heading', { name: 'Add a device' }).waitFor(LONG)
  await hand.chooses(() => hand.press('n'))
  await nameIt(page, 'dev-mine')
  await hand.press('Enter')
  await button(page, 'Add the device').waitFor(LONG)
  await hand.press('n')
  await button(page, 'Rank its modules').waitFor(LONG)
  await hand.press('n')
  await onFromRanking(hand)
}

describe.skipIf(browserAddress === '')('someone new', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
  })
  afterAll(() => station?.close())

  it.each([
    ['dev-b-mock by mouse', mouseOnDevice('dev-b-mock', false), 10],
    ['dev-b-mock by keyboard', keysOnDevice, 10],
    ['dev-a-mock by mouse, whose gate fails', mouseOnDevice('dev-a-mock', true), 10],
    ['an own device by mouse', mouseOnOwn, 10],
    ['an own device by keyboard', keysOnOwn, 10],
  ])('comes to a verdict on %s', async (way, take, most) => {
    const { page, close } = await station.freshWindow()
    const began = performance.now()
    await page.goto(station.signInUrl())
    const hand = new Hand(page)
    await take(hand)
    await page.getByRole('heading', { name: 'Verdict', exact: true }).waitFor(LONG)
    await standsAt(page, 'Verdict')
    const seconds = Math.round((performance.now() - began) / 1_000)
    console.info(`${way}: ${hand.presses} presses, ${seconds} s with ${SHOTS} shots`)
    expect(hand.presses).toBeLessThanOrEqual(most)
    await close()
  })
})
