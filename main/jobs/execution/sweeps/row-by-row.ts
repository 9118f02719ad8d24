/** Sweeps on whatever executes circuits one by one: each row is bound, executed and counted by itself. */
import { jsonBytes } from '../../../worker/json'
import type { Runner, WorkContext } from '../../../worker/runner'
import {
  type Executor,
  type RowExecution,
  requestFor,
  type SweepHeader,
  type SweepRequest,
  type SweptCircuit,
} from '../../model/execution'
import { type ExecutionResult, refuseChanged } from '../../model/execution-result'
import type { MeasuredPart } from '../../model/measured-batch'
import { type Outcomes, type RowOutcome, rowSeed } from '../../model/sweep'
import { type CountedForm, formOf } from '../../tasks/measured-outcomes'
import type { JobTasks } from '../../tasks/registry'

/** `background` also binds the values of a row to the circuit; else as `executeEachRow`. */
export const executeRowByRow = (
  { execute }: Pick<Executor, 'execute'>,
  request: SweepRequest,
  background: Runner<JobTasks>,
): Promise<SweepHeader> =>
  executeEachRow(
    request,
    async (row, own) => execute(requestFor(await boundRow(request, row, background), own)),
    background,
  )

/** JSON of the circuit of a row. */
export const boundRow = (
  { json, table, signal, owner }: SweptCircuit,
  row: number,
  background: Runner<JobTasks>,
): Promise<string> => background.run('boundCircuit', { json, table, row }, { size: json.length, signal, owner })

/**
 * One row after the other. Resolves with the header of the first row and the lost shots of all. Throws `conflict` where the
 * calibration changes between two rows. `background` sorts the outcomes of a row.
 */
export async function executeEachRow(
  request: SweepRequest,
  execute: RowExecution,
  background: Runner<JobTasks>,
): Promise<SweepHeader> {
  const { json: _json, table, seed, num_clbits, has_loops, onRows, onProgress, batchStorage, ...rest } = request
  const { signal } = request
  let first: ExecutionResult | null = null
  let [lost_shots, unfinished_shots] = [0, 0]
  for (let row = 0; row < table.rows; row++) {
    signal.throwIfAborted()
    const result = await execute(row, {
      ...rest,
      seed: BigInt(rowSeed(seed, row)),
      ...(batchStorage && { batchStorage: (of?: MeasuredPart) => batchStorage({ ...of, row }) }),
      onProgress: (fraction: number) => onProgress((row + fraction) / table.rows),
    })
    refuseChanged(first, result)
    first ??= result
    lost_shots += result.machine?.lost_shots ?? 0
    unfinished_shots += result.unfinished_shots ?? 0
    const outcomes = await outcomesOf(result, { num_clbits, background, signal, owner: request.owner })
    await onRows([rowOf(result, outcomes)])
  }
  return { ...headerOf(first!, lost_shots), ...(has_loops && { unfinished_shots }) }
}

interface OutcomesOptions extends WorkContext, Pick<SweepRequest, 'num_clbits'> {
  readonly background: Runner<JobTasks>
}

function outcomesOf(
  result: ExecutionResult,
  { num_clbits: clbits, background, signal, owner }: OutcomesOptions,
): Promise<Outcomes> {
  const form = formOf(result)
  return background.run('rowOutcomes', { form, clbits }, { size: sizeOf(form, clbits), signal, owner })
}

function sizeOf(form: CountedForm, clbits: number): number {
  if ('packed' in form) return form.packed.counts.length * 16
  return 'planes' in form ? form.planes.data.length : form.counts.size * (clbits + 8)
}

function rowOf(result: ExecutionResult, outcomes: Outcomes): RowOutcome {
  const { engine, shots, overhead_shots = 0, unfinished_shots, estimates } = result
  return {
    engine,
    shots,
    overhead_shots,
    unfinished_shots,
    outcomes,
    estimates: estimates ? jsonBytes(estimates) : null,
  }
}

const headerOf = (
  { noise, calibration_id, transpiled, machine }: ExecutionResult,
  lost_shots: number,
): SweepHeader => ({
  noise,
  calibration_id,
  transpiled,
  machine: machine && { ...machine, lost_shots },
})
