/**
 * Circuits of a job as programs of its device: those that the job executes more than once (pilots and values, the readout of each
 * row) are compiled once, and the rows of a sweep together, each by itself only where the device has no room for that.
 */
import { jsonText } from '../../../worker/json'
import type { Runner } from '../../../worker/runner'
import {
  type ExecutionContext,
  type ExecutionRequest,
  jsonOf,
  requestFor,
  type SweptCircuit,
} from '../../model/execution'
import type { DeviceProgram } from '../../tasks/device/device-program'
import { type DeviceRows, programOfRow, type RowPrograms } from '../../tasks/device/row-programs'
import type { JobTasks } from '../../tasks/registry'
import { boundRow } from '../sweeps/row-by-row'

export interface CompiledJob extends Omit<DeviceProgram, 'transpiled'> {
  /** JSON of the TranspiledCircuit. */
  readonly transpiled: Uint8Array
}

/** Maximum bytes of a circuit whose program is cached, and maximum characters of the keys of all cached programs. */
const MAX_BYTES = 2 ** 16
const MAX_CHARACTERS = 2 ** 20

type Compile = (request: ExecutionRequest) => Promise<CompiledJob>

/** Caches `compile` by calibration, layout and circuit; a cached program gets the shots of the request. */
export function compiledOnce(compile: Compile, calibrationOf: (request: ExecutionRequest) => string): Compile {
  const known = new Map<string, CompiledJob>()
  let characters = 0

  function cache(key: string, compiled: CompiledJob): void {
    known.set(key, compiled)
    characters += key.length
    for (const oldest of known.keys()) {
      if (characters <= MAX_CHARACTERS) break
      known.delete(oldest)
      characters -= oldest.length
    }
  }

  return async request => {
    const json = jsonOf(request)
    if (json.length > MAX_BYTES) return compile(request)
    const key = JSON.stringify([calibrationOf(request), request.layout ?? null, jsonText(json)])
    const found = known.get(key)
    if (found) return { ...found, program: { ...found.program, shots: request.shots } }
    const compiled = await compile(request)
    cache(key, compiled)
    return compiled
  }
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
