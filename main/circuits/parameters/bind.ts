/** The circuit of each row of a table, from the circuit with expressions. */
import type { Circuit, Instruction, ParametricCircuit, ParametricInstruction } from '../../contract/jobs/circuit'
import { type Fault, MAX_FAULTS } from '../../contract/model/errors'
import { type CompiledExpression, compileExpression, ExpressionError, namesIn } from './expression'
import { heldInteger, integerRange } from './held-values'

/** `values[row * names.length + p]` is the value of parameter p. */
export interface ParameterTable {
  readonly names: readonly string[]
  readonly rows: number
  readonly values: Float64Array
}

export const NO_PARAMETERS: ParameterTable = { names: [], rows: 1, values: new Float64Array(0) }

export function tableOf({ names, rows }: { names: readonly string[]; rows: readonly (readonly number[])[] }) {
  const values = new Float64Array(names.length * rows.length)
  for (const [row, line] of rows.entries()) values.set(line, row * names.length)
  return { names, rows: rows.length, values } satisfies ParameterTable
}

/** Most rows times different expressions that are evaluated: a few seconds on a thread. */
const MAX_EVALUATIONS = 20_000_000
const EVALUATIONS_PER_CHECKPOINT = 256

const isParametric = ({ params }: ParametricInstruction): boolean =>
  params?.some(param => typeof param === 'string') ?? false

/** An instruction whose angles differ from row to row. */
interface OpenInstruction {
  readonly index: number
  readonly instruction: ParametricInstruction
  /** One for each of the instruction's params. */
  readonly angles: readonly CompiledExpression[]
}

export interface Binder {
  /** The circuit with the row's values in place of its expressions; instructions without expressions are shared, not copied. */
  circuit(row: number): Circuit
  /** The instructions with expressions, with their angles in this row. */
  instructions(row: number): { readonly index: number; readonly instruction: Instruction }[]
}

/** Whether any angle is an expression. */
export const hasExpressions = ({ instructions }: ParametricCircuit): boolean => instructions.some(isParametric)

/** Requires a circuit and a table in which `expressionFaults` finds nothing. */
export function createBinder(circuit: ParametricCircuit, { names, values }: ParameterTable): Binder {
  const known = new Map<string, CompiledExpression>()
  const open = openInstructions(circuit, text => compiledOnce(known, text, names))
  const instructions: Binder['instructions'] = row =>
    open.map(({ index, instruction, angles }) => {
      const params = angles.map(angle => angle(values, row * names.length))
      return { index, instruction: { ...instruction, params } }
    })
  return {
    instructions,
    circuit(row) {
      const bound = circuit.instructions.slice() as Instruction[]
      for (const { index, instruction } of instructions(row)) bound[index] = instruction
      return { ...circuit, instructions: bound }
    },
  }
}

function compiledOnce(known: Map<string, CompiledExpression>, text: string, names: readonly string[]) {
  const found = known.get(text) ?? compileExpression(text, names)
  known.set(text, found)
  return found
}

function openInstructions(
  { instructions }: ParametricCircuit,
  compiled: (text: string) => CompiledExpression,
): OpenInstruction[] {
  const open: OpenInstruction[] = []
  for (const [index, instruction] of instructions.entries())
    if (isParametric(instruction)) {
      const angles = instruction.params!.map(param => (typeof param === 'number' ? () => param : compiled(param)))
      open.push({ index, instruction, angles })
    }
  return open
}

/** JSON pointers of a circuit and its table in the body of a request. */
interface BodyPointers {
  readonly circuit: string
  readonly parameters: string
  /** How messages name an instruction; left out: by its pointer. */
  readonly named?: ((instruction: number) => string | null) | undefined
}

/** Names in the circuit's expressions that the table has no values for. */
export function namesWithoutValues({ instructions }: ParametricCircuit, { names }: ParameterTable): string[] {
  const texts = new Set(instructions.flatMap(({ params = [] }) => params.filter(param => typeof param === 'string')))
  return [...new Set([...texts].flatMap(namesIn))].filter(name => !names.includes(name))
}

/**
 * Faults of a table for a circuit: expressions that cannot be read, parameters that no angle uses, and rows in which an angle is
 * not finite.
 */
