import type { Circuit } from '../../contract/jobs/circuit'
import { createYielder } from '../../worker/yielder'
import type { NativeAddon } from '../addon/interface'
import { createMemoryBudget, startWithMemory } from '../addon/memory-budget'
import { withAbort } from '../addon/task'
import { encodeCircuit } from '../encoding/statevector'
import { type SlotCounts, type SlotRows, toBitstrings } from '../model/counts'
import type { EncodedRows, EncodedStatevector } from '../model/encoded'
import { AMPLITUDE_BYTES, qubitsWithin, stateBudget } from '../model/memory'
import type { PauliMask } from '../model/pauli-mask'
import type { RunOptions, SampleOptions } from '../model/run-options'
import type { Simulator } from '../model/simulator'
import { prepareCircuit } from './prepare'

/** Bytes of states kept where a circuit's branches divide; beyond it branches start again. */
const KEPT_BYTES = 2 ** 28
/** Rows of circuits of at most so many qubits run on a thread each (kSmallQubits in native/statevector/rows.cc). */
const SMALL_QUBITS = 16

type NativeStatevector = Required<
  Pick<Simulator, 'max_qubits' | 'max_qubits_float32' | 'countOutcomes' | 'countEncoded' | 'finalState'>
>

/** The state vector on the addon; encoding, and counting outcomes in slices, run on the calling thread. */
export function nativeStatevector(addon: NativeAddon, threads: number): NativeStatevector {
  const total = stateBudget()
  const budget = createMemoryBudget(total)
  const max_qubits = qubitsWithin(total)
  const max_qubits_float32 = qubitsWithin(total, 'float32')

  async function countEncoded(
    { clbit_of, clbits, ...encoded }: EncodedStatevector,
    { shots, seed, ...options }: SampleOptions,
  ): Promise<SlotCounts> {
    const { precision = 'float64' } = options
    const release = await budget.acquire(AMPLITUDE_BYTES[precision] * 2 ** encoded.qubits, options)
    const call = {
      ...encoded,
      shots,
      seed,
      kept_bytes: KEPT_BYTES,
      precision: precision === 'float32' ? (32 as const) : (64 as const),
      threads,
    }
    const task = await startWithMemory(release, options, () => addon.runCircuit(call))
    return { ...(await withAbort(task, options)), clbit_of, clbits }
  }

  async function countRows(
    { clbit_of, clbits, ...encoded }: EncodedStatevector & EncodedRows,
    shots: number,
    options: RunOptions = {},
  ): Promise<SlotRows> {
    const { precision = 'float64' } = options
    const states = encoded.qubits <= SMALL_QUBITS ? threads : 1
    const release = await budget.acquire(states * AMPLITUDE_BYTES[precision] * 2 ** encoded.qubits, options)
    const call = {
      ...encoded,
      shots,
      threads,
      kept_bytes: Math.floor(KEPT_BYTES / threads),
      // Each row has a seed of its own.
      seed: 0n,
      precision: precision === 'float32' ? (32 as const) : (64 as const),
    }
    const task = await startWithMemory(release, options, () => addon.runCircuitRows!(call))
    return { ...(await withAbort(task, { signal: options.signal })), clbit_of, clbits }
  }

  async function countOutcomes(circuit: Circuit, { shots, seed, ...options }: SampleOptions) {
    const max = options.precision === 'float32' ? max_qubits_float32 : max_qubits
    const encoded = encodeCircuit(prepareCircuit(circuit, { shots, seed, max_qubits: max }))
    return toBitstrings(
      await countEncoded(encoded, { shots, seed, ...options }),
      createYielder({ signal: options.signal }),
    )
  }

  async function finalState(encoded: EncodedStatevector, options: RunOptions = {}): Promise<Float64Array> {
    const { clbit_of: _bits, clbits: _width, ...circuit } = encoded
    // The state, and the copy of it that is returned.
    const release = await budget.acquire(2 * AMPLITUDE_BYTES.float64 * 2 ** encoded.qubits, options)
    const call = { ...circuit, shots: 1, seed: 0n, kept_bytes: 0, precision: 64 as const, threads }
    return withAbort(await startWithMemory(release, options, () => addon.finalState(call)), options)
  }

  async function pauliValues(
    encoded: EncodedStatevector,
    paulis: readonly PauliMask[],
    options: RunOptions = {},
  ): Promise<Float64Array> {
    const { clbit_of: _bits, clbits: _width, ...circuit } = encoded
    // The state, and its amplitudes in their order.
    const release = await budget.acquire(2 * AMPLITUDE_BYTES.float64 * 2 ** encoded.qubits, options)
    const masks = { x: Int32Array.from(paulis, ({ x }) => x), z: Int32Array.from(paulis, ({ z }) => z) }
    const call = { ...circuit, ...masks, shots: 1, seed: 0n, kept_bytes: 0, precision: 64 as const, threads }
    return withAbort(await startWithMemory(release, options, () => addon.pauliValues!(call)), options)
  }

  return {
    max_qubits,
    max_qubits_float32,
    countOutcomes,
    countEncoded,
    finalState,
    ...(addon.runCircuitRows && { countRows }),
    ...(addon.pauliValues && { pauliValues }),
  }
}
