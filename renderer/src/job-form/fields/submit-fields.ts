/** Fields of the submit forms and their checks in the window; the service checks everything again. Pure. */
import { circuitInputs } from '../../../../main/circuits/editing/document/json-document'
import type { BackendSummary } from '../../../../main/contract/backends/catalogue'
import type { ParametricCircuit } from '../../../../main/contract/jobs/circuit'
import type { Mitigation } from '../../../../main/contract/jobs/observables'
import type { SweepParameters } from '../../../../main/contract/jobs/parameters'
import {
  JobName,
  type NoiseKind,
  type Precision,
  type RoutingChoice,
  type SubmitBody,
  Tag,
} from '../../../../main/contract/jobs/submit'
import { count } from '../../draw/format/quantity'
import { readObservableLines } from './observable-lines'
import { readParameterTable } from './parameter-table'

/** Fields as typed. Empty fields leave the choice to the service. */
export interface SubmitFields {
  readonly backend: string
  readonly shots: string
  readonly seed: string
  readonly noise: NoiseKind | ''
  readonly precision: Precision | ''
  readonly name: string
  /** Separated by commas. */
  readonly tags: string
  /** One sum per line; empty: counts. */
  readonly observables: string
  /** Names in the first line, then one line per row; separated by commas. */
  readonly parameters: string
  readonly exact: boolean
  readonly target_error: string
  readonly grouping: '' | 'general'
  readonly readout: '' | Mitigation['readout']
  /** Device qubit of each qubit of the circuit, separated by commas. */
  readonly initial_layout: string
  readonly routing: '' | RoutingChoice
}

export const FIRST_FIELDS: SubmitFields = {
  backend: '',
  shots: '1000',
  seed: '',
  noise: '',
  precision: '',
  name: '',
  tags: '',
  observables: '',
  parameters: '',
  exact: false,
  target_error: '',
  grouping: '',
  readout: '',
  initial_layout: '',
  routing: '',
}

export type FieldFaults = Partial<Record<keyof SubmitFields, string>>

/**
 * The first online mock backend, so that a first submit costs nothing, else the first backend; undefined without
 * backends.
 */
export const preferredBackend = (backends: readonly BackendSummary[]): BackendSummary | undefined =>
  backends.find(backend => backend.mode === 'mock' && backend.online) ?? backends[0]

export const backendOf = (fields: SubmitFields, backends: readonly BackendSummary[]): BackendSummary | undefined =>
  backends.find(({ backend_id }) => backend_id === fields.backend) ?? preferredBackend(backends)

const WHOLE = /^\d{1,16}$/
export const isWholeWithin = (text: string, least: number, most: number) =>
  WHOLE.test(text.trim()) && Number(text) >= least && Number(text) <= most

/** The fault of each invalid field for this backend; empty when the fields can be sent. */
export function fieldFaults(fields: SubmitFields, backend: BackendSummary): FieldFaults {
  const { max_shots } = backend.limits
  const shots = isWholeWithin(fields.shots, 1, max_shots) ? null : `A whole number from 1 to ${count(max_shots)}`
  const seed =
    fields.seed.trim() === '' || isWholeWithin(fields.seed, 0, Number.MAX_SAFE_INTEGER) ? null : 'A whole number'
  const name = fields.name.trim() === '' || JobName.safeParse(fields.name).success ? null : 'At most 200 characters'
  const tags = tagsOf(fields.tags).every(tag => Tag.safeParse(tag).success) ? null : 'At most 64 characters each'
  const many = tagsOf(fields.tags).length > 20 ? 'At most 20 tags' : null
  const observables = readObservableLines(fields.observables)
  const parameters = readParameterTable(fields.parameters)
  const all = {
    shots: isExact(fields, backend) ? null : shots,
    seed,
    name,
    tags: tags ?? many,
    observables: 'fault' in observables ? observables.fault : null,
    parameters: parameters !== null && 'fault' in parameters ? parameters.fault : null,
    target_error: isError(fields.target_error) ? null : 'A number above 0',
    initial_layout: layoutFault(fields.initial_layout, backend),
  }
  return Object.fromEntries(Object.entries(all).filter(([, fault]) => fault !== null))
}

/**
 * What is missing in the circuit or its parameters for a submit with these fields, as far as the window can tell; null
 * when nothing is.
 */
export function missingForSubmit(circuit: ParametricCircuit, fields: SubmitFields): string | null {
  if (!asksValues(fields) && !circuit.instructions.some(({ name }) => name === 'measure'))
    return 'The circuit measures nothing. Add a measurement, or ask for expectation values.'
  const inputs = circuitInputs(circuit)
  const given = tableFor(circuit, fields)?.names ?? []
  const missing = inputs.filter(name => !given.includes(name))
  if (missing.length > 0)
    return `The circuit has the ${missing.length > 1 ? 'inputs' : 'input'} ${missing.join(', ')}: give values under Parameters, a line for each run.`
  const unused = given.find(name => !inputs.includes(name))
  return unused === undefined ? null : `No angle of the circuit uses ${unused}: take it out of the parameters.`
}

