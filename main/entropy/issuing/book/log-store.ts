/** The log of receipts in the store: one for each epoch of the data folder. */
import { randomBytes } from 'node:crypto'
import type { LogNotes } from '../../../contract/entropy/evidence-files'
import type { Store } from '../../../store/store'
import { sha256Bytes, utf8Bytes } from '../../evidence/encoding/bytes'
import { appendEntries } from '../../evidence/merkle/append'
import type { LogTree } from '../../evidence/merkle/tree'
import { NO_RECEIPT } from '../../evidence/receipts/receipt'
import type { FolderMarker } from './folder-marker'
import { logTiles } from './log-tiles'
import { type StoredCheckpoint, type StoredCheckpoints, storedCheckpoints } from './stored-checkpoints'

interface LogRow {
  readonly epoch: number
  readonly origin: string
  /** Public keys of its checkpoints, as vkeys: one, and one more for each re-keying. */
  readonly vkeys: readonly string[]
  readonly reason: LogReason
  readonly size: number
  /** Serial of the last receipt; 0 before the first. */
  readonly serial: number
  readonly last_sha256: string
  /** Milliseconds since 1970. */
  readonly last_issued_at: number
}
type LogReason = 'first' | 'restored'
type LogNote = LogNotes['notes'][number]

/** End of the chain of receipts after a batch. */
export type ChainOfReceipts = Pick<LogRow, 'serial' | 'last_sha256' | 'last_issued_at'>

export interface LogStore extends Pick<StoredCheckpoints, 'checkpoint' | 'checkpointOf'> {
  current(): LogRow
  all(): LogRow[]
  tree(origin: string): LogTree | null
  /** Within a transaction of the caller. */
  append(entries: readonly Uint8Array[], chain: ChainOfReceipts): void
  /** An entry that is no receipt, with the text that it is the SHA-256 of. */
  appendNote(kind: LogNote['kind'], text: string): void
  /** Notes of the current log, in the order of their index. */
  notes(): LogNotes
  addVkey(vkey: string): void
  /** Stores a checkpoint, and its size in the marker: a shorter log is recognized as restored from then on. */
  addCheckpoint(origin: string, checkpoint: StoredCheckpoint): void
  /** Remembers outside the database how far the beacon came. */
  publishPulse(chain: number, pulse: number): void
}

interface StoredLogRow extends Omit<LogRow, 'vkeys'> {
  readonly vkeys: string
  readonly marker: string
}

/** Opens the log of the folder's epoch, and begins a new one where the database is not the one that the folder knows. */
export function openLogStore({ db }: Pick<Store, 'db'>, marker: FolderMarker, now: () => number): LogStore {
  const rows = logRows({ db })
  const tiles = logTiles({ db })
  const { checkpoint, checkpointOf, add } = storedCheckpoints({ db })
  const putNote = db.prepare('INSERT INTO entropy_log_notes VALUES (?, ?, ?, ?)')
  const notesOf = db.prepare<[string], LogNote>(
    'SELECT log_index AS "index", kind, text FROM entropy_log_notes WHERE origin = ? ORDER BY log_index',
  )
  const current = () => shown(rows.last()!)

  function append(entries: readonly Uint8Array[], chain: ChainOfReceipts): void {
    const { origin, epoch, size } = current()
    const { size: grown, writes } = appendEntries({ size, read: tiles.reader(origin) }, entries)
    tiles.put(origin, writes)
    rows.grow(epoch, grown, chain)
  }

  function appendNote(kind: LogNote['kind'], text: string): void {
    const row = current()
    putNote.run(row.origin, row.size, kind, text)
    append([sha256Bytes(utf8Bytes(text))], row)
  }

  /**
   * Begins a new log; receipts of the old one keep their place in it. Kept replies are destroyed, so that two folders never give
   * out the same bytes.
   */
  const begin = db.transaction((reason: LogReason, epoch: number, before: StoredLogRow | undefined) => {
    const before_note = before && checkpoint(before.origin, 0)?.note
    rows.insert({ epoch, reason, started_at: now(), last_issued_at: before?.last_issued_at ?? 0 })
    if (before_note) appendNote('checkpoint', before_note)
    db.prepare('UPDATE entropy_replies SET sealed = NULL').run()
  })

  const mark = (known: { size: number; chain: number; pulse: number }): void => {
    const { marker: name, epoch } = rows.last()!
    marker.write({ marker: name, epoch, ...known })
  }

  const row = rows.last()
  const found = marker.read()
  if (!isKnown(db, row, marker)) {
    const epoch = Math.max(row?.epoch ?? 0, found?.epoch ?? 0) + 1
    begin.immediate(epoch === 1 ? 'first' : 'restored', epoch, row)
    mark({ size: 0, chain: found?.chain ?? 0, pulse: 0 })
  }

  return {
    current,
    append,
    checkpoint,
    checkpointOf,
    all: () => rows.all().map(shown),
    tree(origin) {
      const log = rows.all().find(one => one.origin === origin)
      return log ? { size: log.size, read: tiles.reader(origin) } : null
    },
    appendNote: (kind, text) => db.transaction(appendNote).immediate(kind, text),
    notes() {
      const { origin } = current()
      return { origin, notes: notesOf.all(origin) }
    },
    addVkey(vkey) {
      const { vkeys, epoch } = current()
      if (!vkeys.includes(vkey)) rows.setVkeys(epoch, [...vkeys, vkey])
    },
    addCheckpoint(origin, given) {
      add(origin, given)
      const { chain = 0, pulse = 0 } = marker.read() ?? {}
      mark({ size: given.size, chain, pulse })
    },
    publishPulse: (chain, pulse) => mark({ size: marker.read()?.size ?? 0, chain, pulse }),
  }
}

