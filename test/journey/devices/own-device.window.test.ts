/** An own device in the window: tables with faults, all reported at once; mended, checked, added, run to a verdict; deleted and brought back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CSV_TEMPLATE } from '../../../main/contract/calibration/csv-template'
import { accessibilityFaults, PATIENCE, panel, signIn, visit } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'

if (browserAddress === '')
  console.info('Skipped: the journey of an own device in a browser, because Chromium is not installed.')

const LONG = { timeout: 90_000 }
const [QUBITS, COUPLINGS] = CSV_TEMPLATE
/** A line: too few qubits for a layout. */
const FIVE = [
  { name: 'qubits.csv', content: 'qubit,t1_us,readout_error\nA,50,1%\nB,50,1%\nC,50,1%\nD,50,1%\nE,50,1%\n' },
  { name: 'couplings.csv', content: 'a,b,error\nA,B,1%\nB,C,1%\nC,D,1%\nD,E,1%\n' },
]
const SIZES = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const

describe.skipIf(browserAddress === '')('an operator with a device of their own', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
    await visit(station.page, '/backends')
    await station.page.getByRole('button', { name: 'Add a device' }).click()
    await adding().waitFor(PATIENCE)
  })
  afterAll(() => station?.close())

  const adding = () => panel(station.page, 'Files and settings')
  const choose = (files: readonly { name: string; content: string }[]) =>
    adding()
      .locator('input[type=file]')
      .setInputFiles(files.map(({ name, content }) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })))
  const button = (name: string) => adding().getByRole('button', { name, exact: true })

  it('downloads the tables that the window hands out', async () => {
    const [download] = await Promise.all([station.page.waitForEvent('download'), button('qubits.csv').click()])
    expect(download.suggestedFilename()).toBe('qubits.csv')
    await expect.poll(() => button('Check the device').isDisabled()).toBe(true)
  })

  it('is shown all faults at once, with their lines and cells', async () => {
    const broken = QUBITS.content.replace('Q3,0,1,198', 'Q3,0,1,-198').replace('1.3%', '130%').replace('Q7,', 'Q6,')
    await choose([{ ...QUBITS, content: broken }, COUPLINGS])
    await adding().getByLabel('Id', { exact: true }).fill('dev-own')
    await button('Check the device').click()
    await adding().getByRole('heading', { name: '6 faults in the files' }).waitFor(PATIENCE)
    const rows = adding().getByRole('region', { name: 'Faults' }).getByRole('row')
    await expect.poll(() => rows.count()).toBe(7)
    await expect.poll(() => rows.nth(1).textContent()).toMatch(/qubits\.csv line 12, column 4t1_us: -198 is no time/)
    await expect.poll(() => button('Add the device').count()).toBe(0)
    // In a narrow window, too, a sentence has the width of some words.
    await station.page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(async () => (await rows.nth(1).getByRole('cell').boundingBox())!.width).toBeGreaterThan(120)
    await station.page.setViewportSize({ width: 1440, height: 900 })
    expect(await accessibilityFaults(station.page)).toEqual([])
    await station.shoot('own-device-faults')
  })

  it('sees what was read, assumed and missing before the device is kept, below the links to the sections', async () => {
    await station.page.setViewportSize({ width: 1024, height: 768 })
    await choose([QUBITS, COUPLINGS])
    await button('Check the device').click()
    const heading = adding().getByRole('heading', { name: 'This is what would be added; nothing is kept yet' })
    await heading.waitFor(PATIENCE)
    await station.page.getByRole('navigation', { name: 'Sections of the page' }).waitFor(PATIENCE)
    const isInSight = () =>
      heading.evaluate(head => {
        const { left, top, bottom } = head.getBoundingClientRect()
        return [top + 1, bottom - 1].every(y => document.elementFromPoint(left + 5, y) === head)
      })
    await expect.poll(isInSight, PATIENCE).toBe(true)
    await station.page.setViewportSize({ width: 1440, height: 900 })
    // What is scrolled half under the links is too small a target there.
    await station.page.locator('main').evaluate(main => main.scrollTo(0, 0))
    await adding().getByText('Reset length of 9 qubits: that of measuring and flipping.').waitFor(PATIENCE)
    const figures = adding().getByRole('region', { name: 'Figures read' })
    await expect.poll(() => figures.getByRole('row').count()).toBe(11)
    // T2 is that of an echo here: no second one is missed.
    await figures.getByRole('row', { name: /^T2 \(echo\)/ }).waitFor(PATIENCE)
    await expect.poll(() => figures.getByRole('row', { name: /^T2 echo/ }).count()).toBe(0)
    expect(await accessibilityFaults(station.page, '[aria-label="Files and settings"]')).toEqual([])
    await station.shoot('own-device-preview')
  })

  it('adds it and goes on to a verdict, each step by one key', async () => {
    const { page } = station
    const current = page.locator('.pentad-stepper [aria-current="step"]')
    const stands = (step: string) => expect.poll(() => current.textContent(), LONG).toContain(step)
    const add = button('Add the device')
    let answer = () => {}
    const held = new Promise<void>(resolve => {
      answer = resolve
    })
    await page.route(/\/devices$/, async route => {
      await held
      await route.continue()
    })
    await add.focus()
    await page.keyboard.press('n')
    await expect.poll(() => add.getAttribute('aria-busy'), LONG).toBe('true')
    await expect.poll(() => add.evaluate(part => part === document.activeElement)).toBe(true)
    answer()
    await adding().getByRole('heading', { name: 'example is added' }).waitFor(PATIENCE)
    await page.unroute(/\/devices$/)
    await page.keyboard.press('n')
    await page.getByRole('heading', { name: /^Module on chiplet/ }).waitFor(LONG)
    await page.keyboard.press('n')
    await page.getByRole('slider', { name: /schedule/ }).waitFor(LONG)
    await page.keyboard.press('n')
    await stands('Set-up')
    await page.getByText('Costs nothing').first().waitFor(LONG)
    // Fewer shots than offered: the journey is about the way, not the figures.
    await page.getByRole('textbox', { name: /^shots/i }).fill('300')
    await page.getByRole('heading', { name: 'Set up a run' }).click()
    await page.keyboard.press('n')
    await page.getByRole('heading', { name: 'Verdict', exact: true }).waitFor(LONG)
    await stands('Verdict')
    await expect.poll(() => current.textContent()).toMatch(/gain|loss|inconclusive/i)
    await page.getByText('dev-own-mock').first().waitFor(PATIENCE)
    const cutNotes = () =>
      page
        .locator('.pentad-step-note')
        .evaluateAll(notes =>
          notes
            .filter(
              note =>
                note.clientWidth > 2 &&
                (note.scrollWidth > note.clientWidth || note.scrollHeight > note.clientHeight + 1) &&
                getComputedStyle(note.parentElement!).clipPath === 'none',
            )
            .map(note => note.textContent),
        )
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      await expect.poll(cutNotes, { message: `${width}` }).toEqual([])
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('reads in full, in the list and beside it, why a device of five qubits carries no module', async () => {
    const { page } = station
    const sent = { data: { device_id: 'dev-five', files: FIVE }, headers: { origin: station.url } }
    expect((await page.request.post(`${station.url}/v1/devices`, sent)).status()).toBe(201)
    await page.goto(`${station.url}/modules/dev-five-mock`)
    await panel(page, 'No module')
      .getByText(/it has 5 qubits, and a layout needs at least 7\.$/)
      .waitFor(LONG)
    const reason = page.getByRole('region', { name: 'Ranking of chiplets' }).locator('.modules-reason > p')
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      await expect.poll(() => reason.evaluate(part => part.scrollHeight - part.clientHeight)).toBeLessThanOrEqual(1)
    }
    expect(await accessibilityFaults(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('is shown that a device with a run stays', async () => {
    const { page } = station
    await visit(page, '/backends/dev-own')
    await page.getByRole('button', { name: 'Delete the device' }).click()
    await page.getByRole('dialog', { name: 'The device cannot be deleted' }).waitFor(PATIENCE)
    await page.keyboard.press('Escape')
  })

  it('deletes one without runs and brings it back', async () => {
    const { page } = station
    const sent = { data: { device_id: 'dev-idle', files: CSV_TEMPLATE }, headers: { origin: station.url } }
    expect((await page.request.post(`${station.url}/v1/devices`, sent)).status()).toBe(201)
    await page.goto(`${station.url}/backends/dev-idle`)
    await page.getByRole('button', { name: 'Delete the device' }).click()
    await page.getByText('dev-idle was deleted.').waitFor(PATIENCE)
    await page.getByRole('link', { name: 'dev-idle-mock', exact: true }).waitFor({ ...PATIENCE, state: 'detached' })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByRole('link', { name: 'dev-idle-mock', exact: true }).waitFor(PATIENCE)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Backends')
  })

  it('sees a clean console all the way', () => {
    // Browsers log the refusals of the faulty tables (400) and of the deletion (409).
    expect(station.complaints.filter(line => !/ 40[09] /.test(line))).toEqual([])
  })
})
