import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'

/**
 * Every column that contains file hashes, alone or within its text. Files in none of them are removed at the next
 * start.
 */
const NAMING = [
  'SELECT plan FROM runs',
  'SELECT sha256 FROM run_batches',
  'SELECT file FROM job_batches WHERE file IS NOT NULL',
  'SELECT plan FROM studies',
  'SELECT record FROM runs WHERE record IS NOT NULL',
  `SELECT circuit FROM job_circuits WHERE circuit LIKE 'file:%'`,
  `SELECT parameters FROM job_circuits WHERE parameters LIKE 'file:%'`,
  'SELECT file FROM job_result_rows',
  `SELECT transpiled FROM job_results WHERE transpiled LIKE 'file:%'`,
  `SELECT estimates FROM job_results WHERE estimates LIKE 'file:%'`,
  'SELECT counts_file FROM job_results WHERE counts_file IS NOT NULL',
  'SELECT planes_file FROM job_results WHERE planes_file IS NOT NULL',
]
const HASHES = /\b[0-9a-f]{64}\b/g
const FILE = /^[0-9a-f]{64}$/

/**
 * Removes the files that no row names: those that an aborted run or a kill wrote before their row, and those of deleted
 * jobs. Call it only before services start, while this process alone holds the folder: nothing is being written then,
 * so a file without a row will never get one. Returns the number of files removed.
 */
export function removeUnreferencedFiles(db: Database.Database, files: string): number {
  const kept = keptFiles(files)
  if (kept.length === 0) return 0
  const named = namedFiles(db)
  const unnamed = kept.filter(({ name }) => !named.has(name))
  for (const { path } of unnamed) rmSync(path)
  return unnamed.length
}

/** All hashes in the columns of `NAMING`; not every one of them needs to be a file. */
export function namedFiles(db: Database.Database): Set<string> {
  const named = new Set<string>()
  for (const sql of NAMING)
    for (const text of db.prepare<[], string>(sql).pluck().iterate())
      for (const [name] of text.matchAll(HASHES)) named.add(name)
  return named
}

export interface KeptFile {
  /** SHA-256 of its bytes, hex. */
  readonly name: string
  readonly path: string
}

/** Files of the blob folder; other names in the folder belong to other programs and are ignored. */
export function keptFiles(files: string): KeptFile[] {
  if (!existsSync(files)) return []
  const folders = readdirSync(files).filter(name => /^[0-9a-f]{2}$/.test(name))
  return folders.flatMap(folder => {
    const inside = join(files, folder)
    if (!statSync(inside).isDirectory()) return []
    const names = readdirSync(inside).filter(name => FILE.test(name) && name.startsWith(folder))
    return names.map(name => ({ name, path: join(inside, name) }))
  })
}
