/** Circuit jobs in the window: write, price, submit, read, abort, clone, delete; tokens. The list on bad days, and a long one, is in job-list.window.test.ts. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accessibilityFaults,
  askedOfJobs,
  downloaded,
  LONG,
  PATIENCE,
  panel,
  program,
  rows,
  sevenSeconds,
  signIn,
  submit,
  submitCosting,
  text,
  visit,
  visitWhole,
  write,
} from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'

if (browserAddress === '') console.info('Skipped: the job journeys in a browser, because Chromium is not installed.')

/** The statements of the drawing that is edited, as each says itself. */
const drawnSteps = (page: Page) => page.locator('[data-step] title').allTextContents()

describe.skipIf(browserAddress === '')('a student with circuits', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
  })
  afterAll(() => station?.close())

  it('sees from the dashboard what a template costs, submits it, reads that teleportation works, and then nothing is asked', async () => {
    const { page, close } = await station.secondWindow()
    await page.goto(station.url)
    await page.getByLabel('Circuit', { exact: true }).selectOption({ label: 'Teleportation (3 qubits)' })
    await submitCosting(page, 'Costs nothing')
    await page.getByRole('heading', { name: 'Histogram' }).waitFor(PATIENCE)
    const outcomes = panel(page, 'Results').locator('tbody td:first-child')
    await expect.poll(() => outcomes.count()).toBeGreaterThan(1)
    const bitstrings = await outcomes.allInnerTexts()
    for (const bitstring of bitstrings) expect(bitstring).toMatch(/^0[01]{2}$/)
    await expect.poll(() => page.getByText('SIMULATED').count()).toBeGreaterThan(0)
    expect(await askedOfJobs(page, () => sevenSeconds(page))).toEqual([])
    await close()
  })

  it('is told on the dashboard that the service is offline while it does not answer, and that it is back', async () => {
    const { page, close } = await station.secondWindow()
    await page.goto(station.url)
    const service = panel(page, 'Running now').locator('.pentad-figure').filter({ hasText: 'Service' })
    await service.getByText('OK').waitFor(PATIENCE)
    const isCall = (url: URL) => /^\/(api|v1|ems|healthz)/.test(url.pathname)
    await page.route(isCall, route => route.abort())
    await page.clock.fastForward(6_000)
    await service.getByText('Offline').waitFor(PATIENCE)
    await panel(page, 'Health').locator('[data-status="offline"]').waitFor(PATIENCE)
    const tryNow = page.getByRole('button', { name: 'Try now' })
    // One line.
    await expect.poll(async () => (await tryNow.boundingBox())!.height).toBeLessThan(30)
    await page.unroute(isCall)
    await tryNow.click()
    await service.getByText('OK').waitFor(PATIENCE)
    await close()
  })

  it('writes OpenQASM, is shown where it is wrong, and sees it drawn when it is right', async () => {
    const { page } = station
    await page.getByRole('link', { name: 'Circuits' }).first().click()
    await expect.poll(() => program(page), PATIENCE).toContain('OPENQASM 3')
    await write(page, 'OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[2] q;\nbit[2] c;\nh q[0];\n  oops q[1];\n')
    await page.getByRole('button', { name: /^line 6, column \d+:/ }).waitFor(PATIENCE)
    await expect.poll(() => submit(page).isDisabled()).toBe(true)
    await station.shoot('circuits-fault')
    await page.getByRole('button', { name: /^line 6/ }).click()
    await expect.poll(() => text(page).locator('.cm-activeLine').textContent()).toBe('  oops q[1];')
    await write(
      page,
      'OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[2] q;\nbit[2] c;\nrx(pi/4) q[0];\ncx q[0], q[1];\nc = measure q;\n',
    )
    await expect.poll(() => drawnSteps(page), PATIENCE).toEqual(['rx(pi/4) q[0];', 'cx q[0], q[1];', 'c = measure q;'])
    // The refused text stands in the browser's own log as a 400, once or twice, until the next one is read.
    station.complaints.length = 0
    await station.shoot('circuits')
  })

  it('takes the circuit out as OpenQASM 2, OpenQASM 3 and JSON, and a file in', async () => {
    const { page } = station
    expect(await downloaded(page, 'OpenQASM 2')).toMatch(/OPENQASM 2\.0;[\s\S]*cx q\[0\],\s?q\[1\];/)
    expect(await downloaded(page, 'OpenQASM 3')).toMatch(/OPENQASM 3(\.\d)?;[\s\S]*cx q\[0\],\s?q\[1\];/)
    const json = JSON.parse(await downloaded(page, 'JSON'))
    expect(json).toMatchObject({ num_qubits: 2 })
    const file = { name: 'ghz.qasm', mimeType: 'text/plain' }
    const source =
      'OPENQASM 2.0;\ninclude "qelib1.inc";\nqreg a[3];\ncreg m[3];\nh a[0];\ncx a[0],a[1];\ncx a[1],a[2];\nmeasure a -> m;\n'
    await page.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from(source) })
    await panel(page, 'Text').getByText('OpenQASM 2.0', { exact: true }).first().waitFor(PATIENCE)
    await expect.poll(() => drawnSteps(page), PATIENCE).toEqual(expect.arrayContaining(['h a[0];', 'cx a[0],a[1];']))
  })

  it('submits it with a seed, a name and tags, and reads counts sorted by frequency', async () => {
    const { page } = station
    await page.getByLabel('Seed').fill('7')
    await page.getByLabel('Amplitudes').selectOption('float32')
    await page.getByLabel('Name', { exact: true }).fill('Course GHZ')
    await page.getByLabel('Tags').fill('course, week 3')
    await submitCosting(page, 'Costs nothing')
    await page.getByRole('heading', { name: 'Raw JSON' }).waitFor(PATIENCE)
    const json = JSON.parse(await downloaded(page, 'Download JSON', panel(page, 'Raw JSON'))) as {
      counts: Record<string, number>
      seed: number
    }
    expect(json.seed).toBe(7)
    const outcomes = panel(page, 'Results').locator('tbody tr')
    await expect.poll(() => outcomes.count()).toBe(2)
    const shown = await outcomes.allInnerTexts()
    const counts = shown.map(row => Number(row.split('\t')[1]!.replace(',', '')))
    expect(counts).toEqual(Object.values(json.counts).toSorted((a, b) => b - a))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1_000)
    expect(Object.keys(json.counts).toSorted()).toEqual(['000', '111'])
    await expect.poll(() => page.getByText('Course GHZ').count()).toBe(1)
    await expect.poll(() => panel(page, 'Job').locator('dd:empty').count()).toBe(0)
    await station.shoot('job-detail')
  })

  it('clones the job: the circuits page opens with its circuit and its fields', async () => {
    const { page } = station
    await page.getByRole('button', { name: 'Clone' }).click()
    // Submitted from this browser: the text comes back as it was.
    await expect.poll(() => program(page), PATIENCE).toContain('OPENQASM 2.0;')
    await expect.poll(() => drawnSteps(page), PATIENCE).toContain('cx a[1],a[2];')
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Course GHZ')
    await expect.poll(() => page.getByLabel('Seed').inputValue()).toBe('')
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  it('asks for calibrated noise, and reads which calibration it came from and what it did to a GHZ state', async () => {
    const { page } = station
    await page.getByLabel('Noise').selectOption('calibrated')
    await page.getByLabel('Shots').fill('20000')
    await submitCosting(page, 'Costs nothing')
    await page.getByRole('heading', { name: 'Raw JSON' }).waitFor(PATIENCE)
    await expect.poll(() => panel(page, 'Job').textContent()).toMatch(/Noisecalibrated, cal-/)
    const { counts } = JSON.parse(await downloaded(page, 'Download JSON', panel(page, 'Raw JSON')))
    expect(Object.keys(counts).length).toBeGreaterThan(2)
    expect(counts['000'] + counts['111']).toBeGreaterThan(10_000)
    await page.getByRole('button', { name: 'Clone' }).click()
    await expect.poll(() => page.getByLabel('Noise').inputValue(), PATIENCE).toBe('calibrated')
    await page.getByLabel('Noise').selectOption('')
    await page.getByLabel('Shots').fill('1000')
  })

  it('aborts a job that runs, and reads that in place of results', async () => {
    const { page } = station
    await write(page, JSON.stringify(LONG))
    await submitCosting(page, 'Costs nothing')
    await page.getByRole('button', { name: 'Abort' }).click(PATIENCE)
    await page.getByRole('heading', { name: 'The job was aborted' }).waitFor(PATIENCE)
    await expect.poll(() => page.getByRole('heading', { name: 'Results' }).count()).toBe(0)
    await station.shoot('job-aborted')
  })

  it('deletes it, and is back in the list without it', async () => {
    const { page } = station
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor()
    await expect.poll(() => page.locator('[data-job]').count(), PATIENCE).toBe(3)
    await expect.poll(() => page.locator('[data-status=ABORTED]').count()).toBe(0)
  })

  it('filters the list by name and by tag, in the address', async () => {
    const { page } = station
    await expect
      .poll(() => page.getByRole('columnheader').allInnerTexts())
      .toEqual(['Job ID', 'Created', 'Completed', 'Runtime', 'Backend', 'Status', 'Mode'])
    await page.getByLabel('Name contains').fill('course')
    await expect.poll(() => page.locator('[data-job]').count(), PATIENCE).toBe(2)
    await expect.poll(() => page.url()).toContain('name=course')
    await page.getByLabel('Tag').fill('week 4')
    await page.getByText('No job matches the filters').waitFor(PATIENCE)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => page.locator('[data-job]').count(), PATIENCE).toBe(3)
  })

  it('is shown that a live backend costs more than there is, gets tokens, and finds both sides in the ledger', async () => {
    const { page } = station
    await page.getByRole('link', { name: 'Backends' }).first().click()
    await page.getByRole('link', { name: 'Submit a circuit to dev-a', exact: true }).click()
    await page.getByLabel('Template').selectOption({ label: 'GHZ state…' })
    await page.getByLabel('Qubits', { exact: true }).fill('2')
    await page.getByRole('button', { name: 'Insert', exact: true }).click()
    await page.getByText(/Not enough compute tokens: [\d,.]+ required, 0 available/).waitFor(PATIENCE)
    await expect.poll(() => submit(page).isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'Get tokens' }).click()
    await page.getByLabel('Purchase').fill('5000')
    await page.getByRole('button', { name: 'Get tokens' }).click()
    await panel(page, 'Ledger').getByText('+5,000 tokens').waitFor(PATIENCE)
    await station.shoot('account')
    await page.getByRole('link', { name: 'Circuits' }).first().click()
    await submitCosting(page, /^Costs \d+ tokens of the 5,000 tokens available$/)
    await page.getByRole('heading', { name: 'Histogram' }).waitFor(PATIENCE)
    await page.getByText(/tokens charged/).waitFor()
    const transpiled = panel(page, 'Transpiled circuit')
    await expect.poll(() => transpiled.textContent()).toMatch(/Layout at the startq0 on \d+, q1 on \d+/)
    await expect.poll(() => transpiled.textContent()).toMatch(/CZ gates1/)
    expect(JSON.parse(await downloaded(page, 'Download JSON', transpiled)).instructions.map(nameOf)).toContain('cz')
    await transpiled.getByRole('img', { name: /^Transpiled circuit: / }).waitFor()
    await expect.poll(() => page.getByText('SIMULATED').count()).toBeGreaterThan(0)
    await station.shoot('job-live')
    await page.getByRole('link', { name: 'Account' }).first().click()
    await panel(page, 'Ledger').getByText('Charged for a job').waitFor(PATIENCE)
  })

  it('is shown the wires of a device that its transpiled circuit uses, and the idle ones on request', async () => {
    const { page } = station
    await visit(page, '/jobs')
    // The list is shown as it was when it was last open, until it is answered anew.
    const onDevice = rows(page).filter({ has: page.getByRole('cell', { name: 'dev-a', exact: true }) })
    await onDevice.getByRole('link').click()
    const transpiled = panel(page, 'Transpiled circuit')
    const drawing = transpiled.getByRole('region', { name: 'Transpiled circuit drawing' })
    const wires = drawing.locator('svg.pentad-circuit-names text')
    await transpiled.getByText(/^\d+ qubits, .*; \d+ idle wires hidden$/).waitFor(PATIENCE)
    const layout = (await transpiled.textContent())?.match(/Layout at the startq0 on (\d+), q1 on (\d+)/)
    const places = [Number(layout?.[1]), Number(layout?.[2])].sort((a, b) => a - b)
    await expect.poll(() => wires.allTextContents()).toEqual(places.map(place => `q${place}`))
    // A gate on both reaches from one to the other.
    await expect.poll(() => drawing.locator('g > line.pentad-link').count()).toBe(1)
    await transpiled.scrollIntoViewIfNeeded()
    await station.shoot('job-live-wires')
    const toggle = transpiled.getByLabel(/^Show idle wires \(\d+\)$/)
    await expect.poll(() => toggle.isChecked()).toBe(false)
    await toggle.focus()
    await page.keyboard.press('Space')
    await expect.poll(() => wires.first().textContent(), PATIENCE).toBe('q0')
    await expect.poll(() => transpiled.getByText('hidden').count()).toBe(0)
    // The list shows every instruction either way, and the choice outlasts it.
    await transpiled.getByRole('button', { name: 'List' }).click()
    await expect.poll(() => toggle.count()).toBe(0)
    await transpiled.getByRole('button', { name: 'Drawing' }).click()
    await expect.poll(() => toggle.isChecked()).toBe(true)
    await toggle.focus()
    await page.keyboard.press('Space')
    await expect.poll(() => wires.count(), PATIENCE).toBe(2)
  })

  it('sees a clean console all the way', () => expect(station.complaints).toEqual([]))

  // The page of circuits is seen by axe in circuit-editor.window.test.ts and saved-circuits.window.test.ts.
  it.each(['/jobs', '/account', 'job'])('finds %s without accessibility faults', async path => {
    const { page } = station
    const job = async () => {
      await visit(page, '/jobs')
      return `/jobs/${await page.locator('[data-job]').first().getAttribute('data-job')}`
    }
    await visitWhole(page, path === 'job' ? await job() : path)
    // A row under the pointer stands on another ground.
    if (path === '/jobs') await rows(page).first().hover()
    expect(await accessibilityFaults(page)).toEqual([])
    await station.shoot(`jobs-${path.replaceAll('/', '')}`)
  })
})

const nameOf = ({ name }: { name: string }) => name
