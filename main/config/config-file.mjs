/** Path of the config file. Plain JavaScript, as the launcher needs it before anything is installed. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * @typedef {object} User what the platform says about who runs this
 * @property {NodeJS.Platform} platform
 * @property {string} home
 * @property {Readonly<Record<string, string | undefined>>} env
 */

/** The default path: by XDG on Linux, by the system's convention on macOS and Windows. @param {User} user */
export function defaultConfigFile({ platform, home, env }) {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Pentad', 'config.json')
  if (platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'Pentad', 'config.json')
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), 'pentad', 'config.json')
}

/**
 * The config file to read, null for none. A file named by flag or environment is returned even when it is missing, so
 * that reading it fails; the default one may be missing.
 * @param {unknown} flag value of --config
 * @param {User & { cwd: string }} user
 */
export function chosenConfigFile(flag, user) {
  const named = typeof flag === 'string' ? flag : user.env.PENTAD_CONFIG
  if (named) return resolve(user.cwd, named)
  const file = defaultConfigFile(user)
  return existsSync(file) ? file : null
}
