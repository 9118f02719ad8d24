/** How a page stands in the window: the document lies in it at any size, and nothing over another, out of its place or cut off. */
import type { Page } from 'playwright-core'
import { PATIENCE } from '../pages'
import { geometryFaults } from './geometry'

export const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
  // A window of 1280 by 1024 enlarged four times (WCAG 1.4.10).
  { width: 320, height: 256 },
] as const

type Sizes = readonly (typeof SIZES)[number][]

/** What `npm test` looks at; `npm run test:window` takes every size. */
const WIDE_AND_NARROW: Sizes = [SIZES[0], SIZES[2]]

export const outsideWideAndNarrow = (page: Page) => outsideAtEverySize(page, WIDE_AND_NARROW)

/** Scrolls everything that scrolls to its end, and the document too; returns how much of the document lies outside the window. */
const outside = (page: Page) =>
  page.evaluate(async () => {
    const frames = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
    await frames()
    for (const part of [...document.querySelectorAll('main, main *, nav')]) {
      if (part.scrollHeight > part.clientHeight) part.scrollTo(part.scrollWidth, part.scrollHeight)
    }
    document.querySelector('main')?.scrollTo(100_000, 100_000)
    scrollTo(100_000, 100_000)
    await frames()
    const root = document.documentElement
    return {
      html: [root.scrollWidth - root.clientWidth, root.scrollHeight - root.clientHeight],
      body: [document.body.scrollWidth - root.clientWidth, document.body.scrollHeight - root.clientHeight],
      scrolled: [scrollX, scrollY],
    }
  })

/** What is wrong with the sections of a long page: none listed, or one that is itself too long to be found in. */
export const sectionFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const [LONG, LONGEST] = [2, 3]
    const main = document.querySelector('main')
    if (main === null || document.querySelector('.bp6-dialog, .bp6-omnibar') !== null) return []
    const screens = (pixels: number) => pixels / main.clientHeight
    // The list itself counts for nothing.
    const links = [...main.querySelectorAll<HTMLAnchorElement>('.pentad-section-list a')]
    const listed = links[0]?.closest('nav')?.offsetHeight ?? 0
    const length = screens(main.scrollHeight - listed)
    if (length <= LONG + 0.1) return []
    if (links.length < 2) return [`a page of ${length.toFixed(1)} screens lists no sections`]
    const places = links.map(link => {
      const part = document.getElementById(link.hash.slice(1))
      return { title: link.textContent, box: part?.getBoundingClientRect() }
    })
    return places.flatMap(({ title, box }) => {
      if (box === undefined) return [`“${title}” leads nowhere`]
      return screens(box.height) > LONGEST ? [`“${title}” is ${screens(box.height).toFixed(1)} screens long`] : []
    })
  })

/** Plots take the new width of a window a moment later, on a loaded machine seconds later: faults are what stays. */
async function settledFaults(page: Page): Promise<string[]> {
  const found = async () => [...(await geometryFaults(page)), ...(await sectionFaults(page))]
  const until = performance.now() + PATIENCE.timeout
  let faults = await found()
  while (faults.length > 0 && performance.now() < until) {
    await page.waitForTimeout(250)
    faults = await found()
  }
  return faults
}

/** The smallest is one for reading: there the document does not scroll, and that is all that is asked. */
const standsAt = async (page: Page, { width }: { readonly width: number }) => ({
  faults: width >= 390 ? await settledFaults(page) : [],
  ...(await outside(page)),
})

const NONE = { faults: [], html: [0, 0], body: [0, 0], scrolled: [0, 0] }

export async function outsideAtEverySize(page: Page, sizes: Sizes = SIZES): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const size of sizes) {
    await page.setViewportSize(size)
    found[`${size.width}x${size.height}`] = await standsAt(page, size)
  }
  await page.setViewportSize(SIZES[0])
  return found
}

const noneAt = (sizes: Sizes) => Object.fromEntries(sizes.map(({ width, height }) => [`${width}x${height}`, NONE]))

export const NONE_AT_ANY_SIZE = noneAt(SIZES)
export const NONE_WIDE_OR_NARROW = noneAt(WIDE_AND_NARROW)

/** The page is there, and nothing of it says that it is on its way. */
export async function loaded(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor(PATIENCE)
  await page
    .locator('.pentad-loading')
    .first()
    .waitFor({ ...PATIENCE, state: 'detached' })
}

/** The page is there, with what it asked for. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor(PATIENCE)
  await page.waitForLoadState('networkidle')
}
