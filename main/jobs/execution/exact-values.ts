/**
 * Calculated expectation values: by Paulis propagated back through Clifford circuits, by following every outcome, or from
 * the state vector.
 */
import type { DeviceState } from '../../backends/backends'
import type { DeviceProfile } from '../../contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../../contract/calibration/snapshot'
import { MAX_STATE_QUBITS } from '../../contract/jobs/circuit-state'
import { AppError, type Fault } from '../../contract/model/errors'
import type { CircuitFacts } from '../../simulation/circuit-facts'
import type { EncodedStatevector } from '../../simulation/model/encoded'
import type { PauliMask } from '../../simulation/model/pauli-mask'
import type { Simulator } from '../../simulation/model/simulator'
import { prepareCircuit } from '../../simulation/statevector/prepare'
import { finalStateReference } from '../../simulation/statevector/reference'
import type { Runner } from '../../worker/runner'
import {
  type CircuitRequest,
  circuitFactsOf,
  type ExactExecutor,
  type ExecutionRequest,
  jsonOf,
} from '../model/execution'
import type { JobTasks } from '../tasks/registry'

/** Maximum qubits of a state that is passed between threads: 2^24 amplitudes are 256 MiB. */
const MAX_EXACT_QUBITS = 24

const PROPAGATION = 'pauli-propagation/1'
const BRANCHES = 'statevector-branches/1'

type Paulis = Parameters<ExactExecutor['values']>[1]
type StateSimulator = Pick<Simulator, 'statevector_engine' | 'finalState' | 'pauliValues' | 'max_qubits'>

/** Exact values without noise. `interactive` serves submits that wait for their validation. */
export function exactValues(
  simulator: StateSimulator,
  background: Runner<JobTasks>,
  interactive: Runner<JobTasks> = background,
): ExactExecutor {
  const max_qubits = Math.min(MAX_EXACT_QUBITS, simulator.max_qubits)

  const encodedOf = async (request: ExecutionRequest) => {
    const { signal, owner } = request
    const json = jsonOf(request)
    return background.run('encodeGates', { json, max_qubits }, { size: json.length, signal, owner })
  }

  /** Values of the masks, in order. Where the engine calculates them itself, the state is not copied out of it. */
  async function valuesIn(request: ExecutionRequest, encoded: EncodedStatevector, masks: readonly PauliMask[]) {
    const { signal, owner, onWait, onStart } = request
    if (simulator.pauliValues) return simulator.pauliValues(encoded, masks, { signal, onWait, onStart })
    const state = await stateOf(request, encoded)
    const transfer = [state.buffer as ArrayBuffer]
    return background.run('stateValues', { state, paulis: masks }, { transfer, signal, owner })
  }

  async function stateOf(request: ExecutionRequest, encoded: EncodedStatevector): Promise<Float64Array> {
    const { signal, onWait, onStart } = request
    if (simulator.finalState) return simulator.finalState(encoded, { signal, onWait, onStart })
    await onStart?.()
    return finalStateReference(prepareCircuit(request.circuit, { shots: 1, seed: 0n, max_qubits }), { signal })
  }

  return {
    faults: (request, at) =>
      branches(circuitFactsOf(request)) ? branchFaults(request, at, interactive) : stateFaults(request, at, max_qubits),
    async values(request, paulis) {
      const facts = circuitFactsOf(request)
      if (branches(facts)) return branched(request, paulis, background)
      if (facts.first_non_clifford === null) {
        const values = await propagated(request, background, { paulis, noise: null })
        return { values, engine: PROPAGATION, noise: 'none', calibration_id: null }
      }
      const { encoded, qubits } = await encodedOf(request)
      const values = await onUsedQubits(qubits, paulis, masks => valuesIn(request, encoded, masks))
      return { values, engine: simulator.statevector_engine, noise: 'none', calibration_id: null }
    },
  }
}

/**
 * Exact values with the noise of the current calibration (decay twirled, as for sampled Clifford circuits), without
 * readout errors.
 */
export const noisyExactValues = (
  deviceOf: (backend_id: string) => Pick<DeviceState, 'profile' | 'current'>,
  background: Runner<JobTasks>,
): ExactExecutor => ({
  faults(request, at) {
    const { first_non_clifford: gate } = circuitFactsOf(request)
    if (gate === null) return conditionFaults(request, at)
    const message = `instruction ${gate.index} (${gate.name}) is not Clifford, and with calibrated noise only Clifford circuits have exact values here: leave out exact or options.noise`
    return [{ pointer: `${at}/instructions/${gate.index}`, message }]
  },
  async values(request, paulis) {
    const { profile, current } = deviceOf(request.backend.backend_id)
    const values = await propagated(request, background, { paulis, noise: { profile, snapshot: current } })
    return { values, engine: PROPAGATION, noise: 'calibrated', calibration_id: current.calibration_id }
  },
})

