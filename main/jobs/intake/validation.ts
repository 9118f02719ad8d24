/** Whether a submit that was read can run. */
import type { Backend } from '../../contract/backends/catalogue'
import { MAX_SWEEP_CIRCUITS, MAX_SWEEP_VALUES } from '../../contract/jobs/parameters'
import { AppError, type Fault } from '../../contract/model/errors'
import type { CircuitFacts } from '../../simulation/circuit-facts'
import type { Runner, WorkContext } from '../../worker/runner'
import { createYielder } from '../../worker/yielder'
import { checkedCircuit, type ExecutionOptions, type Executor, requestFor } from '../model/execution'
import type { Submission, SubmittedCircuit } from '../model/job'
import type { JobTasks } from '../tasks/registry'
import { shotsPointer } from '../tasks/submission'
import { isWithin, withinText } from '../tasks/text-faults'
import { executionCheck, runtimeFaults, secondsOf } from './execution-checks'

/** A hostile batch can hold a million faults; the caller needs the first ones. */
const MAX_SHOWN_FAULTS = 100

interface SubmissionParts extends WorkContext {
  readonly backend: Backend
  readonly executor: Executor
  /** Does work that a caller waits for. */
  readonly interactive: Runner<JobTasks>
}

interface ValidSubmission {
  readonly options: ExecutionOptions
  /** Most seconds for which all circuits occupy the device; null where they need none. */
  readonly device_time_s: number | null
}

/**
 * How the jobs are to be executed. Throws `invalid_request`: everything knowable at submit is refused at submit, all faults
 * together.
 */
export async function validateSubmission(
  { request: fields, circuits }: Submission,
  { backend, executor, interactive, ...context }: SubmissionParts,
): Promise<ValidSubmission> {
  const options = optionsOf(fields, backend)
  const faults = [
    ...over({ value: fields.shots, limit: backend.limits.max_shots, pointer: '/shots', what: 'shots' }, backend),
    ...optionFaults(fields, backend),
    ...seedFaults(fields, circuits.length),
  ]
  let device_time_s: number | null = null
  const yielder = createYielder()
  for (const circuit of circuits) {
    if (faults.length >= MAX_SHOWN_FAULTS) break
    if (yielder.isDue()) await yielder.yieldNow(0)
    context.signal?.throwIfAborted()
    const { facts, shots, sweep } = circuit
    const found = [
      ...[...limitFaults(circuit, backend), ...circuit.faults, ...shotFaults(circuit, fields.shots, backend)],
      ...layoutFaults(circuit, fields),
    ]
    const request = requestFor(sweep?.sample ?? circuit.json, { backend, shots, options, ...context, facts })
    // The executor checks only circuits without faults.
    const check =
      found.length > 0
        ? { faults: found, device_time_s: null }
        : sweep || circuit.estimate
          ? await executionCheck(circuit, request, { executor, interactive, ...context })
          : await checkedCircuit(executor, request, circuit.at)
    const late = []
    if (check.device_time_s !== null) {
      device_time_s = (device_time_s ?? 0) + secondsOf(circuit, check)!
      if (check.faults.length === 0) late.push(...runtimeFaults(circuit, check, { backend, common: fields.shots }))
    }
    faults.push(...(await placedFaults([...check.faults, ...late], circuit, { interactive, ...context })))
  }
  if (faults.length === 0) return { options, device_time_s }
  const shown = faults.slice(0, MAX_SHOWN_FAULTS)
  const { pointer, line, column, message } = shown[0]!
  const where = line === undefined ? pointer : `${pointer} (line ${line}, column ${column})`
  throw new AppError('invalid_request', `The job cannot run on ${fields.backend}: ${where}: ${message}`, {
    faults: shown,
  })
}

/** Adds line and column to the faults of a circuit that was submitted as OpenQASM. */
async function placedFaults(
  faults: readonly Fault[],
  circuit: SubmittedCircuit,
  { interactive, ...context }: Pick<SubmissionParts, 'interactive'> & WorkContext,
): Promise<Fault[]> {
  const { at, text } = circuit
  if (text === null || !faults.some(fault => isWithin(fault, at))) return withinText(faults, circuit)
  return interactive.run('faultsInText', { text, at, faults }, context)
}

const optionsOf = ({ options = {} }: Submission['request'], { mode }: Backend): ExecutionOptions => {
  const { noise, precision = 'float64', initial_layout, routing } = options
  return {
    noise: noise ?? (mode === 'live' ? 'calibrated' : 'none'),
    precision,
    ...(initial_layout || routing ? { placement: { initial_layout, routing } } : {}),
  }
}

