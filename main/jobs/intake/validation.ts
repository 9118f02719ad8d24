import type { Backend } from '../../contract/backends/catalogue'
import { AppError, type Fault } from '../../contract/model/errors'
import type { CircuitFacts } from '../../simulation/circuit-facts'
import { createYielder } from '../../simulation/model/yield'
import type { CallOwner } from '../../worker/runner'
import { type CircuitRequest, type ExecutionOptions, type Executor, requestFor } from '../model/executor'
import type { Submission, SubmittedCircuit } from './submission'

type SubmitFields = Submission['request']

/** Everything knowable at submit is refused at submit, all faults together. Throws `invalid_request`. */
export async function validateSubmit(
  { request, circuits }: Submission,
  backend: Backend,
  executor: Executor,
  asker: CallOwner = {},
): Promise<ExecutionOptions> {
  const options = optionsOf(request, backend)
  const faults = [...shotFaults(request, backend), ...optionFaults(request, backend), ...seedFaults(request, circuits)]
  const yielder = createYielder()
  for (const circuit of circuits) {
    if (faults.length >= MAX_SHOWN_FAULTS) break
    if (yielder.isDue()) await yielder.yieldNow(0)
    asker.signal?.throwIfAborted()
    faults.push(...(await faultsOf(circuit, { backend, shots: request.shots, options, ...asker }, executor)))
  }
  if (faults.length === 0) return options
  const shown = faults.slice(0, MAX_SHOWN_FAULTS)
  throw new AppError('invalid_request', `The job cannot run on ${request.backend}: ${faultText(shown[0]!)}`, {}, shown)
}

/** A hostile batch can hold a million faults; the caller needs the first ones. */
const MAX_SHOWN_FAULTS = 100

const faultText = ({ pointer, message }: Fault): string => `${pointer}: ${message}`

const optionsOf = ({ options = {} }: SubmitFields, { mode }: Backend): ExecutionOptions => ({
  noise: options.noise ?? (mode === 'live' ? 'calibrated' : 'none'),
  precision: options.precision ?? 'float64',
})

/** The executor looks at sound circuits only. */
function faultsOf(
  { at, json, facts, faults }: SubmittedCircuit,
  rest: Omit<CircuitRequest, 'circuit' | 'json' | 'facts'>,
  executor: Executor,
): readonly Fault[] | Promise<Fault[]> {
  const found = [...sizeFaults(facts, at, rest.backend), ...faults]
  return found.length > 0 ? found : executor.refuse(requestFor(json, { ...rest, facts }), at)
}

const over = (value: number, limit: number, pointer: string, what: string, where: string): Fault[] =>
  value <= limit ? [] : [{ pointer, message: `${value} ${what} is more than the ${limit} of ${where}` }]

const shotFaults = ({ shots }: SubmitFields, { limits, backend_id }: Backend): Fault[] =>
  over(shots, limits.max_shots, '/shots', 'shots', backend_id)

const sizeFaults = (
  { num_qubits, instructions }: CircuitFacts,
  at: string,
  { limits, backend_id }: Backend,
): Fault[] => [
  ...over(num_qubits, limits.max_qubits, `${at}/num_qubits`, 'qubits', backend_id),
  ...over(instructions, limits.max_instructions, `${at}/instructions`, 'instructions', backend_id),
]

function optionFaults({ options = {} }: SubmitFields, { mode, backend_id }: Backend): Fault[] {
  if (mode === 'mock') return []
  const noise = {
    pointer: '/options/noise',
    message: `${backend_id} is a device and always runs with its own noise: leave out options.noise`,
  }
  const precision = {
    pointer: '/options/precision',
    message: `precision applies to simulators only: leave out options.precision`,
  }
  return [...(options.noise === 'none' ? [noise] : []), ...(options.precision === undefined ? [] : [precision])]
}

function seedFaults({ seed = 0 }: SubmitFields, { length }: readonly SubmittedCircuit[]): Fault[] {
  if (seed <= Number.MAX_SAFE_INTEGER - (length - 1)) return []
  return [{ pointer: '/seed', message: `seed + ${length - 1}, for the last circuit, is above 2^53 - 1` }]
}
