import {
  MAX_SAVED_CIRCUITS,
  MAX_SAVED_VERSIONS,
  type SavedCircuit,
  type SavedCircuitDetail,
  type SavedText,
} from '../contract/jobs/saved-circuit'
import { AppError } from '../contract/model/errors'
import { isoTime } from '../contract/model/iso-time'
import type { Store } from '../store/store'

/** How long a deleted circuit can be brought back. */
const KEPT_DELETED_MS = 30 * 86_400_000

/** Circuits of owners, who see their own alone. All throw `not_found` for what an owner does not have. */
export interface SavedCircuits {
  /** Not the deleted ones; the one saved last first. */
  list(owner: string, search?: string): { items: SavedCircuit[] }
  /** Throws `conflict` for an owner who has 1,000. */
  create(owner: string, circuit: { readonly name: string; readonly text: string }): SavedCircuit
  get(owner: string, circuit_id: string): SavedCircuitDetail
  version(owner: string, of: { readonly circuit_id: string; readonly version: number }): SavedText
  /** Throws `conflict` where `after` is not the newest version, or where there are 1,000. */
  save(owner: string, version: NewVersion): SavedCircuit
  rename(owner: string, circuit_id: string, name: string): SavedCircuit
  remove(owner: string, circuit_id: string): SavedCircuit
  restore(owner: string, circuit_id: string): SavedCircuit
}

interface NewVersion {
  readonly circuit_id: string
  readonly text: string
  readonly after?: number | undefined
}

interface CircuitRow {
  readonly circuit_id: string
  readonly name: string
  readonly version: number
  readonly size: number
  readonly created_at: number
  readonly updated_at: number
  readonly deleted_at: number | null
  readonly jobs: number
}

interface VersionRow {
  readonly version: number
  readonly text: string
  readonly saved_at: number
}

/** Characters of a text that a search looks through: a thousand circuits are read within milliseconds. */
const SEARCHED = 10_000

/** Each circuit beside its newest version. */
const NEWEST = `SELECT c.circuit_id, c.name, v.version, length(v.text) AS size, c.created_at, c.updated_at, c.deleted_at, c.jobs
  FROM saved_circuits c JOIN saved_circuit_versions v ON v.circuit_id = c.circuit_id
  AND v.version = (SELECT max(version) FROM saved_circuit_versions WHERE circuit_id = c.circuit_id)`

