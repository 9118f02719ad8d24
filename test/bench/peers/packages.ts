import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * A peer from the npm registry, out of the folder that PENTAD_PEERS names; null, and a line that says how to get it, when
 * it is not there. Peers are never dependencies of this project.
 */
export async function findPackage(name: string): Promise<Record<string, unknown> | null> {
  const folder = process.env.PENTAD_PEERS
  try {
    if (!folder) throw new Error('PENTAD_PEERS is not set')
    const file = createRequire(join(folder, 'package.json')).resolve(name)
    return await import(pathToFileURL(file).href)
  } catch {
    console.log(
      `${name} is not installed and did not run: in a folder outside this project, npm init -y && npm install ${name}, ` +
        'and set PENTAD_PEERS to that folder',
    )
    return null
  }
}
