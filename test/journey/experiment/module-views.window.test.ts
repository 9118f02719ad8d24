/** The views of a module against replies that the test makes up: faults and their replay, drift, break-even maps. */
import { buffer } from 'node:stream/consumers'
import type { Page, Route, WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoundSchedule } from '../../../main/contract/modules/schedule'
import type { Study } from '../../../main/contract/runs/studies'
import { sampleDrift } from '../../renderer/samples/drift'
import { sampleFaults, sampleReplay } from '../../renderer/samples/faults'
import { sampleStudy } from '../../renderer/samples/studies'
import { accessibilityFaults, downloaded, PATIENCE, signIn } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'

if (browserAddress === '')
  console.info('Skipped: the views of a module in a browser, because Chromium is not installed.')

const LONG = { timeout: 90_000 }
/** A file of the figure in sight, by its entry in the export menu; the narrow one where there are two. */
async function exported(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download', PATIENCE),
    page.getByRole('menuitem', { name, exact: true }).first().click(),
  ])
  return (await buffer(await file.createReadStream())).toString('latin1')
}

const json = (route: Route, body: unknown, status = 200) => route.fulfill({ status, json: body })

describe.skipIf(browserAddress === '')('the views of a module', () => {
  let station: Workstation
  let page: Page
  /** What the made-up service holds. */
  const lab: {
    studies: Study[]
    drift: ReturnType<typeof sampleDrift>
    stream: WebSocketRoute | null
    aborts: number
    started: number
  } = {
    studies: [],
    drift: sampleDrift(),
    stream: null,
    aborts: 0,
    started: 0,
  }

  /** A replay on the sites of the module that the service resolved, whatever they are. */
  async function replayOnSchedule(route: Route) {
    const base = route
      .request()
      .url()
      .replace(/\/faults\/replay.*$/, '')
    const schedule = (await (await page.context().request.get(`${base}/schedule`)).json()) as RoundSchedule
    const asked = new URL(route.request().url()).searchParams
    const { ops } = schedule.segments[0]!
    const op = Number(asked.get('op'))
    const sites = asked.get('segment') === 'input' ? ops[0]!.sites : (ops[op] ?? ops[0]!).sites
    const at = Math.min(op + 1, ops.length)
    const steps = ops.map((each, n) => ({
      ...each,
      segment: 'flagged' as const,
      index: 0,
      op: n,
      paulis: n >= at ? [{ site: sites[0]!, pauli: 'X' as const }] : [],
      flipped: each.bit !== null && n >= at ? [each.bit] : [],
    }))
    const pauli = asked.get('pauli')!
    const fault = { ...sampleReplay().fault, op, pauli, sites: [...sites], text: `${pauli} after operation ${op}` }
    const fails = asked.get('protocol') === 'single-pass'
    await json(route, sampleReplay({ steps, strikes_before: at, fault, fails, remains: fails ? 'X' : 'I' }))
  }

  async function answerForTheService() {
    await page.route('**/logical-qubits/*/faults?*', route => {
      const protocol = new URL(route.request().url()).searchParams.get('protocol') as 'adaptive'
      return json(route, sampleFaults(protocol, protocol === 'adaptive'))
    })
    await page.route('**/logical-qubits/*/faults/replay?*', replayOnSchedule)
    await page.route('**/logical-qubits/*/drift?*', route => json(route, lab.drift))
    await page.route('**/logical-qubits/*/break-even**', route => {
      const [, study_id, act] = new URL(route.request().url()).pathname.split('/break-even')[1]!.split('/')
      if (act === 'abort') {
        lab.aborts++
        lab.studies = lab.studies.map(each => ({ ...each, status: 'ABORTED' as const }))
      }
      if (study_id)
        return json(
          route,
          lab.studies.find(each => each.study_id === study_id),
        )
      if (route.request().method() === 'GET') return json(route, { items: lab.studies, next_cursor: null })
      const request = { ...sampleStudy().request, ...route.request().postDataJSON() }
      const fresh = `3f2a0f6e-5b57-4a0c-9a5e-${String(lab.started++).padStart(12, '0')}`
      const running = sampleStudy({
        study_id: fresh,
        status: 'PROCESSING',
        finished_at: null,
        request,
        crossings: [],
      })
      lab.studies = [
        { ...running, points: running.points.slice(0, 3), progress: { fraction: 0.5, stage: 'all at 0.2' } },
      ]
      return json(route, lab.studies[0], 202)
    })
    await page.routeWebSocket(/\/v1\/events/, socket => {
      lab.stream = socket
      socket.send(JSON.stringify({ type: 'hello', sequence: 1, heartbeat_s: 600 }))
    })
  }

  const caption = () => page.locator('.replay-caption')
  const step = () => page.getByRole('slider', { name: /^Step/ })

  beforeAll(async () => {
    station = await openWorkstation()
    await station.page.emulateMedia({ reducedMotion: 'no-preference' })
    page = station.page
    await answerForTheService()
    await signIn(page, station.signInUrl())
    await page.goto(`${station.url}/modules/dev-b-mock/b00.L0?step=proof`)
    await page.getByRole('slider', { name: /schedule/ }).waitFor(LONG)
  })
  afterAll(() => station?.close())

  it('inject any fault by keyboard and say how it is caught', async () => {
    await page.getByText(/Fault tolerant: 487 single faults/).waitFor(PATIENCE)
    const schedule = page.getByRole('slider', { name: /schedule/ })
    await schedule.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByText('Ends without a logical error').waitFor(PATIENCE)
    await expect.poll(() => caption().textContent()).toMatch(/^The fault is injected/)
    await expect.poll(() => page.locator('.timeline-block[data-injected="true"]').count()).toBe(1)
  })

  it('inject what is chosen by name', async () => {
    await page.getByLabel('In', { exact: true }).selectOption('flagged 0')
    await page.getByLabel('At', { exact: true }).selectOption('flagged 0 op 3')
    await page.getByRole('button', { name: 'Inject and replay' }).click()
    await page.locator('.replay h3', { hasText: 'after operation 3' }).waitFor(PATIENCE)
  })

  it('replay step by step, by slider, keys and buttons', async () => {
    await expect.poll(() => caption().textContent()).toMatch(/^The fault is injected/)
    const before = Number(await step().inputValue())
    await step().focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => Number(await step().inputValue())).toBe(before + 1)
    await expect.poll(() => page.locator('.timeline-block[data-current="true"]').count()).toBe(1)
    await page.getByRole('button', { name: 'One step on' }).click()
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => Number(await step().inputValue())).toBe(before + 3)
    await page.keyboard.press('Home')
    await expect.poll(() => caption().textContent()).toMatch(/^Before the round/)
    await page.getByLabel('Speed').selectOption('50')
    await step().focus()
    await page.keyboard.press('Space')
    await page.waitForFunction(() => Number(document.querySelector<HTMLInputElement>('.replay-range')!.value) > 3)
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor(PATIENCE)
    const paused = await step().inputValue()
    await page.waitForTimeout(300)
    await expect.poll(() => step().inputValue()).toBe(paused)
    await page.keyboard.press('End')
    await expect.poll(() => page.locator('.replay-end[data-reached="true"]').count()).toBe(1)
  })

  it('move nothing by themselves where less motion is asked for', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.waitForFunction(
      () => document.querySelector<HTMLSelectElement>('.replay-controls select')?.value === '1',
    )
    const glides = await page
      .locator('.replay-coupling')
      .first()
      .evaluate(line => getComputedStyle(line).transitionDuration)
    expect(glides).toBe('0s')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
  })

  it('show the counterexample of a protocol that is not fault tolerant', async () => {
    await page.getByLabel('Protocol').first().selectOption('single-pass')
    await page.getByText(/Not fault tolerant: 487 single faults were injected, 130 end/).waitFor(PATIENCE)
    await page.getByText('Ends in a logical error').waitFor(PATIENCE)
    await expect.poll(() => page.getByRole('region', { name: 'Failing faults' }).getByRole('button').count()).toBe(1)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.locator('.replay').scrollIntoViewIfNeeded()
    await station.shoot('modules-replay')
  })

  it('say in the words of the service why there is no verdict, and ask again', async () => {
    const problem = { title: 'Bad gateway', status: 502, detail: 'It went away', error: 'offline' }
    await page.route('**/faults?*cyclic-window*', route => json(route, problem, 502))
    await page.getByLabel('Protocol').first().selectOption('cyclic-window')
    await page.getByText('It went away').waitFor(PATIENCE)
    await page.unroute('**/faults?*cyclic-window*')
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await page.getByText(/single faults were injected/).waitFor(PATIENCE)
  })

  it('follow the drift, live', async () => {
    await page.goto(`${station.url}/modules/dev-b-mock/b00.L0?view=drift`)
    await page.getByText(/^Live: a new snapshot/).waitFor(PATIENCE)
    const drawing = page.getByRole('img', { name: /Δ_round of chiplet .* under 4 snapshots/ })
    await drawing.waitFor(PATIENCE)
    const changes = page.getByRole('region', { name: /Changes from one snapshot/ })
    await expect.poll(() => changes.getByText('Layout moved.').count()).toBe(2)
    const [last] = lab.drift.points.slice(-1)
    lab.drift = {
      ...lab.drift,
      points: [...lab.drift.points, { ...last!, calibration_id: 'cal-5', reason: 'Fresh from the fridge.' }],
    }
    const event = { type: 'snapshot', sequence: 2, at: '2026-04-05T08:00:00Z', backend_id: 'dev-b-mock' }
    lab.stream!.send(JSON.stringify({ ...event, calibration_id: 'cal-5', previous_calibration_id: 'cal-4' }))
    await page.getByText('Fresh from the fridge.').waitFor(PATIENCE)
    await page.getByRole('img', { name: /Δ_round of chiplet .* under 5 snapshots/ }).waitFor(PATIENCE)
    const csv = await exported(page, 'Data (CSV)')
    expect(csv).toContain(',two-qubit gates,bar,0,')
    expect(csv).toContain(',cal-1,')
    expect(await exported(page, 'Script that draws the JSON (Python)')).toContain('pentad-figure/1')
    expect(await exported(page, 'PDF')).toMatch(/^%PDF-/)
    await page.getByRole('tab', { name: 'Drift' }).scrollIntoViewIfNeeded()
    expect(await accessibilityFaults(page)).toEqual([])
    await station.shoot('modules-drift')
  })

  it('start a break-even map, watch it grow, and take it away', async () => {
    lab.stream = null
    await page.goto(`${station.url}/modules/dev-b-mock/b00.L0?step=proof`)
    await page.getByRole('tab', { name: 'Break-even map' }).click()
    await page.getByText('No map yet').waitFor(PATIENCE)
    await page.getByLabel('Smallest factor').fill('-1')
    await expect.poll(() => page.getByRole('button', { name: 'Start the map' }).isDisabled()).toBe(true)
    await page.getByLabel('Smallest factor').fill('0.05')
    await page.getByText(/shot-rounds of the encoded qubit/).waitFor(PATIENCE)
    await page.getByRole('button', { name: 'Start the map' }).click()
    await page.getByRole('progressbar', { name: 'Progress of the map' }).waitFor(PATIENCE)
    const drawing = page.getByRole('img', { name: /Logical gain against the factor/ })
    await drawing.waitFor(PATIENCE)
    const running = lab.studies[0]!
    const { study_id, backend_id, logical_id, request } = running
    lab.studies = [sampleStudy({ study_id, request })]
    await expect.poll(() => lab.stream).not.toBeNull()
    const event = { type: 'study', sequence: 3, at: '2026-04-05T08:00:00Z', study_id, backend_id, logical_id }
    lab.stream!.send(JSON.stringify({ ...event, status: 'COMPLETED', progress: { fraction: 1, stage: 'done' } }))
    await page.getByText('all errors must fall to 0.4 of what they are').waitFor(PATIENCE)
    const map = page.getByRole('region', { name: 'Break-even map', exact: true })
    expect(await downloaded(page, 'Whole map, CSV', map as unknown as Page)).toContain('crossing_best,0.4')
    expect(JSON.parse(await downloaded(page, 'Whole map, JSON', map as unknown as Page)).study_id).toBe(study_id)
    expect(await exported(page, 'SVG')).toContain('SIMULATED')
    expect(await exported(page, 'PDF')).toMatch(/^%PDF-/)
    expect(JSON.parse(await exported(page, 'Data (JSON)')).format).toBe('pentad-figure/1')
    expect(await accessibilityFaults(page)).toEqual([])
    await map.scrollIntoViewIfNeeded()
    await station.shoot('modules-break-even')
    await map.getByRole('button', { name: 'Table' }).click()
    await map.getByRole('table').first().waitFor(PATIENCE)
  })

  it('abort a map, whose points stay', async () => {
    await page.getByRole('button', { name: 'Start the map' }).click()
    await page.getByRole('button', { name: 'Abort the map' }).click()
    await page.getByText('ABORTED', { exact: true }).first().waitFor(PATIENCE)
    expect(lab.aborts).toBe(1)
    await page.getByRole('img', { name: /Logical gain against the factor/ }).waitFor(PATIENCE)
  })
})
