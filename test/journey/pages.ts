/** What the journeys look for and press on the pages of the window. */
import { buffer } from 'node:stream/consumers'
import { type AxeResults, type RunOptions, source } from 'axe-core'
import type { Locator, Page, Request } from 'playwright-core'
import { expect } from 'vitest'

/** For whatever the service has to do first, on a loaded machine. */
export const PATIENCE = { timeout: 60_000 }

const WIDE = 25
const LAYERS = 200
/** Keeps the engine busy for far longer than a press of Abort takes. */
export const LONG = {
  num_qubits: WIDE,
  instructions: [
    ...Array.from({ length: LAYERS * WIDE }, (_, at) => [
      { name: 'rx', qubits: [at % WIDE], params: [0.1 + (at % 7)] },
      { name: 'cx', qubits: [at % WIDE, (at + 1) % WIDE] },
    ]).flat(),
    { name: 'measure', qubits: [0], clbits: [0] },
  ],
}

/** A circuit with an input. */
export const TURN =
  'OPENQASM 3.0;\ninclude "stdgates.inc";\ninput float theta;\nqubit q;\nbit c;\nry(theta) q;\nc = measure q;\n'

export const text = (page: Page) => page.getByRole('textbox', { name: /^Circuit text/ })
export const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true })
export const rows = (page: Page) => page.locator('[data-job]')
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor(PATIENCE)

/** The text of the circuits page, as far as it is in view; empty before the page has opened. */
export async function program(page: Page): Promise<string> {
  // The pane follows the drawing a frame later.
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(() => setTimeout(done)))))
  const lines = await text(page).locator('.cm-line').allTextContents()
  return lines.join('\n')
}

/** Replaces the text of the circuits page, once that has opened: the first circuit may come between. */
export async function write(page: Page, circuit: string): Promise<void> {
  await expect.poll(() => program(page), PATIENCE).not.toBe('')
  await text(page).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(circuit)
}

/** Seven seconds of the clock of a second window; what it asks in one is answered before the next. */
export async function sevenSeconds(page: Page): Promise<void> {
  const open = new Set<Request>()
  const asks = (request: Request) => open.add(request)
  const ends = (request: Request) => open.delete(request)
  page.on('request', asks).on('requestfinished', ends).on('requestfailed', ends)
  for (let second = 0; second < 7; second++) {
    await page.clock.fastForward(1_000)
    do await page.waitForTimeout(150)
    while (open.size > 0)
  }
  page.off('request', asks).off('requestfinished', ends).off('requestfailed', ends)
}

/** What the window asks of the jobs while `during` lasts. */
export async function askedOfJobs(page: Page, during: () => Promise<unknown>): Promise<string[]> {
  const urls: string[] = []
  const note = (request: { url(): string; method(): string }) =>
    request.method() === 'GET' && request.url().includes('/quantum/jobs') && urls.push(request.url())
  page.on('request', note)
  await during()
  page.off('request', note)
  return urls
}

/** Signs in on the dashboard. */
export async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('dialog').getByRole('button', { name: 'To the dashboard' }).click()
}

/** Goes to another address as a link of the window does: to load the window anew costs the browser half a second. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(to => history.pushState(null, '', to), path)
  await page.locator('main h1').first().waitFor(PATIENCE)
}

/** The same, until nothing that the page asked for is on its way any more. */
export async function visitWhole(page: Page, path: string): Promise<void> {
  await visit(page, path)
  await page
    .locator('.pentad-loading')
    .first()
    .waitFor({ ...PATIENCE, state: 'detached' })
}

/** Presses a button that saves a file; its name and what is in it. */
export async function saved(page: Page, button: string, within: Page | Locator = page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    within.getByRole('button', { name: button }).click(),
  ])
  const content = await buffer(await download.createReadStream())
  return { file: download.suggestedFilename(), content }
}

export const downloaded = async (...asked: Parameters<typeof saved>): Promise<string> =>
  (await saved(...asked)).content.toString('utf8')

