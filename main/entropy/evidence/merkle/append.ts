/** Appending to a log, as files to write. */
import { joinBytes } from '../encoding/bytes'
import { bundleOf, bundlePath, LogCorrupt, readBundle, readTile, TILE_WIDTH, type TileReader, tilePath } from './tiles'
import { type LogTree, treeRoot } from './tree'
import { completeRoot, HASH_BYTES, leafHash } from './tree-hash'

export interface TileWrite {
  readonly path: string
  readonly bytes: Uint8Array
}

interface Appended {
  readonly size: number
  readonly root: Uint8Array
  /**
   * New files only: partial tiles have paths of their own, so no file is replaced. They must be durable before a checkpoint names
   * the size.
   */
  readonly writes: readonly TileWrite[]
}

/** The log with further entries. Throws LogCorrupt where its right edge does not agree with itself. */
export function appendEntries(log: LogTree, entries: readonly Uint8Array[]): Appended {
  const size = log.size + entries.length
  if (!Number.isSafeInteger(size)) throw new RangeError(`a log holds fewer than 2^53 entries, not ${size}`)
  const writes = [...bundleWrites(log, entries), ...tileWrites(log, entries.map(leafHash))]
  const written = new Map(writes.map(({ path, bytes }) => [path, bytes]))
  const read: TileReader = path => written.get(path) ?? log.read(path)
  return { size, root: treeRoot({ size, read }), writes }
}

function bundleWrites({ size, read }: LogTree, entries: readonly Uint8Array[]): TileWrite[] {
  const [index, width] = [Math.floor(size / TILE_WIDTH), size % TILE_WIDTH]
  const before = width > 0 ? readBundle(read, index, width) : []
  checkAgree({ size, read }, before)
  return inTiles([...before, ...entries]).map((bundle, at) => {
    return { path: bundlePath(index + at, bundle.length), bytes: bundleOf(bundle) }
  })
}

/** Throws LogCorrupt where bundle and tile of the right edge disagree: the next root would sign what was never logged. */
function checkAgree({ size, read }: LogTree, bundle: readonly Uint8Array[]): void {
  if (bundle.length === 0) return
  const tile = readTile(read, { level: 0, index: Math.floor(size / TILE_WIDTH), width: bundle.length })
  if (Buffer.compare(joinBytes(...bundle.map(leafHash)), tile) !== 0)
    throw new LogCorrupt(bundlePath(Math.floor(size / TILE_WIDTH), bundle.length), 'is not what its tile hashes')
}

function tileWrites({ size, read }: LogTree, leaves: readonly Uint8Array[]): TileWrite[] {
  const writes: TileWrite[] = []
  let [count, incoming] = [size, leaves]
  for (let level = 0; incoming.length > 0; level += 1) {
    const [index, width] = [Math.floor(count / TILE_WIDTH), count % TILE_WIDTH]
    const before = width > 0 ? hashesOf(readTile(read, { level, index, width })) : []
    const tiles = inTiles([...before, ...incoming])
    for (const [at, tile] of tiles.entries())
      writes.push({ path: tilePath(level, index + at, tile.length), bytes: joinBytes(...tile) })
    incoming = tiles.filter(({ length }) => length === TILE_WIDTH).map(tile => completeRoot(joinBytes(...tile)))
    count = index
  }
  return writes
}

const hashesOf = (tile: Uint8Array): Uint8Array[] =>
  Array.from({ length: tile.length / HASH_BYTES }, (_, at) => tile.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES))

const inTiles = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / TILE_WIDTH) }, (_, at) =>
    items.slice(at * TILE_WIDTH, (at + 1) * TILE_WIDTH),
  )
