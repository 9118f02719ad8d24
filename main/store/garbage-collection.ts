import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'

/** Every column that names files, alone or within its text: what none of them names is removed at the next start. */
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
 * Removes the files that no row names: an aborted run or a kill leaves what it had written before its row, and a deleted
 * job what it named. Only before services start, while this process alone holds the folder: nothing is being written
 * then, so what has no row will never have one. Returns how many it removed.
 */
export function removeUnreferencedFiles(db: Database.Database, files: string): number {
  const kept = keptFiles(files)
  if (kept.length === 0) return 0
  const named = namedFiles(db)
  const unnamed = kept.filter(({ name }) => !named.has(name))
  for (const { path } of unnamed) rmSync(path)
  return unnamed.length
}

/** Hashes in those columns, among them all of kept files. */
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

/** By hash, below the first two digits of it; anything else in the folder belongs to another program. */
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
