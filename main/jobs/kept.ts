import type { Store } from '../store/store'
import { bytesOf, type Json, textOf } from './json'

/** Longer JSON lies in a content-addressed file: writing it into the database would hold the event loop. */
const LARGEST_ROW = 65_536
/** No JSON begins with it. */
const FILED = 'file:'

export const isFiled = (json: Json): boolean => bytesOf(json) > LARGEST_ROW

/** JSON in a column: itself, or where it is large the name of the file that holds it. */
export function keeping(store: Pick<Store, 'writeFile' | 'readFile'>) {
  return {
    /** What to write into the column; a file is safe on the disk by then. */
    async keep(json: Json): Promise<string> {
      if (!isFiled(json)) return textOf(json)
      return FILED + (await store.writeFile(typeof json === 'string' ? Buffer.from(json) : json))
    },
    /** What the column stands for. */
    read: async (column: string): Promise<Json> =>
      column.startsWith(FILED) ? store.readFile(column.slice(FILED.length)) : column,
  }
}
export type Keeping = ReturnType<typeof keeping>
