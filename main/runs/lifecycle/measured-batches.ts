/** Batches of device runs as rows, and the partial record of an aborted run. */
import type { CardinalState } from '../../contract/model/protocols'
import type { MeasuredKind } from '../../contract/runs/machine'
import { PartialRecord } from '../../contract/runs/record'
import type { Provenance } from '../../device/provenance'
import { commitDurably } from '../../store/deferred-commit'
import type { Store } from '../../store/store'
import type { RunPlan } from '../model/plan'
import { type RunRow, settingsOf } from '../model/run'
import { recordedNames } from '../planning/circuits'
import { runOf } from './table'

export interface MeasuredRunBatch {
  readonly kind: MeasuredKind
  readonly state: CardinalState
  readonly rounds: number
  /** Valid shots. */
  readonly shots: number
  readonly invalid: number
  readonly feedback_mismatch: number
  readonly bits_per_shot: number
  readonly sha256: string
}

export interface MeasuredRunBatchTable {
  /** Resolves once it is on the disk; its file is there before. */
  add(run_id: string, batch: MeasuredRunBatch): Promise<void>
  /** Batches of the run in the order in which they were measured. */
  of(run_id: string): MeasuredRunBatch[]
  /** Whether a batch of the run is in this file. */
  holds(run_id: string, sha256: string): boolean
  /** Whether any run has such a batch. */
  names(sha256: string): boolean
  storeMachine(run_id: string, provenance: Provenance): Promise<void>
  /** Whether the run has had its device, so that programs may have been measured. */
  hasBegun(run_id: string): boolean
  /** Provenance of the run as far as it was stored. */
  machineOf(run_id: string): Provenance
}

export function measuredRunBatchTable(store: Pick<Store, 'db' | 'deferred'>): MeasuredRunBatchTable {
  const { db } = store
  const insert = db.prepare(`INSERT INTO run_batches
    (run_id, kind, state, rounds, shots, invalid, feedback_mismatch, bits_per_shot, sha256)
    VALUES (@run_id, @kind, @state, @rounds, @shots, @invalid, @feedback_mismatch, @bits_per_shot, @sha256)`)
  const list = db.prepare<[string], MeasuredRunBatch>(
    `SELECT kind, state, rounds, shots, invalid, feedback_mismatch, bits_per_shot, sha256
      FROM run_batches WHERE run_id = ? ORDER BY position`,
  )
  const held = db.prepare<[string, string], 1>('SELECT 1 FROM run_batches WHERE run_id = ? AND sha256 = ?').pluck()
  const named = db.prepare<[string], 1>('SELECT 1 FROM run_batches WHERE sha256 = ? LIMIT 1').pluck()
  const setMachine = db.prepare<[string, string]>('UPDATE runs SET machine = ? WHERE run_id = ?')
  const machine = db.prepare<[string], string | null>('SELECT machine FROM runs WHERE run_id = ?').pluck()
  return {
    add: (run_id, batch) => commitDurably(store, () => void insert.run({ ...batch, run_id })),
    of: run_id => list.all(run_id),
    holds: (run_id, sha256) => held.get(run_id, sha256) !== undefined,
    names: sha256 => named.get(sha256) !== undefined,
    storeMachine: (run_id, provenance) =>
      commitDurably(store, () => void setMachine.run(JSON.stringify(provenance), run_id)),
    hasBegun: run_id => Boolean(machine.get(run_id)) || list.all(run_id).length > 0,
    machineOf(run_id) {
      const text = machine.get(run_id)
      return text ? JSON.parse(text) : { control_instruments: [], sequencers: [] }
    },
  }
}

/** Record of an aborted device run: its complete batches, without error figures. */
export function partialRecord(
  row: RunRow,
  plan: RunPlan,
  { batches, version }: { readonly batches: MeasuredRunBatchTable; readonly version: string },
): PartialRecord {
  const { run_id, backend_id, chiplet, logical_id, calibration_id } = row
  const measured = batches.of(run_id)
  const { control_instruments, sequencers } = batches.machineOf(run_id)
  const settings = settingsOf(row)
  const { status_reason, warnings, simulated, started_at, created_at, tokens } = runOf(row, undefined)
  const sum = (of: (batch: MeasuredRunBatch) => number) => measured.reduce((all, batch) => all + of(batch), 0)
  return PartialRecord.parse({
    record_version: 'pentad-run/2',
    complete: false,
    run_id,
    backend_id,
    chiplet,
    logical_qubit_id: logical_id,
    calibration_id,
    simulated,
    control_instruments,
    sequencers,
    warnings,
    rounds: settings.rounds,
    shots: settings.shots,
    mode: settings.mode,
    seed: settings.seed,
    states: settings.states,
    protocol: settings.mode === 'correction' ? (settings.protocol ?? 'adaptive') : 'detection',
    schedule_hash: plan.compiled.schedule_hash,
    round_layout: recordedNames(settings),
    assignment: [],
    order: measured.map(({ kind, state, rounds, shots }) => ({ kind, state, rounds, shots })),
    lost_shots: { invalid: sum(({ invalid }) => invalid), feedback_mismatch: sum(one => one.feedback_mismatch) },
    shot_files: measured
      .filter(({ kind }) => kind === 'encoded')
      .map(({ state, rounds, shots, bits_per_shot, sha256 }, piece) => ({
        state,
        rounds,
        sha256,
        bits_per_shot,
        shots,
        seed: null,
        piece,
      })),
    ...(tokens?.charged == null
      ? {}
      : {
          tokens: {
            price_per_shot: tokens.price_per_shot,
            charged: tokens.charged,
            shots_executed: tokens.shots_executed ?? 0,
          },
        }),
    status_reason,
    execution_timestamp: started_at ?? created_at,
    software: { name: 'pentad', version },
  })
}
