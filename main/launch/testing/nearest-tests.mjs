/** Finds the test files nearest to a change. */
import { posix } from 'node:path'

const TEST = /\.test\.ts$/
const QUICK_TEST = /^test\/(?!.*\.(browser|soak|window)\.test\.ts$).*\.test\.ts$/
/** Maximum number of test files in the quick test; npm test runs all. */
export const AT_MOST = 20

/**
 * Chooses for each changed source the unit tests that reach it over the fewest imports, and those in its mirror folder
 * that need one more; for any other changed file the tests that name it. Nearest first, at most AT_MOST; `left` counts
 * the other tests that reach a changed file.
 * @param {readonly string[]} changed paths relative to the root, with `/` as separator
 * @param {{ importers: ReadonlyMap<string, readonly string[]>, textOf: (file: string) => string }} sources
 * @returns {{ chosen: string[], left: number }}
 */
export function nearestTests(changed, { importers, textOf }) {
  /** @type {Map<string, number>} by test file its distance to what changed */
  const near = new Map()
  const reached = new Set()
  const tests = [...importers.keys()].filter(file => QUICK_TEST.test(file))
  for (const file of changed) {
    const found = importers.has(file) ? distances(file, importers) : naming(file, tests, textOf)
    const nearest = Math.min(...found.values())
    for (const [test, distance] of found) {
      reached.add(test)
      if (distance === nearest || (distance === nearest + 1 && mirrors(test, file)))
        near.set(test, Math.min(distance, near.get(test) ?? Number.POSITIVE_INFINITY))
    }
  }
  const rank = (/** @type {string} */ test) => [near.get(test) ?? 0, -shared(test, changed)]
  const sorted = [...near.keys()].sort((a, b) => compare(rank(a), rank(b)) || a.localeCompare(b))
  const chosen = sorted.slice(0, AT_MOST)
  return { chosen, left: reached.size - chosen.length }
}

/**
 * Distance in imports from each unit test that reaches `file`; 0 for the file itself.
 * @param {string} file
 * @param {ReadonlyMap<string, readonly string[]>} importers
 */
function distances(file, importers) {
  const distance = new Map([[file, 0]])
  for (const [at, steps] of distance)
    for (const importer of TEST.test(at) ? [] : (importers.get(at) ?? []))
      if (!distance.has(importer)) distance.set(importer, steps + 1)
  return new Map([...distance].filter(([found]) => QUICK_TEST.test(found)))
}

/**
 * Tests of a file that is not imported, such as data, help pages and kernels: those that contain its name, else those
 * in its mirror folder, all at distance 1.
 * @param {string} file @param {readonly string[]} tests @param {(file: string) => string} textOf
 */
function naming(file, tests, textOf) {
  const named = tests.filter(test => textOf(test).includes(posix.basename(file)))
  const found = named.length > 0 ? named : tests.filter(test => mirrors(test, file))
  return new Map(found.map(test => [test, 1]))
}

/** @param {string} test @param {string} file */
const mirrors = (test, file) => test.startsWith(`test/${posix.dirname(file)}/`)

/**
 * Number of leading folders that a test shares with the closest changed file. @param {string} test @param {readonly
 * string[]} changed
 */
const shared = (test, changed) => Math.max(...changed.map(file => sharedFolders(test.replace(/^test\//, ''), file)))

/** @param {string} a @param {string} b */
function sharedFolders(a, b) {
  const other = b.replace(/^test\//, '').split('/')
  const first = a.split('/').findIndex((part, at) => part !== other[at])
  return first === -1 ? other.length : first
}

/** @param {readonly number[]} a @param {readonly number[]} b */
const compare = (a, b) => a.map((value, at) => value - (b[at] ?? 0)).find(difference => difference !== 0) ?? 0
