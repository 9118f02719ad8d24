import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** Beside the database and the kept files. The key file is encrypted; its passphrase stays where it is. */
const SINGLE = ['lab-changes.json', 'entropy/keys.json']
const FOLDERS = ['drivers', 'instruments']

/** Paths of what a backup takes beside database and kept files, below the data folder, between slashes. */
export function furtherFiles(data: string): string[] {
  const single = SINGLE.filter(path => existsSync(join(data, ...path.split('/'))))
  const inside = FOLDERS.filter(path => existsSync(join(data, path))).flatMap(path =>
    filesBelow(join(data, path)).map(name => `${path}/${name}`),
  )
  return [...single, ...inside.filter(path => !path.endsWith('.part'))].sort()
}

/** Every file in a folder and below it, between slashes; links are not followed. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}
