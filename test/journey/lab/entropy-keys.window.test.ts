/** Random bytes in the window: the signing keys taken away, and every view in a narrow window. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saved, signIn, visit } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'

if (browserAddress === '') console.info('Skipped: the journey of random bytes, because Chromium is not installed.')

const LONG = { timeout: 90_000 }

describe.skipIf(browserAddress === '')('somebody who needs random bytes', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
  })
  afterAll(() => station?.close())

  const open = (view: string) => visit(station.page, `/entropy?${view}`)

  it('takes a copy of the signing keys away under a passphrase', async () => {
    const { page } = station
    await open('view=operator')
    await page.getByRole('button', { name: 'Export a copy' }).click(LONG)
    const dialog = page.getByRole('dialog', { name: 'Export the signing keys' })
    await dialog.getByText('Choose a passphrase of 12 characters or more.').waitFor(LONG)
    await dialog.getByLabel('Passphrase').fill('correct horse battery')
    await dialog.getByLabel('The same again').fill('correct horse batteries')
    await dialog.getByText('The two differ.').waitFor(LONG)
    await dialog.getByLabel('The same again').fill('correct horse battery')
    const { file, content } = await saved(page, 'Save the file', dialog)
    expect([file, JSON.parse(content.toString('utf8')).format]).toEqual([
      'pentad-signing-keys.json',
      'pentad-key-file/1',
    ])
    await dialog.waitFor({ ...LONG, state: 'hidden' })
  })

  it('reaches everything in a narrow window, without moving it sideways', async () => {
    const { page } = station
    await page.setViewportSize({ width: 390, height: 800 })
    for (const view of [
      'source=src-a',
      'view=pools',
      'view=draw',
      'view=receipts',
      'view=verify',
      'view=beacon',
      'view=operator',
    ]) {
      await open(view)
      await page.locator('.pentad-panel').first().waitFor(LONG)
      const sideways = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      await expect.poll(() => sideways(), { message: view }).toBeLessThanOrEqual(0)
      await station.shoot(`entropy-narrow-${view.split('=')[1]}`)
    }
  })

  it('sees a clean console all the way', () => expect(station.complaints).toEqual([]))
})
