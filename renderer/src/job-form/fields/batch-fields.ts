/** The typed circuits of a batch and their checks in the window; the service checks everything again. Pure. */
import type { BackendSummary } from '../../../../main/contract/backends/catalogue'
import { SavedVersionRef } from '../../../../main/contract/jobs/saved-circuit'
import { JobName, MAX_BATCH, type SubmitBody } from '../../../../main/contract/jobs/submit'
import type { Fault } from '../../../../main/contract/model/errors'
import { faultText, languageOf, pointerParts, readJson } from '../../draw/circuits/circuit-text'
import { faultInWords } from '../../draw/circuits/fault-place'
import { count } from '../../draw/format/quantity'
import { readParameterTable } from './parameter-table'
import { isExact, isWholeWithin, parametersAsked, type SubmitFields, sharedBody } from './submit-fields'

/** One circuit as typed. Empty fields take the batch's settings. */
export interface TypedCircuit {
  /** Identifies the circuit in the form while circuits are reordered. */
  readonly id: number
  readonly name: string
  readonly shots: string
  /** OpenQASM or JSON. */
  readonly text: string
  /** The table in the format of `parameters` of `SubmitFields`. */
  readonly parameters: string
  /** The version of a saved circuit that the text equals, as `savedText` writes it; empty for any other text. */
  readonly saved: string
}

export const savedText = ({ circuit_id, version }: SavedVersionRef): string => `${circuit_id} ${version}`
function savedIn(text: string): SavedVersionRef | null {
  const [circuit_id, version] = text.split(' ')
  const read = SavedVersionRef.safeParse({ circuit_id, version: Number(version) })
  return read.success ? read.data : null
}

export type CircuitFaults = Partial<Record<'name' | 'shots' | 'text' | 'parameters', string>>

/** Faults of one circuit that the window finds before the service does. */
export function typedCircuitFaults(circuit: TypedCircuit, { limits }: Pick<BackendSummary, 'limits'>): CircuitFaults {
  const { name, shots, text } = circuit
  const parameters = readParameterTable(circuit.parameters)
  const all = {
    name: name.trim() === '' || JobName.safeParse(name).success ? null : 'At most 200 characters',
    shots:
      shots.trim() === '' || isWholeWithin(shots, 1, limits.max_shots)
        ? null
        : `A whole number from 1 to ${count(limits.max_shots)}`,
    text: textFault(text),
    parameters: parameters !== null && 'fault' in parameters ? parameters.fault : null,
  }
  return Object.fromEntries(Object.entries(all).filter(([, fault]) => fault !== null))
}

function textFault(text: string): string | null {
  if (text.trim() === '') return 'Write a circuit, or import a file'
  if (languageOf(text) === 'openqasm') return null
  const [fault] = readJson(text).faults
  return fault ? faultText(fault) : null
}

/** The body for the submit and the estimate endpoints; fields must be without faults. */
export function batchBody(
  fields: SubmitFields,
  backend: Pick<BackendSummary, 'backend_id' | 'mode'>,
  circuits: readonly TypedCircuit[],
): SubmitBody {
  const exact = isExact(fields, backend)
  const entries = circuits.map(circuit => ({
    ...written(circuit.text),
    ...(!exact && circuit.shots.trim() !== '' && { shots: Number(circuit.shots) }),
    ...(circuit.name.trim() !== '' && { name: circuit.name.trim() }),
    ...parametersAsked(circuit),
    ...sourceOf(circuit),
  }))
  return { ...sharedBody(fields, backend), circuits: entries }
}

function sourceOf({ saved }: TypedCircuit) {
  const saved_circuit = savedIn(saved)
  return saved_circuit === null ? {} : { saved_circuit }
}

function written(text: string) {
  const circuit = languageOf(text) === 'json' ? readJson(text).circuit : null
  return circuit === null ? { text } : { circuit }
}

/**
 * The service's faults by the position of their circuit, each with its place in words; position -1 for faults of no
 * circuit.
 */
export function faultsByCircuit(faults: readonly Fault[]): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>()
  for (const fault of faults) {
    const [first, position = '', ...rest] = pointerParts(fault.pointer)
    const at = first === 'circuits' && /^\d+$/.test(position) ? Number(position) : -1
    const own = { ...fault, pointer: rest.map(part => `/${part}`).join('') }
    found.set(at, [...(found.get(at) ?? []), faultInWords(own)])
  }
  return found
}

/** Whether `more` further circuits fit into a batch. */
export const hasRoom = (circuits: readonly TypedCircuit[], more = 1): boolean => circuits.length + more <= MAX_BATCH
