import { PARAMETER_NAME, RESERVED_NAMES } from '../../../contract/jobs/parameters'
import { asHeld } from '../../parameters/symbolic'
import { elementsOf } from '../evaluation/array-elements'
import { convertedTo, widthOfType } from '../evaluation/conversion'
import { evaluateFor, measureToScratch } from '../evaluation/expression'
import type { ExpressionType } from '../evaluation/expression-types'
import { classicalBits, quantumBits } from '../evaluation/operands'
import type { Expression, StatementOf, TypeName } from '../model/ast'
import { semanticError, unsupportedError } from '../model/diagnostics'
import { bitsValue, isRunTime, numberValue, symbolValue, type Value } from '../model/values'
import type { ProgramState } from '../state/program'
import { refuseMeasured } from './measurement'

type Alias = StatementOf<'alias'>

/** Declares registers of qubits and bits, constants, variables and inputs. */
export function declareVariable(program: ProgramState, statement: StatementOf<'declare'>): void {
  program.names.declaring(statement.name, () => {
    if (statement.isOutput) refuseOutput(program, statement)
    if (statement.isInput) declareInput(program, statement)
    else if (statement.type.name === 'qubit') declareQubits(program, statement)
    else if (statement.type.name === 'bit' && !statement.isConst) declareBits(program, statement)
    else declareValue(program, statement)
  })
}

function refuseOutput(program: ProgramState, statement: StatementOf<'declare'>): void {
  if (!program.names.isGlobal) semanticError(statement, 'outputs are declared at the top of a program, not in a block')
  if (statement.type.name === 'qubit') semanticError(statement, 'an output is classical: measure the qubits into bits')
}

/**
 * Declares a parameter, whose values come with each row. An angle is reduced to a turn and, where it has a width, to a multiple
 * of its lowest bit; an integer is a whole number within its width; a real number of any width is held as a double.
 */
function declareInput(program: ProgramState, statement: StatementOf<'declare'>): void {
  const { type, name, value } = statement
  if (!program.names.isGlobal) semanticError(statement, 'inputs are declared at the top of a program, not in a block')
  if (value !== null) semanticError(statement, `the input ${name} gets its values with the rows of parameters`)
  const width = widthOfType(program, type)
  const held = isHeld(type.name) ? type.name : notHeld(statement)
  if (width !== null && width > MAX_INPUT_WIDTH)
    unsupportedError(statement, `an input of more than ${MAX_INPUT_WIDTH} bits is not supported`)
  if (!PARAMETER_NAME.test(name) || RESERVED_NAMES.includes(name))
    unsupportedError(
      statement,
      `${name} cannot name a parameter: take letters, digits and underscore, and no function's name`,
    )
  program.inputs.push(name)
  program.names.declare(statement, name, {
    kind: 'variable',
    type: held,
    width,
    isConst: true,
    isInput: true,
    conditions: program.conditions,
    value: symbolValue(held === 'float' ? name : asHeld(name, { type: held, width })),
  })
}

const notHeld = (statement: StatementOf<'declare'>): never =>
  unsupportedError(
    statement,
    `an input of type ${statement.type.name} is not supported, for it cannot be part of an angle: declare it as float, angle, int or uint, or submit a circuit for each of its values`,
  )

const MAX_INPUT_WIDTH = 64
const isHeld = (name: TypeName): name is 'float' | 'angle' | 'int' | 'uint' =>
  ['float', 'angle', 'int', 'uint'].includes(name)

function declareQubits(program: ProgramState, statement: StatementOf<'declare'>): void {
  const { type, name } = statement
  const size = widthOfType(program, type) ?? 1
  if (!program.names.isGlobal) semanticError(statement, 'qubits are declared at the top of a program, not in a block')
  program.names.declare(statement, name, { kind: 'qubits', indices: program.recorder.addQubits(statement, size) })
  program.registers.push({ name, kind: 'qubit', size })
}

