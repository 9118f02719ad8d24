import type { Store } from '../../../main/store/store'

/** A job whose result names the file. */
export function nameInResult(
  { db }: Store,
  column: 'counts_file' | 'planes_file' | 'transpiled',
  sha256: string,
): void {
  const { lastInsertRowid } = db
    .prepare(`INSERT INTO jobs (job_uuid, backend, mode, simulated, shots, seed, num_qubits, num_clbits, status, created_at)
      VALUES (?, 'dev-a-mock', 'mock', 1, 1, 1, 1, 1, 'COMPLETED', 0)`)
    .run(sha256)
  db.prepare('INSERT INTO job_circuits (sequence, circuit) VALUES (?, ?)').run(lastInsertRowid, '{}')
  const counts = column === 'counts_file' ? null : '{}'
  db.prepare(`INSERT INTO job_results (sequence, shots, engine, noise, stored_at, counts, ${column})
    VALUES (?, 1, 'test/1', 'none', 0, ?, ?)`).run(
    lastInsertRowid,
    counts,
    column === 'transpiled' ? `file:${sha256}` : sha256,
  )
}

/** A job whose circuit is the file. */
export function nameInCircuit(store: Store, sha256: string): void {
  nameInResult(store, 'counts_file', sha256)
  store.db
    .prepare('UPDATE job_circuits SET circuit = ? WHERE sequence = (SELECT sequence FROM jobs WHERE job_uuid = ?)')
    .run(`file:${sha256}`, sha256)
  store.db.prepare(`UPDATE job_results SET counts_file = NULL, counts = '{}' WHERE counts_file = ?`).run(sha256)
}

/** A job that goes on, with a measured batch in the file. */
export function nameInBatch({ db }: Store, sha256: string): void {
  const { lastInsertRowid } = db
    .prepare(`INSERT INTO jobs (job_uuid, backend, mode, simulated, shots, seed, num_qubits, num_clbits, status, created_at)
      VALUES (?, 'dev-a', 'live', 1, 1, 1, 1, 1, 'RUNNING', 0)`)
    .run(sha256)
  db.prepare(`INSERT INTO job_batches (sequence, line, shots, unfinished_shots, invalid, feedback_mismatch, bits, file, program_sha256,
    engine, calibration_id, measured_at) VALUES (?, 0, 1, 0, 0, 0, 1, ?, 'p', 'test/1', 'k', 0)`).run(
    lastInsertRowid,
    sha256,
  )
}
