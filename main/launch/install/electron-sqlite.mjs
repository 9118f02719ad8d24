/**
 * Builds better-sqlite3 once more, for Electron's ABI, into native/build/electron/better_sqlite3.node.
 * Unlike our addon it is not a Node-API module, so Node's own build of it cannot load in Electron.
 * Needs Electron's headers (fetched by node-gyp) or a published prebuilt binary; reports when neither is available.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

const versionOf = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8')).version

/**
 * @param {string} root the project's folder
 * @param {(line: string) => void} say
 * @returns {string | null} the binary's path, or null when it could not be made
 */
export function ensureElectronSqlite(root, say) {
  const target = versionOf('electron')
  const wanted = `better-sqlite3 ${versionOf('better-sqlite3')} electron ${target} ${process.platform} ${process.arch}`
  const folder = join(root, 'native', 'build', 'electron')
  const binary = join(folder, 'better_sqlite3.node')
  const stamp = join(folder, 'stamp')
  if (existsSync(binary) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return binary

  say(`Building better-sqlite3 for Electron ${target} ...`)
  const copy = join(folder, 'better-sqlite3')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(dirname(require.resolve('better-sqlite3/package.json')), copy, {
    recursive: true,
    filter: path => !/[\\/]build([\\/]|$)/.test(path),
  })
  const built = fetchPrebuilt(copy, target) || compile(copy, target)
  if (!built) {
    say(
      `better-sqlite3 could not be built for Electron ${target}: neither its prebuilt binary nor Electron's headers could be fetched.`,
    )
    return null
  }
  cpSync(join(copy, 'build', 'Release', 'better_sqlite3.node'), binary)
  rmSync(copy, { recursive: true, force: true })
  writeFileSync(stamp, wanted)
  return binary
}

const succeeds = (/** @type {string} */ script, /** @type {string[]} */ args, /** @type {string} */ cwd) =>
  spawnSync(process.execPath, [script, ...args], { cwd, stdio: 'ignore', timeout: 600_000 }).status === 0 &&
  existsSync(join(cwd, 'build', 'Release', 'better_sqlite3.node'))

const fetchPrebuilt = (/** @type {string} */ cwd, /** @type {string} */ target) =>
  succeeds(require.resolve('prebuild-install/bin.js'), ['--runtime', 'electron', '--target', target], cwd)

const compile = (/** @type {string} */ cwd, /** @type {string} */ target) =>
  succeeds(
    require.resolve('node-gyp/bin/node-gyp.js'),
    ['rebuild', '--release', `--target=${target}`, '--runtime=electron', '--dist-url=https://electronjs.org/headers'],
    cwd,
  )
