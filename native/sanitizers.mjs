/** Builds of the kernels with the compiler's sanitizers, each in a folder of its own: native/build/sanitize-*. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const build = join(here, 'build')

const COMMON = '-O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all -DPENTAD_SANITIZED'

/** @typedef {{ folder: string, compiler: string, flags: string, env: Record<string, string> }} Sanitizer */

/** @type {Record<'address' | 'thread' | 'fuzzer', Sanitizer>} */
export const SANITIZERS = {
  address: {
    folder: 'sanitize-address',
    compiler: process.env.CXX ?? 'g++',
    flags: `${COMMON} -fsanitize=address,undefined`,
    env: { ASAN_OPTIONS: 'detect_stack_use_after_return=1:allocator_may_return_null=0' },
  },
  thread: {
    folder: 'sanitize-thread',
    compiler: process.env.CXX ?? 'g++',
    flags: `${COMMON} -fsanitize=thread`,
    env: { TSAN_OPTIONS: 'halt_on_error=1' },
  },
  fuzzer: {
    folder: 'sanitize-fuzzer',
    compiler: 'clang++',
    flags: `${COMMON} -fsanitize=fuzzer-no-link,address,undefined`,
    env: {},
  },
}

/** @param {string} command @param {string[]} args @param {{ env?: Record<string, string>, input?: string }} [options] */
export function run(command, args, { env = {}, input } = {}) {
  return spawnSync(command, args, {
    cwd: here,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, ...env },
    ...(input === undefined ? {} : { input }),
  })
}

/** Writes the Makefile anew, as parts of it are in node_modules, where a fresh installation removes them. */
function configure() {
  const prefix = join(dirname(process.execPath), '..')
  const headers = existsSync(join(prefix, 'include', 'node')) ? [`--nodedir=${prefix}`] : []
  const gyp = createRequire(import.meta.url).resolve('node-gyp/bin/node-gyp.js')
  return run(process.execPath, [gyp, 'configure', '--release', ...headers]).status === 0
}

/** Why this machine cannot build with sanitizers; null when it can. The ordinary build comes first: it says what is missing. */
export function sanitizerProblem() {
  if (process.platform === 'win32') return 'not on Windows'
  run(process.execPath, ['build.mjs'])
  if (!existsSync(join(build, 'Makefile'))) return 'the kernels were not built: run node native/build.mjs'
  if (!configure()) return 'node-gyp could not configure the kernels: run node native/build.mjs --force'
  const probe = run(SANITIZERS.address.compiler, ['-fsanitize=address', '-x', 'c++', '-', '-o', '/dev/null'], {
    input: 'int main() {}',
  })
  return probe.status === 0 ? null : `${SANITIZERS.address.compiler} with sanitizers is not installed`
}

/**
 * Makes targets of binding.gyp with a sanitizer, and returns the folder they lie in. Throws where that fails.
 * @param {Sanitizer} sanitizer @param {string[]} targets
 */
export function buildSanitized({ folder, compiler, flags }, targets) {
  const made = run('make', [
    ...['-C', 'build', '-j2', 'BUILDTYPE=Release', `builddir=${folder}`, `CXX=${compiler}`],
    ...[`CXXFLAGS=${flags}`, `LDFLAGS=${flags}`, ...targets],
  ])
  if (made.status !== 0) throw new Error(`${folder} was not built:\n${made.stderr}`)
  return join(build, folder)
}
