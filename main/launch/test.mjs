/** npm test: sets up what is missing, then every check and test; the last line says how it went. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installNeeds } from './install/packages.mjs'
import { giveUp, ROOT, setUp } from './install/setup.mjs'
import { readReport, total } from './testing/test-report.mjs'

/** @param {string} line */
const say = line => console.log(line)

/** @type {[string, string, string[]][]} */
const CHECKS = [
  ['types', 'typescript/bin/tsc', ['-p', 'tsconfig.json']],
  ['types of the pure folders', 'typescript/bin/tsc', ['-p', 'tsconfig.pure.json']],
  ['types of the window', 'typescript/bin/tsc', ['-p', 'renderer/tsconfig.json']],
  ['lint and format', '@biomejs/biome/bin/biome', ['check', '.']],
]

/** @param {string} script below node_modules @param {readonly string[]} args */
const runsWell = (script, args) =>
  spawnSync(process.execPath, [join(ROOT, 'node_modules', script), ...args], { cwd: ROOT, stdio: 'inherit' }).status ===
  0

/** @param {[string, string, string[]]} check @returns {import('./testing/test-report.mjs').Tally} */
function check([name, script, args]) {
  const ok = runsWell(script, args)
  say(`${ok ? '✓' : '✗'} ${name}`)
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
}

/** @returns {import('./testing/test-report.mjs').Tally} */
function tests() {
  const report = join(ROOT, 'node_modules', '.pentad', 'tests.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const ok = runsWell('vitest/vitest.mjs', ['run', ...reporters, ...process.argv.slice(2)])
  return readReport(report, ok)
}

try {
  setUp(say)
  installNeeds(say)
  const { passed, failed, skipped } = total([...CHECKS.map(check), tests()])
  say(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  process.exitCode = failed ? 1 : 0
} catch (error) {
  giveUp(error)
}