/** The typed table; null when the circuit uses none of its names, as it then belongs to an earlier circuit. */
function tableFor(
  circuit: ParametricCircuit,
  { parameters }: Pick<SubmitFields, 'parameters'>,
): SweepParameters | null {
  const table = readParameterTable(parameters)
  if (table === null || 'fault' in table) return null
  const inputs = circuitInputs(circuit)
  return table.names.some(name => inputs.includes(name)) ? table : null
}

/** Whether the typed table belongs to another circuit, so that it is not sent. */
export const isTableOfAnother = (circuit: ParametricCircuit | null, fields: SubmitFields): boolean => {
  const table = readParameterTable(fields.parameters)
  return circuit !== null && table !== null && !('fault' in table) && tableFor(circuit, fields) === null
}

const asksValues = ({ observables }: SubmitFields): boolean => observables.trim() !== ''
export const isExact = (fields: SubmitFields, { mode }: Pick<BackendSummary, 'mode'>): boolean =>
  fields.exact && asksValues(fields) && mode === 'mock'
const isError = (typed: string): boolean => typed.trim() === '' || Number(typed) > 0

const partsOf = (typed: string): string[] => typed.split(',').map(part => part.trim())

function layoutFault(typed: string, { mode }: Pick<BackendSummary, 'mode'>): string | null {
  if (mode === 'mock' || typed.trim() === '') return null
  const sites = partsOf(typed)
  if (!sites.every(site => isWholeWithin(site, 0, 9_999))) return 'Qubits of the device, such as 3, 4, 7'
  return new Set(sites).size === sites.length ? null : 'Each qubit of the device once'
}

const tagsOf = (typed: string) => [
  ...new Set(
    typed
      .split(',')
      .map(tag => tag.trim())
      .filter(tag => tag !== ''),
  ),
]

/** Requested expectation values; fields must be valid. */
function valuesAsked({ observables, target_error }: SubmitFields, exact: boolean) {
  const read = readObservableLines(observables)
  return {
    observables: 'fault' in read ? [] : read,
    ...(exact ? { exact } : target_error.trim() !== '' && { target_error: Number(target_error) }),
  }
}

/** Requested placement on the device; fields must be valid. */
const placementAsked = ({ initial_layout, routing }: SubmitFields) => ({
  ...(initial_layout.trim() !== '' && { initial_layout: partsOf(initial_layout).map(Number) }),
  ...(routing && { routing }),
})

/** Requested parameters; fields must be valid. */
export function parametersAsked({ parameters: typed }: Pick<SubmitFields, 'parameters'>) {
  const parameters = readParameterTable(typed)
  return parameters === null || 'fault' in parameters ? {} : { parameters }
}

type ChosenBackend = Pick<BackendSummary, 'backend_id' | 'mode'>

/** The body for the submit and the estimate endpoints. */
export const bodyOf = (fields: SubmitFields, backend: ChosenBackend, circuit: ParametricCircuit): SubmitBody => ({
  ...sharedBody(fields, backend),
  circuit,
  ...(isTableOfAnother(circuit, fields) ? {} : parametersAsked(fields)),
})

/**
 * The body without circuits and parameters. Noise and precision go to simulators only: a live backend always runs with its own
 * noise.
 */
export function sharedBody(
  fields: SubmitFields,
  { backend_id, mode }: ChosenBackend,
): Omit<SubmitBody, 'circuit' | 'circuits' | 'text' | 'parameters'> {
  const { noise, precision, grouping, readout } = fields
  const exact = isExact(fields, { mode })
  const simulated = mode === 'mock' ? { ...(noise && { noise }), ...(precision && { precision }) } : {}
  const measured = {
    ...(grouping && asksValues(fields) && { grouping }),
    ...(readout && { mitigation: { readout } }),
  }
  const options = { ...simulated, ...(exact ? {} : measured), ...(mode === 'live' ? placementAsked(fields) : {}) }
  const tags = tagsOf(fields.tags)
  return {
    backend: backend_id,
    ...(!exact && { shots: Number(fields.shots) }),
    ...(asksValues(fields) && valuesAsked(fields, exact)),
    ...(fields.seed.trim() !== '' && { seed: Number(fields.seed) }),
    ...(fields.name.trim() !== '' && { name: fields.name.trim() }),
    ...(tags.length > 0 && { tags }),
    ...(Object.keys(options).length > 0 && { options }),
  }
}
