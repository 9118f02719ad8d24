/**
 * What a screen reader meets on the main pages: roles, names and states as a tree, kept as text under `kept/aria`. Figures are
 * written as # and tables end after their third row, so that a change of words or structure shows and one of figures does not.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE, signIn, visit } from '../pages'
import { addressOf, answer, recordLike, runLike } from '../runs/fake-runs'
import { browserAddress, openWorkstation, root, type Workstation } from '../workstation'
import { loaded } from './scrolling'

if (browserAddress === '')
  console.info('Skipped: what a screen reader meets on the pages, because Chromium is not installed.')

const LONG = { timeout: 90_000 }
/** A run of the samples, whose replies are given here. */
const RUN = '7d1e6f0e-2f5f-4c43-9d5a-0a7f5e1d2c3b'
const MODULE = '/modules/dev-b-mock/b00.L0'

interface View {
  readonly name: string
  readonly path: string
  /** Shown once the page has all that it asks for. */
  readonly ready?: RegExp | string
}

const VIEWS: readonly View[] = [
  { name: 'dashboard', path: '/', ready: 'Costs nothing' },
  { name: 'backends', path: '/backends', ready: 'dev-c-mock' },
  { name: 'add-device', path: '/backends?view=add', ready: 'Files and settings' },
  { name: 'device', path: '/backends/dev-a', ready: 'About the device' },
  { name: 'circuits', path: '/circuits', ready: 'Help' },
  { name: 'jobs', path: '/jobs' },
  { name: 'modules', path: '/modules', ready: 'Choose a device' },
  { name: 'module', path: MODULE, ready: /^Module on chiplet/ },
  { name: 'demands', path: `${MODULE}?view=demands`, ready: /^Module on chiplet/ },
  { name: 'proof', path: `${MODULE}?step=proof`, ready: 'Inject and replay' },
  { name: 'runs', path: '/runs' },
  { name: 'set-up', path: '/runs/new?backend=dev-b-mock&module=b00.L0', ready: 'Shots to decide it' },
  { name: 'verdict', path: addressOf({ run_id: RUN }), ready: 'Run record' },
  { name: 'entropy', path: '/entropy' },
  { name: 'instruments', path: '/instruments', ready: 'Flux bias' },
  { name: 'account', path: '/account' },
  { name: 'settings', path: '/settings' },
]

/** By a style: rows that come later are cut too, and those that the page holds are still there when it draws anew. */
const cutTables = (page: Page) =>
  page.evaluate(() => {
    const style = new CSSStyleSheet()
    style.replaceSync('tbody > tr:nth-child(n + 4) { display: none !important }')
    document.adoptedStyleSheets.push(style)
  })

const wholeTables = (page: Page) =>
  page.evaluate(() => {
    const isCut = ({ cssRules: [rule] }: CSSStyleSheet) => /nth-child\(n ?\+ ?4\)/.test(rule?.cssText ?? '')
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(sheet => !isCut(sheet))
  })

const masked = (tree: string): string => {
  const lines = tree
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]+/g, 'ID')
    .replace(/cal-\w+-\w+/g, 'CALIBRATION')
    .replace(/\d[\d,.]*/g, '#')
    .replace(/# (d|h|min|s)\b( # (h|min|s)\b)*/g, '# s')
    .replace(/, now\b/g, ', # s ago')
    .split('\n')
  // The ticks of a plot over time are others at any time.
  return `${lines.filter(line => !/^\s*- img: /.test(line)).join('\n')}\n`
}

describe.skipIf(browserAddress === '')('a screen reader', () => {
  let station: Workstation
  beforeAll(async () => {
    station = await openWorkstation()
    await signIn(station.page, station.signInUrl())
    await answer(station.page, `runs/${RUN}`, runLike({ run_id: RUN }))
    await answer(station.page, `runs/${RUN}/record`, recordLike(RUN))
  })
  afterAll(() => station?.close())

  it.each(VIEWS)('meets on $name what it met before', async ({ name, path, ready }) => {
    const { page } = station
    await visit(page, path)
    await loaded(page)
    if (ready !== undefined) await page.locator('main').getByText(ready).first().waitFor(LONG)
    await page.waitForLoadState('networkidle', LONG)
    await loaded(page)
    await cutTables(page)
    const kept = join(root, `test/journey/views/kept/aria/${name}.txt`)
    const before = existsSync(kept) ? readFileSync(kept, 'utf8') : null
    let tree = ''
    const differs = async () => {
      tree = masked(await page.locator('main').ariaSnapshot())
      return tree !== before
    }
    // What a page has asked for is there, and still to be drawn.
    const until = performance.now() + PATIENCE.timeout
    while ((await differs()) && performance.now() < until) await page.waitForTimeout(250)
    await wholeTables(page)
    await expect(tree).toMatchFileSnapshot(kept)
  })
})
