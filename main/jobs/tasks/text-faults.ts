/** Faults of a circuit that came as OpenQASM, by line and column of the text. */
import { namesWithoutValues, type ParameterTable } from '../../circuits/parameters/bind'
import { type SourceLocations, sourceLocations } from '../../circuits/qasm/source-locations'
import type { ParametricCircuit } from '../../contract/jobs/circuit'
import { type Fault, MAX_FAULTS } from '../../contract/model/errors'
import type { Checkpoint } from '../../worker/checkpoint'
import { type Json, jsonText } from '../../worker/json'
import type { TaskContext } from '../../worker/runner'

/** A text without faults of its own. */
export interface SubmittedText {
  /** JSON pointer to it. */
  readonly at: string
  readonly text: string
  readonly places: () => SourceLocations
}

/** The places are looked up once, when they are first asked for. */
export function submittedText(text: string, at: string, checkpoint: Checkpoint): SubmittedText {
  let found: SourceLocations | null = null
  return {
    at,
    text,
    places() {
      found ??= sourceLocations(text, checkpoint)
      return found
    },
  }
}

/** Inputs that no parameter has values for. */
export const missingInputs = (
  { at, places }: SubmittedText,
  circuit: ParametricCircuit,
  table: ParameterTable,
): Fault[] =>
  namesWithoutValues(circuit, table)
    .slice(0, MAX_FAULTS)
    .map(name => ({
      pointer: at,
      ...places().input(name),
      message: `the input ${name} has no values: name it in parameters, with a value in each row`,
    }))

export function instructionName({ places }: SubmittedText, index: number): string | null {
  const place = places().instruction(index)
  return place && `line ${place.line}, column ${place.column}`
}

/**
 * Faults below the pointer of a text, which would lead nowhere there: they get the pointer of the text, and line and column where
 * those are known.
 */
export const placedInText = (faults: readonly Fault[], { at, places }: SubmittedText): Fault[] =>
  faults.map(fault => {
    if (!isWithin(fault, at)) return fault
    const [field, index] = fault.pointer.slice(at.length + 1).split('/')
    return { ...fault, pointer: at, ...placeOf(field, Number(index ?? 0), places()) }
  })

/** Place of a field of the circuit; a field without an index has the place of its first instruction, qubit or bit. */
function placeOf(field: string | undefined, index: number, places: SourceLocations) {
  if (field === 'instructions') return places.instruction(index)
  if (field === 'num_qubits') return places.qubits()
  return field === 'registers' || field === 'num_clbits' ? places.bits(index) : null
}

export const isWithin = ({ pointer }: Pick<Fault, 'pointer'>, at: string): boolean => pointer.startsWith(`${at}/`)

/** Faults with the pointer of the text, as pointers into OpenQASM lead nowhere. */
export const withinText = (faults: readonly Fault[], { at, is_text }: { at: string; is_text: boolean }): Fault[] =>
  faults.map(fault => (is_text && isWithin(fault, at) ? { ...fault, pointer: at } : fault))

interface FaultsInput {
  readonly text: Json
  /** JSON pointer to it. */
  readonly at: string
  /** Faults of the circuit that the text was read into; pointers are below `at`. */
  readonly faults: readonly Fault[]
}

export const textTasks = {
  /** The faults by line and column. */
  faultsInText: ({ text, at, faults }: FaultsInput, { checkpoint }: TaskContext): Fault[] =>
    placedInText(faults, submittedText(jsonText(text), at, checkpoint)),
}
