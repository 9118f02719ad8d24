/** The rows of a sweep as programs of a device: compiled together, and each by itself only where the device has no room for that. */
import type { Runner } from '../../../worker/runner'
import { type ExecutionContext, type ExecutionRequest, requestFor, type SweptCircuit } from '../../model/execution'
import type { DeviceProgram } from '../../tasks/device/device-program'
import { type DeviceRows, programOfRow, type RowPrograms } from '../../tasks/device/row-programs'
import type { JobTasks } from '../../tasks/registry'
import { boundRow } from '../sweeps/row-by-row'

export interface CompiledJob extends Omit<DeviceProgram, 'transpiled'> {
  /** JSON of the TranspiledCircuit. */
  readonly transpiled: Uint8Array
}

interface SweepCompilerOptions {
  readonly background: Runner<JobTasks>
  /** Where and by which calibration rows are placed now. */
  readonly placed: (request: ExecutionContext) => Omit<DeviceRows, 'json' | 'table' | 'first' | 'count' | 'sharers'>
  /** Compiles a row by itself. */
  readonly compiled: (request: ExecutionRequest) => Promise<CompiledJob>
}

/** Most rows whose angles are in memory together. */
const MAX_ROWS = 1_024

type Together = Omit<RowPrograms, 'transpiled'> & Pick<CompiledJob, 'transpiled'>

/** Returns the program of a row; rows are asked for in their order. All have one layout, the same pulses and the same times. */
export function sweepCompiler(
  circuit: SweptCircuit,
  { background, placed, compiled }: SweepCompilerOptions,
): (row: number, own: ExecutionContext) => Promise<CompiledJob> {
  const { json, table, signal, owner, sharers = 1 } = circuit
  /** Rows compiled together; null where the device has no room for that, undefined before the first. */
  let together: Together | null | undefined

  async function togetherFrom(row: number, own: ExecutionContext): Promise<Together | null> {
    const input = placed(own)
    if (together === null) return null
    if (together && row < together.first + together.rows && isBy(together, input)) return together
    const count = Math.min(Math.ceil(MAX_ROWS / sharers), table.rows - row)
    const rows = { json, table, first: row, count, sharers }
    return background.run('compileRowsForDevice', { ...input, ...rows }, { signal, owner })
  }

  return async (row, own) => {
    together = await togetherFrom(row, own)
    if (together === null) return compiled(requestFor(await boundRow(circuit, row, background), own))
    const { clbits, stored, loops, transpiled } = together
    return { clbits, stored, loops, transpiled, program: { ...programOfRow(together, row), shots: own.shots } }
  }
}

/** Whether the calibration is still the one that they were compiled by. */
const isBy = ({ program }: Together, { target }: Pick<DeviceRows, 'target'>): boolean =>
  program.source.calibration_id === target.calibration_id
