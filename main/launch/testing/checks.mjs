/** The static checks: types, lint and format, unused files and exports. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../install/setup.mjs'

/**
 * Each of several type checkers resolves the shared types again, which together takes longer than one checker alone.
 */
const ONE_CHECKER = ['--checkers', '1']

/** @type {[string, string, string[]][]} */
const CHECKS = [
  ['types', 'typescript/bin/tsc', ['-p', 'tsconfig.json', ...ONE_CHECKER]],
  ['types of the pure folders', 'typescript/bin/tsc', ['-p', 'tsconfig.pure.json', ...ONE_CHECKER]],
  ['types of the window', 'typescript/bin/tsc', ['-p', 'renderer/tsconfig.json', ...ONE_CHECKER]],
  ['lint and format', '@biomejs/biome/bin/biome', ['check', '.']],
  ['dead files, exports and dependencies', 'knip/bin/knip.js', ['--no-progress']],
  // An export that only tests use belongs to the tests.
  [
    'files and exports that only tests use',
    'knip/bin/knip.js',
    ['--no-progress', '--config', 'knip.production.json', '--include', 'files,exports,types'],
  ],
]

/**
 * Leaves cores to the tests that run at the same time: Biome uses one thread, and TypeScript, a Go program, collects
 * garbage less often. Variables that are already set win.
 */
const ENV = { BIOME_THREADS: '1', GOGC: '400', ...process.env }

/**
 * Runs the checks one after the other and returns their results and outputs.
 * @returns {Promise<{ name: string, ok: boolean, output: string }[]>}
 */
export async function runChecks() {
  const results = []
  for (const [name, script, args] of CHECKS) results.push({ name, ...(await run(script, args)) })
  return results
}

/**
 * @param {string} script below node_modules
 * @param {string[]} args
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
function run(script, args) {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', script), ...args], { cwd: ROOT, env: ENV })
  let output = ''
  child.stdout.on('data', data => {
    output += data
  })
  child.stderr.on('data', data => {
    output += data
  })
  return new Promise(resolve => {
    child.once('error', error => resolve({ ok: false, output: String(error) }))
    child.once('exit', code => resolve({ ok: code === 0, output }))
  })
}
