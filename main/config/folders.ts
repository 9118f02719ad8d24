import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Platform, home folder and environment; passed as an argument, so that tests can be any platform. */
export interface Platform {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** This platform's folder for the program's data: by XDG on Linux, by the system's convention on macOS and Windows. */
export function dataFolder({ platform, home, env }: Platform): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Pentad')
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Pentad')
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'pentad')
}

/** The folder that holds `resources`, at or above `start`: the checkout, or the installed application. */
export function applicationFolder(start: string): string {
  if (existsSync(join(start, 'resources', 'labs'))) return start
  const above = dirname(start)
  if (above === start) throw new Error('The resources folder is missing: this installation of Pentad is not complete')
  return applicationFolder(above)
}
