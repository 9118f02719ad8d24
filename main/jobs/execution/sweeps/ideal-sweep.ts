/** Noiseless sweeps on the native engines: encoded once for many rows, which the addon samples side by side. */
import { sum } from '../../../contract/numbers/arithmetic'
import type { EncodedSweep } from '../../../simulation/encode-rows'
import type { SimulationEngines } from '../../../simulation/engines'
import { eachRow, type SlotCounts } from '../../../simulation/model/counts'
import type { Runner } from '../../../worker/runner'
import type { SweepHeader, SweepRequest } from '../../model/execution'
import { type RowOutcome, rowSeed } from '../../model/sweep'
import type { JobTasks } from '../../tasks/registry'

/** Most rows of one call of the addon: an abort takes effect between rows, and their results are in memory together. */
const MAX_ROWS_A_CALL = 64
/** Most shots of one call, over all of its rows. */
const MAX_SHOTS_A_CALL = 2 ** 17

type Engines = Pick<SimulationEngines, 'simulator' | 'stabilizer'>

interface IdealSweepOptions extends Engines {
  readonly background: Runner<JobTasks>
  /** Most qubits of the state vector in the precision that is asked for. */
  readonly max_qubits: number
}

interface EncodedPart {
  readonly first: number
  readonly encoded: EncodedSweep
}

/** Whether the engines take many rows at once; else each is executed by itself. */
export const takesRows = ({ simulator, stabilizer }: Engines): boolean =>
  simulator.countRows !== undefined && stabilizer.countEncoded !== undefined

export async function executeIdealSweep(request: SweepRequest, options: IdealSweepOptions): Promise<SweepHeader> {
  const { table, shots, num_clbits, signal, owner, onRows, onProgress } = request
  const each = Math.max(1, Math.min(MAX_ROWS_A_CALL, Math.floor(MAX_SHOTS_A_CALL / shots)))
  const partFrom = (first: number): Promise<EncodedPart> | null =>
    first < table.rows ? encodedPart(request, { first, count: Math.min(each, table.rows - first) }, options) : null
  for (let next = partFrom(0); next; ) {
    const part = await next
    // The next rows are encoded while these run.
    next = partFrom(part.first + part.encoded.cliffords.length)
    next?.catch(() => undefined)
    const rows = await runPart(part.encoded, request, options)
    const size = 16 * sum(rows.map(({ packed }) => packed.counts.length))
    const outcomes = await options.background.run(
      'slotOutcomes',
      { rows: rows.map(({ packed }) => packed), clbits: num_clbits },
      { size, signal, owner },
    )
    const counted = { shots, overhead_shots: 0, estimates: null }
    await onRows(rows.map(({ engine }, at): RowOutcome => ({ ...counted, engine, outcomes: outcomes[at]! })))
    onProgress((part.first + rows.length) / table.rows)
  }
  return { noise: 'none', calibration_id: null, transpiled: null }
}

async function encodedPart(
  { json, table, shots, seed, signal, owner }: SweepRequest,
  { first, count }: { readonly first: number; readonly count: number },
  { background, max_qubits }: IdealSweepOptions,
): Promise<EncodedPart> {
  const seeds = BigUint64Array.from({ length: count }, (_, at) => BigInt(rowSeed(seed, first + at)))
  const input = { json, table, first, seeds, shots, max_qubits }
  return { first, encoded: await background.run('encodeRows', input, { size: json.length * count, signal, owner }) }
}

interface SampledRow {
  readonly engine: string
  readonly packed: SlotCounts
}

async function runPart(
  { statevector, cliffords }: EncodedSweep,
  { shots, signal, onWait, onStart, options }: SweepRequest,
  { simulator, stabilizer }: Engines,
): Promise<SampledRow[]> {
  const run = { signal, onWait, onStart, precision: options.precision }
  const others = statevector ? eachRow(await simulator.countRows!(statevector, shots, run)) : []
  let next = 0
  const rows: SampledRow[] = []
  for (const clifford of cliffords) {
    if (clifford === null) rows.push({ engine: simulator.statevector_engine, packed: others[next++]! })
    else {
      await onStart?.()
      const { program, seed } = clifford
      const packed = await stabilizer.countEncoded!(program, { shots, seed, signal })
      rows.push({ engine: stabilizer.stabilizer_engine, packed })
    }
  }
  return rows
}
