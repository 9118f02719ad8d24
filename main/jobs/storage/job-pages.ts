import type { JobListQuery } from '../../contract/jobs/circuit-job'
import type { Store } from '../../store/store'
import { IS_WHOLE, type JobRow } from '../model/job'
import { type DeferredIndex, gramOf, SPAN } from './deferred-index'

/** Jobs that are searched one by one for a part of a name, before the index of names is used. */
const LOOK = 4096

type StatementValues = Record<string, string | number>

/** Conditions of a query, apart from the order. */
interface ListQuery {
  /** For indexed jobs: the tables to join, and the conditions except that on the name. */
  readonly tables: readonly string[]
  readonly others: readonly string[]
  /** For jobs that are not indexed yet: all conditions. */
  readonly fresh: readonly string[]
  readonly values: StatementValues
  readonly name: string | undefined
  readonly limit: number
}

interface JobStatement {
  all(values: StatementValues): JobRow[]
}

/** Reads pages of jobs, each combination of filters by a statement of its own, which can then use its index. */
export function jobLists({ db }: Pick<Store, 'db'>, index: Pick<DeferredIndex, 'first'>) {
  const statements = new Map<string, JobStatement>()
  const prepare = (sql: string): JobStatement => db.prepare<[StatementValues], JobRow>(sql)
  const lastSpan = db.prepare<[number], number | null>('SELECT max(span) FROM job_spans WHERE first_at < ?').pluck()
  const firstSpan = db.prepare<[number], number | null>('SELECT min(span) FROM job_spans WHERE last_at >= ?').pluck()

  function rows(sql: string, values: StatementValues): JobRow[] {
    const statement = statements.get(sql) ?? prepare(sql)
    statements.set(sql, statement)
    return statement.all(values)
  }

  /** Range of sequences of indexed jobs that may have been created within the times, as far as the stored spans tell. */
  function bounds({ created_after, created_before }: JobListQuery, before: number): { from: number; before: number } {
    const first = created_after === undefined ? 0 : (firstSpan.get(Date.parse(created_after)) ?? null)
    const last = created_before === undefined ? null : (lastSpan.get(Date.parse(created_before)) ?? -1)
    return {
      from: first === null ? before : first * SPAN,
      before: last === null ? before : Math.min(before, (last + 1) * SPAN),
    }
  }

  /**
   * A part of many names is found soon among the next jobs. A part of few names is found soon in the index of names, which
   * would be slow for a part of many.
   */
  function named(
    { tables, others, values, name }: ListQuery & { name: string },
    from: number,
    before: number,
  ): JobRow[] {
    const limit = Number(values.limit)
    const [end] = rows(page(tables, others, 'LIMIT 1 OFFSET @look'), { ...values, from, before, look: LOOK })
    const where = [...others, NAMED]
    const near = { ...values, name, from: end?.sequence ?? from, before }
    const found = rows(page(tables, where), near)
    if (!end || found.length >= limit) return found
    const far = { ...values, name, from, before: end.sequence, limit: limit - found.length }
    const [sql, asked] = throughNames(tables, where, far)
    return [...found, ...rows(sql, asked)]
  }

  /** Newest first, below `before`, one more than the page, which shows whether another follows; owner undefined: everybody's. */
  return (query: JobListQuery, owner: string | null | undefined, before: number): JobRow[] => {
    const { name, ...asked } = listQueryOf(query, owner)
    const { tables, others, values, limit } = asked
    const first = index.first()
    const fresh = rows(page(['jobs NOT INDEXED'], asked.fresh), {
      ...values,
      ...(name === undefined ? {} : { name }),
      from: first,
      before,
      limit,
    })
    if (fresh.length >= limit) return fresh
    const range = bounds(query, Math.min(before, first))
    const rest = { ...values, limit: limit - fresh.length }
    const indexed =
      name === undefined
        ? rows(page(tables, others), { ...rest, ...range })
        : named({ ...asked, name, values: rest }, range.from, range.before)
    return [...fresh, ...indexed]
  }
}

/** Condition on the name; ignores the case of ASCII letters. */
const NAMED = 'instr(lower(jobs.name), lower(@name)) > 0'

/** Statement through the index of names; a name with NUL, which would end the text of a match, is searched in all jobs. */
function throughNames(tables: readonly string[], where: readonly string[], values: StatementValues & { name: string }) {
  const { name } = values
  if (name.includes('\0')) return [page(tables, where), values] as const
  const [index, match] =
    [...name].length >= 3 ? ['job_names', `"${name.replaceAll('"', '""')}"`] : ['job_letters', gramOf(name)]
  const others = tables.map(table => table.replace(/^jobs INDEXED BY \w+/, 'jobs NOT INDEXED'))
  return [page([index, ...others], [...where, `${index} MATCH @match`]), { ...values, match }] as const
}

