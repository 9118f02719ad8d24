/** What engines of circuits are, and the calls that they share. */

import type { DeviceProfile } from '../../contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../../contract/calibration/snapshot'
import type { Fault } from '../../contract/model/errors'
import type { EncodedTableau } from '../../simulation/encode-job'
import type { PackedShots, StabilizerProgram, StabilizerSimulator } from '../../simulation/model/stabilizer'
import type { Json } from '../../worker/json'
import type { CircuitRequest, ExecutionRequest, ExecutionResult, Provenance } from '../model/executor'

/** Simulates circuits one way: without noise, or with that of a calibration. */
export interface CircuitEngine {
  /** Why it cannot take this circuit, empty when it can; pointers are below the circuit's own, `at`. */
  refuse(request: CircuitRequest, at: string): Fault[] | Promise<Fault[]>
  run(request: ExecutionRequest): Promise<ExecutionResult>
  /** As `Executor.rerunShots`. */
  rerunShots?(request: ExecutionRequest, executed: Provenance): Promise<PackedShots | null>
}

/** A copy of megabytes would hold the event loop; small bytes of Node lie in a buffer with others. */
export const wholeBuffer = (json: Json): readonly ArrayBuffer[] =>
  typeof json !== 'string' && json.byteLength === json.buffer.byteLength ? [json.buffer as ArrayBuffer] : []

export async function tableauOf(
  stabilizer: StabilizerSimulator,
  request: ExecutionRequest,
  { program, width }: EncodedTableau,
) {
  const { shots, seed, signal, onProgress } = request
  await request.onStart?.()
  const packed = await stabilizer.countEncoded!(program, width, shots, seed, { signal, onProgress })
  return { packed, shots, engine: stabilizer.stabilizer_engine, transpiled: null }
}

/** What an engine of state vectors tells of a request, and is told. */
export const callbacksOf = ({ signal, onProgress, onWait, onStart }: ExecutionRequest) => ({
  signal,
  onProgress,
  onWait,
  onStart,
})

export const packedOf = (stabilizer: StabilizerSimulator, request: ExecutionRequest, { program }: EncodedTableau) => {
  const { shots, seed, signal } = request
  return stabilizer.packEncoded!(program, shots, seed, { signal })
}

export const shotsOf = (
  stabilizer: StabilizerSimulator,
  { shots, seed, signal }: ExecutionRequest,
  program: StabilizerProgram,
) => stabilizer.sampleShots(program, shots, seed, { signal })

/** Throws AppError not_found for an unknown backend. */
export type DeviceOf = (backend_id: string) => {
  readonly profile: DeviceProfile
  readonly current: CalibrationSnapshot
  /** All that are kept; left out: the current one alone. */
  readonly snapshots?: readonly CalibrationSnapshot[]
}

export const jsonOf = (request: ExecutionRequest): Json => request.json ?? JSON.stringify(request.circuit)
