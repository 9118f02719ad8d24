/** Prepares a fresh checkout: packages, native kernels, build. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { whileLocked } from './lock.mjs'
import { stagedInstall } from './staged-packages.mjs'
import { fingerprint, hashOf, isStamped, removeStamp, runQuietly, SetupError, writeStamp } from './step.mjs'

export const ROOT = resolve(import.meta.dirname, '..', '..', '..')

const OLDEST_NODE = [20, 19]

/** @param {import('./step.mjs').Say} say receives the progress; not called when everything is up to date */
export function setUp(say) {
  setUpSources(say)
  buildSources(say)
}

/** Prepares all but the build, which is enough for unit tests. @param {import('./step.mjs').Say} say */
export function setUpSources(say) {
  requireNode(process.versions.node)
  installPackages(say)
  buildNative()
}

/** @param {string} version */
export function requireNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [wantedMajor = 0, wantedMinor = 0] = OLDEST_NODE
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return
  throw new SetupError(`Pentad needs Node ${OLDEST_NODE.join('.')} or newer; this is Node ${version}.`)
}

/** @param {import('./step.mjs').Say} say */
function installPackages(say) {
  const stamp = join(ROOT, 'node_modules', '.pentad', 'packages')
  const inputs = hashOf([read('package.json'), read('package-lock.json'), process.versions.modules, process.platform])
  doOnce({ stamp, inputs, say }, () => {
    if (isInstalled()) return
    say('Installing packages (a few minutes the first time) ...')
    stagedInstall(ROOT, fetchPackages)
  })
}

/** Outside node_modules, which an installation replaces. */
const LOCK = join(ROOT, '.setup-lock')

/**
 * Runs a step unless its stamp matches the inputs; when two commands run at once, the second waits for the first.
 * @param {{ stamp: string, inputs: string, say: import('./step.mjs').Say }} step
 * @param {() => void} work
 */
function doOnce({ stamp, inputs, say }, work) {
  if (isStamped(stamp, inputs)) return
  const locked = () => {
    if (isStamped(stamp, inputs)) return
    work()
    writeStamp(stamp, inputs)
  }
  whileLocked(LOCK, locked, pid => say(`Waiting for process ${pid}, which sets up this folder (.setup-lock) ...`))
}

/** @param {string} cwd */
function fetchPackages(cwd) {
  const [program, args] = npm(['ci', '--no-audit', '--no-fund'])
  const kept = existsSync(join(ROOT, 'node_modules'))
    ? ' The packages that are there stay as they are: the version that they belong to starts with them.'
    : ''
  const advice = `Check the connection to the package registry, then try again.${kept}`
  runQuietly('npm ci', program, args, { cwd, advice })
}

/** Whether node_modules has every package of the lock file, except optional ones, and the built database engine. */
function isInstalled() {
  const hidden = join('node_modules', '.package-lock.json')
  if (!existsSync(join(ROOT, hidden)) || !existsSync(join(ROOT, SQLITE))) return false
  const wanted = JSON.parse(read('package-lock.json')).packages
  const present = JSON.parse(read(hidden)).packages
  return Object.entries(wanted).every(
    ([name, entry]) => name === '' || entry.optional || present[name]?.version === entry.version,
  )
}

const SQLITE = join('node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node')

/**
 * Command for npm: the one that started this process, else the one on the path. @param {string[]} args @returns
 * {[string, string[]]}
 */
function npm(args) {
  const script = process.env.npm_execpath
  if (script?.endsWith('.js')) return [process.execPath, [script, ...args]]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', args]
}

/**
 * The script checks itself whether anything is out of date and reports a missing compiler; its output goes to stderr,
 * so that pipes get none of it.
 */
function buildNative() {
  spawnSync(process.execPath, [join(ROOT, 'native', 'build.mjs')], { cwd: ROOT, stdio: ['ignore', 2, 2] })
}

const SOURCES = [
  'main',
  'preload',
  'renderer',
  'electron.vite.config.ts',
  'thread.config.ts',
  'package-lock.json',
  'tsconfig.base.json',
]

/** @param {import('./step.mjs').Say} say */
function buildSources(say) {
  const stamp = join(ROOT, 'out', '.stamp')
  const inputs = fingerprint(ROOT, SOURCES)
  doOnce({ stamp, inputs, say }, () => {
    say('Building ...')
    removeStamp(stamp)
    const builder = join(ROOT, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
    runQuietly('The build', process.execPath, [builder, 'build'], { cwd: ROOT, advice: 'npm run types may say more.' })
  })
}

/** @param {string} path */
const read = path => readFileSync(join(ROOT, path), 'utf8')

/**
 * Prints the error and exits: with code 2 after a usage error, else 1. Only bugs are printed with their stack. @param
 * {unknown} error @returns {never}
 */
export function giveUp(error) {
  const usage = error instanceof Error && error.constructor.name === 'UsageError'
  console.error(usage || error instanceof SetupError ? /** @type {Error} */ (error).message : error)
  process.exit(usage ? 2 : 1)
}
