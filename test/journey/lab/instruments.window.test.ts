/** Instruments in the window: states, a value set and read back, console, snapshots, faults, an instrument added and taken back, the safe state. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFaults, downloaded, PATIENCE, panel, signIn, visit } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'
import { LONG } from './instrument-steps'

if (browserAddress === '') console.info('Skipped: the journey of instruments, because Chromium is not installed.')

describe.skipIf(browserAddress === '')('an operator with instruments', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
    await visit(station.page, '/instruments')
  })
  afterAll(() => station?.close())

  const rowOf = (id: string) => station.page.locator(`[data-instrument="${id}"]`)
  const open = async (id: string) => {
    await visit(station.page, `/instruments/${id}`)
    await panel(station.page, 'Parameters').waitFor(LONG)
  }
  const sideways = () =>
    station.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

  it('sees every instrument of the lab ready, marked as simulated, and free', async () => {
    await rowOf('flux-dac').getByText('ready').waitFor(LONG)
    await rowOf('fridge-thermometer').getByText('ready').waitFor(LONG)
    await expect.poll(() => rowOf('flux-dac').textContent()).toMatch(/SIMULATED.*free.*flux bias.*QDevil/)
    await panel(station.page, 'Sequencers')
      .getByText(/1 MiB takes/)
      .first()
      .waitFor(LONG)
    await expect.poll(() => panel(station.page, 'Sequencers').textContent()).toMatch(/Limits16,384 instructions/)
    await station.shoot('instruments')
    expect(await accessibilityFaults(station.page)).toEqual([])
  })

  it('is not told to lack a role before the service has said which it has', async () => {
    const { page, url } = station
    const whoami = (address: URL) => address.pathname.endsWith('/whoami')
    const isAnswered = { now: false }
    await page.route(whoami, async route => {
      while (!isAnswered.now) await page.waitForTimeout(50)
      await route.continue()
    })
    await page.goto(`${url}/instruments`)
    await rowOf('flux-dac').getByText('ready').waitFor(LONG)
    await expect.poll(() => page.getByText('take the role operator').count()).toBe(0)
    isAnswered.now = true
    await page.getByRole('button', { name: 'Add by hand' }).waitFor(LONG)
    await page.unroute(whoami)
  })

  it('sees which view is chosen where a narrow window has the tabs on two lines, without loading anew', async () => {
    const { page } = station
    await visit(page, '/instruments?view=snapshots')
    const wide = page.viewportSize()!
    const [first, chosen] = [page.getByRole('tab').first(), page.getByRole('tab', { selected: true })]
    const mark = () => chosen.evaluate(tab => getComputedStyle(tab).boxShadow)
    const other = await first.evaluate(tab => getComputedStyle(tab).boxShadow)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(async () => (await chosen.boundingBox())!.y).toBeGreaterThan((await first.boundingBox())!.y)
    await expect.poll(mark).not.toBe(other)
    await expect.poll(() => page.locator('.bp6-tab-indicator').count()).toBe(0)
    await page.setViewportSize(wide)
  })

  it('is shown at the field what an instrument does not take, and what it then reads back', async () => {
    const { page } = station
    await open('drive-attenuator')
    const field = panel(page, 'Parameters').getByRole('textbox').first()
    const name = await field.getAttribute('aria-label')
    const set = page.getByRole('button', { name: `Set ${name}`, exact: true })
    await field.fill('12.8')
    await set.click()
    await page.getByText(/It takes steps of 0\.25 dB: 12\.75 dB or 13 dB/).waitFor(LONG)
    await field.fill('1000')
    await field.press('Enter')
    await page.getByText(/1,000 dB is outside of 10 dB to 63 dB/).waitFor(LONG)
    await field.fill('12.75')
    await set.click()
    await page
      .getByText(/→ 12\.75 dB; reads back/)
      .first()
      .waitFor(LONG)
    await page.getByText(/reads back 12\.75 dB/).waitFor(LONG)
    await station.shoot('instrument')
    expect(await accessibilityFaults(page)).toEqual([])
  })

  it('asks in the console and brings the line back with the arrow keys', async () => {
    const { page } = station
    await open('amplifier-bias')
    const line = page.getByRole('textbox', { name: /^Line to/ })
    await line.fill('*IDN?')
    await line.press('Enter')
    await page.getByRole('log').getByText(/DC205/).waitFor(LONG)
    await line.press('ArrowUp')
    await expect.poll(() => line.inputValue()).toBe('*IDN?')
    await line.press('ArrowDown')
    await expect.poll(() => line.inputValue()).toBe('')
  })

  it('scripts a fault of a twin and clears it', async () => {
    const { page } = station
    const faults = panel(page, 'Faults of the twin')
    await faults.getByLabel('Fault', { exact: true }).selectOption({ label: 'The reply does not come' })
    await faults.getByLabel('After replies').fill('5000')
    await faults.getByRole('button', { name: 'Add fault' }).click()
    await faults.getByText('The reply does not come, after 5,000 replies').waitFor(LONG)
    await faults.getByRole('button', { name: 'Clear all and plug in' }).click()
    await faults.getByText('No fault is scripted.').waitFor(LONG)
  })

  it('adds an instrument by hand: driver, identity, console; and takes it back', async () => {
    const { page } = station
    await visit(page, '/instruments')
    await page.getByRole('button', { name: 'Add by hand' }).click(LONG)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Driver').selectOption('srs-dc205', LONG)
    await dialog.getByLabel('Connected by').selectOption('twin')
    await dialog.getByLabel('Name', { exact: true }).fill('Magnet supply')
    await dialog.getByLabel('Name of the twin').fill('magnet')
    await dialog.getByRole('button', { name: 'Ask who it is' }).click()
    await dialog.getByText(/It says:.*DC205/).waitFor(LONG)
    expect(await accessibilityFaults(page, '[role="dialog"]')).toEqual([])
    await station.shoot('instrument-add')
    await dialog.getByRole('button', { name: 'Save to the lab profile' }).click()
    const line = dialog.getByRole('textbox', { name: /^Line to/ })
    await line.waitFor(LONG)
    await line.fill('VOLT?')
    await line.press('Enter')
    await dialog
      .getByRole('log')
      .getByText(/VOLT\?/)
      .waitFor(LONG)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('row').filter({ hasText: 'Magnet supply' }).waitFor(LONG)
    await page.getByRole('button', { name: /^Undo: / }).click(LONG)
    await page
      .getByRole('row')
      .filter({ hasText: 'Magnet supply' })
      .waitFor({ ...LONG, state: 'detached' })
  })

  it('reads every byte in the command log, live, searched and paused, and what happened in the experiment log', async () => {
    const { page } = station
    await visit(page, '/instruments?view=log')
    const log = panel(page, 'Command log')
    await log.getByRole('searchbox').fill('VOLT?')
    await log
      .getByRole('cell', { name: /^VOLT\?/ })
      .first()
      .waitFor(LONG)
    await log.getByRole('button', { name: 'Pause' }).click()
    await log.getByText(/^paused/).waitFor(LONG)
    expect((await downloaded(page, 'CSV', log)).includes('VOLT?')).toBe(true)
    await station.shoot('command-log')
    await page.getByRole('tab', { name: 'Experiment log' }).click()
    const events = panel(page, 'Experiment log')
    await events.getByLabel('Event').selectOption('set')
    await events
      .getByText(/12\.75/)
      .first()
      .waitFor(LONG)
    expect(await accessibilityFaults(page)).toEqual([])
    await station.shoot('experiment-log')
  })

  it('sees what a run needs, with its readings over the last hour and their limits', async () => {
    const { page } = station
    await visit(page, '/instruments')
    await panel(page, 'What a run needs').getByText('met', { exact: true }).first().waitFor(LONG)
    await panel(page, 'Last hour').locator('.scatterlayer .trace').first().waitFor(LONG)
    await panel(page, 'Last hour').getByText('limit: below 30 mK').waitFor(LONG)
    await panel(page, 'Last hour').scrollIntoViewIfNeeded()
    await station.shoot('needs')
  })

  it('drives safe states by keys from within a dialog, and reads the report of each instrument', async () => {
    const { page } = station
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor(PATIENCE)
    await page.keyboard.press('Control+Shift+S')
    const dialog = page.getByRole('alertdialog')
    const drive = dialog.getByRole('button', { name: 'Drive to safe states' })
    await expect.poll(() => drive.evaluate(button => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await dialog.getByText(/is in it, by what it says itself|could not be reached/).waitFor(LONG)
    await expect.poll(() => dialog.getByRole('row').count()).toBeGreaterThan(5)
    expect(await accessibilityFaults(page, '[role="alertdialog"]')).toEqual([])
    await station.shoot('safe-state')
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await page.keyboard.press('Escape')
  })

  it('shows what each link costs before a run', async () => {
    const { page } = station
    await visit(page, '/runs/new?backend=dev-b')
    await panel(page, 'Instruments of this run')
      .getByText(/1 MiB takes/)
      .waitFor(LONG)
    await station.shoot('run-instruments')
    await visit(page, '/runs/new?backend=dev-b-mock')
    await page.getByRole('combobox', { name: 'Module' }).waitFor(LONG)
    await expect.poll(() => panel(page, 'Instruments of this run').count()).toBe(0)
  })

  it('reaches everything in a narrow window, without moving it sideways', async () => {
    const { page } = station
    await page.setViewportSize({ width: 390, height: 800 })
    for (const path of ['/instruments', '/instruments/flux-dac', '/instruments?view=snapshots']) {
      await visit(page, path)
      await page
        .locator('h1')
        .filter({ hasText: /Instruments|Flux bias/ })
        .waitFor(LONG)
      await page.getByRole('button', { name: 'Safe state', exact: true }).first().waitFor(PATIENCE)
      await expect.poll(() => sideways(), { message: path }).toBeLessThanOrEqual(0)
      await station.shoot(`narrow${path.replaceAll(/\W/g, '-')}`)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('reads an alarm that quotes bytes in a narrow window, within its frame', async () => {
    const { page } = station
    const alarm = {
      alarm_id: 'b6a3a4a8-6f0c-4c8e-9a55-1f0a3d0f7c11',
      at: '2026-11-27T12:00:00.000Z',
      code: 'safe_state',
      instrument_id: 'drive-attenuator',
      precondition_id: null,
      work: null,
      simulated: true,
      acknowledged_at: null,
      acknowledged_by: null,
      message: `it answered ${'\\x00'.repeat(64)}`,
    }
    await page.route('**/v1/lab/alarms*', route => route.fulfill({ json: { items: [alarm], next_cursor: null } }))
    await page.setViewportSize({ width: 390, height: 800 })
    await visit(page, '/instruments')
    await page.reload()
    const frame = page.locator('.machine-alarm')
    await frame.getByText('it answered').waitFor(LONG)
    await expect.poll(() => frame.evaluate(one => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
    await page.unroute('**/v1/lab/alarms*')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('sees a clean console all the way', () => expect(station.complaints).toEqual([]))
})
