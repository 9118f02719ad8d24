import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** Files of a backup besides the database and the blobs. The key file is encrypted; its passphrase is not copied. */
const SINGLE = ['lab-changes.json', 'entropy/keys.json']
const FOLDERS = ['drivers', 'instruments']

/**
 * Paths of all files of a backup besides the database and the blobs, relative to the data folder, with `/` as
 * separator.
 */
export function furtherFiles(data: string): string[] {
  const single = SINGLE.filter(path => existsSync(join(data, ...path.split('/'))))
  const inside = FOLDERS.filter(path => existsSync(join(data, path))).flatMap(path =>
    filesBelow(join(data, path)).map(name => `${path}/${name}`),
  )
  return [...single, ...inside.filter(path => !path.endsWith('.part'))].sort()
}

/** Every file in the folder and below it, with `/` as separator; links are not followed. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}
