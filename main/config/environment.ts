import { homedir } from 'node:os'
import type { Config } from './config'
import { applicationFolder } from './folders'
import { type ConfigSource, readConfig } from './read'

/**
 * Environment, folders and platform of this process. npm runs scripts in the package's folder and puts the user's in
 * INIT_CWD.
 */
export const processEnvironment = (folder: string): Omit<ConfigSource, 'argv'> => ({
  env: process.env,
  cwd: process.env.INIT_CWD ?? process.cwd(),
  root: applicationFolder(folder),
  host: 'headless',
  platform: process.platform,
  home: homedir(),
})

/**
 * Config for a command, with the data folder that `npm start` would use: from --data, the environment, the config file,
 * or the default.
 */
export function commandConfig(flags: { data?: unknown; config?: unknown }, source: Omit<ConfigSource, 'argv'>): Config {
  const argv = (['data', 'config'] as const).flatMap(name =>
    typeof flags[name] === 'string' ? [`--${name}=${flags[name]}`] : [],
  )
  return readConfig({ ...source, argv })
}
