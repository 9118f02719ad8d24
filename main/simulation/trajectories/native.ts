import { createYielder } from '../../worker/yielder'
import type { NativeAddon } from '../addon/interface'
import { createMemoryBudget, startWithMemory } from '../addon/memory-budget'
import { withAbort } from '../addon/task'
import { type NativeOptions, threadsOf } from '../addon/threads'
import { encodeTrajectories } from '../encoding/trajectories'
import { type SlotCounts, toBitstrings } from '../model/counts'
import type { EncodedCounting } from '../model/encoded'
import { AMPLITUDE_BYTES, qubitsWithin, stateBudget } from '../model/memory'
import type { SampleOptions } from '../model/run-options'
import type { TrajectoryProgram, TrajectorySimulator } from '../model/trajectory'
import { nativeSecondsEstimate } from './cost'
import { checkTrajectories } from './program'

/** Bytes of states of one call, unless a single one takes more. */
const STATE_BYTES = 2 ** 28

/** The engine on the addon; the result does not depend on `threads`. */
export function createNativeTrajectories(addon: NativeAddon, options: NativeOptions = {}): TrajectorySimulator {
  const threads = threadsOf(options)
  const total = stateBudget()
  const budget = createMemoryBudget(total)
  const max_qubits = qubitsWithin(total)

  async function countEncoded(
    { clbit_of, clbits, ...encoded }: EncodedCounting,
    { shots, seed, ...run }: SampleOptions,
  ): Promise<SlotCounts> {
    const { precision = 'float64' } = run
    const state_bytes = Math.max(STATE_BYTES, AMPLITUDE_BYTES[precision] * 2 ** encoded.qubits)
    const release = await budget.acquire(state_bytes, run)
    const task = await startWithMemory(release, run, () =>
      addon.runTrajectories({
        ...encoded,
        shots,
        seed,
        state_bytes,
        threads,
        precision: precision === 'float32' ? 32 : 64,
      }),
    )
    return { ...(await withAbort(task, run)), clbit_of, clbits }
  }

  async function countOutcomes(program: TrajectoryProgram, { shots, seed, ...run }: SampleOptions) {
    checkTrajectories(program, { shots, seed, max_qubits })
    const encoded = { ...encodeTrajectories(program), clbits: program.clbits }
    return toBitstrings(await countEncoded(encoded, { shots, seed, ...run }), createYielder({ signal: run.signal }))
  }

  return {
    kind: 'native',
    trajectory_engine: 'native-trajectories/3',
    max_qubits,
    estimateSeconds: nativeSecondsEstimate,
    countOutcomes,
    countEncoded,
  }
}
