/** Tasks of sweeps for a thread: reading tables, binding single rows, pages and series of results. */
import { hasLoops } from '../../circuits/model/loops'
import { createBinder, type ParameterTable, tableOf } from '../../circuits/parameters/bind'
import type { Circuit, ParametricCircuit } from '../../contract/jobs/circuit'
import type { SweepParameters } from '../../contract/jobs/parameters'
import type { JobResult } from '../../contract/jobs/result'
import { jsonList, jsonWith } from '../../contract/model/json-text'
import { wilson } from '../../qec/statistics/intervals'
import { type CircuitFacts, factsOf } from '../../simulation/circuit-facts'
import { type EncodedSweep, encodeRows } from '../../simulation/encode-rows'
import type { SlotCounts } from '../../simulation/model/counts'
import type { Checkpoint } from '../../worker/checkpoint'
import { type Json, jsonBytes, parsed } from '../../worker/json'
import type { TaskContext } from '../../worker/runner'
import { type Outcomes, type RowOutcome, rowSeed } from '../model/sweep'
import type { CountedForm } from './measured-outcomes'
import { decodeRowFile } from './row-file'
import { outcomesOfForm, outcomesOfSlots } from './row-outcomes'
import { rowStructures } from './row-structures'
import { sweepValueTasks } from './sweep-values'

export interface RowsInput {
  readonly bytes: Uint8Array
  readonly table: ParameterTable
  readonly clbits: number
  /** Seed of the job. */
  readonly seed: number
  /** The first row of the page, and how many at most. */
  readonly from: number
  readonly limit: number
}

export interface RowsOutput {
  /** JSON of the list of rows. */
  readonly json: Uint8Array
  readonly rows: number
}

/** Characters of JSON after which a page ends. */
const MAX_CHARACTERS = 2 ** 20

/** An event whose share of the shots a series has for each row. */
export type SweepEvent =
  | { readonly kind: 'outcome' /** Highest classical bit first; x is either. */; readonly bits: string }
  | { readonly kind: 'parity'; readonly clbits: readonly number[] }

export interface HitsInput {
  readonly bytes: Uint8Array
  readonly event: SweepEvent
}

export interface HitsOutput {
  readonly first: number
  /** Shots of each row, and how many had the event. */
  readonly shots: Float64Array
  readonly hits: Float64Array
}

/** Maximum circuits that are checked for the rows of a sweep, where the general one is refused. */
export const MAX_STRUCTURES = 64

interface StructuresInput {
  /** The circuit with expressions, and the parameters. */
  readonly json: Json
  readonly parameters: Json
}

/** A circuit that stands for rows of a sweep. */
export interface JudgedCircuit {
  readonly json: Uint8Array
  readonly facts: CircuitFacts
}

export interface JudgedRow extends JudgedCircuit {
  /** The first of the rows that it stands for. */
  readonly row: number
}

const judged = (circuit: Circuit): JudgedCircuit => ({ json: jsonBytes(circuit), facts: factsOf(circuit) })

const structuresOf = ({ json, parameters }: StructuresInput, checkpoint: Checkpoint) =>
  rowStructures(parsed<ParametricCircuit>(json), tableOf(parsed<SweepParameters>(parameters)), {
    most: MAX_STRUCTURES,
    checkpoint,
  })

export interface SeriesInput {
  readonly table: ParameterTable
  readonly parts: readonly HitsOutput[]
}

interface EncodeInput {
  readonly json: Json
  readonly table: ParameterTable
  readonly first: number
  /** Seeds of the rows, from the first row on. */
  readonly seeds: BigUint64Array
  readonly shots: number
  readonly max_qubits: number
}

