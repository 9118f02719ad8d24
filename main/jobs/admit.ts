import type { Backend } from '../contract/backends/catalogue'
import { AppError, type Fault } from '../contract/model/errors'
import type { CircuitFacts } from '../simulation/circuit-facts'
import { createPace } from '../simulation/pace'
import type { Executor, Options, Planned } from './model/executor'
import type { Asked, Placed } from './submission'

type Request = Asked['request']

export interface Admitted {
  readonly circuits: readonly Placed[]
  readonly options: Options
}

/** Everything knowable at submit is refused at submit, all faults together. Throws `invalid_request`. */
export async function admit({ request, placed }: Asked, backend: Backend, executor: Executor): Promise<Admitted> {
  const options = optionsOf(request, backend)
  const faults = [...shotFaults(request, backend), ...optionFaults(request, backend), ...seedFaults(request, placed)]
  const pace = createPace()
  for (const each of placed) {
    if (faults.length >= MOST_FAULTS) break
    if (pace.due()) await pace.breathe(0)
    faults.push(...(await faultsOf(each, request, backend, executor, options)))
  }
  if (faults.length === 0) return { circuits: placed, options }
  const shown = faults.slice(0, MOST_FAULTS)
  throw new AppError('invalid_request', `The job cannot run on ${request.backend}: ${said(shown[0]!)}`, {}, shown)
}

/** A hostile batch can hold a million faults; the caller needs the first ones. */
const MOST_FAULTS = 100

const said = ({ pointer, message }: Fault): string => `${pointer}: ${message}`

const optionsOf = ({ options = {} }: Request, { mode }: Backend): Options => ({
  noise: options.noise ?? (mode === 'live' ? 'calibrated' : 'none'),
  precision: options.precision ?? 'float64',
})

/** The executor looks at sound circuits only. */
function faultsOf(each: Placed, { shots }: Request, backend: Backend, executor: Executor, options: Options) {
  const facts = each.facts()
  const faults = [...sizeFaults(facts, each.at, backend), ...each.faults()]
  if (faults.length > 0) return faults
  const planned: Planned = {
    backend,
    facts,
    shots,
    options,
    get circuit() {
      return each.read()
    },
    get json() {
      return each.json()
    },
  }
  return executor.refuse(planned, each.at)
}

const over = (value: number, limit: number, pointer: string, what: string, where: string): Fault[] =>
  value <= limit ? [] : [{ pointer, message: `${value} ${what} is more than the ${limit} of ${where}` }]

const shotFaults = ({ shots }: Request, { limits, backend_id }: Backend): Fault[] =>
  over(shots, limits.max_shots, '/shots', 'shots', backend_id)

const sizeFaults = (
  { num_qubits, instructions }: CircuitFacts,
  at: string,
  { limits, backend_id }: Backend,
): Fault[] => [
  ...over(num_qubits, limits.max_qubits, `${at}/num_qubits`, 'qubits', backend_id),
  ...over(instructions, limits.max_instructions, `${at}/instructions`, 'instructions', backend_id),
]

function optionFaults({ options = {} }: Request, { mode, backend_id }: Backend): Fault[] {
  if (mode === 'mock') return []
  const noise = { pointer: '/options/noise', message: `${backend_id} is a device: it has the noise that it has` }
  const precision = { pointer: '/options/precision', message: `${backend_id} is a device: precision is a simulator's` }
  return [...(options.noise === 'none' ? [noise] : []), ...(options.precision === undefined ? [] : [precision])]
}

function seedFaults({ seed = 0 }: Request, { length }: readonly Placed[]): Fault[] {
  if (seed <= Number.MAX_SAFE_INTEGER - (length - 1)) return []
  return [{ pointer: '/seed', message: `seed + ${length - 1}, for the last circuit, is above 2^53 - 1` }]
}
