/** The exact state behind the last instruction of a circuit of few qubits. */
import { clbitsOf, conditionBits } from '../../circuits/model/classical-bits'
import { faultsOfForm } from '../../circuits/model/validate'
import { createBinder, expressionFaults, tableOf } from '../../circuits/parameters/bind'
import { namesInReadable } from '../../circuits/parameters/expression'
import type { Circuit, ParametricCircuit } from '../../contract/jobs/circuit'
import { type CircuitState, type CircuitStateRequest, MAX_STATE_QUBITS } from '../../contract/jobs/circuit-state'
import { AppError, type Fault } from '../../contract/model/errors'
import { evolve, weightOfBranches } from './evolve'
import { amplitudesOf, classicalStateOf, probabilitiesOf, qubitStatesOf } from './summary'

/**
 * Without noise; along all branches of its measurements. Cost: instructions × amplitudes of all branches. AppError
 * `invalid_request`: faults of the circuit, angles without a value, more than 12 qubits, too many branches, a pin that never happens.
 */
export function circuitState(request: CircuitStateRequest, checkpoint: () => void): CircuitState {
  const circuit = boundCircuit(request, checkpoint)
  const [qubits, clbits] = [qubitsOf(circuit), usedBits(circuit)]
  const { num_qubits, instructions } = circuit
  const placed = { num_qubits, instructions, qubits, clbits }
  const { branches, measurements, neglected } = evolve(placed, request.pinned ?? [], checkpoint)
  const total = weightOfBranches(branches)
  return {
    qubits,
    probabilities: probabilitiesOf(branches, qubits.length, total),
    amplitudes: amplitudesOf(branches, qubits.length),
    qubit_states: qubitStatesOf(branches, qubits, total),
    ...classicalStateOf(branches, { clbits, width: clbitsOf(circuit), total }),
    measurements: [...measurements],
    branches: branches.length,
    neglected,
    probability: (request.pinned ?? []).length === 0 ? 1 : total,
    unfinished: branches.reduce((sum, { isUnfinished, weight }) => sum + (isUnfinished ? weight / total : 0), 0),
  }
}

function boundCircuit({ circuit, parameters = {} }: CircuitStateRequest, checkpoint: () => void): Circuit {
  refuse(faultsOfForm(circuit))
  const used = namesUsed(circuit)
  const names = Object.keys(parameters).filter(name => used.has(name))
  const table = tableOf({ names, rows: [names.map(name => parameters[name]!)] })
  const pointers = { circuit: '/circuit', parameters: '/parameters' }
  const faults = expressionFaults(circuit, { table, at: pointers, checkpoint })
  refuse(faults.map(({ pointer, message }) => ({ pointer: pointer.replace(/^(\/parameters)\/.*/, '$1'), message })))
  return createBinder(circuit, table).circuit(0)
}

/** An expression that cannot be read names nothing; it is a fault of its own. */
function namesUsed({ instructions }: ParametricCircuit): ReadonlySet<string> {
  const texts = new Set(instructions.flatMap(({ params = [] }) => params.filter(param => typeof param === 'string')))
  return new Set([...texts].flatMap(namesInReadable))
}

function refuse(faults: readonly Fault[]): void {
  const [first] = faults
  if (first) throw new AppError('invalid_request', first.message, { faults: [...faults] })
}

/** All qubits of a small circuit; of one with more, those that something acts on. */
function qubitsOf({ num_qubits, instructions }: Circuit): number[] {
  if (num_qubits <= MAX_STATE_QUBITS) return Array.from({ length: num_qubits }, (_, qubit) => qubit)
  const used = new Set(instructions.flatMap(({ name, qubits }) => (name === 'barrier' ? [] : qubits)))
  if (used.size <= MAX_STATE_QUBITS) return [...used].sort((a, b) => a - b)
  const message = `the circuit acts on ${used.size} qubits up to here; states are shown of at most ${MAX_STATE_QUBITS}`
  throw new AppError('invalid_request', message, {
    details: { qubits: used.size, max_qubits: MAX_STATE_QUBITS },
    faults: [{ pointer: '/circuit/num_qubits', message }],
  })
}

const usedBits = ({ instructions }: Circuit): number[] =>
  [...new Set(instructions.flatMap(({ clbits = [], condition }) => [...clbits, ...conditionBits(condition)]))].sort(
    (a, b) => a - b,
  )
