import { availableParallelism } from 'node:os'
import type { Circuit } from '../contract/jobs'
import { type BitPlanes, type FrameProgram, strideOf } from '../qec/frame'
import { checkFrames } from './check'
import { prepareCircuit } from './circuit'
import { toBitstrings } from './counts'
import { encodeFrames, encodePlanes } from './encode'
import { encodeCircuit } from './encode_circuit'
import { AMPLITUDE_BYTES, createBudget, qubitsWithin, stateBudget } from './memory'
import type { NativeAddon, NativeTask } from './native'
import { createPace } from './pace'
import type { RunOptions, Simulator } from './simulator'

const POLL_MS = 100
/** Bytes of states kept where a circuit's branches divide; beyond it branches start again. */
const KEPT_BYTES = 2 ** 28

/** Settles like the task, but rejects with the signal's reason as soon as it is aborted, and reports progress. */
function follow<Result>(task: NativeTask<Result>, { signal, onProgress }: RunOptions): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      task.cancel()
      reject(signal?.reason)
    }
    const poll = onProgress && setInterval(() => onProgress(task.progress()), POLL_MS)
    signal?.addEventListener('abort', abort, { once: true })
    const end = () => {
      clearInterval(poll)
      signal?.removeEventListener('abort', abort)
    }
    if (signal?.aborted) abort()
    task.promise.then(resolve, reject).finally(end)
  })
}

export interface NativeOptions {
  /** Threads of one call; the result does not depend on it. Two by default, one on a single core. */
  readonly threads?: number
}

/** The engine on the addon: nothing but encoding, and counting outcomes in slices, runs on the calling thread. */
export function createNative(
  addon: NativeAddon,
  { threads = Math.min(2, availableParallelism()) }: NativeOptions = {},
): Simulator {
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

  async function runCircuit(circuit: Circuit, shots: number, seed: bigint, options: RunOptions = {}) {
    const { precision = 'float64' } = options
    const single = precision === 'float32'
    const prepared = prepareCircuit(circuit, shots, seed, single ? max_qubits_float32 : max_qubits)
    const { clbit_of, ...encoded } = encodeCircuit(prepared)
    const release = await budget.acquire(AMPLITUDE_BYTES[precision] * 2 ** prepared.qubits, options.signal)
    const call = {
      ...encoded,
      shots,
      seed,
      kept_bytes: KEPT_BYTES,
      precision: single ? (32 as const) : (64 as const),
      threads,
    }
    const packed = await follow(startHolding(release, call), options)
    return toBitstrings(packed, clbit_of, prepared.clbits, createPace({ signal: options.signal }))
  }

  return {
    kind: 'native',
    frames_engine: 'native-frames/1',
    statevector_engine: 'native-statevector/2',
    max_qubits,
    max_qubits_float32,
    sampleFrames,
    runCircuit,
  }
}
