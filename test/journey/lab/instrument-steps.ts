/** What the journey of instruments does on the way: a port that no driver names, the experiment log of one run. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PATIENCE, panel, visit } from '../pages'

/** Twins come up one after another on a loaded machine. */
export const LONG = { timeout: 90_000 }

/** What discovery says where a port is there that no driver names, and HID cannot be listed. */
const ONE_UNNAMED = {
  items: [
    {
      kind: 'serial',
      path: '/dev/ttyUSB7',
      vendor_id: '1a86',
      product_id: '7523',
      usb_serial_number: null,
      description: 'QinHeng',
      candidates: [],
      driver: null,
      identity: null,
      problem: null,
    },
  ],
  problems: [{ fault: 'library_missing', message: 'HID devices cannot be listed', remedy: 'install libusb-1.0-0' }],
}

/** Finds and closes what was found without a mouse: the focus stays on the button that began it. */
export async function looksByKeyboard(page: Page, meanwhile: () => Promise<void>): Promise<void> {
  const find = page.getByRole('button', { name: 'Find instruments' })
  const hasFocus = () => find.evaluate(button => button === document.activeElement)
  await find.press('Enter', LONG)
  await panel(page, 'Found').waitFor(LONG)
  await expect.poll(hasFocus, LONG).toBe(true)
  await meanwhile()
  await page.getByRole('button', { name: 'Close what was found' }).press('Enter', LONG)
  await expect.poll(hasFocus, LONG).toBe(true)
}

/** Looks again, sees the port, and begins to add it. */
export async function offersUnnamedPort(page: Page): Promise<void> {
  const found = panel(page, 'Found')
  const discovery = '**/v1/lab/discovery'
  await page.route(discovery, route => route.fulfill({ json: ONE_UNNAMED }))
  await found.getByRole('button', { name: 'Look again' }).click(LONG)
  await found.getByText(/HID devices cannot be listed.*What to do: install libusb/).waitFor(LONG)
  await found.getByText('1 other port, not asked').click()
  await found.getByRole('row', { name: /1a86:7523.*QinHeng/ }).waitFor(PATIENCE)
  await found.getByRole('button', { name: 'Add /dev/ttyUSB7' }).click()
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.getByLabel('Port').inputValue(), LONG).toBe('/dev/ttyUSB7')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.unroute(discovery)
}

/** From the log of everything to that of the run, which was broken off, and of one instrument. */
export async function narrowsLog(page: Page, run_id: string): Promise<void> {
  await visit(page, '/instruments?view=experiment')
  const log = panel(page, 'Experiment log')
  await log
    .getByRole('link', { name: `Only ${run_id}` })
    .first()
    .click(LONG)
  await log.getByRole('button', { name: 'All runs and jobs' }).waitFor(PATIENCE)
  await log.getByText(/^It was broken off: /).waitFor(LONG)
  await log.getByLabel('Instrument').selectOption('fridge-gauge')
  await log.getByText(/^Fridge pressures is held by run /).waitFor(LONG)
  // The rows of the filter before stand until this one is answered.
  await expect.poll(() => log.getByText('sequencer-a').count(), LONG).toBe(0)
}
