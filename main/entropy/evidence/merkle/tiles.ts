/** Files of a log, C2SP tlog-tiles: tiles of up to 256 hashes, and bundles of up to 256 entries. */
import { joinBytes, uint16Bytes } from '../encoding/bytes'
import { HASH_BYTES } from './tree-hash'

/** Hashes of a full tile, entries of a full bundle. */
export const TILE_WIDTH = 256

/** A file of the log is missing, short, or not what it must be. Nothing is appended to such a log. */
export class LogCorrupt extends Error {
  override readonly name = 'LogCorrupt'
  constructor(
    readonly path: string,
    reason: string,
  ) {
    super(`the log's ${path} ${reason}`)
  }
}

/** The bytes of the file at a path such as `tile/0/x001/067.p/5`; null where there is none. */
export type TileReader = (path: string) => Uint8Array | null

/** 1,234,067 is written x001/x234/067. */
function indexPath(index: number): string {
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g)!
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/')
}

const partOfTile = (index: number, width: number): string =>
  indexPath(index) + (width < TILE_WIDTH ? `.p/${width}` : '')

/** Level 0 holds leaf hashes; each further level holds the roots of full tiles of the level below. */
export const tilePath = (level: number, index: number, width: number = TILE_WIDTH): string =>
  `tile/${level}/${partOfTile(index, width)}`

export const bundlePath = (index: number, width: number = TILE_WIDTH): string =>
  `tile/entries/${partOfTile(index, width)}`

/** Throws LogCorrupt unless the tile is there with exactly `width` hashes. */
export function readTile(
  read: TileReader,
  { level, index, width }: { readonly level: number; readonly index: number; readonly width: number },
): Uint8Array {
  const path = tilePath(level, index, width)
  const bytes = read(path)
  if (bytes === null) throw new LogCorrupt(path, 'is missing')
  if (bytes.length !== width * HASH_BYTES)
    throw new LogCorrupt(path, `holds ${bytes.length} bytes, not ${width} hashes of ${HASH_BYTES}`)
  return bytes
}

/** Each entry behind its length in two bytes. */
export const bundleOf = (entries: readonly Uint8Array[]): Uint8Array =>
  joinBytes(...entries.flatMap(entry => [uint16Bytes(entry.length), entry]))

/** Throws LogCorrupt unless the bundle is there with exactly `width` entries. */
export function readBundle(read: TileReader, index: number, width: number): Uint8Array[] {
  const path = bundlePath(index, width)
  const bytes = read(path)
  if (bytes === null) throw new LogCorrupt(path, 'is missing')
  const entries: Uint8Array[] = []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < bytes.length; ) {
    const end = at + 2 <= bytes.length ? at + 2 + view.getUint16(at) : Number.POSITIVE_INFINITY
    if (end > bytes.length) throw new LogCorrupt(path, 'ends within an entry')
    entries.push(bytes.slice(at + 2, end))
    at = end
  }
  if (entries.length !== width) throw new LogCorrupt(path, `holds ${entries.length} entries, not ${width}`)
  return entries
}
