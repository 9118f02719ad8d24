import { totalmem } from 'node:os'
import type { Precision } from '../../contract/jobs/submit'

/** Bytes of a complex amplitude. */
export const AMPLITUDE_BYTES: Readonly<Record<Precision, number>> = { float64: 16, float32: 8 }
/** The kernels' limit, 16 GiB of amplitudes in double precision. */
const MAX_STATEVECTOR_QUBITS = 30

/** Bytes that states may take together: half of what this process may use, a container's limit included. */
export function stateBudget(): number {
  const limit = process.constrainedMemory()
  return Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY) / 2
}

/** Most qubits whose state fits in `bytes`, never below 1 nor above 30. */
export const qubitsWithin = (bytes: number, precision: Precision = 'float64'): number =>
  Math.max(1, Math.min(MAX_STATEVECTOR_QUBITS, Math.floor(Math.log2(bytes / AMPLITUDE_BYTES[precision]))))
