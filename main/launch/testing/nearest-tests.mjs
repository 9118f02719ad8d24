/** Finds the test files nearest to a change. */
import { posix } from 'node:path'

const TEST = /\.test\.ts$/
const QUICK_TEST = /^test\/(?!.*\.(browser|soak|window)\.test\.ts$).*\.test\.ts$/
/** Time that the tests of test:quick may take together; npm test runs all. */
export const BUDGET_S = 6
/** Of a test that starts a service, and of any other, where no run of them is recorded. */
const UNKNOWN_S = { service: BUDGET_S, other: 0.5 }
/** For the modules that a test file imports, beside what its tests take. */
const IMPORT_S = 0.5
const SERVICE = 'main/service.ts'

/** How near a test is to a changed file: the lower, the nearer. */
const NEARNESS = { own: 0, inMirrorFolder: 1, ofImporter: 2, importing: 3, reaching: 4 }

/**
 * @typedef {object} Sources
 * @property {ReadonlyMap<string, readonly string[]>} importers the files that import a source
 * @property {(file: string) => string} textOf
 * @property {ReadonlyMap<string, number>} [durations_s] by test file, of the last run
 */

/**
 * Chooses unit tests for changed sources, nearest first: the test that has the source's name, those of its mirror folder
 * that import it, the tests named after its direct importers, all others that import it; those farther away only where
 * there are no such. Equally near ones that start no service go first, then the shorter. They may take BUDGET_S
 * together, by the last run; the first one of each changed file is chosen at any rate. For a changed file that nothing
 * imports these are the tests that name it. `left` counts the other tests that reach a changed file.
 * @param {readonly string[]} changed paths relative to the root, with `/` as separator
 * @param {Sources} sources
 * @returns {{ chosen: string[], left: number }}
 */
export function nearestTests(changed, { importers, textOf, durations_s = new Map() }) {
  const tests = [...importers.keys()].filter(file => QUICK_TEST.test(file))
  const services = new Set(distances(SERVICE, importers).keys())
  const cost_s = (/** @type {string} */ test) =>
    IMPORT_S + (durations_s.get(test) ?? (services.has(test) ? UNKNOWN_S.service : UNKNOWN_S.other))
  /** @type {Map<string, number>} */
  const nearness = new Map()
  const reached = new Set()
  const sort = (/** @type {string[]} */ found) =>
    found.sort((a, b) => {
      const rank = (/** @type {string} */ test) => [nearness.get(test) ?? 0, services.has(test) ? 1 : 0, cost_s(test)]
      return compare(rank(a), rank(b)) || a.localeCompare(b)
    })
  /** @type {Set<string>} */
  const first = new Set()
  for (const file of changed) {
    const found = importers.has(file) ? reaching(file, importers) : naming(file, tests, textOf)
    for (const test of found.keys()) reached.add(test)
    const near = nearOnly(found)
    for (const [test, value] of near) nearness.set(test, Math.min(value, nearness.get(test) ?? value))
    const [nearest] = sort([...near.keys()])
    if (nearest !== undefined) first.add(nearest)
  }
  const chosen = withinBudget(sort([...nearness.keys()]), first, cost_s)
  return { chosen, left: reached.size - chosen.length }
}

/** Without those that reach the file from farther away, unless there are no others: then the nearest of them. @param {Map<string, number>} found */
function nearOnly(found) {
  const bound = Math.max(NEARNESS.importing, Math.min(...found.values()))
  return new Map([...found].filter(([, value]) => value <= bound))
}

/**
 * @param {readonly string[]} sorted @param {ReadonlySet<string>} first
 * @param {(test: string) => number} cost_s
 */
function withinBudget(sorted, first, cost_s) {
  let left_s = BUDGET_S
  for (const test of first) left_s -= cost_s(test)
  return sorted.filter(test => {
    if (first.has(test)) return true
    const fits = cost_s(test) <= left_s
    if (fits) left_s -= cost_s(test)
    return fits
  })
}

/**
 * The unit tests that reach `file`, with their nearness.
 * @param {string} file
 * @param {ReadonlyMap<string, readonly string[]>} importers
 */
function reaching(file, importers) {
  const ofImporters = new Set((importers.get(file) ?? []).map(ownTest))
  /** @param {string} test @param {number} distance */
  const nearnessOf = (test, distance) => {
    if (test === file || isOwn(test, file)) return NEARNESS.own
    if (distance === 1 && mirrors(test, file)) return NEARNESS.inMirrorFolder
    if (ofImporters.has(test.replace('.isolated', ''))) return NEARNESS.ofImporter
    return distance === 1 ? NEARNESS.importing : NEARNESS.reaching + distance
  }
  const found = [...distances(file, importers)].filter(([test]) => QUICK_TEST.test(test))
  return new Map(found.map(([test, distance]) => [test, nearnessOf(test, distance)]))
}

/**
 * Distance in imports from each file that reaches `file`; 0 for the file itself.
 * @param {string} file
 * @param {ReadonlyMap<string, readonly string[]>} importers
 */
export function distances(file, importers) {
  const distance = new Map([[file, 0]])
  for (const [at, steps] of distance)
    for (const importer of TEST.test(at) ? [] : (importers.get(at) ?? []))
      if (!distance.has(importer)) distance.set(importer, steps + 1)
  return distance
}

/**
 * Tests of a file that is not imported, such as data, help pages and kernels: those that contain its name, else those
 * in its mirror folder.
 * @param {string} file @param {readonly string[]} tests @param {(file: string) => string} textOf
 */
function naming(file, tests, textOf) {
  const named = tests.filter(test => textOf(test).includes(posix.basename(file)))
  const found = named.length > 0 ? named : tests.filter(test => mirrors(test, file))
  return new Map(found.map(test => [test, mirrors(test, file) ? NEARNESS.inMirrorFolder : NEARNESS.importing]))
}

/** The test named after a source. @param {string} file */
const ownTest = file => `test/${file.replace('renderer/src/', 'renderer/').replace(/\.\w+$/, '')}.test.ts`

/** @param {string} test @param {string} file */
const isOwn = (test, file) => test.replace('.isolated', '') === ownTest(file)

/** @param {string} test @param {string} file */
const mirrors = (test, file) => file.includes('/') && test.startsWith(`${posix.dirname(ownTest(file))}/`)

/** @param {readonly number[]} a @param {readonly number[]} b */
const compare = (a, b) => a.map((value, at) => value - (b[at] ?? 0)).find(difference => difference !== 0) ?? 0