/** Submits once the form says what that costs, and waits for the page of the job. */
export async function submitCosting(page: Page, cost: string | RegExp): Promise<void> {
  await page.getByText(cost).first().waitFor(PATIENCE)
  await submit(page).click()
  await heading(page, /^Job /)
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** What passes or does not apply is not written out, nor are the style sheets fetched once more: only faults are read. */
const OPTIONS: RunOptions = { resultTypes: ['violations'], preload: false }
/** The rules that read colours: the others find the same in either scheme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * The colour scheme that the page stands in. The window learns of another scheme with its next frame, and a browser without a
 * screen may draw none for as long as nothing asks for one: the picture asks.
 */
async function drawnScheme(page: Page): Promise<string | undefined> {
  await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } })
  return await page.evaluate(() => document.documentElement.dataset.scheme)
}

/** Animations and transitions that come to an end by themselves, and have not yet. */
const moving = (page: Page): Promise<number> =>
  page.evaluate(
    () => document.getAnimations().filter(each => each.effect?.getComputedTiming().endTime !== Infinity).length,
  )

type Schemes = readonly ('dark' | 'light')[]

/** `npm test` looks in light; `npm run test:window`, which opens every page, view and dialog, in dark too. */
const schemesHere = (): Schemes =>
  expect.getState().testPath?.endsWith('.window.test.ts') ? ['dark', 'light'] : ['light']

/**
 * What axe finds on the page as it stands, in each of `schemes`; a fault names its rule, its first element and why. `within`, a
 * CSS selector: in what has come over or into a page that was looked at before, at a fraction of the cost.
 */
export async function accessibilityFaults(page: Page, within?: string, schemes = schemesHere()): Promise<string[]> {
  if (within === undefined) return await axeFaults(page, undefined, schemes)
  return await withRestHidden(page, within, () => axeFaults(page, within, schemes))
}

/** With all hidden that lies beside or under `within`, while `during` lasts: several looks hide and show a large page once. */
export async function withRestHidden<T>(page: Page, within: string, during: () => Promise<T>): Promise<T> {
  // Where nothing is, nothing is found.
  await page.locator(within).first().waitFor(PATIENCE)
  await hideRest(page, within)
  try {
    return await during()
  } finally {
    await showRest(page)
  }
}

/** What `accessibilityFaults` finds, without hiding anything. */
export async function axeFaults(page: Page, within?: string, schemes = schemesHere()): Promise<string[]> {
  const faults: string[] = []
  // Its half megabyte is read once for a document, and has no value that would have to be written out.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${source};void 0`)
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    await expect.poll(() => drawnScheme(page), PATIENCE).toBe(colorScheme)
    // Half way from one colour to another, words may be too faint to read.
    await expect.poll(() => moving(page), PATIENCE).toBe(0)
    const runOnly = colorScheme === 'light' ? { type: 'tag', values: TAGS } : { type: 'rule', values: OF_COLOURS }
    const { violations } = await runAxe(page, within, { ...OPTIONS, runOnly } as RunOptions)
    faults.push(
      ...violations.map(({ id, nodes: [node] }) => `${colorScheme} ${id}: ${node?.html} ${node?.failureSummary}`),
    )
  }
  return faults
}

const runAxe = (page: Page, within: string | undefined, options: RunOptions): Promise<AxeResults> =>
  page.evaluate(
    ([selector, given]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      return axe.run(selector === undefined ? document : { include: [[selector]] }, given)
    },
    [within, options] as const,
  )

/**
 * Hides what lies beside or under `within` as a whole, as a page under a dialog: axe would measure all its texts before it leaves
 * them out, which takes most of its time.
 */
const hideRest = (page: Page, within: string) =>
  page.evaluate(selector => {
    const rest = document.querySelectorAll<HTMLElement>(`body > :not(script, :has(${selector}), ${selector})`)
    for (const part of rest) {
      part.classList.add('hidden-from-axe')
      part.style.setProperty('display', 'none', 'important')
    }
  }, within)

const showRest = (page: Page) =>
  page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLElement>('.hidden-from-axe')) {
      part.classList.remove('hidden-from-axe')
      part.style.removeProperty('display')
    }
  })
