/** The files of a journal by their names: the first sequence number and the moment of the first entry. */
import { createHash } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sum } from '../../contract/numbers/arithmetic'
import { makeFolders } from '../../files/folders'

export interface JournalFile {
  readonly path: string
  readonly first: number
  /** Milliseconds since 1970. */
  readonly since: number
}

const NAME = /^(\d{15})-(\d{13})\.jsonl$/

export const segmentPath = (folder: string, first: number, since: number): string =>
  join(folder, `${String(first).padStart(15, '0')}-${String(since).padStart(13, '0')}.jsonl`)

/** Oldest first. */
export function segmentsOf(folder: string): JournalFile[] {
  makeFolders(join(folder, 'work'))
  return readdirSync(folder)
    .sort()
    .flatMap(name => {
      const [, first, since] = NAME.exec(name) ?? []
      return first && since ? [{ path: join(folder, name), first: Number(first), since: Number(since) }] : []
    })
}

/** Where the entries of one run or job lie; an id that is no file name is hashed. */
export function workPath(folder: string, work: string): string {
  const isName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(work)
  const name = isName ? work : `sha256-${createHash('sha256').update(work).digest('hex')}`
  return join(folder, 'work', `${name}.jsonl`)
}

interface PruneLimits {
  readonly limitBytes: number
  readonly keepMs: number
}

/**
 * Removes the oldest segments until the rest is small and young enough; the newest stays. Returns the rest, oldest first. A segment
 * is as old as the first entry of the next one.
 */
export function prune(
  segments: readonly JournalFile[],
  { limitBytes, keepMs }: PruneLimits,
  now: number,
): JournalFile[] {
  const sizes = segments.map(({ path }) => statSync(path, { throwIfNoEntry: false })?.size ?? 0)
  let total = sum(sizes)
  let gone = 0
  while (gone < segments.length - 1 && (total > limitBytes || segments[gone + 1]!.since < now - keepMs)) {
    rmSync(segments[gone]!.path, { force: true })
    total -= sizes[gone]!
    gone += 1
  }
  return segments.slice(gone)
}
