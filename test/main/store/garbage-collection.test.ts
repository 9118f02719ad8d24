import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { removeUnreferencedFiles } from '../../../main/store/garbage-collection'
import { openStore, type Store } from '../../../main/store/store'
import { nameInBatch, nameInCircuit, nameInResult } from './file-reference'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-collect-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const bytes = (text: string) => new TextEncoder().encode(text)

/** A run whose plan is the file; with a record it is COMPLETED. */
function nameInRun({ db }: Store, plan: string, record: string | null): void {
  db.prepare(`INSERT INTO runs (run_id, backend_id, logical_id, chiplet, status, simulated, request, calibration_id, warnings,
    plan, created_at, record) VALUES (?, 'dev-a', 'm', 'c', ?, 1, '{}', 'k', '[]', ?, 0, ?)`).run(
    plan,
    record === null ? 'ABORTED' : 'COMPLETED',
    plan,
    record,
  )
}

/** A study whose plan is the file. */
function nameInStudy({ db }: Store, plan: string): void {
  db.prepare(`INSERT INTO studies (study_id, backend_id, logical_id, chiplet, status, request, calibration_id,
    noise_model_version, schedule_hash, warnings, plan, created_at)
    VALUES (?, 'dev-a', 'm', 'c', 'PENDING', '{}', 'k', 'n', 's', '[]', ?, 0)`).run(plan, plan)
}

it('a start removes the files that no row names, and keeps those of plans, records, circuits, measured batches and results', async () => {
  const first = openStore({ dataDir: folder })
  const names = [
    'circuit',
    'fitted',
    'counts',
    'planes',
    'batch',
    'plan',
    'plan of a record',
    'bits',
    'study',
    'aborted',
    'deleted',
  ]
  const [circuit, fitted, counts, planes, batch, plan, recorded, bits, study, aborted, deleted] = await Promise.all(
    names.map(name => first.writeFile(bytes(name))),
  )
  nameInCircuit(first, circuit!)
  nameInResult(first, 'transpiled', fitted!)
  nameInResult(first, 'counts_file', counts!)
  nameInResult(first, 'planes_file', planes!)
  nameInBatch(first, batch!)
  nameInRun(first, plan!, null)
  nameInRun(first, recorded!, JSON.stringify({ shot_files: [{ sha256: bits }] }))
  nameInStudy(first, study!)
  nameInResult(first, 'counts_file', deleted!)
  first.db.prepare('DELETE FROM jobs WHERE job_uuid = ?').run(deleted)
  first.close()

  const second = openStore({ dataDir: folder })
  for (const [name, sha256] of Object.entries({
    circuit,
    fitted,
    counts,
    planes,
    batch,
    plan,
    'plan of a record': recorded,
    bits,
    study,
  }))
    expect(await second.readFile(sha256!), name).toEqual(Buffer.from(name))
  for (const sha256 of [aborted, deleted])
    await expect(second.readFile(sha256!)).rejects.toMatchObject({ code: 'not_found' })
  second.close()
})

it('touches nothing that is not one of our files', async () => {
  const store = openStore({ dataDir: folder })
  const sha256 = await store.writeFile(bytes('nobody names it'))
  const beside = join(store.files, sha256.slice(0, 2), 'notes.txt')
  const elsewhere = join(store.files, 'ff'.repeat(2))
  const misplaced = join(elsewhere, sha256)
  mkdirSync(elsewhere)
  for (const path of [beside, misplaced, join(store.files, 'aa')]) writeFileSync(path, 'mine')
  expect(removeUnreferencedFiles(store.db, store.files)).toBe(1)
  expect(removeUnreferencedFiles(store.db, store.files)).toBe(0)
  for (const path of [beside, misplaced, join(store.files, 'aa')]) expect(readFileSync(path, 'utf8')).toBe('mine')
  store.close()
})

it('knows the columns of everybody who writes files', () => {
  const main = join(import.meta.dirname, '../../../main')
  const sources = readdirSync(main, { recursive: true, encoding: 'utf8' }).filter(
    path => path.endsWith('.ts') && !path.startsWith('store'),
  )
  const writers = sources.filter(path => /\bstore\.writeFile\b/.test(readFileSync(join(main, path), 'utf8')))
  // Another writer keeps its names in columns that garbage-collection.ts has to list, or the next start removes its files.
  expect(writers.sort()).toEqual([
    join('jobs', 'storage', 'job-table.ts'),
    join('jobs', 'storage', 'measured-batches.ts'),
    join('jobs', 'storage', 'result-table.ts'),
    join('runs', 'lifecycle', 'host-run.ts'),
    join('runs', 'runs.ts'),
    join('studies', 'studies.ts'),
  ])
})
