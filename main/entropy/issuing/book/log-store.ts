/** The log of receipts in the store: one for each epoch of the data folder. */
import { randomBytes } from 'node:crypto'
import type { LogNotes } from '../../../contract/entropy/evidence-files'
import type { Store } from '../../../store/store'
import { sha256Bytes, utf8Bytes } from '../../evidence/encoding/bytes'
import { appendEntries } from '../../evidence/merkle/append'
import { TILE_WIDTH, type TileReader } from '../../evidence/merkle/tiles'
import type { LogTree } from '../../evidence/merkle/tree'
import { NO_RECEIPT } from '../../evidence/receipts/receipt'
import type { FolderMarker } from './folder-marker'

interface LogRow {
  readonly epoch: number
  readonly origin: string
  /** Public keys of its checkpoints, as vkeys: one, and one more for each re-keying. */
  readonly vkeys: readonly string[]
  readonly reason: LogReason
  readonly size: number
  /** Of the last receipt; 0 before the first. */
  readonly serial: number
  readonly last_sha256: string
  /** Milliseconds since 1970. */
  readonly last_issued_at: number
}
type LogReason = 'first' | 'restored'
type LogNote = LogNotes['notes'][number]

/** What a batch of receipts leaves as the end of the chain. */
export type ChainOfReceipts = Pick<LogRow, 'serial' | 'last_sha256' | 'last_issued_at'>

export interface LogStore {
  current(): LogRow
  all(): LogRow[]
  tree(origin: string): LogTree | null
  /** Within a transaction of the caller. */
  append(entries: readonly Uint8Array[], chain: ChainOfReceipts): void
  /** An entry that is no receipt, with the text that it is the SHA-256 of. */
  appendNote(kind: LogNote['kind'], text: string): void
  /** Those of the current log, by their place. */
  notes(): LogNotes
  addVkey(vkey: string): void
  /** The newest checkpoint of a log with at least so many entries; null where there is none. */
  checkpoint(origin: string, least: number): StoredCheckpoint | null
  checkpointOf(origin: string, size: number): StoredCheckpoint | null
  /** From then on the log is never taken for a shorter one. */
  addCheckpoint(origin: string, checkpoint: StoredCheckpoint): void
  /** Remembers outside the database how far the beacon came. */
  publishPulse(chain: number, pulse: number): void
}

export interface StoredCheckpoint {
  readonly size: number
  readonly note: string
}

interface Row extends Omit<LogRow, 'vkeys'> {
  readonly vkeys: string
  readonly marker: string
}

interface TilePlace {
  readonly level: number
  readonly tile: number
  readonly width: number
}

const ENTRY_LEVEL = -1
/** A hash; an entry of 32 bytes behind its length. */
const [HASH, ENTRY] = [32, 34]

