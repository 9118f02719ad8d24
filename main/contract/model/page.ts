/**
 * Pages of rows. Newest first, a cursor is the position of the last row before the page; of rows that are counted from 0, the first
 * row of the page; of a list that is in the memory, the name of its last item before the page.
 */
import { AppError } from './errors'

export interface Page<Item> {
  readonly items: Item[]
  /** null on the last page. */
  readonly next_cursor: string | null
}

/** The position that the rows of the page are below. Throws `invalid_request` where `cursor` is no `next_cursor`. */
export function positionBefore(cursor: string | undefined): number {
  return cursor === undefined ? Number.MAX_SAFE_INTEGER : positionIn(cursor)
}

/** The first row of the page, of the rows 0 to `rows` - 1. Throws `invalid_request` where `cursor` is no `next_cursor`. */
export function firstRowOf(cursor: string | undefined, rows: number): number {
  const row = cursor === undefined ? 0 : positionIn(cursor)
  if (row < rows) return row
  throw unknownCursor()
}

function positionIn(cursor: string): number {
  const position = Number(cursor)
  if (/^[1-9]\d{0,15}$/.test(cursor) && position <= Number.MAX_SAFE_INTEGER) return position
  throw unknownCursor()
}

const unknownCursor = (): AppError =>
  new AppError('invalid_request', 'Unknown cursor', {
    faults: [{ pointer: '#query/cursor', message: 'pass the next_cursor of the previous page' }],
  })

/** Characters of JSON after which a page ends: reading and writing more would hold the event loop. */
const MAX_CHARACTERS = 400_000

interface PageOptions<Row, Item> {
  /** Most rows of the page, at least 1. */
  readonly limit: number
  readonly positionOf: (row: Row) => number
  readonly show: (row: Row) => Item
  /**
   * Characters of JSON that a row takes; a page of large rows is shorter, with at least one row. Left out: all rows are small.
   */
  readonly weigh?: (row: Row) => number
}

/** The page of `rows`; they hold one row more than `limit` where a further page exists. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  { limit, positionOf, show, weigh = () => 0 }: PageOptions<Row, Item>,
): Page<Item> {
  const kept = withinWeight(rows.slice(0, limit), weigh)
  return {
    items: kept.map(show),
    next_cursor: rows.length > kept.length ? String(positionOf(kept.at(-1)!)) : null,
  }
}

interface NamedPageOptions<Row, Item> {
  /** Most items of the page, at least 1. */
  readonly limit: number
  readonly cursor: string | undefined
  /** Two items never have one name. */
  readonly nameOf: (row: Row) => string
  readonly show: (row: Row) => Item
}

/** The page of `all`, in their order. Throws `invalid_request` where `cursor` is no `next_cursor`. */
export function pageByName<Row, Item>(
  all: readonly Row[],
  { limit, cursor, nameOf, show }: NamedPageOptions<Row, Item>,
): Page<Item> {
  const from = cursor === undefined ? 0 : all.findIndex(row => nameOf(row) === cursor) + 1
  if (cursor !== undefined && from === 0) throw unknownCursor()
  const kept = all.slice(from, from + limit)
  return { items: kept.map(show), next_cursor: from + kept.length < all.length ? nameOf(kept.at(-1)!) : null }
}

function withinWeight<Row>(rows: readonly Row[], weigh: (row: Row) => number): readonly Row[] {
  let characters = 0
  const end = rows.findIndex((row, at) => {
    characters += weigh(row)
    return at > 0 && characters > MAX_CHARACTERS
  })
  return end < 0 ? rows : rows.slice(0, end)
}
