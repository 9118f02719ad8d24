/**
 * Twelve views as pictures. `PENTAD_WRITE_GOLDEN=1 npx vitest run --project window test/journey/views/pictures` keeps them anew; they are of one major version of Chromium and skipped on another.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { samplePrediction } from '../../renderer/samples/runs'
import { PATIENCE, signIn } from '../pages'
import { addressOf, answer, recordLike, runLike, stream } from '../runs/fake-runs'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'
import { differingShare, keptPicture, MAX_DIFFERING, pictureOf, shifted } from './pictures'
import { settled } from './scrolling'

if (browserAddress === '') console.info('Skipped: views as pictures, because Chromium is not installed.')

const RUN = '0b1e6f0e-2f5f-4c43-9d5a-0a7f5e1d2c3b'
const NOW = '2026-11-26T03:00:00Z'
const SIZE = { width: 1024, height: 640 }
const LONG = { timeout: 90_000 }
const MODULE = '/modules/dev-b-mock/b00.L0'
const KEPT = join(import.meta.dirname, 'kept')

interface View {
  readonly name: string
  readonly open: (page: Page, url: string) => Promise<unknown>
  readonly scheme?: 'light' | 'dark'
  readonly size?: typeof SIZE
}

const goTo = (path: string, ready: (page: Page) => Promise<unknown>) => async (page: Page, url: string) => {
  await page.goto(url + path)
  await settled(page)
  await ready(page)
}
const headed = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor(LONG)

const finished = async (page: Page, url: string) => {
  await answer(page, `runs/${RUN}`, runLike({ run_id: RUN }))
  await answer(page, `runs/${RUN}/record`, recordLike(RUN))
  await page.goto(url + addressOf({ run_id: RUN }))
  await page.locator('.pentad-figure-drawing').nth(2).waitFor(PATIENCE)
}

const going = async (page: Page, url: string) => {
  const point = (of: 'encoded' | 'physical', rounds: number, failures: number) => ({
    of,
    rounds,
    shots: 400,
    accepted: 400,
    failures,
  })
  const counts = [point('encoded', 0, 12), point('encoded', 1, 30), point('physical', 0, 3), point('physical', 2, 20)]
  await stream(page, null)
  await answer(page, `runs/${RUN}`, () => ({
    ...runLike({ run_id: RUN }, 'PROCESSING'),
    progress: { fraction: 0.45, stage: 'encoded, state 0, 1 round', counts },
  }))
  await page.goto(url + addressOf({ run_id: RUN }))
  await headed('Progress')(page)
}

const setUp = async (page: Page, url: string) => {
  await answer(page, 'runs/predict', samplePrediction())
  await goTo('/runs/new?backend=dev-b-mock&module=b00.L0', shown =>
    shown.getByText('Shots to decide it').waitFor(LONG),
  )(page, url)
}

const pressed = (key: string, path: string, ready: string) =>
  goTo(path, async page => {
    await page.keyboard.press(key)
    await page.getByText(ready).first().waitFor(PATIENCE)
  })

const VIEWS: readonly View[] = [
  { name: 'devices', open: goTo('/modules', headed('Choose a device')) },
  { name: 'layout', open: goTo(MODULE, headed(/^Module on chiplet/)) },
  { name: 'candidates', open: goTo(`${MODULE}?view=candidates`, headed(/^Module on chiplet/)) },
  { name: 'demands', open: goTo(`${MODULE}?view=demands`, headed(/^Module on chiplet/)) },
  {
    name: 'proof',
    open: goTo(`${MODULE}?step=proof`, page => page.getByRole('slider', { name: /schedule/ }).waitFor(LONG)),
  },
  { name: 'set-up', open: setUp },
  { name: 'run', open: going },
  { name: 'verdict', open: finished },
  { name: 'verdict-dark', open: finished, scheme: 'dark' },
  { name: 'verdict-narrow', open: finished, size: { width: 390, height: 844 } },
  { name: 'shortcuts', open: pressed('?', '/runs', 'Keyboard shortcuts') },
  { name: 'commands', open: pressed('Control+k', '/settings', 'Dashboard') },
]

describe.skipIf(browserAddress === '')('the window', () => {
  let station: Workstation
  let kept = ''

  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
    await station.page.clock.setFixedTime(NOW)
    const browser = await chromium.connect(browserAddress)
    kept = join(KEPT, `chromium-${browser.version().split('.')[0]}`)
    await browser.close()
  }, 120_000)
  afterAll(() => station?.close())
  afterEach(() => station.page.unrouteAll({ behavior: 'ignoreErrors' }))

  const stands = async ({ open, scheme = 'light', size = SIZE }: { open: View['open'] } & Partial<View>) => {
    const { page, url } = station
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await open(page, url)
    await page.evaluate(() => document.fonts.ready)
    // Nobody says when a view to keep has come to rest; one that is compared is taken until it is as it was.
    if (process.env.PENTAD_WRITE_GOLDEN) await page.waitForTimeout(2_000)
    return page
  }

  it.each(VIEWS)('looks as it did: $name', async view => {
    const page = await stands(view)
    let taken = await pictureOf(page)
    const before = keptPicture(join(kept, `${view.name}.png`), taken)
    if (before === null) {
      expect(existsSync(kept), `${kept} has pictures, and none of ${view.name}`).toBe(false)
      return console.info(`Skipped: the picture of ${view.name}, because none is kept for this version of Chromium.`)
    }
    const differing = async () => {
      taken = await pictureOf(page)
      return differingShare(taken, before)
    }
    await expect.poll(differing, PATIENCE).toBeLessThanOrEqual(MAX_DIFFERING)
    expect(differingShare(shifted(taken, 2), before), 'a shift of 2 pixels is seen').toBeGreaterThan(MAX_DIFFERING)
  })
})
