/** A file beside the database that identifies it: a database that was restored or copied does not fit its marker. */
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '../../../files/durable-file'
import { makeFolders } from '../../../files/folders'

const Marker = z.strictObject({
  /** Drawn at random for each epoch; the database holds it too. */
  marker: z.string().max(64),
  epoch: z.int().min(1),
  /** Size of the log at the last published checkpoint, and the last published pulse of the beacon. */
  size: z.int().min(0),
  chain: z.int().min(0),
  pulse: z.int().min(0),
  /** Inode of the database file; that of a copy differs. */
  inode: z.string().max(40),
})
type Marker = z.infer<typeof Marker>

export interface FolderMarker {
  /** Null where there is none that can be read. */
  read(): Marker | null
  /** Durable when it returns. */
  write(marker: Omit<Marker, 'inode'>): void
  /** Whether the marker was written for the database file that lies there now. */
  isOf(marker: Marker): boolean
}

/** `database` null for one in memory. */
export function folderMarker(path: string, database: string | null): FolderMarker {
  const inode = () => (database === null ? '' : String(statSync(database, { bigint: true }).ino))
  return {
    read() {
      try {
        const read = Marker.safeParse(JSON.parse(readFileSync(path, 'utf8')))
        return read.success ? read.data : null
      } catch (error) {
        if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    write(marker) {
      makeFolders(dirname(path))
      replaceFile(path, `${JSON.stringify({ ...marker, inode: inode() } satisfies Marker)}\n`)
    },
    isOf: marker => marker.inode === inode(),
  }
}
