/** Chooses the host for `npm start`: Electron where a window can open, else headless with the reason. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {object} Machine
 * @property {NodeJS.Platform} platform
 * @property {boolean} isRoot
 * @property {Readonly<Record<string, string | undefined>>} env
 * @property {boolean} headless asked for by flag, environment or config file
 * @property {() => string | null} binary Electron's, null when it is not installed
 * @property {() => Promise<boolean>} canFetch whether its binary can be fetched now
 * @property {(binary: string) => boolean} starts whether the binary runs at all (libraries may be missing)
 */

/** @typedef {{ host: 'headless', why: string } | { host: 'electron', binary: string } | { host: 'fetch' }} Choice */

/**
 * Takes at most five seconds: two for starting the binary, three for the network.
 * @param {Machine} machine
 * @returns {Promise<Choice>}
 */
export async function chooseHost(machine) {
  const why = whyNoWindow(machine)
  if (why) return { host: 'headless', why }
  const binary = machine.binary()
  if (binary) {
    if (machine.starts(binary)) return { host: 'electron', binary }
    return { host: 'headless', why: 'Electron is installed but does not start here (a system library may be missing).' }
  }
  if (await machine.canFetch()) return { host: 'fetch' }
  return { host: 'headless', why: 'Electron is not installed and cannot be fetched from here.' }
}

/** @param {Machine} machine @returns {string | null} */
function whyNoWindow({ platform, isRoot, env, headless }) {
  if (headless) return 'Headless, as asked.'
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return 'There is no display.'
  if (platform === 'linux' && isRoot)
    return "Electron's sandbox does not work for root; start as another user for a window."
  return null
}

/** @param {string} root @param {Readonly<Record<string, string | undefined>>} env @returns {string | null} */
export function electronBinary(root, env) {
  const folder = join(root, 'node_modules', 'electron')
  const pathFile = join(folder, 'path.txt')
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : 'electron'
  const binary = join(env.ELECTRON_OVERRIDE_DIST_PATH || join(folder, 'dist'), name)
  return existsSync(binary) ? binary : null
}

/** @param {string} binary */
export const electronStarts = binary =>
  spawnSync(binary, ['--version'], { timeout: 2_000, stdio: 'ignore' }).status === 0

/**
 * Whether the server that Electron's installer downloads from answers. @param {Readonly<Record<string, string |
 * undefined>>} env
 */
export async function electronCanBeFetched(env) {
  const source =
    env.ELECTRON_MIRROR || env.npm_config_electron_mirror || 'https://github.com/electron/electron/releases'
  try {
    return (await fetch(source, { method: 'HEAD', signal: AbortSignal.timeout(3_000) })).status < 500
  } catch {
    return false
  }
}
