/** Sweeps on whatever executes circuits one by one: each row is bound, executed and counted by itself. */
import type { Runner } from '../../../worker/runner'
import { createYielder } from '../../../worker/yielder'
import { requestFor } from '../../model/execution-request'
import { type ExecutionResult, refuseChanged } from '../../model/execution-result'
import type { Executor, RowExecution } from '../../model/executor'
import type { MeasuredPart } from '../../model/measured-batch'
import { type RowOutcome, rowSeed, type SweepHeader, type SweepRequest, type SweptCircuit } from '../../model/sweep'
import type { JobTasks } from '../../tasks/registry'
import { outcomesOfResult } from '../../tasks/row-outcomes'

/** `background` binds the values of a row to the circuit; else as `executeEachRow`. */
export const executeRowByRow = (
  { execute }: Pick<Executor, 'execute'>,
  request: SweepRequest,
  background: Runner<JobTasks>,
): Promise<SweepHeader> =>
  executeEachRow(request, async (row, own) => execute(requestFor(await boundRow(request, row, background), own)))

/** JSON of the circuit of a row. */
export const boundRow = (
  { json, table, signal, owner }: SweptCircuit,
  row: number,
  background: Runner<JobTasks>,
): Promise<string> => background.run('boundCircuit', { json, table, row }, { size: json.length, signal, owner })

/**
 * One row after the other. Resolves with the header of the first row and the lost shots of all. Throws `conflict` where the
 * calibration changes between two rows.
 */
export async function executeEachRow(request: SweepRequest, execute: RowExecution): Promise<SweepHeader> {
  const { json: _json, table, seed, num_clbits, has_loops, onRows, onProgress, keepBatches, ...rest } = request
  const { signal } = request
  let first: ExecutionResult | null = null
  let [lost_shots, unfinished_shots] = [0, 0]
  for (let row = 0; row < table.rows; row++) {
    signal.throwIfAborted()
    const result = await execute(row, {
      ...rest,
      seed: BigInt(rowSeed(seed, row)),
      ...(keepBatches && { keepBatches: (of?: MeasuredPart) => keepBatches({ ...of, row }) }),
      onProgress: (fraction: number) => onProgress((row + fraction) / table.rows),
    })
    refuseChanged(first, result)
    first ??= result
    lost_shots += result.machine?.lost_shots ?? 0
    unfinished_shots += result.unfinished_shots ?? 0
    await onRows([await rowOf(result, num_clbits, signal)])
  }
  return { ...headerOf(first!, lost_shots), ...(has_loops && { unfinished_shots }) }
}

async function rowOf(result: ExecutionResult, num_clbits: number, signal: AbortSignal): Promise<RowOutcome> {
  const { engine, shots, overhead_shots = 0, unfinished_shots, estimates } = result
  const outcomes = await outcomesOfResult(result, num_clbits, createYielder({ signal }))
  return {
    engine,
    shots,
    overhead_shots,
    unfinished_shots,
    outcomes,
    estimates: estimates ? encoder.encode(JSON.stringify(estimates)) : null,
  }
}

const encoder = new TextEncoder()

const headerOf = (
  { noise, calibration_id, transpiled, machine }: ExecutionResult,
  lost_shots: number,
): SweepHeader => ({
  ...{ noise, calibration_id, transpiled },
  machine: machine && { ...machine, lost_shots },
})