/** `tile/0/x001/067.p/5` or `tile/entries/000`; null for what is no such path. */
function tilePlace(path: string): TilePlace | null {
  const [, level, groups, last, width] =
    /^tile\/(entries|\d|[1-5]\d)\/((?:x\d{3}\/){0,5})(\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? []
  if (level === undefined) return null
  const digits = `${groups!.replace(/[x/]/g, '')}${last}`
  if (digits.length > 3 && digits.startsWith('000')) return null
  const count = width === undefined ? TILE_WIDTH : Number(width)
  if (width !== undefined && count >= TILE_WIDTH) return null
  return { level: level === 'entries' ? ENTRY_LEVEL : Number(level), tile: Number(digits), width: count }
}

/** Opens the log of the folder's epoch, and begins a new one where the database is not the one that the folder knows. */
export function openLogStore({ db }: Pick<Store, 'db'>, marker: FolderMarker, now: () => number): LogStore {
  const last = db.prepare<[], Row>('SELECT * FROM entropy_logs ORDER BY epoch DESC LIMIT 1')
  const every = db.prepare<[], Row>('SELECT * FROM entropy_logs ORDER BY epoch')
  const insert = db.prepare(
    'INSERT INTO entropy_logs VALUES (@epoch, @origin, @marker, @vkeys, @started_at, @reason, 0, 0, @last_sha256, @last_issued_at)',
  )
  const grow = db.prepare(
    'UPDATE entropy_logs SET size = ?, serial = ?, last_sha256 = ?, last_issued_at = ? WHERE epoch = ?',
  )
  const setVkeys = db.prepare('UPDATE entropy_logs SET vkeys = ? WHERE epoch = ?')
  const tileBytes = db
    .prepare<[string, number, number], Uint8Array>(
      'SELECT bytes FROM entropy_log_tiles WHERE origin = ? AND level = ? AND tile = ?',
    )
    .pluck()
  const putTile = db.prepare('INSERT OR REPLACE INTO entropy_log_tiles VALUES (?, ?, ?, ?)')
  const putNote = db.prepare('INSERT INTO entropy_log_notes VALUES (?, ?, ?, ?)')
  const notesOf = db.prepare<[string], LogNote>(
    'SELECT log_index AS "index", kind, text FROM entropy_log_notes WHERE origin = ? ORDER BY log_index',
  )
  const putCheckpoint = db.prepare('INSERT INTO entropy_checkpoints (origin, size, note) VALUES (?, ?, ?)')
  const newest = db.prepare<[string, number], StoredCheckpoint>(
    'SELECT size, note FROM entropy_checkpoints WHERE origin = ? AND size >= ? ORDER BY size DESC, position DESC LIMIT 1',
  )
  const ofSize = db.prepare<[string, number], StoredCheckpoint>(
    'SELECT size, note FROM entropy_checkpoints WHERE origin = ? AND size = ? ORDER BY position DESC LIMIT 1',
  )

  const shown = ({ vkeys, marker: _, ...row }: Row): LogRow => ({ ...row, vkeys: JSON.parse(vkeys) as string[] })
  const current = () => shown(last.get()!)

  function reader(origin: string): TileReader {
    return path => {
      const place = tilePlace(path)
      const bytes = place && tileBytes.get(origin, place.level, place.tile)
      const length = place ? place.width * (place.level === ENTRY_LEVEL ? ENTRY : HASH) : 0
      return bytes && bytes.length >= length ? new Uint8Array(bytes.subarray(0, length)) : null
    }
  }

  function append(entries: readonly Uint8Array[], chain: ChainOfReceipts): void {
    const { origin, epoch, size } = current()
    const { size: grown, writes } = appendEntries({ size, read: reader(origin) }, entries)
    for (const { path, bytes } of writes) {
      const { level, tile } = tilePlace(path)!
      putTile.run(origin, level, tile, bytes)
    }
    grow.run(grown, chain.serial, chain.last_sha256, chain.last_issued_at, epoch)
  }

  function appendNote(kind: LogNote['kind'], text: string): void {
    const row = current()
    putNote.run(row.origin, row.size, kind, text)
    append([sha256Bytes(utf8Bytes(text))], row)
  }

  /** Receipts of the old log keep their place in it; what was kept for asking again is not given out by two folders. */
  const begin = db.transaction((reason: LogReason, epoch: number, before: Row | undefined) => {
    const before_note = before && newest.get(before.origin, 0)?.note
    insert.run({
      ...{ epoch, reason, vkeys: '[]', started_at: now(), marker: randomBytes(16).toString('hex') },
      origin: `pentad/${randomBytes(8).toString('hex')}/log/${epoch}`,
      ...{ last_sha256: NO_RECEIPT, last_issued_at: before?.last_issued_at ?? 0 },
    })
    if (before_note) appendNote('checkpoint', before_note)
    db.prepare('UPDATE entropy_replies SET sealed = NULL').run()
  })

  function mark(row: Row, known: { size: number; chain: number; pulse: number }): void {
    marker.write({ marker: row.marker, epoch: row.epoch, ...known })
  }

  const [row, found] = [last.get(), marker.read()]
  const isKnown =
    row && found && found.marker === row.marker && marker.isOf(found) && found.size <= row.size && isPulseThere(found)
  if (!isKnown) {
    const epoch = Math.max(row?.epoch ?? 0, found?.epoch ?? 0) + 1
    begin.immediate(epoch === 1 ? 'first' : 'restored', epoch, row)
    mark(last.get()!, { size: 0, chain: found?.chain ?? 0, pulse: 0 })
  }

  /** A beacon that published pulses which this database does not have was restored from before them. */
  function isPulseThere({ chain, pulse }: { chain: number; pulse: number }): boolean {
    if (pulse === 0) return true
    return db.prepare('SELECT 1 FROM beacon_pulses WHERE chain = ? AND pulse = ?').get(chain, pulse) !== undefined
  }

  return {
    current,
    all: () => every.all().map(shown),
    tree(origin) {
      const log = every.all().find(one => one.origin === origin)
      return log ? { size: log.size, read: reader(origin) } : null
    },
    append,
    appendNote: (kind, text) => db.transaction(appendNote).immediate(kind, text),
    notes() {
      const { origin } = current()
      return { origin, notes: notesOf.all(origin) }
    },
    addVkey(vkey) {
      const { vkeys, epoch } = current()
      if (!vkeys.includes(vkey)) setVkeys.run(JSON.stringify([...vkeys, vkey]), epoch)
    },
    checkpoint: (origin, least) => newest.get(origin, least) ?? null,
    checkpointOf: (origin, size) => ofSize.get(origin, size) ?? null,
    addCheckpoint(origin, checkpoint) {
      putCheckpoint.run(origin, checkpoint.size, checkpoint.note)
      const { chain = 0, pulse = 0 } = marker.read() ?? {}
      mark(last.get()!, { size: checkpoint.size, chain, pulse })
    },
    publishPulse(chain, pulse) {
      mark(last.get()!, { size: marker.read()?.size ?? 0, chain, pulse })
    },
  }
}
