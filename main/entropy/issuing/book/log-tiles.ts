/** The tiles of logs and the addresses in their paths: `tile/0/x001/067.p/5`, `tile/entries/000`. */
import type { Store } from '../../../store/store'
import type { TileWrite } from '../../evidence/merkle/append'
import { TILE_WIDTH, type TileReader } from '../../evidence/merkle/tiles'

export interface LogTiles {
  reader(origin: string): TileReader
  /** Within a transaction of the caller. */
  put(origin: string, writes: readonly TileWrite[]): void
}

export function logTiles({ db }: Pick<Store, 'db'>): LogTiles {
  const bytesOf = db
    .prepare<[string, number, number], Uint8Array>(
      'SELECT bytes FROM entropy_log_tiles WHERE origin = ? AND level = ? AND tile = ?',
    )
    .pluck()
  const putTile = db.prepare('INSERT OR REPLACE INTO entropy_log_tiles VALUES (?, ?, ?, ?)')
  return {
    reader: origin => path => {
      const address = tileAddress(path)
      const bytes = address && bytesOf.get(origin, address.level, address.tile)
      const length = address ? address.width * (address.level === ENTRY_LEVEL ? ENTRY : HASH) : 0
      return bytes && bytes.length >= length ? new Uint8Array(bytes.subarray(0, length)) : null
    },
    put(origin, writes) {
      for (const { path, bytes } of writes) {
        const { level, tile } = tileAddress(path)!
        putTile.run(origin, level, tile, bytes)
      }
    },
  }
}

interface TileAddress {
  readonly level: number
  readonly tile: number
  readonly width: number
}

const ENTRY_LEVEL = -1
/** A hash; an entry of 32 bytes behind its length. */
const [HASH, ENTRY] = [32, 34]

/** Null for any other path. */
function tileAddress(path: string): TileAddress | null {
  const [, level, groups, last, width] =
    /^tile\/(entries|\d|[1-5]\d)\/((?:x\d{3}\/){0,5})(\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? []
  if (level === undefined) return null
  const digits = `${groups!.replace(/[x/]/g, '')}${last}`
  if (digits.length > 3 && digits.startsWith('000')) return null
  const count = width === undefined ? TILE_WIDTH : Number(width)
  if (width !== undefined && count >= TILE_WIDTH) return null
  return { level: level === 'entries' ? ENTRY_LEVEL : Number(level), tile: Number(digits), width: count }
}
