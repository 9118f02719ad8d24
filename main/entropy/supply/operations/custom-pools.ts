import type { CreateCustomPool, CustomPool, EntropyPageQuery, UpdateCustomPool } from '../../../contract/entropy/pool'
import { AppError } from '../../../contract/model/errors'
import { isoTime } from '../../../contract/model/iso-time'
import { type Page, pageOf, positionBefore } from '../../../contract/model/page'
import type { Caller } from '../../../contract/service/account'
import type { Store } from '../../../store/store'
import { namedSources } from '../sources/named-sources'
import { supplyProblem } from '../sources/source-views'
import type { Sources } from '../sources/sources'
import type { EntropySupplySource } from '../sources/supply-source'
import type { EntropyAudit } from './audit-log'

interface PoolRow {
  readonly position: number
  readonly pool_id: string
  readonly label: string
  readonly sources: string
  readonly state: 'enabled' | 'disabled'
  readonly created_at: number
  readonly updated_at: number
}

/** Named pools of two to eight sources; the bytes of a pool are the exclusive or of the bytes of its sources. */
export interface CustomPools {
  all(): CustomPool[]
  list(query: EntropyPageQuery): Page<CustomPool>
  /** The sources of an enabled pool. Throws `not_found`, or `source_empty` for a disabled one. */
  sourcesOf(pool_id: string): readonly EntropySupplySource[]
  create(request: CreateCustomPool, caller: Caller): CustomPool
  update(request: UpdateCustomPool, caller: Caller): CustomPool
}

interface CustomPoolOptions {
  readonly store: Pick<Store, 'db'>
  readonly sources: Sources
  readonly audit: EntropyAudit
  readonly now: () => number
}

function poolTable(db: Store['db'], now: () => number) {
  const page = db.prepare<[number, number], PoolRow>(
    'SELECT * FROM entropy_pools WHERE position < ? ORDER BY position DESC LIMIT ?',
  )
  const find = db.prepare<[string], PoolRow>('SELECT * FROM entropy_pools WHERE pool_id = ?')
  const insert = db.prepare(
    `INSERT INTO entropy_pools (pool_id, label, sources, state, created_at, updated_at) VALUES (?, ?, ?, 'enabled', ?, ?)`,
  )
  const write = db.prepare(
    'UPDATE entropy_pools SET label = ?, sources = ?, state = ?, updated_at = ? WHERE pool_id = ?',
  )
  return {
    /** Below the position, newest first. */
    page: (below: number, most: number) => page.all(below, most),
    has: (pool_id: string) => find.get(pool_id) !== undefined,
    get(pool_id: string): PoolRow {
      const row = find.get(pool_id)
      if (row) return row
      throw new AppError('not_found', `There is no custom pool ${pool_id}`, { details: { pool_id } })
    },
    insert: (pool_id: string, label: string, sources: readonly string[]) =>
      insert.run(pool_id, label, JSON.stringify(sources), now(), now()),
    update: (pool_id: string, { label, state, sources }: Pick<CustomPool, 'label' | 'state' | 'sources'>) =>
      write.run(label, JSON.stringify(sources), state, now(), pool_id),
  }
}

const idsIn = (row: PoolRow) => JSON.parse(row.sources) as string[]

/** Full ids of the sources named. Throws where one is unknown or public, listed twice, shares a group, or all whiten their samples. */
function memberIds(names: readonly string[], sources: Sources): string[] {
  const named = namedSources(sources)
  const members = names.map((name, at) => {
    const [source] = named.one(name, `/sources/${at}`).candidates
    if (!source) throw refused('public', `the output of ${name} is public and no secret`, name)
    return source
  })
  const repeated = members.find((one, at) => members.indexOf(one) < at)
  if (repeated) throw refused('named_twice', `${repeated.id} is listed twice`, repeated.id)
  const groups = members.map(({ physical_group }) => physical_group)
  const shared = members.find((_, at) => groups.indexOf(groups[at]!) < at)
  if (shared)
    throw refused('shared_group', `${shared.id} shares ${shared.physical_group} with another source`, shared.id)
  if (members.every(({ raw }) => !raw))
    throw refused('whitened', 'all of them whiten their samples, so that no entropy is credited', members[0]!.id)
  return members.map(({ id }) => id)
}

export function createCustomPools({ store: { db }, sources, audit, now }: CustomPoolOptions): CustomPools {
  const table = poolTable(db, now)

  function shown(row: PoolRow): CustomPool {
    const { pool_id, label, state, created_at, updated_at } = row
    const ids = idsIn(row)
    const members = ids.map(id => ({ id, source: sources.find(id) }))
    const gone = members.find(({ source }) => source === null)
    const lacking = members.find(({ source }) => source !== null && supplyProblem(source) !== null)
    const why = gone ? 'is not in this lab' : lacking && supplyProblem(lacking.source!)
    return {
      pool_id,
      label,
      sources: ids,
      state,
      created_at: isoTime(created_at),
      updated_at: isoTime(updated_at),
      available: Math.min(...members.map(({ source }) => source?.status().bytes ?? 0)),
      problem: state === 'disabled' ? 'disabled' : why ? `${(gone ?? lacking)!.id}: ${why}` : null,
    }
  }

  return {
    all: () => table.page(Number.MAX_SAFE_INTEGER, 1_000).map(shown),
    list: ({ limit, cursor }) =>
      pageOf(table.page(positionBefore(cursor), limit + 1), { limit, positionOf: row => row.position, show: shown }),
    sourcesOf(pool_id) {
      const row = table.get(pool_id)
      if (row.state === 'disabled')
        throw new AppError('source_empty', `The pool ${pool_id} is disabled`, {
          details: { reason: 'disabled', pool: pool_id },
        })
      return idsIn(row).map(id => sources.get(id))
    },
    create: (request, caller) => {
      const { pool_id, label = pool_id } = request
      const ids = memberIds(request.sources, sources)
      if (table.has(pool_id))
        throw new AppError('conflict', `There is a custom pool ${pool_id} already`, { details: { pool_id } })
      db.transaction(() => {
        table.insert(pool_id, label, ids)
        audit.add(caller, { action: 'create_pool', subject: pool_id, change: { label, sources: ids } })
      }).immediate()
      return shown(table.get(pool_id))
    },
    update: ({ pool_id, ...change }, caller) => {
      const row = table.get(pool_id)
      const ids = change.sources ? memberIds(change.sources, sources) : idsIn(row)
      const next = { label: change.label ?? row.label, sources: ids, state: change.state ?? row.state }
      db.transaction(() => {
        table.update(pool_id, next)
        audit.add(caller, { action: 'update_pool', subject: pool_id, change: { ...change } })
      }).immediate()
      return shown(table.get(pool_id))
    },
  }
}

const refused = (reason: string, message: string, source: string) =>
  new AppError('policy_refused', `No pool can be made of these: ${message}`, { details: { reason, source } })
