import { type PackedOutcomes, toBitstrings } from '../model/counts'
import { follow } from '../addon/task'
import { AMPLITUDE_BYTES, createBudget, qubitsWithin, stateBudget } from '../addon/memory-budget'
import type { NativeAddon } from '../native'
import { type NativeOptions, threadsOf } from '../native_simulator'
import { createPace } from '../pace'
import type { RunOptions } from '../model/simulator'
import type { TrajectoryProgram, TrajectorySimulator } from '../model/trajectory'
import { type EncodedCounting, encodeTrajectories } from '../encoding/trajectories'
import { checkTrajectories } from './program'
import { nativeSeconds } from './cost'

/** Bytes of states of one call, unless a single one takes more. */
const STATE_BYTES = 2 ** 28

/** The engine on the addon; the result does not depend on `threads`. */
export function createNativeTrajectories(addon: NativeAddon, options: NativeOptions = {}): TrajectorySimulator {
  const threads = threadsOf(options)
  const total = stateBudget()
  const budget = createBudget(total)
  const max_qubits = qubitsWithin(total)

  async function countEncoded(
    { clbit_of, clbits, ...encoded }: EncodedCounting,
    shots: number,
    seed: bigint,
    run: RunOptions = {},
  ): Promise<PackedOutcomes> {
    const { precision = 'float64' } = run
    const state_bytes = Math.max(STATE_BYTES, AMPLITUDE_BYTES[precision] * 2 ** encoded.qubits)
    const release = await budget.acquire(state_bytes, run.signal)
    const task = started(release, () =>
      addon.runTrajectories({
        ...encoded,
        ...{ shots, seed, state_bytes, threads },
        precision: precision === 'float32' ? 32 : 64,
      }),
    )
    return { ...(await follow(task, run)), clbit_of, clbits }
  }

  async function countOutcomes(program: TrajectoryProgram, shots: number, seed: bigint, run: RunOptions = {}) {
    checkTrajectories(program, shots, seed, max_qubits)
    const encoded = { ...encodeTrajectories(program), clbits: program.clbits }
    return toBitstrings(await countEncoded(encoded, shots, seed, run), createPace({ signal: run.signal }))
  }

  return {
    kind: 'native',
    trajectory_engine: 'native-trajectories/2',
    max_qubits,
    estimateSeconds: nativeSeconds,
    countOutcomes,
    countEncoded,
  }
}

/** Aborted or not, the states' memory is free again only when the kernel has returned. */
function started<Task extends { readonly promise: Promise<unknown> }>(release: () => void, start: () => Task): Task {
  try {
    const task = start()
    task.promise.then(release, release)
    return task
  } catch (error) {
    release()
    throw error
  }
}
