/** A run that is done: its figure in a narrow and a wide window, and replays that are identical or not. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { heading, PATIENCE, signIn } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'
import { addressOf, answer, openFinishedRun, recordLike, runLike } from './fake-runs'

if (browserAddress === '') console.info('Skipped: the journey of runs in a browser, because Chromium is not installed.')

const FIRST = '0b1e6f0e-2f5f-4c43-9d5a-0a7f5e1d2c3b'
const SECOND = '7c9d2f11-6c1d-4a70-8a0e-5b9f0c4d8e21'
const NAMED = '3f1c8a52-94de-4b07-a6f3-2d5e7b9c1a40'

describe.skipIf(browserAddress === '')('an engineer with runs', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
  })
  afterAll(() => station?.close())

  describe('that is done', () => {
    const openRun = () => openFinishedRun(station, FIRST)

    it('draws the figure in the column that the window has room for, and switches quantity and axis', async () => {
      const { page } = station
      await openRun()
      const figure = page.getByRole('figure', { name: /against (rounds|time)$/ }).first()
      for (const [width, column] of [
        [420, 'narrow'],
        [1440, 'wide'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(() => figure.getAttribute('data-width'), PATIENCE).toBe(column)
      }
      const words = () => figure.getByRole('img').getAttribute('aria-label')
      await expect.poll(() => words()).toMatch(/Error 1 − P\(R\) on a logarithmic axis/)
      await figure.getByRole('radio', { name: 'Survival' }).press('Space')
      await figure.getByRole('radio', { name: 'Time' }).press('Space')
      await expect.poll(words, PATIENCE).toMatch(/Survival probability/)
      await figure.getByText('Time').first().waitFor(PATIENCE)
      await figure.getByRole('radio', { name: 'Error, logarithmic' }).press('Space')
    })

    it.each([
      [true, [], 'Identical'],
      [false, [{ state: '+' as const, rounds: 4 }], 'Differing'],
    ])('says of its replay whether it is identical: %s', async (identical, differing, words) => {
      const { page } = station
      await openRun()
      const replay = { of: FIRST, identical, differing }
      await answer(page, `runs/${FIRST}/replay`, runLike({ run_id: SECOND, replay }), 202)
      await answer(page, `runs/${SECOND}`, runLike({ run_id: SECOND, replay }))
      await answer(page, `runs/${SECOND}/record`, recordLike(SECOND))
      await page.getByRole('button', { name: 'Replay' }).press('Enter')
      await heading(page, words)
      await station.shoot(`runs-replay-${words.toLowerCase()}`)
    })
  })

  it('has all of its page in a narrow window where its name is one long word', async () => {
    const { page, url } = station
    const name = 'one_long_word_'.repeat(7)
    await page.setViewportSize({ width: 390, height: 844 })
    await answer(page, `runs/${NAMED}`, runLike({ run_id: NAMED, name }))
    await answer(page, `runs/${NAMED}/record`, recordLike(NAMED))
    await page.goto(url + addressOf({ run_id: NAMED }))
    await heading(page, name)
    await heading(page, 'Error against rounds')
    const beyond = () => page.locator('main').evaluate(main => main.scrollWidth - main.clientWidth)
    await expect.poll(beyond, PATIENCE).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('sees a clean console but for streams that were refused', () =>
    expect(station.complaints.filter(complaint => !complaint.includes('/v1/events'))).toEqual([]))
})
