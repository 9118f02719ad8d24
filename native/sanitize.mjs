/**
 * Runs the kernels' unit tests under the compiler's sanitizers. `node native/sanitize.mjs [address] [thread]`, both unless
 * given; address looks for undefined behaviour too. A finding ends it with 1; where no compiler with sanitizers is
 * installed it says so and ends with 0.
 */
import { join } from 'node:path'
import { buildSanitized, run, SANITIZERS, sanitizerProblem } from './sanitizers.mjs'

/** @param {'address' | 'thread'} name */
function passes(name) {
  const sanitizer = SANITIZERS[name]
  console.log(`Building the kernels' tests with the ${name} sanitizer…`)
  const folder = buildSanitized(sanitizer, ['kernels_test'])
  const tests = run(join(folder, 'kernels_test'), [], { env: sanitizer.env })
  const failed = tests.stdout.split('\n').filter(line => line.startsWith('FAIL'))
  if (tests.status === 0) console.log(`No findings of the ${name} sanitizer.`)
  else console.error([`Findings of the ${name} sanitizer:`, ...failed, tests.stderr].join('\n'))
  return tests.status === 0
}

const problem = sanitizerProblem()
if (problem !== null) console.warn(`Skipped, the sanitizers: ${problem}`)
else {
  const given = process.argv.slice(2)
  const both = /** @type {const} */ (['address', 'thread'])
  const named = both.filter(name => given.includes(name))
  const names = named.length > 0 ? named : both
  process.exitCode = names.map(passes).every(Boolean) ? 0 : 1
}
