/** The measured bits of a run as callers ask for them: as they are stored, or as shots of outcomes with what was executed. */
import { AppError } from '../../contract/model/errors'
import { STATE_TEXT } from '../../contract/model/protocols'
import type { RunShotsQuery, RunSlotsQuery, ShotSlots } from '../../contract/runs/shot-export'
import type { WorkContext } from '../../worker/runner'
import { type RunRow, settingsOf } from '../model/run'
import type { EncodedFile, ExportedShots } from '../recording/stored-bits'
import type { RunServices } from './host-run'
import type { MeasuredRunBatch, MeasuredRunBatchTable } from './measured-batches'

/** A file that the run has. */
interface FileOfRun {
  readonly row: RunRow
  readonly sha256: string
}

export interface StoredShots {
  /** Bits of a file of the run. Throws AppError conflict where a run or circuit has no b8 or mask. */
  bits(file: FileOfRun, query: RunShotsQuery, context: WorkContext): Promise<Uint8Array>
  /** Outcomes behind the bits of a file. Throws as `bits`. */
  slots(file: FileOfRun, query: RunSlotsQuery, context: WorkContext): Promise<ShotSlots>
}

export function createStoredShots(
  { store, computing }: Pick<RunServices, 'store' | 'computing'>,
  batches: Pick<MeasuredRunBatchTable, 'of'>,
): StoredShots {
  async function exported(of: FileOfRun, query: RunSlotsQuery, context: WorkContext): Promise<ExportedShots> {
    const { row, sha256 } = of
    refuseSimulated(row)
    const file = encodedFile(of, batches.of(row.run_id), query)
    const [plan, bits] = await Promise.all([store.readFile(row.plan), store.readFile(sha256)])
    return computing.run('exportShots', { plan, bits, settings: settingsOf(row), file }, context)
  }
  return {
    async bits(file, { format, ...circuit }, context) {
      if (format === 'planes') return store.readFile(file.sha256)
      const { data, mask } = await exported(file, circuit, context)
      return format === 'b8' ? data : mask
    },
    slots: async (file, query, context) => (await exported(file, query, context)).slots,
  }
}

function refuseSimulated({ driven, run_id }: RunRow): void {
  if (driven === 1) return
  throw new AppError(
    'conflict',
    `Run ${run_id} was sampled: its bits are flips relative to a run without noise, not outcomes. Ask for format=planes.`,
    { details: { run_id, reason: 'no_outcomes' } },
  )
}

/** Different circuits may have measured the same bytes, with other outcomes behind them. */
function encodedFile(
  { row: { run_id }, sha256 }: FileOfRun,
  batches: readonly MeasuredRunBatch[],
  { state, rounds }: RunSlotsQuery,
): EncodedFile {
  const files = batches.filter(
    batch =>
      batch.kind === 'encoded' &&
      batch.sha256 === sha256 &&
      (state === undefined || batch.state === state) &&
      (rounds === undefined || batch.rounds === rounds),
  )
  const [file] = files
  if (file === undefined)
    throw new AppError(
      'conflict',
      `The file ${sha256} of run ${run_id} is of no encoded circuit as asked for; ask for format=planes`,
      {
        details: { run_id, sha256, reason: 'no_encoded_circuit' },
      },
    )
  const circuits = new Set(files.map(each => `|${STATE_TEXT[each.state]}⟩ with ${each.rounds} rounds`))
  if (circuits.size > 1)
    throw new AppError(
      'conflict',
      `The file ${sha256} was measured of ${[...circuits].join(' and ')}; name state and rounds`,
      {
        details: { run_id, sha256, reason: 'several_circuits' },
      },
    )
  return { state: file.state, rounds: file.rounds, shots: file.shots }
}
