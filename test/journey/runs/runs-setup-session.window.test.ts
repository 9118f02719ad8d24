/** The form of a run where a choice does not fit the engine, and where the session ends. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { samplePrediction } from '../../renderer/samples/runs'
import { heading, PATIENCE, panel, signIn } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'
import { answer, openSetUp, shotsField } from './fake-runs'

if (browserAddress === '') console.info('Skipped: the journey of the form of a run, because Chromium is not installed.')

describe.skipIf(browserAddress === '')('an engineer with the form of a run', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
  })
  afterAll(() => station?.close())

  const openForm = () => openSetUp(station)

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
