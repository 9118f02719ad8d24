/**
 * Builds the addon and the kernels' unit tests into native/build, when their sources changed. Where that cannot be done
 * it says so once and exits 0: the app then runs on its TypeScript engines. `--force` builds again whatever the stamp says.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { whileLocked } from '../main/launch/install/lock.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const require = createRequire(import.meta.url)
const build = join(here, 'build')
const stampFile = join(build, 'stamp.json')
const logFile = join(build, 'build.log')
const lockFile = join(build, '.build-lock')
const addon = join(build, 'Release', 'pentad_native.node')
const REMEDY = 'install a C++20 compiler, make and Python 3 (on Debian: apt-get install g++ make python3)'

/** Files that go into the binary, in this folder and its subfolders. */
function sources() {
  const rooms = readdirSync(here, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && !['build', 'node_modules'].includes(entry.name))
    .map(entry => entry.name)
  return ['.', ...rooms]
    .flatMap(room => readdirSync(join(here, room)).map(name => `${room}/${name}`))
    .filter(name => /\.(cc|h|gyp)$/.test(name) || name === './build.mjs')
    .sort()
}

/** Changes when anything that goes into the binary does. */
function fingerprint() {
  const hash = createHash('sha256').update([process.version, process.platform, process.arch].join(' '))
  for (const name of sources()) hash.update(name).update(readFileSync(join(here, name)))
  return hash.digest('hex')
}

/** @returns {{ fingerprint?: string, built?: boolean, problem?: string, missing?: string[] }} */
function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'))
  } catch {
    return {}
  }
}

const writeStamp = (/** @type {object} */ stamp) => writeFileSync(stampFile, `${JSON.stringify(stamp, null, 2)}\n`)

/** @param {string} name */
function isOnPath(name) {
  if (name.includes('/')) return existsSync(name)
  return (process.env.PATH ?? '').split(delimiter).some(folder => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** @param {(string | undefined)[]} names */
const anyOnPath = names => names.some(name => name !== undefined && isOnPath(name.split(' ')[0] ?? ''))

/** Tools that the build needs and this machine lacks; on Windows node-gyp finds its own tools. */
function missingTools() {
  const missing = []
  if (nodeGyp() === null) missing.push('node-gyp')
  if (!canResolve('node-addon-api')) missing.push('node-addon-api')
  if (process.platform === 'win32') return missing
  if (!anyOnPath([process.env.CXX, 'c++', 'g++', 'clang++'])) missing.push('a C++ compiler')
  if (!anyOnPath([process.env.MAKE, 'make', 'gmake'])) missing.push('make')
  if (!anyOnPath([process.env.PYTHON, process.env.npm_config_python, 'python3', 'python'])) missing.push('Python 3')
  return missing
}

/** @param {string} name */
function canResolve(name) {
  try {
    return require.resolve(name) !== ''
  } catch {
    return false
  }
}

/** Our own node-gyp, else the one that npm brings along. */
function nodeGyp() {
  try {
    return require.resolve('node-gyp/bin/node-gyp.js')
  } catch {
    return process.env.npm_config_node_gyp ?? null
  }
}

/** Option for the headers that came with this Node, so that nothing is downloaded; npm's own setting goes first. */
function headerOptions() {
  if (process.env.npm_config_nodedir) return []
  const prefix = join(dirname(process.execPath), '..')
  try {
    const header = readFileSync(join(prefix, 'include', 'node', 'node_version.h'), 'utf8')
    const part = (/** @type {string} */ name) => header.match(new RegExp(`#define NODE_${name}_VERSION (\\d+)`))?.[1]
    const version = `v${part('MAJOR')}.${part('MINOR')}.${part('PATCH')}`
    return version === process.version ? [`--nodedir=${prefix}`] : []
  } catch {
    return []
  }
}

/** @returns {string | null} why it failed */
function compile() {
  const args = [/** @type {string} */ (nodeGyp()), 'configure', 'build', '--release', '--jobs=max', ...headerOptions()]
  const run = spawnSync(process.execPath, args, { cwd: here, encoding: 'utf8', maxBuffer: 1 << 28 })
  writeFileSync(logFile, `${run.stdout ?? ''}\n${run.stderr ?? ''}`)
  if (run.status === 0 && existsSync(addon)) return null
  const lines = (run.stderr ?? '').split('\n')
  return lines.find(line => /error|ERR!/.test(line))?.trim() ?? run.error?.message ?? 'node-gyp failed'
}

/** @param {string} print @param {string[]} missing */
function giveUp(print, missing, problem = `missing: ${missing.join(', ')}`) {
  rmSync(addon, { force: true })
  writeStamp({ fingerprint: print, built: false, missing, problem, remedy: REMEDY })
  const log = missing.length === 0 ? ' (full output: native/build/build.log)' : ''
  console.warn(
    `Native kernels not built, ${problem}${log}. Pentad runs on its slower TypeScript engines; ` +
      `to change that, ${REMEDY} and run: node native/build.mjs --force`,
  )
}

/** Whether the last attempt still stands: built from these sources, or failed for the same reasons. */
function isSettled(/** @type {string} */ print, /** @type {string[]} */ missing) {
  const stamp = readStamp()
  if (stamp.fingerprint !== print) return false
  return stamp.built ? existsSync(addon) : String(stamp.missing) === String(missing)
}

function buildOnce() {
  const print = fingerprint()
  const missing = missingTools()
  if (!process.argv.includes('--force') && isSettled(print, missing)) return
  if (missing.length > 0) return giveUp(print, missing)
  console.log('Building the native kernels (once; takes some minutes, fewer on more cores)…')
  const problem = compile()
  if (problem !== null) return giveUp(print, [], problem)
  writeStamp({ fingerprint: print, built: true })
}

// Two builds at a time would write the same files: the second waits for the first, and then finds it done.
whileLocked(lockFile, buildOnce, pid => console.warn(`Waiting for process ${pid}, which builds the native kernels ...`))
