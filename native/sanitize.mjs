/**
 * Runs the kernels' unit tests under the address, undefined-behaviour and thread sanitizers. A finding ends it with 1;
 * where no compiler with sanitizers is installed it says so and ends with 0.
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
else process.exitCode = [passes('address'), passes('thread')].every(Boolean) ? 0 : 1
