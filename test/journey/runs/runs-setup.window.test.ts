/** The form of a run against replies that the test decides: what it asks, what it refuses to send, what it sends. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { samplePrediction } from '../../renderer/samples/runs'
import { heading, PATIENCE, panel, signIn } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'
import { answer, openSetUp, runLike, shotsField, stream } from './fake-runs'

if (browserAddress === '') console.info('Skipped: the journey of the form of a run, because Chromium is not installed.')

type FocusPlace = ReturnType<typeof placeOfFocus>

/** Runs in the page: where what has the focus stands in it. */
function placeOfFocus() {
  const focused = document.activeElement!
  const { left, right, top, bottom } = focused.getBoundingClientRect()
  const above = document.querySelector('main')!.scrollTop
  return { left, right, top: top + above, bottom: bottom + above, isBeforeStart: focused.closest('#start') !== null }
}

const FIRST = '0b1e6f0e-2f5f-4c43-9d5a-0a7f5e1d2c3b'

describe.skipIf(browserAddress === '')('an engineer with the form of a run', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
  })
  afterAll(() => station?.close())

  const openForm = () => openSetUp(station)

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
    await expect.poll(() => predicted.getByText('Encoding is predicted to harm.', { exact: true }).count()).toBe(1)
    await expect.poll(() => predicted.locator('code').count()).toBe(0)
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

  it('takes the number of shots that would decide, and is shown which no run can take', async () => {
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

  it('takes the focus through what stands before the start in the order in which it is seen', async () => {
    const { page } = station
    await answer(page, 'runs/predict', samplePrediction())
    await openForm()
    const start = panel(page, 'Before the start')
    await start.getByRole('button', { name: 'Take 400 shots' }).waitFor(PATIENCE)
    await start.getByRole('checkbox').press('Space')
    await expect.poll(() => page.getByRole('button', { name: 'Start the run' }).isEnabled(), PATIENCE).toBe(true)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.getByRole('navigation', { name: 'Sections of the set-up' }).getByRole('link').last().focus()
      const places: FocusPlace[] = []
      for (let press = 0; press < 5; press++) {
        await page.keyboard.press('Tab')
        places.push(await page.evaluate(placeOfFocus))
      }
      expect(places.every(({ isBeforeStart }) => isBeforeStart)).toBe(true)
      const isBehind = (place: FocusPlace, before: FocusPlace) =>
        place.top >= before.bottom || (place.bottom > before.top && place.left >= before.right)
      expect(places.slice(1).filter((place, at) => !isBehind(place, places[at]!))).toEqual([])
    }
    await page.setViewportSize({ width: 1440, height: 900 })
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

  it('sees a clean console but for streams that were refused', () =>
    expect(station.complaints.filter(complaint => !complaint.includes('/v1/events'))).toEqual([]))
})