interface Propagation {
  readonly paulis: Paulis
  readonly noise: { readonly profile: DeviceProfile; readonly snapshot: CalibrationSnapshot } | null
}

async function propagated(
  request: ExecutionRequest,
  background: Runner<JobTasks>,
  { paulis, noise }: Propagation,
): Promise<Float64Array> {
  const { signal, owner } = request
  await request.onStart?.()
  return background.run('propagatedValues', { json: jsonOf(request), paulis, noise }, { signal, owner })
}

/**
 * Values of Paulis by masks over the qubits in use: `qubits[b]` is the qubit of bit b. An unused qubit is in state 0,
 * where Z has value 1, X and Y value 0.
 */
async function onUsedQubits(
  qubits: readonly number[],
  paulis: Paulis,
  calculate: (masks: readonly PauliMask[]) => Promise<Float64Array>,
): Promise<Float64Array> {
  const bitOf = new Map(qubits.map((qubit, bit) => [qubit, bit]))
  const masks = paulis.map(pauli => {
    let [x, z, isZero] = [0, 0, false]
    for (const [qubit, letter] of pauli) {
      const bit = bitOf.get(qubit)
      if (bit === undefined) isZero ||= letter !== 'Z'
      else {
        if (letter !== 'Z') x |= 1 << bit
        if (letter !== 'X') z |= 1 << bit
      }
    }
    return { x, z, isZero }
  })
  const values = await calculate(masks)
  return values.map((value, at) => (masks[at]!.isZero ? 0 : value))
}

function conditionFaults(request: CircuitRequest, at: string): Fault[] {
  const { first_condition: found } = circuitFactsOf(request)
  if (found === null) return []
  const message = `instruction ${found.index} (${found.name}) has a condition: its values are not calculated, leave out exact`
  return [{ pointer: `${at}/instructions/${found.index}`, message }]
}

/** Whether every outcome has to be followed: the circuit has conditions, or it has non-Clifford gates and collapses the state. */
const branches = ({ first_condition, first_non_clifford, first_collapse }: CircuitFacts): boolean =>
  first_condition !== null || (first_non_clifford !== null && first_collapse !== null)

async function branched(request: ExecutionRequest, paulis: Paulis, background: Runner<JobTasks>) {
  const { signal, owner } = request
  await request.onStart?.()
  const found = await background.run('branchedValues', { json: jsonOf(request), paulis }, { signal, owner })
  const none = { engine: BRANCHES, noise: 'none', calibration_id: null } as const
  if (!circuitFactsOf(request).has_loops) return { ...none, values: found.values }
  if (found.unfinished < 1) return { ...none, ...found }
  throw new AppError('invalid_request', 'No branch of the circuit ends its loops within max_iterations: raise it')
}

function branchFaults(request: CircuitRequest, at: string, interactive: Runner<JobTasks>): Fault[] | Promise<Fault[]> {
  const { first_condition, first_collapse, used_qubits, has_loops } = circuitFactsOf(request)
  const used = used_qubits - (has_loops ? 1 : 0)
  if (used <= MAX_STATE_QUBITS) {
    const { signal, owner } = request
    return interactive.run('branchFaults', { json: jsonOf(request), at }, { signal, owner })
  }
  const { index, name } = (first_condition ?? first_collapse)!
  const message = `exact values follow every outcome from instruction ${index} (${name}) on, for at most ${MAX_STATE_QUBITS} qubits in use, not ${used}: use fewer, or leave out exact`
  return [{ pointer: `${at}/num_qubits`, message }]
}

function stateFaults(request: CircuitRequest, at: string, most: number): Fault[] {
  const { first_non_clifford: gate, used_qubits } = circuitFactsOf(request)
  if (gate === null) return []
  const why = `instruction ${gate.index} (${gate.name}) is not Clifford, so exact values need a state vector`
  return used_qubits <= most
    ? []
    : [{ pointer: `${at}/num_qubits`, message: `${why}, of at most ${most} qubits in use, not ${used_qubits}` }]
}
