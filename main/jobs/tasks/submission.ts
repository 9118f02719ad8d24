/** Reads a submit once for all later steps: texts become circuits, and expressions are checked against their tables. */
import { createHash } from 'node:crypto'
import { faultsOfForm, validateCircuit } from '../../circuits/model/validate'
import {
  type Binder,
  createBinder,
  expressionFaults,
  NO_PARAMETERS,
  type ParameterTable,
  tableOf,
} from '../../circuits/parameters/bind'
import { parseText } from '../../circuits/qasm/import-export'
import type { Circuit, ParametricCircuit } from '../../contract/jobs/circuit'
import type { SweepParameters } from '../../contract/jobs/parameters'
import type { SavedVersionRef } from '../../contract/jobs/saved-circuit'
import type { BatchEntry, SubmitJob } from '../../contract/jobs/submit'
import { AppError, type Fault, MAX_FAULTS } from '../../contract/model/errors'
import { sum } from '../../contract/numbers/arithmetic'
import { factsOf } from '../../simulation/circuit-facts'
import { cliffordOps } from '../../simulation/stabilizer/program'
import { type Checkpoint, UNBOUNDED } from '../../worker/checkpoint'
import { type Json, jsonForThread } from '../../worker/json'
import { estimateKindOf, estimateRequestOf } from '../model/estimate-request'
import type { Submission, SubmittedCircuit } from '../model/job'
import { estimatePlanOf } from './estimate-plan'
import { instructionName, missingInputs, placedInText, type SubmittedText, submittedText } from './text-faults'

/** Reads a valid body; a large one is read on a thread. Circuits after a hundred faults are not checked. */
export function submissionOf(body: SubmitJob, checkpoint: Checkpoint = UNBOUNDED): Submission {
  const { circuit, text, parameters, circuits, saved_circuit, ...request } = body
  const is_batch = circuits !== undefined
  const entries = is_batch ? circuits.map((entry, k) => placedEntry(entry, k)) : [{ ...body, entry: '', at: '' }]
  let found = 0
  const read: SubmittedCircuit[] = []
  for (const entry of entries) {
    if (found >= MAX_FAULTS) break
    const { shots = body.shots, name = body.name ?? null, saved_circuit } = entry
    const saved = saved_circuit ? { ...saved_circuit, at: `${entry.entry}/saved_circuit` } : null
    const one = { ...circuitOf(entry, body, checkpoint), shots, name, saved }
    found += one.faults.length
    read.push(one)
  }
  return { request, is_batch, circuits: read, fingerprint: fingerprintOf(body) }
}

/** Maximum terms of observables that are grouped on the calling thread, as grouping compares pairs of them. */
const FEW_TERMS = 100

/** Whether a body, however short, may take long to read. */
export const isDemanding = ({ text, parameters, circuits = [], observables = [] }: SubmitJob): boolean =>
  text !== undefined ||
  parameters !== undefined ||
  sum(observables.map(({ terms }) => terms.length)) > FEW_TERMS ||
  circuits.some(entry => entry.text !== undefined || entry.parameters !== undefined)

interface PlacedEntry {
  readonly circuit?: ParametricCircuit | undefined
  readonly text?: string | undefined
  readonly parameters?: SweepParameters | undefined
  readonly shots?: number | undefined
  readonly name?: string | undefined
  readonly saved_circuit?: SavedVersionRef | undefined
  /** JSON pointer to the entry, and to a circuit that is the entry itself. */
  readonly entry: string
  readonly at: string | null
}

function placedEntry(given: BatchEntry, index: number): PlacedEntry {
  const { circuit, text, shots, name, parameters, saved_circuit, ...bare } = given
  const entry = `/circuits/${index}`
  const isBare = circuit === undefined && text === undefined
  return {
    text,
    shots,
    name,
    parameters,
    saved_circuit,
    entry,
    circuit: isBare ? (bare as ParametricCircuit) : circuit,
    at: isBare ? entry : null,
  }
}

type ReadCircuit = Omit<SubmittedCircuit, 'shots' | 'name' | 'saved'>

function circuitOf(
  { circuit, text, parameters, entry, at }: PlacedEntry,
  body: SubmitJob,
  checkpoint: Checkpoint,
): ReadCircuit {
  if (circuit) return sweepOrCircuit(circuit, parameters, { entry, at: at || `${entry}/circuit`, checkpoint, body })
  const place = {
    entry,
    at: `${entry}/text`,
    checkpoint,
    body,
    text: submittedText(text!, `${entry}/text`, checkpoint),
  }
  try {
    return sweepOrCircuit(parseText(text!, checkpoint).circuit, parameters, place)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const faults = error.faults.map(fault => ({ ...fault, pointer: place.at }))
    return { ...unread(place), faults }
  }
}

