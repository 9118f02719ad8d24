import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Store, storeOn } from '../../../main/store/store'

/** The database in memory, files in a folder that goes away on close. */
export function openMemoryStore(): Store {
  const folder = mkdtempSync(join(tmpdir(), 'pentad-store-'))
  return storeOn(openDatabase(':memory:', null), null, folder, () => rmSync(folder, { recursive: true, force: true }))
}