export const sweepTasks = {
  ...sweepValueTasks,
  encodeRows: ({ json, table, ...shape }: EncodeInput): EncodedSweep =>
    encodeRows(parsed<ParametricCircuit>(json), table, shape),
  slotOutcomes: (
    { rows, clbits }: { readonly rows: readonly SlotCounts[]; readonly clbits: number },
    { checkpoint }: TaskContext,
  ): Outcomes[] => rows.map(row => outcomesOfSlots(row, clbits, checkpoint)),
  /** As `slotOutcomes`, of one row in whatever form its engine counted. */
  rowOutcomes: (
    { form, clbits }: { readonly form: CountedForm; readonly clbits: number },
    { checkpoint }: TaskContext,
  ): Outcomes => outcomesOfForm(form, clbits, checkpoint),
  table: ({ json }: { readonly json: Json }): ParameterTable => tableOf(parsed<SweepParameters>(json)),
  hasLoops: ({ json }: { readonly json: Json }): boolean => hasLoops(parsed<ParametricCircuit>(json)),
  /** The circuit at a point where no gate is special, which needs as much as any row. */
  generalRow: (input: StructuresInput, { checkpoint }: TaskContext): JudgedCircuit =>
    judged(structuresOf(input, checkpoint).general),
  /** One circuit for each set of special angles among the rows; null where there are more than `MAX_STRUCTURES`. */
  distinctRows: (input: StructuresInput, { checkpoint }: TaskContext): JudgedRow[] | null =>
    structuresOf(input, checkpoint)
      .each()
      ?.map(({ row, circuit }) => ({ ...judged(circuit), row })) ?? null,
  /** JSON of the circuit of one row. */
  boundCircuit: ({ json, table, row }: { readonly json: Json; readonly table: ParameterTable; readonly row: number }) =>
    JSON.stringify(createBinder(parsed<ParametricCircuit>(json), table).circuit(row)),
  rowsPage: ({ bytes, table, clbits, seed, from, limit }: RowsInput): RowsOutput => {
    const { first, rows } = decodeRowFile(bytes)
    const texts: string[] = []
    let characters = 0
    for (const [at, one] of rows.slice(from - first, from - first + limit).entries()) {
      const { outcomes, shots, engine } = one
      const row = from + at
      const parameters = parametersAt(table, row)
      const head = { row, parameters, shots, seed: rowSeed(seed, row), engine, ...beyondCounts(one) }
      const text = jsonWith(head, { counts: countsJson(outcomes, clbits) }).parts.join('')
      characters += text.length
      if (at > 0 && characters > MAX_CHARACTERS) break
      texts.push(text)
    }
    return { json: new TextEncoder().encode(jsonList(texts).parts.join('')), rows: texts.length }
  },
  /** JSON of the counts of one row, and of its estimates. */
  rowCounts: ({
    bytes,
    clbits,
    row,
  }: {
    readonly bytes: Uint8Array
    readonly clbits: number
    readonly row: number
  }) => {
    const { first, rows } = decodeRowFile(bytes)
    const { outcomes, shots, overhead_shots, unfinished_shots, engine, estimates } = rows[row - first]!
    return {
      counts: countsJson(outcomes, clbits),
      shots,
      overhead_shots,
      ...(unfinished_shots !== undefined && { unfinished_shots }),
      engine,
      estimates: estimates?.slice() ?? null,
    }
  },
  rowHits: ({ bytes, event }: HitsInput): HitsOutput => {
    const { first, rows } = decodeRowFile(bytes)
    return {
      first,
      shots: Float64Array.from(rows, ({ shots }) => shots),
      hits: Float64Array.from(rows, ({ outcomes }) => hitsOf(outcomes, event)),
    }
  },
  /** JSON of the rows of a series. */
  series: ({ table, parts }: SeriesInput): Uint8Array =>
    jsonBytes(
      parts.flatMap(({ first, shots, hits }) =>
        Array.from(shots, (n, at) => seriesRow(table, first + at, { shots: n, hits: hits[at]! })),
      ),
    ),
}

/** Fields of a row in a page besides its counts, without the groups and the confusion. */
function beyondCounts({ overhead_shots, unfinished_shots, estimates }: RowOutcome) {
  const left = unfinished_shots === undefined ? {} : { unfinished_shots }
  if (estimates === null) return left
  const { expectation_values, covariance, target, mitigated_counts } = parsed<Partial<JobResult>>(estimates)
  return { ...left, overhead_shots, expectation_values, covariance, target, mitigated_counts }
}

function seriesRow(
  { names, values }: ParameterTable,
  row: number,
  { shots, hits }: { readonly shots: number; readonly hits: number },
) {
  const { value, low, high } = wilson(hits, shots)
  const from = row * names.length
  return { row, values: [...values.subarray(from, from + names.length)], shots, hits, probability: value, low, high }
}

export const parametersAt = ({ names, values }: ParameterTable, row: number): Record<string, number> =>
  Object.fromEntries(names.map((name, at) => [name, values[row * names.length + at]!]))

function countsJson({ rows, counts, width }: Outcomes, clbits: number): string {
  const parts = Array.from(counts, (count, k) => `"${bitstringAt(rows, k * width, clbits)}":${count}`)
  return `{${parts.join(',')}}`
}

function bitstringAt(rows: Uint8Array, from: number, clbits: number): string {
  let text = ''
  for (let bit = clbits - 1; bit >= 0; bit--) text += (rows[from + (bit >> 3)]! >> (bit & 7)) & 1
  return text
}

/** Number of shots with the event. */
function hitsOf({ rows, counts, width }: Outcomes, event: SweepEvent): number {
  const test = event.kind === 'outcome' ? matcher(event.bits, width) : parityOf(event.clbits)
  let hits = 0
  for (const [k, count] of counts.entries()) if (test(rows, k * width)) hits += count
  return hits
}

type OutcomeTest = (rows: Uint8Array, from: number) => boolean

function matcher(bits: string, width: number): OutcomeTest {
  const [mask, wanted] = [new Uint8Array(width), new Uint8Array(width)]
  for (let clbit = 0; clbit < bits.length; clbit++) {
    const character = bits[bits.length - 1 - clbit]!
    if (character !== '0' && character !== '1') continue
    mask[clbit >> 3]! |= 1 << (clbit & 7)
    if (character === '1') wanted[clbit >> 3]! |= 1 << (clbit & 7)
  }
  return (rows, from) => {
    for (let byte = 0; byte < width; byte++) if ((rows[from + byte]! & mask[byte]!) !== wanted[byte]) return false
    return true
  }
}

/** Whether an odd number of the bits is 1. */
const parityOf =
  (clbits: readonly number[]): OutcomeTest =>
  (rows, from) => {
    let odd = 0
    for (const clbit of clbits) odd ^= (rows[from + (clbit >> 3)]! >> (clbit & 7)) & 1
    return odd === 1
  }