const shown = ({ vkeys, marker: _, ...row }: StoredLogRow): LogRow => ({ ...row, vkeys: JSON.parse(vkeys) as string[] })

function logRows({ db }: Pick<Store, 'db'>) {
  const last = db.prepare<[], StoredLogRow>('SELECT * FROM entropy_logs ORDER BY epoch DESC LIMIT 1')
  const every = db.prepare<[], StoredLogRow>('SELECT * FROM entropy_logs ORDER BY epoch')
  const insert = db.prepare(
    'INSERT INTO entropy_logs VALUES (@epoch, @origin, @marker, @vkeys, @started_at, @reason, 0, 0, @last_sha256, @last_issued_at)',
  )
  const grow = db.prepare(
    'UPDATE entropy_logs SET size = ?, serial = ?, last_sha256 = ?, last_issued_at = ? WHERE epoch = ?',
  )
  const setVkeys = db.prepare('UPDATE entropy_logs SET vkeys = ? WHERE epoch = ?')
  return {
    last: () => last.get(),
    all: () => every.all(),
    /** Under a new name and marker, without entries. */
    insert(begun: Pick<LogRow, 'epoch' | 'reason' | 'last_issued_at'> & { readonly started_at: number }): void {
      insert.run({
        ...begun,
        vkeys: '[]',
        marker: randomBytes(16).toString('hex'),
        last_sha256: NO_RECEIPT,
        origin: `pentad/${randomBytes(8).toString('hex')}/log/${begun.epoch}`,
      })
    },
    grow: (epoch: number, size: number, { serial, last_sha256, last_issued_at }: ChainOfReceipts) =>
      void grow.run(size, serial, last_sha256, last_issued_at, epoch),
    setVkeys: (epoch: number, vkeys: readonly string[]) => void setVkeys.run(JSON.stringify(vkeys), epoch),
  }
}

/** Whether the database is the one that its marker was written for, as it was then or later. */
function isKnown(db: Store['db'], row: StoredLogRow | undefined, marker: FolderMarker): boolean {
  const found = marker.read()
  if (!row || !found || found.marker !== row.marker || !marker.isOf(found) || found.size > row.size) return false
  // A beacon that published pulses which this database does not have was restored from before them.
  const pulse = db.prepare('SELECT 1 FROM beacon_pulses WHERE chain = ? AND pulse = ?')
  return found.pulse === 0 || pulse.get(found.chain, found.pulse) !== undefined
}
