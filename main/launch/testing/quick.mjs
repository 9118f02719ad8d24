/**
 * npm run test:quick: the unit tests nearest to the changes since the last commit, or since a given commit.
 * npm run test:watch: the same, and again after each save for the saved files.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, watch } from 'node:fs'
import { join, sep } from 'node:path'
import { giveUp, ROOT, setUpSources } from '../install/setup.mjs'
import { SetupError } from '../install/step.mjs'
import { readImporters } from './import-graph.mjs'
import { nearestTests } from './nearest-tests.mjs'
import { runVitest } from './vitest.mjs'

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

/** @param {readonly string[]} changed @returns {Promise<boolean>} whether all passed */
async function runNearest(changed) {
  const textOf = (/** @type {string} */ file) => readFileSync(join(ROOT, file), 'utf8')
  const { chosen, left } = nearestTests(changed, { importers: readImporters(ROOT), textOf })
  if (chosen.length === 0) console.log(`No unit test reaches ${changed.join(', ')}; journeys may: npm run test:window`)
  const failed = chosen.length > 0 && (await runVitest(['--project=pure', '--project=unit', ...chosen])).failed > 0
  const files = chosen.length === 1 ? '1 test file' : `${chosen.length} test files`
  const more = left === 1 ? '1 more reaches it: npm test runs it.' : `${left} more reach it: npm test runs them.`
  if (left > 0) console.log(`${files} nearest to the change; ${more}`)
  return !failed
}

async function runAtEachSave() {
  /** @type {Set<string>} */
  const saved = new Set()
  let running = false
  const run = async () => {
    if (running || saved.size === 0) return
    running = true
    const changed = [...saved]
    saved.clear()
    await runNearest(changed)
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

async function main() {
  const [first, ...rest] = process.argv.slice(2)
  const watches = first === '--watch'
  const commit = (watches ? rest[0] : first) ?? 'HEAD'
  setUpSources(line => console.log(line))
  const changed = changedSince(commit)
  if (changed.length === 0) console.log(`Nothing changed since ${commit}.`)
  else process.exitCode = (await runNearest(changed)) ? 0 : 1
  if (watches) await runAtEachSave()
}

process.chdir(ROOT)
main().catch(giveUp)
