/** Instruments in the window: all values read, snapshots, what is plugged in, and what each does beside a run. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openForeignQdac } from '../../main/instruments/transport/foreign-qdac'
import { accessibilityFaults, panel, signIn, visit } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'
import { LONG, looksByKeyboard, narrowsLog, offersUnnamedPort } from './instrument-steps'

if (browserAddress === '')
  console.info('Skipped: what an operator does rarely with instruments, because Chromium is not installed.')

describe.skipIf(browserAddress === '')('an operator who tunes the lab', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
    await visit(station.page, '/instruments')
  })
  afterAll(() => station?.close())

  const open = async (id: string) => {
    await visit(station.page, `/instruments/${id}`)
    await panel(station.page, 'Parameters').waitFor(LONG)
  }

  it('reads every parameter of an instrument by one press of a key, and cancels it by another', async () => {
    const { page, url } = station
    await open('amplifier-bias')
    const parameters = panel(page, 'Parameters')
    const script = (faults: object[]) =>
      page.request.post(`${url}/v1/instruments/amplifier-bias/faults`, {
        data: { script: faults },
        headers: { origin: url },
      })
    await parameters.getByRole('button', { name: 'Read all', exact: true }).focus()
    await page.keyboard.press('Enter')
    await parameters.getByText(/^Read (\d+) of \1 values\.$/).waitFor(LONG)
    await expect.poll(() => parameters.getByText('not read yet').count()).toBe(0)
    await script(Array.from({ length: 20 }, (_, i) => ({ after_replies: i, fault: { kind: 'delay', ms: 400 } })))
    await page.keyboard.press('Enter')
    await parameters.getByText(/^Reading: \d+ of \d+ values\.$/).waitFor(LONG)
    await page.keyboard.press('Enter')
    await parameters.getByText(/^Cancelled: read \d+ of \d+ values\.$/).waitFor(LONG)
    await script([])
    expect(await accessibilityFaults(page, '[aria-label="Parameters"]')).toEqual([])
    await station.shoot('read-all')
  })

  it('keeps a snapshot, sees what differs from it, and previews restoring before it restores', async () => {
    const { page } = station
    await visit(page, '/instruments?view=snapshots')
    await page.getByRole('textbox', { name: 'Name of the new snapshot' }).fill('before the tune-up')
    await page.getByLabel('of', { exact: true }).selectOption('drive-attenuator')
    await page.getByRole('button', { name: 'Take a snapshot' }).click()
    await page.getByRole('button', { name: 'Compare before the tune-up' }).click(LONG)
    const differences = panel(page, 'Differences from before the tune-up')
    await differences
      .getByText(/No setting differs|In the snapshot/)
      .first()
      .waitFor(LONG)
    await expect.poll(() => differences.getByRole('button', { name: 'Restore', exact: true }).isDisabled()).toBe(true)
    await differences.getByRole('button', { name: 'Preview restoring' }).click()
    await differences.getByText(/would be set/).waitFor(LONG)
    expect(await accessibilityFaults(page)).toEqual([])
    await station.shoot('snapshots')
  })

  it('looks for what is plugged in, and adds what answers on TCP: asked, tried, saved, and taken back', async () => {
    const { page } = station
    const qdac = await openForeignQdac()
    onTestFinished(qdac.end)
    await visit(page, '/instruments')
    await looksByKeyboard(page, () => offersUnnamedPort(page))
    await page.getByRole('button', { name: 'Add by hand' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Driver').selectOption('qdevil-qdac2', LONG)
    await dialog.getByLabel('Connected by').selectOption('tcp')
    await dialog.getByLabel('Host').fill('127.0.0.1')
    await dialog.getByLabel('TCP port').fill(String(qdac.port))
    await dialog.getByLabel('Name', { exact: true }).fill('Gate voltages')
    await dialog.getByLabel(/label it SIMULATED/).check({ force: true })
    await dialog.getByRole('button', { name: 'Ask who it is' }).click()
    await dialog.getByText(/It says: .*QDAC-II, .*83, firmware 13-1\.57/).waitFor(LONG)
    await dialog.getByText('SIMULATED', { exact: true }).waitFor(LONG)
    await expect.poll(() => dialog.getByLabel('Serial number').inputValue()).toBe('83')
    await dialog.getByRole('button', { name: 'Save to the lab profile' }).click()
    await dialog.getByRole('textbox', { name: /^Line to/ }).fill('sour1:volt:slew?', LONG)
    await page.keyboard.press('Enter')
    await dialog.getByRole('log').getByText('2.000000E+7').waitFor(LONG)
    await dialog.getByRole('button', { name: 'Done' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Gate voltages' })
    await row.getByText('ready').waitFor(LONG)
    await page.getByRole('button', { name: /^Undo: .*Gate voltages/ }).click(LONG)
    await row.waitFor({ ...LONG, state: 'detached' })
  })

  it('shows what each instrument does beside a run that goes, with readings and limits, and what is left after an abort', async () => {
    const { page, url } = station
    const post = async (path: string, data: object) => {
      const reply = await page.request.post(url + path, { data, headers: { origin: url }, ...LONG })
      expect(reply.ok(), await reply.text()).toBe(true)
      return reply.json()
    }
    await post('/api/svc/quantum/account/purchases', { tokens: 10_000 })
    // Slow enough to be watched.
    const script = Array.from({ length: 100 }, (_, i) => ({ after_replies: 12 + i, fault: { kind: 'delay', ms: 400 } }))
    await post('/v1/instruments/sequencer-a/faults', { script })
    const logical_id = 'a01.L0'
    const body = { mode: 'correction', rounds: [1, 2], shots: 500, states: ['0', '+'], override: true }
    const { run_id } = await post(`/v1/backends/dev-a/logical-qubits/${logical_id}/runs`, body)
    await visit(page, `/runs/${run_id}?backend=dev-a&module=${logical_id}`)
    const machine = panel(page, 'Machine')
    const row = machine.getByRole('row', { name: /sequencer-a/ })
    await row.getByText(/running|armed/).waitFor(LONG)
    await expect.poll(() => row.textContent()).toMatch(/SIMULATED.*\d+ of \d+.*[KM]iB.*empty/)
    await expect.poll(() => machine.getByRole('row').count()).toBeGreaterThan(2)
    await panel(page, 'Temperatures, pressures and other readings').locator('canvas, svg').first().waitFor(LONG)
    await station.shoot('machine')
    await page.getByRole('button', { name: 'Abort' }).click()
    await panel(page, 'Partial data')
      .getByText(/^Aborted by /)
      .waitFor(LONG)
    await post('/v1/instruments/sequencer-a/faults', { script: [] })
    await narrowsLog(page, run_id)
  })

  it('sees a clean console all the way', () => expect(station.complaints).toEqual([]))
})
