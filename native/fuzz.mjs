/**
 * Fuzzes the arguments of the addon's calls (the room fuzz) under the address and undefined-behaviour sanitizers:
 * with libFuzzer where clang has it, else with seeded random buffers. `node native/fuzz.mjs [seconds] [seed] [buffer]`, 60
 * seconds unless given. A finding ends it with 1 and prints how to repeat it.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildSanitized, run, SANITIZERS, sanitizerProblem } from './sanitizers.mjs'

/** Archives of kernels for some processors, which those that choose among them refer to. */
const OF_PROCESSORS = process.arch === 'x64' ? ['extraction_pclmul', 'planes_avx2', 'sweeps_avx2', 'sweeps_avx512'] : []

const EMPTY_TARGET = 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char *, unsigned long) { return 0; }'

function hasLibFuzzer() {
  const args = ['-fsanitize=fuzzer,address,undefined', '-x', 'c++', '-', '-o', '/dev/null']
  return run('clang++', args, { input: EMPTY_TARGET }).status === 0
}

/** @param {import('./sanitizers.mjs').Sanitizer} sanitizer @param {string[]} flags */
function buildTarget(sanitizer, flags) {
  const folder = buildSanitized(sanitizer, ['kernels', 'decoding', 'sweeps', ...OF_PROCESSORS])
  const archives = readdirSync(folder).filter(name => name.endsWith('.a'))
  const target = join(folder, 'programs_fuzz')
  const made = run(sanitizer.compiler, [
    ...['-std=c++20', '-pthread', '-I.', ...sanitizer.flags.split(' '), ...flags, '-o', target],
    ...['fuzz/main.cc', 'fuzz/targets.cc', 'fuzz/input.cc', 'addon/programs.cc', '-Wl,--start-group'],
    ...[...archives.map(name => join(folder, name)), '-Wl,--end-group'],
  ])
  if (made.status !== 0) throw new Error(`The fuzz target was not built:\n${made.stderr}`)
  return target
}

/** @param {string} seconds @param {string} seed @param {string[]} buffer one alone, or of libFuzzer the file of one */
function fuzz(seconds, seed, buffer) {
  const coverage = hasLibFuzzer()
  const sanitizer = coverage ? SANITIZERS.fuzzer : SANITIZERS.address
  const target = buildTarget(sanitizer, coverage ? ['-fsanitize=fuzzer', '-DPENTAD_LIBFUZZER'] : [])
  const limits = coverage ? [`-max_total_time=${seconds}`, `-seed=${seed}`, '-max_len=4096'] : [seconds, seed]
  const { status, stdout, stderr } = run(target, [...limits, ...buffer], { env: sanitizer.env })
  console.log(stdout.trim())
  if (status !== 0) console.error(stderr)
  return status ?? 1
}

const [seconds = '60', seed = String(Math.floor(Math.random() * 2 ** 31)), ...buffer] = process.argv.slice(2)
const problem = sanitizerProblem()
if (problem !== null) console.warn(`Skipped, fuzzing the addon's arguments: ${problem}`)
else {
  console.log(
    `Building the fuzz target of the addon's arguments (minutes the first time), then fuzzing for ${seconds} s, seed ${seed}…`,
  )
  process.exitCode = fuzz(seconds, seed, buffer)
}