export function expressionFaults(
  circuit: ParametricCircuit,
  {
    table,
    at,
    checkpoint,
  }: { readonly table: ParameterTable; readonly at: BodyPointers; readonly checkpoint: () => void },
): Fault[] {
  const found = new Map<string, UsedExpression>()
  const faults: Fault[] = []
  const used = new Set<string>()
  for (const [index, instruction] of circuit.instructions.entries()) {
    if (!isParametric(instruction)) continue
    checkpoint()
    for (const [which, param] of instruction.params!.entries()) {
      if (typeof param === 'number' || found.has(param) || faults.length >= MAX_FAULTS) continue
      const pointer = `${at.circuit}/instructions/${index}/params/${which}`
      const angle = attempt(param, table.names, message => faults.push({ pointer, message }))
      if (angle === null) continue
      found.set(param, { angle, pointer, instruction: index })
      for (const name of namesIn(param)) used.add(name)
    }
  }
  if (faults.length > 0) return faults
  return [...unusedFaults(table, used, at), ...valueFaults(found, table, { at, checkpoint })]
}

/** Null where the text cannot be read; `report` is called with the reason. */
function attempt(text: string, names: readonly string[], report: (message: string) => void): CompiledExpression | null {
  try {
    return compileExpression(text, names)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const remedy = names.length === 0 ? '; give values in parameters' : ''
    report(`character ${error.at}: ${error.message}${remedy}`)
    return null
  }
}

const INTEGER_INPUTS = /(?<![\p{L}\p{Nl}\p{Nd}_])(u?int)(?:\[(\d+)\])?\(([\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}_]*)\)/gu

/** First parameter of the expression whose value is not an integer in the range of its type. */
function outsideRange(text: string, numberOf: (name: string) => number): string | null {
  for (const [type, kind, width, name] of text.matchAll(INTEGER_INPUTS)) {
    const bits = width === undefined ? null : Number(width)
    if (Number.isFinite(heldInteger(numberOf(name!), kind as 'int' | 'uint', bits))) continue
    const [least, most] = integerRange(kind as 'int' | 'uint', bits)
    return `${name} = ${numberOf(name!)} is no ${type.slice(0, type.indexOf('('))}: a whole number from ${least} to ${most}`
  }
  return null
}

const unusedFaults = ({ names }: ParameterTable, used: ReadonlySet<string>, at: BodyPointers): Fault[] =>
  names.flatMap((name, index) =>
    used.has(name)
      ? []
      : [
          {
            pointer: `${at.parameters}/names/${index}`,
            message: `no angle of the circuit uses ${name}: use it, or leave it out`,
          },
        ],
  )

/** An expression and the place of its first use. */
interface UsedExpression {
  readonly angle: CompiledExpression
  readonly pointer: string
  readonly instruction: number
}
type KnownExpressions = ReadonlyMap<string, UsedExpression>

function valueFaults(
  expressions: KnownExpressions,
  { names, rows, values }: ParameterTable,
  { at, checkpoint }: { readonly at: BodyPointers; readonly checkpoint: () => void },
): Fault[] {
  const work = rows * expressions.size
  if (work > MAX_EVALUATIONS) {
    const message = `${rows} rows of ${expressions.size} different expressions are more than ${MAX_EVALUATIONS} values; use fewer rows`
    return [{ pointer: `${at.parameters}/rows`, message }]
  }
  const faults: Fault[] = []
  let since = 0
  for (const [text, { angle, pointer, instruction }] of expressions)
    for (let row = 0; row < rows && faults.length < MAX_FAULTS; row++) {
      since += 1
      if (since % EVALUATIONS_PER_CHECKPOINT === 0) checkpoint()
      if (Number.isFinite(angle(values, row * names.length))) continue
      const numberOf = (name: string) => values[row * names.length + names.indexOf(name)]!
      const given = namesIn(text).map(name => `${name} = ${numberOf(name)}`)
      const outside = outsideRange(text, numberOf)
      const message = outside
        ? `row ${row}: ${outside}`
        : `row ${row}: ${text} (${at.named?.(instruction) ?? pointer}) is no finite angle${given.length > 0 ? ` for ${given.join(', ')}` : ''}`
      faults.push({ pointer: names.length === 0 ? pointer : `${at.parameters}/rows/${row}`, message })
    }
  return faults
}
