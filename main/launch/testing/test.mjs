/**
 * npm test: sets up what is missing, then runs all static checks and tests at the same time; the last line gives the
 * counts.
 * npm test -- <path> ...: runs only the test files that the paths name, without the checks.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installNeeds } from '../install/packages.mjs'
import { giveUp, ROOT, setUp, setUpSources } from '../install/setup.mjs'
import { runChecks } from './checks.mjs'
import { total } from './test-report.mjs'
import { runVitest } from './vitest.mjs'

/** @param {string} line */
const say = line => console.log(line)

/** @param {{ name: string, ok: boolean, output: string }[]} checks @returns {import('./test-report.mjs').Tally} */
function reportOf(checks) {
  for (const { name, ok, output } of checks) say(ok ? `✓ ${name}` : `\n${output.trimEnd()}\n✗ ${name}`)
  const passed = checks.filter(({ ok }) => ok).length
  return { passed, failed: checks.length - passed, skipped: 0 }
}

/** All projects except the long tests. */
const PROJECTS = ['--project=pure', '--project=unit', '--project=browser']

async function everything() {
  setUp(say)
  installNeeds(say)
  const [checks, tests] = await Promise.all([runChecks(), runVitest(PROJECTS)])
  return total([reportOf(checks), tests])
}

/**
 * Whether the paths name a test of the project `browser`, which needs the build.
 * @param {readonly string[]} paths
 */
function runTheBuild(paths) {
  const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  const built = files.filter(name => name.endsWith('.browser.test.ts')).map(name => join(ROOT, 'test', name))
  return paths.some(path => built.some(file => file.includes(path.replace(/^\.\//, ''))))
}

/** @param {readonly string[]} args paths, and options of vitest */
async function named(args) {
  if (runTheBuild(args)) setUp(say)
  else setUpSources(say)
  return runVitest([...PROJECTS, ...args])
}

async function main() {
  const args = process.argv.slice(2)
  const { passed, failed, skipped } = args.length > 0 ? await named(args) : await everything()
  say(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  process.exitCode = failed ? 1 : 0
}

process.chdir(ROOT)
main().catch(giveUp)
