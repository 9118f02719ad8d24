/** Which test files a change touches most nearly. */
import { posix } from 'node:path'

const TEST = /\.test\.ts$/
const QUICK_TEST = /^test\/(?!.*\.(browser|soak|window)\.test\.ts$).*\.test\.ts$/
/** Test files that the quick test runs at most; npm test runs all. */
export const AT_MOST = 20

/**
 * The unit tests that reach a changed file over the fewest imports, with those in the folder that mirrors its own over one more,
 * and those that name a changed file which is no source; nearest first. `left` counts the others that reach it.
 * @param {readonly string[]} changed paths relative to the root, with `/` between folders
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
 * Each unit test that imports `file`, itself included, and over how many steps.
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

/** Data, pages of help and kernels are not imported: the tests that name them, else those of the folder that mirrors theirs.
 * @param {string} file @param {readonly string[]} tests @param {(file: string) => string} textOf */
function naming(file, tests, textOf) {
  const named = tests.filter(test => textOf(test).includes(posix.basename(file)))
  const found = named.length > 0 ? named : tests.filter(test => mirrors(test, file))
  return new Map(found.map(test => [test, 1]))
}

/** @param {string} test @param {string} file */
const mirrors = (test, file) => test.startsWith(`test/${posix.dirname(file)}/`)

/** How many folders a test has in common with the nearest of what changed. @param {string} test @param {readonly string[]} changed */
const shared = (test, changed) => Math.max(...changed.map(file => sharedFolders(test.replace(/^test\//, ''), file)))

/** @param {string} a @param {string} b */
function sharedFolders(a, b) {
  const other = b.replace(/^test\//, '').split('/')
  const first = a.split('/').findIndex((part, at) => part !== other[at])
  return first === -1 ? other.length : first
}

/** @param {readonly number[]} a @param {readonly number[]} b */
const compare = (a, b) => a.map((value, at) => value - (b[at] ?? 0)).find(difference => difference !== 0) ?? 0
