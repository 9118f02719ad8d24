/**
 * npm run test:quick: the unit tests nearest to the changes since the last commit, or since a given commit.
 * npm run test:watch: the same, and again after each save for the saved files.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, watch } from 'node:fs'
import { join, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { giveUp, ROOT, setUp, setUpSources } from '../install/setup.mjs'
import { SetupError } from '../install/step.mjs'
import { readImporters } from './import-graph.mjs'
import { BUDGET_S, nearestTests } from './nearest-tests.mjs'
import { readDurations } from './test-report.mjs'
import { runVitest } from './vitest.mjs'
import { windowTests } from './window-tests.mjs'

const WATCHED = ['main', 'native', 'preload', 'renderer', 'resources', 'test']
/** Waiting time after a save: editors save a file in several steps, and several files in a row. */
const SETTLED_MS = 150

/** @param {readonly string[]} args */
function git(args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new SetupError(`git ${args.join(' ')} failed: ${stderr}`)
  return stdout.split('\n').filter(line => line !== '')
}

/** @param {string} commit */
const changedSince = commit => [
  ...git(['diff', '--name-only', commit, '--']),
  ...git(['ls-files', '--others', '--exclude-standard']),
]

/** @param {readonly string[]} changed @param {boolean} inWindow @returns {Promise<boolean>} whether all passed */
async function runNearest(changed, inWindow) {
  const textOf = (/** @type {string} */ file) =>
    existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : ''
  const importers = readImporters(ROOT)
  const { chosen, left } = nearestTests(changed, { importers, textOf, durations_s: readDurations(ROOT) })
  const { journeys, everyPage } = windowTests(changed, { importers, textOf })
  let failed = chosen.length > 0 && (await runVitest(['--project=pure', '--project=unit', ...chosen])).failed > 0
  console.log(chosen.length === 0 ? `No unit test reaches ${changed.join(', ')}.` : summaryOf(chosen.length, left))
  if (everyPage) console.log('Many pages use what changed: npm run test:window goes through all of them.')
  if (journeys.length === 0) return !failed
  if (inWindow) {
    setUp(line => console.log(line))
    failed = (await runVitest(['--project=window', '--project=browser', ...journeys])).failed > 0 || failed
  } else console.log(`Journeys through the page, run by npm run test:quick -- --window:\n${journeys.join('\n')}`)
  return !failed
}

/** @param {number} chosen @param {number} left */
function summaryOf(chosen, left) {
  const files = chosen === 1 ? '1 test file' : `${chosen} test files`
  if (left === 0) return `${files}: all that reach the change.`
  return `${files} nearest to the change; npm test runs ${left} more that ${left === 1 ? 'reaches' : 'reach'} it.`
}

/** @param {boolean} inWindow */
async function runAtEachSave(inWindow) {
  /** @type {Set<string>} */
  const saved = new Set()
  let running = false
  const run = async () => {
    if (running || saved.size === 0) return
    running = true
    const changed = [...saved]
    saved.clear()
    await runNearest(changed, inWindow)
    running = false
    console.log('Waiting for a save; Ctrl-C ends.')
    setTimeout(run, SETTLED_MS)
  }
  for (const folder of WATCHED)
    watch(join(ROOT, folder), { recursive: true }, (_, name) => {
      if (!name || /(^|[\\/])(build|artefacts)[\\/]|~$|\.sw.$/.test(name)) return
      saved.add(`${folder}/${name.split(sep).join('/')}`)
      setTimeout(run, SETTLED_MS)
    })
  console.log('Waiting for a save; Ctrl-C ends.')
}

const USAGE = `npm run test:quick -- [commit] [--window]
npm run test:watch -- [commit] [--window]

Runs the unit tests nearest to what changed since the last commit, or since the given one, and says how many more
reach the change: chosen first the test of a changed file, then those that import it, then those of the files that import
it; those that start a service last. They take ${BUDGET_S} s together at most, by their last run. test:watch does so again at
each save.

  --window   also runs, on a new build, the journeys that open the page of a changed source of the window
  --help     this text`

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { watch: { type: 'boolean' }, window: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) return void console.log(USAGE)
  const inWindow = values.window ?? false
  const [commit = 'HEAD'] = positionals
  setUpSources(line => console.log(line))
  const changed = changedSince(commit)
  if (changed.length === 0) console.log(`Nothing changed since ${commit}.`)
  else process.exitCode = (await runNearest(changed, inWindow)) ? 0 : 1
  if (values.watch) await runAtEachSave(inWindow)
}

process.chdir(ROOT)
main().catch(giveUp)
