/** JSON in columns: itself, or where it is large a file's name. */
import type { Store } from '../../store/store'
import { type Json, jsonText } from '../../worker/json'

/** Longer JSON lies in a content-addressed file: writing it into the database would hold the event loop. */
const MAX_INLINE = 65_536
/** No JSON begins with it. */
const FILE_PREFIX = 'file:'

export const isBlob = (json: Json): boolean => json.length > MAX_INLINE

/** JSON in a column: itself, or where it is large the name of the file that holds it. */
export interface JsonBlobs {
  /** What to write into the column; a file is safe on the disk by then. */
  write(json: Json): Promise<string>
  /** Reads the JSON that the column refers to. */
  read(column: string): Promise<Json>
}

export const jsonBlobs = (store: Pick<Store, 'writeFile' | 'readFile'>): JsonBlobs => ({
  async write(json) {
    if (!isBlob(json)) return jsonText(json)
    return FILE_PREFIX + (await store.writeFile(typeof json === 'string' ? Buffer.from(json) : json))
  },
  read: async column => (column.startsWith(FILE_PREFIX) ? store.readFile(column.slice(FILE_PREFIX.length)) : column),
})