export function createSavedCircuits({
  store: { db },
  now,
}: {
  store: Pick<Store, 'db'>
  now: () => number
}): SavedCircuits {
  const table = savedCircuitTable(db)
  const found = (owner: string, circuit_id: string): CircuitRow => {
    const row = table.one.get(owner, circuit_id)
    if (row === undefined)
      throw new AppError('not_found', `No circuit ${circuit_id} is kept`, { details: { circuit_id } })
    return row
  }
  const present = (owner: string, circuit_id: string): CircuitRow => {
    const row = found(owner, circuit_id)
    if (row.deleted_at !== null)
      throw new AppError('not_found', `The circuit ${row.name} was deleted`, { details: { circuit_id } })
    return row
  }
  const create = db.transaction((owner: string, { name, text }: { name: string; text: string }) => {
    table.purge.run(now() - KEPT_DELETED_MS)
    if (table.count.get(owner)! >= MAX_SAVED_CIRCUITS)
      throw new AppError('conflict', `${MAX_SAVED_CIRCUITS} circuits are kept: delete some of them first`)
    const circuit_id = crypto.randomUUID()
    table.insert.run(circuit_id, owner, name, now(), now())
    table.addVersion.run(circuit_id, 1, text, now())
    return wire(found(owner, circuit_id))
  })
  const save = db.transaction((owner: string, { circuit_id, text, after }: NewVersion) => {
    const { version, name } = present(owner, circuit_id)
    if (table.text.get(circuit_id, version)!.text === text) return wire(found(owner, circuit_id))
    if (after !== undefined && after !== version)
      throw new AppError('conflict', `${name} was saved as version ${version} meanwhile`, {
        details: { circuit_id, version },
      })
    if (version >= MAX_SAVED_VERSIONS)
      throw new AppError('conflict', `${name} has ${version} versions: save it under another name`, {
        details: { circuit_id },
      })
    table.addVersion.run(circuit_id, version + 1, text, now())
    table.touch.run(now(), circuit_id)
    return wire(found(owner, circuit_id))
  })
  return {
    list: (owner, search = '') => ({
      items: table.list.all(owner, search.toLowerCase(), search.toLowerCase()).map(wire),
    }),
    create: (owner, circuit) => create.immediate(owner, circuit),
    get: (owner, circuit_id) => {
      const row = present(owner, circuit_id)
      const { text } = table.text.get(circuit_id, row.version)!
      return {
        ...wire(row),
        text,
        versions: table.versions.all(circuit_id).map(version => ({ ...version, saved_at: isoTime(version.saved_at) })),
      }
    },
    version: (owner, { circuit_id, version }) => {
      const { name } = present(owner, circuit_id)
      const row = table.text.get(circuit_id, version)
      if (row === undefined)
        throw new AppError('not_found', `${name} has no version ${version}`, { details: { circuit_id, version } })
      return { version, text: row.text, size: row.text.length, saved_at: isoTime(row.saved_at) }
    },
    save: (owner, version) => save.immediate(owner, version),
    rename: (owner, circuit_id, name) => {
      present(owner, circuit_id)
      table.rename.run(name, now(), circuit_id)
      return wire(found(owner, circuit_id))
    },
    remove: (owner, circuit_id) => {
      present(owner, circuit_id)
      table.setDeleted.run(now(), circuit_id)
      return wire(found(owner, circuit_id))
    },
    restore: (owner, circuit_id) => {
      found(owner, circuit_id)
      table.setDeleted.run(null, circuit_id)
      return wire(found(owner, circuit_id))
    },
  }
}

const savedCircuitTable = (db: Store['db']) => ({
  list: db.prepare<[string, string, string], CircuitRow>(`${NEWEST} WHERE c.owner = ? AND c.deleted_at IS NULL
    AND (instr(lower(c.name), ?) > 0 OR instr(lower(substr(v.text, 1, ${SEARCHED})), ?) > 0) ORDER BY c.updated_at DESC, c.circuit_id`),
  one: db.prepare<[string, string], CircuitRow>(`${NEWEST} WHERE c.owner = ? AND c.circuit_id = ?`),
  count: db
    .prepare<[string], number>('SELECT count(*) FROM saved_circuits WHERE owner = ? AND deleted_at IS NULL')
    .pluck(),
  insert: db.prepare(
    'INSERT INTO saved_circuits (circuit_id, owner, name, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
  ),
  addVersion: db.prepare(
    'INSERT INTO saved_circuit_versions (circuit_id, version, text, saved_at) VALUES (?, ?, ?, ?)',
  ),
  text: db.prepare<[string, number], VersionRow>(
    'SELECT version, text, saved_at FROM saved_circuit_versions WHERE circuit_id = ? AND version = ?',
  ),
  versions: db.prepare<[string], { version: number; size: number; saved_at: number }>(
    'SELECT version, length(text) AS size, saved_at FROM saved_circuit_versions WHERE circuit_id = ? ORDER BY version DESC',
  ),
  rename: db.prepare('UPDATE saved_circuits SET name = ?, updated_at = ? WHERE circuit_id = ?'),
  touch: db.prepare('UPDATE saved_circuits SET updated_at = ? WHERE circuit_id = ?'),
  setDeleted: db.prepare('UPDATE saved_circuits SET deleted_at = ? WHERE circuit_id = ?'),
  purge: db.prepare('DELETE FROM saved_circuits WHERE deleted_at < ?'),
})

const wire = ({ created_at, updated_at, deleted_at, ...row }: CircuitRow): SavedCircuit => ({
  ...row,
  created_at: isoTime(created_at),
  updated_at: isoTime(updated_at),
  deleted_at: isoTime(deleted_at),
})
