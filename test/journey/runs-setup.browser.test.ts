/** The form of a run against replies that the test decides: what it asks, what it refuses to send, what it sends. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { samplePrediction } from '../renderer/samples/runs'
import { answer, MODULE, runLike, stream } from './fake-runs'
import { heading, PATIENCE, panel, signIn } from './pages'
import { browserAddress, openWorkstation, type Workstation } from './workstation'

if (browserAddress === '') console.info('Skipped: the journey of the form of a run, because Chromium is not installed.')

const FIRST = '0b1e6f0e-2f5f-4c43-9d5a-0a7f5e1d2c3b'
const shotsField = (station: Workstation) => station.page.getByRole('textbox', { name: /^shots/i })

describe.skipIf(browserAddress === '')('an engineer with the form of a run', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
  })
  afterAll(() => station?.close())

  /** The set-up form on the best module of the demo lab. */
  async function openForm(): Promise<void> {
    const { page, url } = station
    await page.goto(`${url}/runs/new?backend=${MODULE.backend_id}`)
    const modules = page.getByRole('combobox', { name: 'Module' })
    await modules
      .locator('option')
      .nth(1)
      .waitFor({ ...PATIENCE, state: 'attached' })
    await modules.selectOption({ index: 1 })
    await shotsField(station).waitFor(PATIENCE)
  }

  it('sees what is predicted beside the form, and never a figure of fields that have changed since as theirs', async () => {
    const { page } = station
    let letGo: () => void = () => undefined
    let asked = 0
    await answer(page, 'runs/predict', async () => {
      asked++
      if (asked === 2) await new Promise<void>(done => (letGo = done))
      return samplePrediction({ total_shots: asked * 1_000 })
    })
    await openForm()
    const predicted = panel(page, 'Predicted')
    await predicted.getByText('1,000', { exact: true }).waitFor(PATIENCE)
    await expect.poll(() => predicted.getByText('predicted_no_gain').count()).toBe(1)
    await station.shoot('runs-predicted')

    await shotsField(station).fill('300')
    await predicted.getByText('the figures below are for the previous fields').waitFor(PATIENCE)
    await expect.poll(() => predicted.getByRole('button', { name: /^Use 400 shots/ }).isDisabled()).toBe(true)
    await expect.poll(() => asked, PATIENCE).toBe(2)

    await shotsField(station).fill('500')
    await predicted.getByText('3,000', { exact: true }).waitFor(PATIENCE)
    letGo()
    await page.waitForTimeout(300)
    await expect.poll(() => predicted.getByText('2,000', { exact: true }).count()).toBe(0)
  })

  it('takes the number of shots that would decide, and is told which no run can take', async () => {
    const { page } = station
    await answer(page, 'runs/predict', samplePrediction())
    await openForm()
    const predicted = panel(page, 'Predicted')
    await predicted.getByRole('button', { name: /^Use 400 shots/ }).click(PATIENCE)
    await expect.poll(() => shotsField(station).inputValue()).toBe('400')
    await expect.poll(() => predicted.getByRole('button', { name: /^Use 2,000,000 shots/ }).isDisabled()).toBe(true)
    const offered = panel(page, 'Before the start').getByRole('button', { name: 'Take 400 shots' })
    await offered.waitFor({ ...PATIENCE, state: 'detached' })
    await shotsField(station).fill('500')
    await offered.click(PATIENCE)
    await expect.poll(() => shotsField(station).inputValue()).toBe('400')
  })

  it('asks nothing of a form with a fault, and shows why the service would refuse', async () => {
    const { page } = station
    const refused = {
      type: 'x',
      title: 'No such decoder here',
      status: 422,
      error: 'unprocessable',
      remedy: 'Take the other.',
    }
    await answer(page, 'runs/predict', refused, 422)
    await openForm()
    await panel(page, 'Predicted').getByText('No such decoder here').waitFor(PATIENCE)
    await shotsField(station).fill('none')
    await panel(page, 'Predicted').getByText('correct the marked field first').waitFor(PATIENCE)
    await expect.poll(() => page.getByRole('button', { name: 'Start the run' }).isDisabled()).toBe(true)
    station.complaints.length = 0
  })

  it('sets every option by keyboard and sends them, with the override given on purpose', async () => {
    const { page } = station
    await answer(page, 'runs/predict', samplePrediction())
    const run = runLike({ run_id: FIRST }, 'PENDING')
    await answer(page, `runs/${FIRST}`, run)
    await stream(page, null)
    let body: unknown
    await page.route(/\/runs$/, route => {
      if (route.request().method() !== 'POST') return route.fallback()
      body = route.request().postDataJSON()
      return route.fulfill({ status: 202, json: run })
    })
    await openForm()
    const chosen = {
      Protocol: 'cyclic-window',
      Decoder: 'flag-map',
      Preparation: 'projective',
      Decoupling: 'xy4',
    }
    for (const [label, value] of Object.entries(chosen))
      await page.getByRole('combobox', { name: label }).selectOption(value)
    const start = page.getByRole('button', { name: 'Start the run' })
    const override = page.getByRole('checkbox', { name: /I have read this warning/ })
    await expect.poll(() => start.isDisabled()).toBe(true)
    await override.press('Space')
    await start.press('Enter')
    await heading(page, 'Progress')
    expect(body).toMatchObject({
      protocol: 'cyclic-window',
      decoder: 'flag-map',
      preparation: 'projective',
      dd: 'xy4',
      engine: 'frames',
      override: true,
    })
    // It would go on asking about the run.
    await page.goto('about:blank')
  })

  it('marks a decoupling that the engine does not run, and asks nothing of it until either is changed', async () => {
    const { page } = station
    await answer(page, 'runs/predict', samplePrediction())
    await openForm()
    const choose = (label: string, value: string) => page.getByRole('combobox', { name: label }).selectOption(value)
    const bodies: { dd: unknown; engine: unknown }[] = []
    page.on('request', request => {
      if (/runs\/(estimate|predict)$/.test(request.url())) bodies.push(request.postDataJSON())
    })
    await choose('Engine', 'trajectories')
    await page.getByText(/Idle qubits decay with T1 and T2/).waitFor(PATIENCE)
    await choose('Decoupling', 'xy4')
    await page.getByText(/Trajectories run without decoupling/).waitFor(PATIENCE)
    await panel(page, 'Predicted').getByText('correct the marked field first').waitFor(PATIENCE)
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Decoupling' }).getAttribute('aria-invalid'))
      .toBe('true')
    await page.getByRole('checkbox', { name: /I have read this warning/ }).press('Space')
    await expect.poll(() => page.getByRole('button', { name: 'Start the run' }).isDisabled()).toBe(true)
    // Longer than the form waits after a change before it asks.
    await page.waitForTimeout(600)
    await choose('Engine', 'frames')
    await expect.poll(() => bodies.filter(({ dd }) => dd === 'xy4').length, PATIENCE).toBe(2)
    expect(bodies.filter(({ dd, engine }) => dd !== false && engine === 'trajectories')).toEqual([])
  })

  it('loses nothing of the form when the session ends, signed in again here or in another tab', async () => {
    const { page } = station
    await answer(page, 'runs/predict', samplePrediction())
    await openForm()
    const seed = page.getByRole('textbox', { name: /^Seed/ })
    const ends = async (typed: string, protocol: string) => {
      await seed.fill(typed)
      await shotsField(station).fill(typed)
      await page.context().clearCookies()
      // Another protocol is asked about, unless what was still on its way was refused before.
      const choice = page.getByRole('combobox', { name: 'Protocol' })
      choice.selectOption(protocol).catch(() => undefined)
      await heading(page, 'The session has ended')
      await expect.poll(() => shotsField(station).count(), { message: 'what is hidden' }).toBe(0)
    }
    const goesOn = async (typed: string) => {
      await shotsField(station).waitFor(PATIENCE)
      await expect
        .poll(async () => [await shotsField(station).inputValue(), await seed.inputValue()])
        .toEqual([typed, typed])
      await panel(page, 'Before the start').getByText('Costs nothing').waitFor(PATIENCE)
    }
    await ends('640', 'cyclic-window')
    await page.getByRole('textbox', { name: 'One-time link or token' }).fill(station.signInUrl())
    await page.keyboard.press('Enter')
    await goesOn('640')
    await ends('720', 'adaptive')
    await page.context().request.get(station.signInUrl())
    await page.getByRole('button', { name: 'Go on' }).click()
    await goesOn('720')
    station.complaints.length = 0
  })

  it('sees a clean console but for streams that were refused', () =>
    expect(station.complaints.filter(complaint => !complaint.includes('/v1/events'))).toEqual([]))
})
