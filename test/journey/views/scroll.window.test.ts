/** Every page in a wide and a narrow window: only panes scroll, never the document; all sizes, and views of pages, are in scroll-sizes.window.test.ts. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFaults, heading, PATIENCE, signIn, visit, visitWhole } from '../pages'
import { browserAddress, openWorkstation, type Workstation } from '../workstation'
import { NONE_WIDE_OR_NARROW, outsideWideAndNarrow, SIZES, sectionFaults, settled } from './scrolling'

if (browserAddress === '') console.info('Skipped: how the pages scroll, because Chromium is not installed.')

describe.skipIf(browserAddress === '')('the window', () => {
  let station: Workstation
  let signInScreen: Record<string, unknown> = {}

  beforeAll(async () => {
    station = await openWorkstation()
    signInScreen = await station.page.goto(station.url).then(async () => {
      await station.page.getByRole('heading', { name: /sign in/i }).waitFor(PATIENCE)
      return outsideWideAndNarrow(station.page)
    })
    await signIn(station.page, station.signInUrl())
  })
  afterAll(() => station?.close())

  const titleOf = (page: Page) => page.locator('main h1').first().textContent()
  const go = async (page: Page, path: string) => {
    await page.goto(station.url + path)
    await settled(page)
  }

  it('never scrolls as a document on the sign-in screen', () => expect(signInScreen).toEqual(NONE_WIDE_OR_NARROW))

  it('never scrolls as a document on any page of the navigation', async () => {
    const { page } = station
    const links = await page.locator('.pentad-nav-link').evaluateAll(all => all.map(link => link.getAttribute('href')))
    expect(links.length).toBeGreaterThan(5)
    let title: string | null = null
    for (const link of links) {
      await visit(page, link!)
      await expect.poll(() => titleOf(page), { ...PATIENCE, message: link! }).not.toBe(title)
      await visitWhole(page, link!)
      title = await titleOf(page)
      expect(await outsideWideAndNarrow(page), link!).toEqual(NONE_WIDE_OR_NARROW)
      await expect
        .poll(() => page.getByText(/does not serve this page|No such page/).count(), { message: link! })
        .toBe(0)
    }
  })

  it('offers to reload where a part of the window is gone because Pentad was built anew, and goes on elsewhere', async () => {
    const { page, close } = await station.freshWindow()
    await signIn(page, station.signInUrl())
    await page.route(
      url => url.pathname.includes('/assets/settings-page'),
      route => route.fulfill({ status: 404 }),
    )
    await page.route(
      url => url.pathname === '/',
      route =>
        route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/later.js"></script>' }),
    )
    await page.getByRole('link', { name: /^Settings/ }).click()
    await page.getByRole('alert').getByText('This page could not be loaded').waitFor(PATIENCE)
    const updated = page.getByText('Pentad was updated while this window was open.')
    await updated.waitFor({ ...PATIENCE, state: 'attached' })
    await expect.poll(() => updated.isVisible(), { message: 'beside a page that says so itself' }).toBe(false)
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor(PATIENCE)
    await updated.waitFor(PATIENCE)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('button', { name: 'Reload the window' }).click()
    await updated.waitFor({ ...PATIENCE, state: 'detached' })
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor(PATIENCE)
    await close()
  })

  it('shows the end of a long page without blank ground under it, and one scroll bar', async () => {
    const { page } = station
    await page.setViewportSize({ width: 1024, height: 768 })
    await go(page, '/backends/dev-c-mock')
    const { below, bars } = await page.locator('main').evaluate(main => {
      main.scrollTo(0, main.scrollHeight)
      const last = main.querySelector('.pentad-page')!.getBoundingClientRect().bottom
      return {
        below: main.getBoundingClientRect().bottom - last,
        bars: [document.documentElement, main].filter(part => part.scrollHeight > part.clientHeight).length,
      }
    })
    expect(below).toBeLessThanOrEqual(1)
    expect(bars).toBe(1)
    await station.shoot('scroll-end')
    expect(await sectionFaults(page)).toEqual([])
    await page.evaluate(() => document.getElementById('history')!.remove())
    expect(await sectionFaults(page)).toEqual(['“History” leads nowhere'])
    await page.evaluate(() => document.querySelector('.pentad-section-list')!.remove())
    expect(await sectionFaults(page)).toEqual([expect.stringMatching(/^a page of \d\.\d screens lists no sections$/)])
    await page.setViewportSize(SIZES[0])
  })

  it('never scrolls as a document under a dialog over it, which is accessible', async () => {
    const { page } = station
    const shown = {
      'Control+k': page.getByLabel('Command', { exact: true }),
      '?': page.getByRole('heading', { name: 'Keyboard shortcuts' }),
    }
    const over = async (check: (key: string) => Promise<void>) => {
      for (const [key, opened] of Object.entries(shown)) {
        await page.keyboard.press(key)
        await opened.waitFor(PATIENCE)
        await check(key)
        await page.keyboard.press('Escape')
        await opened.waitFor({ ...PATIENCE, state: 'detached' })
      }
    }
    await over(async key => expect(await outsideWideAndNarrow(page), key).toEqual(NONE_WIDE_OR_NARROW))
    // Over a short page: axe takes in what lies under the dialog to show its colours.
    await visit(page, '/runs')
    await heading(page, /^Runs$/)
    await over(async key => expect(await accessibilityFaults(page, '.bp6-dialog, .bp6-omnibar'), key).toEqual([]))
  })
})
