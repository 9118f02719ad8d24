/** The Modules page on the service itself: rank, resolve, what would fix it, the schedule, the rounds as text. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFaults, downloaded, PATIENCE, panel, signIn, visit } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'

if (browserAddress === '')
  console.info('Skipped: the journey over the Modules page, because Chromium is not installed.')

/** Resolving and enumerating on a loaded machine. */
const LONG = { timeout: 90_000 }

describe.skipIf(browserAddress === '')('a researcher choosing a module', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
  })
  afterAll(() => station?.close())

  it('sees every chiplet ranked, with what would fix it, and none hidden', async () => {
    const { page } = station
    await visit(page, '/modules/dev-a-mock')
    const ranking = page.getByRole('region', { name: 'Ranking of chiplets' })
    await ranking.getByRole('row').nth(12).waitFor(LONG)
    await expect.poll(() => ranking.getByRole('row').count()).toBe(13)
    await expect.poll(() => ranking.locator('tr[data-usable="false"]').count()).toBeGreaterThan(0)
    await ranking.getByRole('row').nth(4).getByRole('button').first().click()
    await page.getByRole('tab', { name: 'Rank' }).click()
    const rank = page.getByRole('tabpanel')
    await rank
      .getByText(/ saves \d/)
      .first()
      .waitFor(LONG)
    await rank.getByText('Against the first of the ranking:').waitFor()
    // Why a chiplet has no module stands across the columns that its figures would take.
    await expect
      .poll(async () => (await page.locator('.modules-reason > p').first().boundingBox())!.width)
      .toBeGreaterThan(100)
    await expect.poll(() => rank.getByText(/vetoed parts?$/).count()).toBeGreaterThan(0)
    await page.getByRole('region', { name: 'What would lower Δ_round most' }).waitFor()
    await ranking.getByRole('row').nth(1).getByRole('button').first().click()
  })

  it('reads the figures of a qubit or coupling off the map, by pointer, finger and keys', async () => {
    const { page } = station
    await page.getByRole('tab', { name: 'Layout' }).click()
    const map = page.getByRole('img', { name: /^Layout of / })
    const reading = page.getByRole('tabpanel').getByRole('status')
    const says = (pattern: RegExp) => expect.poll(() => reading.textContent(), LONG).toMatch(pattern)
    await says(/^Point at a qubit or a coupling/)
    const { x, y, width, height } = (await map.boundingBox())!
    const middle = { x: x + width / 2, y: y + height / 2 }
    await expect
      .poll(async () => {
        await page.mouse.move(middle.x + 1, middle.y)
        await page.mouse.move(middle.x, middle.y)
        return reading.textContent()
      }, LONG)
      .toMatch(/^Qubit \d+, .*Readout error .* T2 .*expected faults, [\d.]+ % of Δ_round/)
    const pointed = await reading.textContent()
    await page.mouse.move(0, 0)
    await says(/^Point at/)
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [middle] })
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(() => reading.textContent(), LONG).toBe(pointed)
    // Keys win over a pointer that rests on the map.
    await page.mouse.move(middle.x, middle.y)
    await page.getByRole('button', { name: /^Move over the map/ }).focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await says(/^Coupling \d+–\d+CZ error .*(?:Used \d+ × a round; adds|A round does not use it)/)
    expect(await accessibilityFaults(page)).toEqual([])
    await station.shoot('modules-map')
  })

  it('sees the candidates with the Pareto front and why each is not the first', async () => {
    const { page } = station
    await page.getByRole('tab', { name: 'Candidates' }).click()
    const candidates = page.getByRole('region', { name: 'Candidate layouts' })
    await candidates.getByRole('row').nth(1).waitFor(LONG)
    await expect.poll(() => candidates.getByRole('img', { name: 'on the Pareto front' }).count()).toBeGreaterThan(0)
    await expect.poll(() => candidates.getByText(/^Δ_round [+−]/).count()).toBeGreaterThan(0)
    await expect
      .poll(() => candidates.getByText(/^\d+\.\d{2,4} [≤>] 0\.20: (passed|failed)$/).count())
      .toBeGreaterThan(0)
    await expect
      .poll(() => candidates.getByText(/ over \d+ snapshots?|none from \d+ snapshot/).count())
      .toBeGreaterThan(0)
  })

  it('shows any candidate on the chiplet beside the first, by pointer and by keyboard alone', async () => {
    const { page } = station
    const pair = page.getByRole('region', { name: 'Candidates on the chiplet' })
    const drawn = (rank: number) => pair.getByRole('img', { name: `Candidate ${rank} on the chiplet: A ` })
    const show = (rank: number) => page.getByRole('button', { name: `Show candidate ${rank} on the chiplet` })
    await drawn(1).waitFor(LONG)
    await drawn(2).waitFor()
    await show(3).focus()
    await drawn(3).waitFor()
    await expect.poll(() => drawn(1).count()).toBe(1)
    await expect.poll(() => drawn(3).locator('.modules-moved').count()).toBeGreaterThan(0)
    await expect.poll(() => pair.locator('figcaption').last().textContent()).toMatch(/^Candidate 3.*Δ_round .* → \d+/)
    await show(3).press('Enter')
    await show(2).hover()
    await drawn(2).waitFor()
    await page.mouse.move(0, 0)
    await show(3).blur()
    await drawn(3).waitFor()
    await expect.poll(() => show(3).getAttribute('aria-pressed')).toBe('true')
    expect(await accessibilityFaults(page)).toEqual([])
    await station.shoot('modules-candidates')
  })

  it('takes the candidates away as CSV and JSON', async () => {
    const { page } = station
    const step = panel(page, 'Recommended candidates')
    const csv = (await downloaded(page, 'CSV', step)).trimEnd().split('\r\n')
    const { candidates, backend_id } = JSON.parse(await downloaded(page, 'JSON', step))
    expect(backend_id).toBe('dev-a-mock')
    expect(csv[0]).toMatch(/^backend_id,chiplet,.*,rank,pareto,D0,D1,D2,D3,D4,/)
    expect(csv.length - 1).toBe(candidates.length)
  })

  it('sees the layouts that vetoes rule out, why, and what would let them in', async () => {
    const { page } = station
    await page.getByRole('tab', { name: 'Ruled out' }).click()
    await panel(page, 'Ruled out')
      .getByText(/No layout is ruled out|the best .* found/i)
      .waitFor(LONG)
    await visit(page, '/modules/dev-a-mock/a00.L0')
    const layouts = page.getByRole('region', { name: 'Layouts that are ruled out' })
    await layouts.getByRole('row').nth(1).waitFor(LONG)
    await expect.poll(() => layouts.getByText(/T2 .* is below the threshold/).count()).toBeGreaterThan(0)
    await expect.poll(() => layouts.getByText(/^qubit \d+: T2 of .* µs or more$/).count()).toBeGreaterThan(0)
    // A chiplet without a module has no panel around it.
    await expect
      .poll(() => panel(page, 'Ruled out').evaluate(part => getComputedStyle(part).borderTopStyle))
      .toBe('solid')
    const drawn = page.getByRole('region', { name: 'Ruled-out layout on the chiplet' })
    await drawn
      .getByRole('img', { name: /^Ruled-out layout 1 on the chiplet: A \d+, .*; vetoed qubit \d+/ })
      .waitFor(LONG)
    await expect.poll(() => drawn.locator('[data-crossed]').count()).toBeGreaterThan(0)
    await layouts.getByRole('button', { name: 'Show layout 2 on the chiplet' }).press('Enter')
    await drawn.getByRole('img', { name: /^Ruled-out layout 2 / }).waitFor(LONG)
    for (const [name, suffix] of [
      ['CSV', '.csv'],
      ['JSON', '.json'],
    ] as const) {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        panel(page, 'Ruled out').getByRole('button', { name, exact: true }).click(),
      ])
      expect(file.suggestedFilename()).toBe(`ruled-out-dev-a-mock-a00${suffix}`)
    }
    expect(await accessibilityFaults(page)).toEqual([])
    await station.shoot('modules-ruled-out')
    await visit(page, '/modules/dev-a-mock/a01.L0?view=ruled-out')
    await panel(page, 'Ruled out').getByText('No layout is ruled out').waitFor(LONG)
  })

  it('goes on to the proof by one key, where focus follows, and reads the schedule by keyboard', async () => {
    const { page } = station
    await page.keyboard.press('n')
    const proof = page.getByRole('heading', { name: 'Proof and schedule of a01.L0' })
    await expect.poll(() => proof.evaluate(heading => heading === document.activeElement), LONG).toBe(true)
    const schedule = page.getByRole('slider', { name: /schedule/ })
    await schedule.waitFor(LONG)
    await schedule.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('PageUp')
    await expect.poll(() => schedule.getAttribute('aria-valuenow')).toBe('10')
    await expect.poll(() => schedule.getAttribute('aria-valuetext')).toMatch(/^g1: /)
    await page.keyboard.press('End')
    await expect.poll(() => schedule.getAttribute('aria-valuetext')).toMatch(/^repeat: /)
    await expect.poll(() => schedule.locator('.timeline-block').count()).toBeGreaterThan(100)
    await page.getByRole('button', { name: 'Zoom in on the schedule' }).click({ clickCount: 1 })
    await station.shoot('modules-schedule')
  })

  it('asks for the predicted gain of each mode before a run is set up', async () => {
    await station.page.goto(`${station.url}/modules/dev-a-mock/a01.L0?view=gain`)
    const gain = station.page.getByRole('region', { name: 'Predicted gain' })
    await gain.getByText('Not predicted yet.').waitFor(LONG)
    await expect.poll(() => gain.getByText('PREDICTED', { exact: true }).count()).toBe(1)
    await gain.getByLabel('Mode').selectOption('detection')
    await gain.getByRole('button', { name: 'Predict the gain' }).press('Enter')
    const figure = gain.locator('.pentad-figure', { hasText: 'Predicted gain against the best' })
    await figure.waitFor(LONG)
    await expect.poll(() => figure.textContent()).toMatch(/no figure|× · (gain|loss|inconclusive)/)
    await gain.getByLabel('Mode').selectOption('correction')
    await gain.getByText('Not predicted yet.').waitFor(PATIENCE)
    await expect.poll(() => figure.count()).toBe(0)
    await gain.getByLabel('Mode').selectOption('detection')
    await expect.poll(() => figure.count()).toBe(1)
    await station.shoot('modules-predicted')
  })

  it('takes the rounds away as Stim and as OpenQASM', async () => {
    const { page } = station
    await visit(page, '/modules/dev-a-mock/a01.L0?step=proof')
    await page.getByRole('tab', { name: 'Export rounds' }).click()
    await page.getByRole('region', { name: 'Stim circuit, text' }).waitFor(LONG)
    const stim = await downloaded(page, 'Download the rounds')
    expect(stim).toMatch(/^# Pentad: dev-a-mock/)
    expect(stim).toContain('DEPOLARIZE2')
    await page.getByLabel('Format').selectOption('openqasm3')
    await page.getByRole('region', { name: 'OpenQASM 3, text' }).waitFor(LONG)
    expect(await downloaded(page, 'Download the rounds')).toContain('OPENQASM 3')
    await page.getByRole('textbox', { name: 'Rounds' }).fill('0')
    await page.getByText('A whole number from 1 to 100').waitFor(PATIENCE)
    await expect.poll(() => page.getByRole('button', { name: 'Download the rounds' }).count()).toBe(0)
    await page.getByRole('textbox', { name: 'Rounds' }).fill('2')
    await page.getByRole('button', { name: 'Download the rounds' }).waitFor(LONG)
  })

  it('finds the page without accessibility faults', async () => {
    await expect.poll(() => panel(station.page, 'Chiplets by predicted Δ_round').count()).toBe(1)
    expect(await accessibilityFaults(station.page)).toEqual([])
    await station.shoot('modules-rounds')
  })
})
