/** Splits the given paths into sets: each folder with a log or a complete export, and the other files. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { documentsBelow, type ReadDocument } from './read-documents'

/** Documents that belong together: a file, a folder, or the texts of a request. */
export interface EvidenceSet {
  readonly name: string
  readonly documents: () => AsyncIterable<ReadDocument>
  /** Folder with a log and its tiles, or with a whole export; null for neither. */
  readonly folder: string | null
}

const TILES = 'tile'
/** Names that files have in exports only. */
const OF_EXPORT = ['evidence.json', 'receipts.jsonl', 'pulses.jsonl']

export const isExport = (folder: string): boolean => OF_EXPORT.some(name => existsSync(join(folder, name)))

export function evidenceSets(path: string): EvidenceSet[] {
  const folders = foldersBelow(path)
  const sets = folders.map(folder => ({ name: folder, folder, documents: () => documentsBelow(folder) }))
  if (folders[0] === path) return sets
  return [{ name: path, folder: null, documents: () => documentsBelow(path, folders) }, ...sets]
}

/** Folders with a log or an export, the outermost ones; none where the path cannot be read, which is reported with its documents. */
function foldersBelow(path: string): string[] {
  try {
    if (!statSync(path).isDirectory()) return []
    if (isExport(path) || existsSync(join(path, TILES))) return [path]
    return readdirSync(path, { withFileTypes: true })
      .filter(entry => entry.isDirectory() && !entry.name.startsWith('.'))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap(entry => foldersBelow(join(path, entry.name)))
  } catch {
    return []
  }
}
