import { circuitFaults } from '../circuits/validate'
import type { Backend } from '../contract/backends'
import { AppError, type Fault } from '../contract/errors'
import type { Circuit, SubmitJob } from '../contract/jobs'
import type { Executor, Options } from './executor'

export interface Admitted {
  readonly circuits: readonly Circuit[]
  readonly options: Options
}

/** A circuit with where it stands in the body. */
interface Placed {
  readonly circuit: Circuit
  readonly at: string
}

/** Everything knowable at submit is refused at submit, all faults together. Throws `invalid_request`. */
export function admit(request: SubmitJob, backend: Backend, executor: Executor): Admitted {
  const placed = circuitsOf(request)
  const options = optionsOf(request, backend)
  const faults = [...shotFaults(request, backend), ...optionFaults(request, backend), ...seedFaults(request, placed)]
  for (const each of placed) {
    if (faults.length >= MOST_FAULTS) break
    faults.push(...faultsOf(each, request, backend, executor, options))
  }
  if (faults.length === 0) return { circuits: placed.map(({ circuit }) => circuit), options }
  const shown = faults.slice(0, MOST_FAULTS)
  throw new AppError('invalid_request', `The job cannot run on ${request.backend}: ${said(shown[0]!)}`, {}, shown)
}

/** A hostile batch can hold a million faults; the caller needs the first ones. */
const MOST_FAULTS = 100

const said = ({ pointer, message }: Fault): string => `${pointer}: ${message}`

function circuitsOf({ circuit, circuits = [] }: SubmitJob): Placed[] {
  if (circuit) return [{ circuit, at: '/circuit' }]
  return circuits.map((each, index) => ({ circuit: each, at: `/circuits/${index}` }))
}

const optionsOf = ({ options = {} }: SubmitJob, { mode }: Backend): Options => ({
  noise: options.noise ?? (mode === 'live' ? 'calibrated' : 'none'),
  precision: options.precision ?? 'float64',
})

/** The executor looks at sound circuits only. */
function faultsOf(
  { circuit, at }: Placed,
  { shots }: SubmitJob,
  backend: Backend,
  executor: Executor,
  options: Options,
) {
  const faults = [...sizeFaults(circuit, at, backend), ...circuitFaults(circuit, at)]
  return faults.length > 0 ? faults : executor.refuse({ backend, circuit, shots, options }, at)
}

const over = (value: number, limit: number, pointer: string, what: string, where: string): Fault[] =>
  value <= limit ? [] : [{ pointer, message: `${value} ${what} is more than the ${limit} of ${where}` }]

const shotFaults = ({ shots }: SubmitJob, { limits, backend_id }: Backend): Fault[] =>
  over(shots, limits.max_shots, '/shots', 'shots', backend_id)

const sizeFaults = ({ num_qubits, instructions }: Circuit, at: string, { limits, backend_id }: Backend): Fault[] => [
  ...over(num_qubits, limits.max_qubits, `${at}/num_qubits`, 'qubits', backend_id),
  ...over(instructions.length, limits.max_instructions, `${at}/instructions`, 'instructions', backend_id),
]

function optionFaults({ options = {} }: SubmitJob, { mode, backend_id }: Backend): Fault[] {
  if (mode === 'mock') return []
  const noise = { pointer: '/options/noise', message: `${backend_id} is a device: it has the noise that it has` }
  const precision = { pointer: '/options/precision', message: `${backend_id} is a device: precision is a simulator's` }
  return [...(options.noise === 'none' ? [noise] : []), ...(options.precision === undefined ? [] : [precision])]
}

function seedFaults({ seed = 0 }: SubmitJob, { length }: readonly Placed[]): Fault[] {
  if (seed <= Number.MAX_SAFE_INTEGER - (length - 1)) return []
  return [{ pointer: '/seed', message: `seed + ${length - 1}, for the last circuit, is above 2^53 - 1` }]
}