interface Excess {
  readonly value: number
  readonly limit: number
  readonly pointer: string
  readonly what: string
}

function over({ value, limit, pointer, what }: Excess, { backend_id }: Backend): Fault[] {
  return value <= limit ? [] : [{ pointer, message: `${value} ${what} is more than the ${limit} of ${backend_id}` }]
}

/** Maximum shots of all rows of a sweep, as a multiple of the backend's maximum for one job. */
export const SWEEP_SHOTS = 100

/** Faults of the circuit's own shots, and of the shots of all rows together. */
function shotFaults(circuit: SubmittedCircuit, common: number, backend: Backend): Fault[] {
  const { shots, sweep, estimate } = circuit
  const { max_shots } = backend.limits
  const pointer = shotsPointer(circuit, common)
  const own = shots === common ? [] : over({ value: shots, limit: max_shots, pointer, what: 'shots' }, backend)
  if (!sweep) return own
  const all = { value: sweep.rows * shots, limit: SWEEP_SHOTS * max_shots, what: 'shots of all rows' }
  return [...own, ...over({ ...all, pointer: `${sweep.at}/rows` }, backend), ...rowFaults(sweep, estimate)]
}

/** Whether the rows of a sweep stay within the limits on measuring circuits and values. */
function rowFaults({ rows, at }: NonNullable<SubmittedCircuit['sweep']>, plan: SubmittedCircuit['estimate']): Fault[] {
  if (plan === null) return []
  const { groups, numbers, kind } = plan
  const what = kind === 'mitigated_counts' ? 'outcomes of mitigated counts' : 'pairs of observables'
  return [
    ...tooManyRows(rows, { each: groups, limit: MAX_SWEEP_CIRCUITS, what: 'circuits that measure observables', at }),
    ...tooManyRows(rows, { each: numbers, limit: MAX_SWEEP_VALUES, what, at }),
  ]
}

interface RowLimit {
  /** Circuits or values of one row. */
  readonly each: number
  readonly limit: number
  readonly what: string
  readonly at: string
}

function tooManyRows(rows: number, { each, limit, what, at }: RowLimit): Fault[] {
  if (rows * each <= limit) return []
  const message = `${rows} rows of ${each} ${what} are more than ${limit} together: at most ${Math.floor(limit / each)} rows would do`
  return [{ pointer: `${at}/rows`, message }]
}

const limitFaults = ({ facts, at }: SubmittedCircuit, backend: Backend): Fault[] => limitsOf(facts, at, backend)

const limitsOf = (
  { num_qubits, instructions, physical_qubits }: CircuitFacts,
  at: string,
  backend: Backend,
): Fault[] => [
  // Indices of physical qubits have gaps, so the executor checks them one by one.
  ...(physical_qubits && backend.mode === 'live'
    ? []
    : over(
        { value: num_qubits, limit: backend.limits.max_qubits, pointer: `${at}/num_qubits`, what: 'qubits' },
        backend,
      )),
  ...over(
    {
      value: instructions,
      limit: backend.limits.max_instructions,
      pointer: `${at}/instructions`,
      what: 'instructions',
    },
    backend,
  ),
]

/** Faults of a layout: it must have a device qubit for every qubit, and circuits on physical qubits take none. */
function layoutFaults({ facts, at }: SubmittedCircuit, { options = {} }: Submission['request']): Fault[] {
  const { initial_layout: layout } = options
  if (!layout) return []
  const pointer = '/options/initial_layout'
  if (facts.physical_qubits) {
    const message = `the circuit (${at}) names physical qubits ($n), which stand where they are: leave out initial_layout`
    return [{ pointer, message }]
  }
  if (layout.length === facts.num_qubits) return []
  const message = `${layout.length} device qubits are given for the ${facts.num_qubits} qubits of the circuit (${at})`
  return [{ pointer, message }]
}

const TRANSPILED_ONLY = ['initial_layout', 'routing'] as const

function optionFaults({ options = {} }: Submission['request'], { mode, backend_id }: Backend): Fault[] {
  if (mode === 'mock')
    return TRANSPILED_ONLY.filter(field => options[field] !== undefined).map(field => ({
      pointer: `/options/${field}`,
      message: `${backend_id} runs circuits as they are submitted, qubit n with the noise of qubit n: leave out options.${field}`,
    }))
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

function seedFaults({ seed = 0 }: Submission['request'], jobs: number): Fault[] {
  if (seed <= Number.MAX_SAFE_INTEGER - (jobs - 1)) return []
  return [{ pointer: '/seed', message: `seed + ${jobs - 1}, for the last circuit, is above 2^53 - 1` }]
}