interface EntryContext {
  readonly entry: string
  readonly at: string
  /** Left out of a circuit as JSON. */
  readonly text?: SubmittedText
  readonly checkpoint: Checkpoint
  readonly body: SubmitJob
}

const EMPTY = { num_qubits: 1, instructions: [] }
const unread = ({ at, text }: EntryContext) => ({
  at,
  is_text: text !== undefined,
  text: null,
  json: '{}',
  facts: factsOf(EMPTY),
  sweep: null,
  estimate: null,
})

function sweepOrCircuit(
  circuit: ParametricCircuit,
  parameters: SweepParameters | undefined,
  place: EntryContext,
): ReadCircuit {
  const { entry, at, text, checkpoint, body } = place
  const table = parameters ? tableOf(parameters) : NO_PARAMETERS
  const faults = circuitFaults(circuit, table, place)
  if (faults.length > 0) return { ...unread(place), faults: placed(faults, place) }
  const binder = createBinder(circuit, table)
  const bound = binder.circuit(parameters ? hardestRow(binder, table.rows, checkpoint) : 0)
  const kind = estimateKindOf(body)
  const estimate = kind && estimatePlanOf(bound, kind, { request: estimateRequestOf(body), at })
  const is_text = text !== undefined
  const own = text ? jsonForThread(text.text) : null
  const asked = {
    at,
    is_text,
    text: own,
    facts: factsOf(bound),
    faults: placed(estimate?.faults ?? [], place),
    estimate,
  }
  if (!parameters) return { ...asked, json: jsonOf(bound), sweep: null }
  const { names, rows } = table
  const sweep = { at: `${entry}/parameters`, names, rows, table: jsonOf(parameters), sample: jsonOf(bound) }
  return { ...asked, json: jsonOf(circuit), sweep }
}

/** Faults of a circuit; where it has expressions, also those of its table of parameters. */
function circuitFaults(
  circuit: ParametricCircuit,
  table: ParameterTable,
  { entry, at, text, checkpoint, body }: EntryContext,
): Fault[] {
  const unsound = body.observables ? faultsOfForm(circuit, at) : validateCircuit(circuit, at)
  if (unsound.length > 0) return unsound
  const missing = text ? missingInputs(text, circuit, table) : []
  if (missing.length > 0) return missing
  const named = text && ((instruction: number) => instructionName(text, instruction))
  return expressionFaults(circuit, { table, at: { circuit: at, parameters: `${entry}/parameters`, named }, checkpoint })
}

const placed = (faults: readonly Fault[], { text }: EntryContext): Fault[] =>
  text ? placedInText(faults, text) : [...faults]

/** JSON pointer to the shots of a circuit: its own, where they are not those `common` to the submit. */
export function shotsPointer(
  { at, is_text, shots }: Pick<SubmittedCircuit, 'at' | 'is_text' | 'shots'>,
  common: number,
) {
  const entry = at.replace(is_text ? /\/text$/ : /\/circuit$/, '')
  return shots === common ? '/shots' : `${entry}/shots`
}

/** Maximum instructions that are compared for a harder row, once a row with non-Clifford gates is found. */
const MAX_COMPARED = 200_000

/**
 * Among the rows that are compared, the one with the most non-Clifford gates; else the first. All rows have the same
 * instructions, and one in which every angle is general asks most of an engine: no row after it is compared.
 * `executionCheck` judges rows that differ by more than that.
 */
function hardestRow(binder: Binder, rows: number, checkpoint: Checkpoint): number {
  let [hardest, most, compared] = [0, 0, 0]
  for (let row = 0; row < rows && (most === 0 || compared < MAX_COMPARED); row++) {
    checkpoint()
    const open = binder.instructions(row)
    const general = open.filter(({ instruction }) => cliffordOps(instruction) === null).length
    if (general > most) [hardest, most] = [row, general]
    if (general === open.length) break
    if (most > 0) compared += open.length
  }
  return hardest
}

const jsonOf = (value: Circuit | ParametricCircuit | SweepParameters): Json => jsonForThread(JSON.stringify(value))

const fingerprintOf = (body: unknown): string => createHash('sha256').update(JSON.stringify(body)).digest('hex')
