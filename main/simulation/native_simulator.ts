import { availableParallelism } from 'node:os'
import type { Circuit } from '../contract/jobs'
import { type BitPlanes, type FrameProgram, strideOf } from '../qec/program/frame'
import { nativeBeliefs } from './frames/flag-map'
import { checkFrames } from './frames/check'
import { prepareCircuit } from './model/circuit'
import { type PackedOutcomes, toBitstrings } from './model/counts'
import { encodeFrames, encodePlanes } from './encoding/frames'
import { type EncodedStatevector, encodeCircuit } from './encoding/statevector'
import { follow } from './addon/task'
import { AMPLITUDE_BYTES, createBudget, qubitsWithin, stateBudget } from './addon/memory-budget'
import type { NativeAddon } from './native'
import { createPace } from './pace'
import type { RunOptions, Simulator } from './model/simulator'

/** Bytes of states kept where a circuit's branches divide; beyond it branches start again. */
const KEPT_BYTES = 2 ** 28

export interface NativeOptions {
  /** Threads of one call; the result does not depend on it. Two by default, one on a single core. */
  readonly threads?: number
}

export const threadsOf = ({ threads = Math.min(2, availableParallelism()) }: NativeOptions): number => threads

/** The engine on the addon: nothing but encoding, and counting outcomes in slices, runs on the calling thread. */
export function createNative(addon: NativeAddon, native: NativeOptions = {}): Simulator {
  const threads = threadsOf(native)
  const total = stateBudget()
  const budget = createBudget(total)
  const max_qubits = qubitsWithin(total)
  const max_qubits_float32 = qubitsWithin(total, 'float32')

  async function sampleFrames(
    program: FrameProgram,
    shots: number,
    seed: bigint,
    inputs: readonly Uint8Array[] = [],
    options: RunOptions = {},
  ): Promise<BitPlanes> {
    checkFrames(program, shots, seed, inputs)
    options.signal?.throwIfAborted()
    const stride = strideOf(shots)
    const planes = encodePlanes(inputs, stride)
    const task = addon.sampleFrames({ ...encodeFrames(program), shots, seed, planes, threads })
    return { data: await follow(task, options), planes: program.bits, shots, stride }
  }

  /** Aborted or not, a state's memory is free again only when the kernel has returned. */
  function startHolding(release: () => void, call: Parameters<NativeAddon['runCircuit']>[0]) {
    try {
      const task = addon.runCircuit(call)
      task.promise.then(release, release)
      return task
    } catch (error) {
      release()
      throw error
    }
  }

  async function runEncoded(
    { clbit_of, clbits, ...encoded }: EncodedStatevector,
    shots: number,
    seed: bigint,
    options: RunOptions = {},
  ): Promise<PackedOutcomes> {
    const { precision = 'float64' } = options
    const release = await budget.acquire(AMPLITUDE_BYTES[precision] * 2 ** encoded.qubits, options.signal)
    const call = {
      ...encoded,
      shots,
      seed,
      kept_bytes: KEPT_BYTES,
      precision: precision === 'float32' ? (32 as const) : (64 as const),
      threads,
    }
    return { ...(await follow(startHolding(release, call), options)), clbit_of, clbits }
  }

  async function runCircuit(circuit: Circuit, shots: number, seed: bigint, options: RunOptions = {}) {
    const most = options.precision === 'float32' ? max_qubits_float32 : max_qubits
    const encoded = encodeCircuit(prepareCircuit(circuit, shots, seed, most))
    return toBitstrings(await runEncoded(encoded, shots, seed, options), createPace({ signal: options.signal }))
  }

  return {
    kind: 'native',
    frames_engine: 'native-frames/3',
    statevector_engine: 'native-statevector/4',
    max_qubits,
    max_qubits_float32,
    sampleFrames,
    runCircuit,
    runEncoded,
    decodeBeliefs: nativeBeliefs(addon, native),
  }
}
