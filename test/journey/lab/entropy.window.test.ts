/** Random bytes in the window: a source watched, bytes drawn, their receipt verified, the beacon, and a source taken out of service. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFaults, PATIENCE, panel, saved, signIn, visit } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'

if (browserAddress === '') console.info('Skipped: the journey of random bytes, because Chromium is not installed.')

/** The first draw waits for every source to begin. */
const LONG = { timeout: 90_000 }

describe.skipIf(browserAddress === '')('somebody who needs random bytes', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
  })
  afterAll(() => station?.close())

  const open = (view: string) => visit(station.page, `/entropy?${view}`)

  it('watches a source begin, be tested and filled', async () => {
    const { page } = station
    // Both at once: g waits 1.5 s for its letter, and a busy computer can take longer to say that a key was pressed.
    await Promise.all([page.keyboard.press('g'), page.keyboard.press('e')])
    await page.locator('[data-source="src-a"] a').click(LONG)
    const quality = panel(page, 'Quality of src-a')
    await quality.getByText('healthy').waitFor(LONG)
    await quality
      .getByText(/bits a raw bit, provisional/)
      .first()
      .waitFor(LONG)
    await expect.poll(() => quality.textContent()).toMatch(/SIMULATED.*Watermarks.*Repetition/)
    await quality.getByRole('button', { name: 'Table' }).first().click()
    await quality.getByRole('columnheader', { name: 'credited' }).waitFor(PATIENCE)
    expect(await accessibilityFaults(page)).toEqual([])
    await station.shoot('entropy-sources')
  })

  it('is shown the price before, draws, and sees the bytes only when asking', async () => {
    const { page } = station
    await open('view=draw')
    await page.getByRole('button', { name: 'Get 1,000 credits' }).click(LONG)
    await page.getByText('Costs 1 credit; 1,000 available, 999 after it').waitFor(LONG)
    await page.getByRole('combobox', { name: 'Draw' }).selectOption('source')
    await page.getByRole('button', { name: 'Draw', exact: true }).click()
    const drawn = panel(page, '32 bytes drawn')
    await drawn.waitFor(LONG)
    await expect.poll(() => drawn.getByText('The bytes are hidden.').count()).toBe(1)
    await drawn.getByRole('button', { name: 'Show the bytes' }).click()
    const shown = (await drawn.getByRole('region', { name: 'Drawn bytes in hex, text' }).textContent()) ?? ''
    const { content } = await saved(page, 'Bytes (.bin)', drawn)
    expect(
      shown
        .split('\n')
        .map(line => line.slice(7).replaceAll(' ', ''))
        .join(''),
    ).toBe(content.toString('hex'))
    expect(page.url()).toBe(`${station.url}/entropy?view=draw`)
    expect(await accessibilityFaults(page)).toEqual([])
    await station.shoot('entropy-draw')
  })

  it('reads a refusal that costs nothing', async () => {
    const { page } = station
    await page.getByRole('combobox', { name: 'Draw' }).selectOption('policy')
    await page.getByRole('combobox', { name: 'Policy' }).selectOption('high_assurance')
    await page.getByRole('button', { name: 'Draw', exact: true }).click()
    await page.getByRole('alert').getByText('policy_refused').waitFor(LONG)
    await expect
      .poll(() => panel(page, 'Draw random bytes').textContent())
      .toMatch(/Left out: urn:pentad:source:photon-arrival:\S+it is simulated/)
    station.complaints.splice(0)
  })

  it('finds the receipt, which verifies with its proof, and not once it is changed', async () => {
    const { page } = station
    await open('view=receipts')
    await page.locator('[data-receipt] a').first().click(LONG)
    await page.getByRole('button', { name: 'Verify with proof' }).click(LONG)
    await page.getByText('Verified: 1 check passed.').waitFor(LONG)
    const { content } = await saved(page, 'Save the proof')
    expect(await accessibilityFaults(page)).toEqual([])
    await station.shoot('entropy-receipt')
    await open('view=verify')
    await page.getByLabel('Files to verify').setInputFiles({
      name: 'forged.json',
      mimeType: 'application/json',
      buffer: Buffer.from(content.toString('utf8').replace('"credits":1', '"credits":0')),
    })
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await page.getByText('NOT verified: 1 check failed, the first by signature invalid.').waitFor(LONG)
    expect(await accessibilityFaults(page)).toEqual([])
    await station.shoot('entropy-verify')
  })

  it('is shown that the first pulse is yet to come, and reads levels of pools', async () => {
    const { page } = station
    await open('view=beacon')
    await page.getByText(/Pulses are public: never use them/).waitFor(LONG)
    await page
      .getByText(/No pulse yet|Output/)
      .first()
      .waitFor(LONG)
    await open('view=pools')
    await panel(page, 'Pools of the sources').getByRole('progressbar').first().waitFor(LONG)
    await page.getByLabel('Pool id').fill('vault')
    await page.getByText('src-a', { exact: true }).last().click()
    await page.getByText('src-b', { exact: true }).last().click()
    await page.getByRole('button', { name: 'Create the pool' }).click()
    await page.locator('[data-pool="vault"]').waitFor(LONG)
    expect(await accessibilityFaults(page)).toEqual([])
  })

  it('makes the twin of a source worse, takes the source out of service, and reads who did it', async () => {
    const { page } = station
    await open('view=operator')
    const faults = panel(page, 'Faults of the twin of src-a')
    await faults.getByRole('button', { name: 'Add fault' }).click(LONG)
    await faults.getByText(/stuck: the output no longer changes/).waitFor(LONG)
    await faults.getByRole('button', { name: 'Clear all' }).click()
    await faults.getByText('No faults are injected.').waitFor(LONG)
    const source = panel(page, 'Operate a source')
    await source.getByRole('combobox', { name: 'State' }).selectOption('disabled')
    await source.getByText('disabled by an operator').waitFor(LONG)
    const audit = panel(page, 'Audit log')
    await audit.getByRole('button', { name: 'Refresh' }).click()
    await audit.getByRole('cell', { name: 'state = disabled' }).waitFor(LONG)
    expect((await saved(page, 'CSV', audit)).content.toString('utf8')).toContain('update_source')
    expect(await accessibilityFaults(page)).toEqual([])
    await station.shoot('entropy-operator')
  })

  it('sees a clean console all the way', () => expect(station.complaints).toEqual([]))
})
