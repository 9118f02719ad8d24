/** Finds the journeys through the window that open the page of a changed source. */
import { distances } from './nearest-tests.mjs'

const PAGE = /^renderer\/src\/pages\/([^/]+)\//
const JOURNEY = /^test\/journey\/(?!views\/).*\.(window|browser)\.test\.ts$/
/** Journeys at most for one page, those that open it most often. */
const AT_MOST = 2
/** A source that more pages use belongs to none: its journeys are all of them. */
const PAGES_AT_MOST = 2

/**
 * The journeys of the pages that the changed sources belong to, or that use them.
 * @param {readonly string[]} changed paths relative to the root, with `/` as separator
 * @param {Pick<import('./nearest-tests.mjs').Sources, 'importers' | 'textOf'>} sources
 * @returns {{ journeys: string[], everyPage: boolean }} `everyPage` where a changed source of the window is used by many
 */
export function windowTests(changed, { importers, textOf }) {
  const inWindow = changed.filter(file => file.startsWith('renderer/'))
  const pages = inWindow.map(file => pagesOf(file, importers))
  const tests = [...importers.keys()].filter(file => JOURNEY.test(file)).map(file => ({ file, text: textOf(file) }))
  const near = new Set(pages.filter(found => found.length <= PAGES_AT_MOST).flat())
  const journeys = new Set([...near].flatMap(page => journeysOf(page, tests)))
  return { journeys: [...journeys], everyPage: pages.some(found => found.length > PAGES_AT_MOST) }
}

/** The folders of the pages that a source is in, or that reach it. @param {string} file @param {ReadonlyMap<string, readonly string[]>} importers */
function pagesOf(file, importers) {
  const own = PAGE.exec(file)?.[1]
  if (own !== undefined) return [own]
  const found = [...distances(file, importers).keys()].map(source => PAGE.exec(source)?.[1])
  return [...new Set(found.filter(page => page !== undefined))]
}

/**
 * @param {string} page
 * @param {readonly { file: string, text: string }[]} tests
 */
function journeysOf(page, tests) {
  // The dashboard is at '/'; as the first argument of a call, such as split('/'), that text counts as no path. Each other page is at
  // the name of its folder.
  const opens = page === 'dashboard' ? /(?<!\w\()['"`]\/['"`]/g : new RegExp(`['"\`}]/${page}\\b`, 'g')
  return tests
    .map(({ file, text }) => ({ file, times: text.match(opens)?.length ?? 0 }))
    .filter(({ times }) => times > 0)
    .sort((a, b) => b.times - a.times || a.file.localeCompare(b.file))
    .slice(0, AT_MOST)
    .map(({ file }) => file)
}
