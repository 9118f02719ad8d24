/** An own device in the window: tables with faults, all told at once; mended, checked, added; ranked, deleted and brought back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CSV_TEMPLATE } from '../../main/contract/calibration/csv-template'
import { accessibilityFaults, PATIENCE, panel, signIn } from './pages'
import { browserAddress, openWorkstation, type Workstation } from './workstation'

if (browserAddress === '')
  console.info('Skipped: the journey of an own device in a browser, because Chromium is not installed.')

const [QUBITS, COUPLINGS] = CSV_TEMPLATE

describe.skipIf(browserAddress === '')('an operator with a device of their own', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
    await station.page.goto(`${station.url}/backends`)
    await adding().waitFor(PATIENCE)
  })
  afterAll(() => station?.close())

  const adding = () => panel(station.page, 'Add a device')
  const choose = (files: readonly { name: string; content: string }[]) =>
    adding()
      .locator('input[type=file]')
      .setInputFiles(files.map(({ name, content }) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })))
  const button = (name: string) => adding().getByRole('button', { name, exact: true })

  it('downloads the tables that the window hands out', async () => {
    const [download] = await Promise.all([station.page.waitForEvent('download'), button('qubits.csv').click()])
    expect(download.suggestedFilename()).toBe('qubits.csv')
    expect(await button('Check the device').isDisabled()).toBe(true)
  })

  it('is told of all faults at once, with their lines and cells', async () => {
    const broken = QUBITS.content.replace('Q3,0,1,198', 'Q3,0,1,-198').replace('1.3%', '130%').replace('Q7,', 'Q6,')
    await choose([{ ...QUBITS, content: broken }, COUPLINGS])
    await adding().getByLabel('Id', { exact: true }).fill('dev-own')
    await button('Check the device').click()
    await adding().getByRole('heading', { name: '6 faults in the files' }).waitFor(PATIENCE)
    const rows = adding().getByRole('region', { name: 'Faults' }).getByRole('row')
    expect(await rows.count()).toBe(7)
    expect(await rows.nth(1).textContent()).toMatch(/qubits\.csvline 12, column 4t1_us: -198 is no time/)
    expect(await button('Add the device').isDisabled()).toBe(true)
    expect(await accessibilityFaults(station.page)).toEqual([])
    await station.shoot('own-device-faults')
  })

  it('sees what was read, assumed and missing before the device is kept', async () => {
    await choose([QUBITS, COUPLINGS])
    await button('Check the device').click()
    await adding().getByRole('heading', { name: 'This is what would be added; nothing is kept yet' }).waitFor(PATIENCE)
    await adding().getByText('Reset length of 9 qubits: that of measuring and flipping.').waitFor(PATIENCE)
    expect(await adding().getByRole('region', { name: 'Figures read' }).getByRole('row').count()).toBe(12)
    expect(await accessibilityFaults(station.page)).toEqual([])
    await station.shoot('own-device-preview')
  })

  it('adds it, and finds it in the catalogue and among the modules', async () => {
    await button('Add the device').click()
    await adding().getByRole('heading', { name: 'dev-own is added' }).waitFor(PATIENCE)
    await panel(station.page, 'Catalogue').getByRole('link', { name: 'dev-own-mock', exact: true }).waitFor(PATIENCE)
    await adding().getByRole('link', { name: 'rank its modules' }).click()
    await station.page.getByText('n00.L0').first().waitFor({ timeout: 60_000 })
  })

  it('deletes it and brings it back', async () => {
    const { page } = station
    await page.goto(`${station.url}/backends/dev-own`)
    await page.getByRole('button', { name: 'Delete the device' }).click()
    await page.getByText('dev-own was deleted.').waitFor(PATIENCE)
    await page.getByRole('link', { name: 'dev-own-mock', exact: true }).waitFor({ ...PATIENCE, state: 'detached' })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByRole('link', { name: 'dev-own-mock', exact: true }).waitFor(PATIENCE)
  })

  it('sees a clean console all the way', () => {
    // The refusal of the faulty tables is a 400 that browsers log.
    expect(station.complaints.filter(line => !line.includes('400'))).toEqual([])
  })
})