function listQueryOf(query: JobListQuery, owner: string | null | undefined): ListQuery {
  const { tag, status, backend, mode, batch, saved_circuit, name, limit } = query
  const [after, until] = [timeOf(query.created_after), timeOf(query.created_before)]
  const ids = { batch: batch?.toLowerCase(), saved: saved_circuit?.toLowerCase() }
  const filters = { tag, status, backend, mode, ...ids, after, until, owner: owner ?? undefined }
  const given = Object.entries(filters).filter(
    (entry): entry is [keyof typeof filters, string | number] => entry[1] !== undefined,
  )
  const orphan = owner === null ? ['jobs.owner IS NULL'] : []
  const conditions = given.map(([field]) => CONDITIONS[field])
  const { tables, instead } = wayTo(query, owner)
  const others = given.map(([field]) => instead[field] ?? CONDITIONS[field])
  return {
    tables,
    name,
    limit: limit + 1,
    others: [...others, ...orphan, ...(tables[0]!.startsWith('jobs INDEXED') ? ['jobs.fresh IS NULL'] : [])],
    fresh: [IS_WHOLE, ...conditions, ...orphan, ...(name === undefined ? [] : [NAMED])],
    values: Object.fromEntries(given),
  }
}

/**
 * The tables to join for a query, and the conditions that they replace. A saved circuit goes before a tag, as it has fewer
 * jobs.
 */
function wayTo(query: JobListQuery, owner: string | null | undefined): { tables: string[]; instead: Instead } {
  if (query.saved_circuit !== undefined) return { tables: OF_SAVED, instead: SAVED }
  if (query.tag === undefined) return { tables: [`jobs ${indexFor(query, owner)}`], instead: {} }
  return { tables: [`job_tags ${tagIndexFor(query, owner)}`, 'jobs NOT INDEXED'], instead: TAGGED }
}

const OF_SAVED = ['job_saved_circuits INDEXED BY job_saved_circuits_of', 'jobs NOT INDEXED']

const CONDITIONS = {
  tag: `jobs.tags <> '[]' AND @tag IN (SELECT value FROM json_each(jobs.tags))`,
  status: 'jobs.status = @status',
  batch: 'jobs.batch_id = @batch',
  saved: 'jobs.sequence IN (SELECT sequence FROM job_saved_circuits WHERE circuit_id = @saved)',
  backend: 'jobs.backend = @backend',
  mode: 'jobs.mode = @mode',
  after: 'jobs.created_at >= @after',
  until: 'jobs.created_at < @until',
  owner: 'jobs.owner = @owner',
}

type Instead = Partial<Record<keyof typeof CONDITIONS, string>>

const SAVED: Instead = { saved: 'job_saved_circuits.circuit_id = @saved' }

/** Conditions that the index of tags has columns for. */
const TAGGED: Instead = {
  tag: 'job_tags.tag = @tag',
  status: 'job_tags.status = @status',
  owner: 'job_tags.owner = @owner',
  backend: 'job_tags.backend = @backend',
  mode: 'job_tags.mode = @mode',
}

const timeOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text))

/**
 * The field whose index is used: without statistics SQLite would choose the wrong one. Nearly all jobs are COMPLETED in
 * the end, so that status comes last.
 */
function fieldFor({ status, backend, mode }: JobListQuery): 'status' | 'backend' | 'mode' | undefined {
  if (status !== undefined && status !== 'COMPLETED') return 'status'
  if (backend !== undefined) return 'backend'
  if (mode !== undefined) return 'mode'
  return status && 'status'
}

function indexFor(query: JobListQuery, owner: string | null | undefined): string {
  if (query.batch !== undefined) return 'INDEXED BY jobs_by_batch'
  const field = fieldFor(query)
  if (owner === undefined) return field ? `INDEXED BY jobs_by_${field}` : 'NOT INDEXED'
  return field ? `INDEXED BY jobs_by_owner_and_${field}` : 'INDEXED BY jobs_by_owner'
}

/** The index of tags to use; without a field, the order of the table finds a tag. */
function tagIndexFor(query: JobListQuery, owner: string | null | undefined): string {
  const field = fieldFor(query)
  if (typeof owner === 'string') return `INDEXED BY job_tags_by_owner${field === 'status' ? '_and_status' : ''}`
  return field ? `INDEXED BY job_tags_by_${field}` : 'NOT INDEXED'
}

/** A page by a join: CROSS JOIN keeps the order of the tables, and the sequence of the first one bounds and orders the page. */
function page(tables: readonly string[], where: readonly string[], limit = 'LIMIT @limit'): string {
  const [driver, ...others] = tables.map(sequenceOf)
  const same = others.map(other => `${other} = ${driver}`)
  return `SELECT jobs.* FROM ${tables.join(' CROSS JOIN ')}
    WHERE ${[...where, ...same, `${driver} < @before`, `${driver} >= @from`].join(' AND ')}
    ORDER BY ${driver} DESC ${limit}`
}

const sequenceOf = (table: string): string =>
  /^job_(names|letters)$/.test(table) ? `${table}.rowid` : `${table.split(' ', 1)[0]}.sequence`