function declareBits(program: ProgramState, statement: StatementOf<'declare'>): void {
  const { type, name, value } = statement
  const size = widthOfType(program, type) ?? 1
  program.budget.spend(statement, size)
  const isLocal = !program.names.isGlobal
  if (value?.kind === 'measure') {
    declareMeasured(program, statement, { size, of: value.of })
    return
  }
  noteOutput(program, statement)
  const initial = value ? evaluateFor(program, { name: 'bit', width: size }, value) : null
  const cells = program.recorder.addCells(statement, size, isLocal)
  program.names.declare(statement, name, { kind: 'bits', cells, isConst: false })
  if (!isLocal) program.registers.push({ name, kind: 'bit', size })
  if (initial?.kind === 'bits')
    initial.bits.forEach((bit, i) => {
      program.recorder.initialize(statement, cells[i]!, bit)
    })
}

/** `bit c = measure q;`. */
function declareMeasured(
  program: ProgramState,
  statement: StatementOf<'declare'>,
  { size, of }: { readonly size: number; readonly of: Expression },
): void {
  const qubits = quantumBits(program, of)
  if (qubits.length !== size) refuseMeasured(statement, qubits.length, size)
  declareBits(program, { ...statement, value: null })
  const cells = classicalBits(program, { ...of, kind: 'name', name: statement.name, height: 1 } as Expression)!
  for (const [i, qubit] of qubits.entries())
    program.recorder.emit(statement, { name: 'measure', qubits: [qubit], clbits: [cells[i]!] })
}

function declareValue(program: ProgramState, statement: StatementOf<'declare'>): void {
  const { type, name, value, isConst } = statement
  const width = widthOfType(program, type)
  noteOutput(program, statement)
  const initial = value ? initialValue(program, statement, { width, value }) : startOf(program, statement, width)
  if (isConst && isRunTime(initial))
    semanticError(statement, `the constant ${name} cannot depend on a measurement: declare it without const`)
  program.names.declare(statement, name, {
    kind: 'variable',
    type: type.name,
    width,
    isConst,
    conditions: program.conditions,
    value: initial,
  })
}

function noteOutput({ outputs }: ProgramState, { isOutput, name, line, column }: StatementOf<'declare'>): void {
  if (isOutput) outputs.push({ name, line, column })
}

const startOf = (program: ProgramState, { type, ...at }: StatementOf<'declare'>, width: number | null): Value =>
  convertedTo(program.budget, at, { type: type.name, width, value: numberValue(0) })

function initialValue(
  program: ProgramState,
  statement: StatementOf<'declare'>,
  { width, value }: { readonly width: number | null; readonly value: Expression },
): Value {
  const { name } = statement.type
  if (value.kind !== 'measure') return evaluateFor(program, { name: name as ExpressionType['name'], width }, value)
  return convertedTo(program.budget, statement, {
    type: name,
    width,
    value: bitsValue(measureToScratch(program, value.of)),
  })
}

/** `let name = a ++ b[0:2];`: qubits or bits under another name, which a later alias may take again. */
export const declareAlias = (program: ProgramState, statement: Alias): void =>
  program.names.declaring(statement.name, () => aliasOf(program, statement))

function aliasOf(program: ProgramState, statement: Alias): void {
  const { name, parts } = statement
  const array = parts.find(part => elementsOf(program, part) !== null)
  if (array) unsupportedError(array, 'another name for an array is not supported: declare one and copy it')
  const first = classicalBits(program, parts[0]!)
  const all = parts.flatMap(part =>
    first ? (classicalBits(program, part) ?? mixed(part)) : quantumBits(program, part),
  )
  if (new Set(all).size !== all.length) semanticError(statement, `${name} would hold one element twice`)
  program.budget.spend(statement, all.length)
  program.names.alias(
    statement,
    name,
    first ? { kind: 'bits', cells: all, isConst: false } : { kind: 'qubits', indices: all },
  )
}

const mixed = (at: Expression): never => semanticError(at, 'qubits and classical bits cannot be joined')
