import type { Expression, ExpressionOf, IndexItem } from '../model/ast'
import { type Bit, fromTruthTable } from '../model/bits'
import { type SourceLocation, semanticError, unsupportedError } from '../model/diagnostics'
import { bitsOfValue, integerOf } from '../model/numbers'
import { selectValue, valueTable } from '../model/tables'
import { bitsValue, numberValue, type Value } from '../model/values'
import type { Elements } from '../state/names'
import type { ProgramState } from '../state/program'
import { inOneForm, variableValue } from './angle'
import { convertedTo } from './conversion'
import { evaluateExpression, evaluateFor } from './expression'
import type { ExpressionType } from './expression-types'
import { checkBounds, fromEnd, positionsOf, rangeOf } from './operands'

type Indexed = ExpressionOf<'index'>
/** A part of an array that an index may name, and the bit that is 1 where the index names it. */
interface IndexedPart {
  readonly part: Elements
  readonly when: Bit
}

export const elementCount = (sizes: readonly number[]): number => sizes.reduce((all, size) => all * size, 1)

export function checkShape(at: SourceLocation, given: readonly number[], wanted: readonly number[]): void {
  const spelled = (sizes: readonly number[]) => sizes.join(' × ') || 'one value'
  if (given.join() !== wanted.join())
    semanticError(at, `an array of ${spelled(given)} does not fit where ${spelled(wanted)} is expected`)
}

/** The named array, or the part of one; null if the expression is something else. */
export function elementsOf(program: ProgramState, expression: Expression): Elements | null {
  if (expression.kind === 'name') {
    const binding = program.names.find(expression.name)
    return binding?.kind === 'array' ? binding : null
  }
  if (expression.kind === 'join') return joined(program, expression)
  const of = expression.kind === 'index' ? elementsOf(program, expression.of) : null
  if (of === null || expression.kind !== 'index') return null
  const [choice, ...others] = choicesOf(program, expression, of)
  if (others.length > 0)
    unsupportedError(expression, 'which part of an array this is is known only when the circuit runs')
  return choice!.part
}

/** Joins arrays along their first dimension; their other dimensions are equal. null if the first part is no array. */
function joined(program: ProgramState, { parts }: ExpressionOf<'join'>): Elements | null {
  const first = elementsOf(program, parts[0]!)
  if (first === null) return null
  const arrays = parts.map(part => alike(program, part, first))
  const length = arrays.reduce((sum, { sizes }) => sum + sizes[0]!, 0)
  program.budget.spend(parts[0]!, 4 * arrays.reduce((sum, { elements }) => sum + elements.length, 0))
  return {
    ...first,
    sizes: [length, ...first.sizes.slice(1)],
    elements: arrays.flatMap(({ elements }) => elements),
    isConst: true,
  }
}

/** The array that the part names; refused where it cannot be joined to the first one. */
function alike(program: ProgramState, part: Expression, { type, width, sizes }: Elements): Elements {
  const array = elementsOf(program, part) ?? semanticError(part, 'only an array can be joined to an array')
  if (array.sizes.length === 0) semanticError(part, 'an element is no array, to be joined by ++')
  if (array.type !== type || array.width !== width) semanticError(part, 'arrays of different types cannot be joined')
  checkShape(part, array.sizes.slice(1), sizes.slice(1))
  return array
}

/** The value of an element or of bits of one; null if the expression is no part of an array. */
export function elementValue(program: ProgramState, expression: Expression): Value | null {
  if (expression.kind !== 'index') {
    const whole = elementsOf(program, expression)
    return whole && semanticError(expression, 'a whole array is no value here: name one of its elements')
  }
  const of = elementsOf(program, expression.of)
  if (of === null) return null
  if (of.sizes.length === 0) return bitsOfElement(program, expression, of)
  const [last, ...others] = choicesOf(program, expression, of).toReversed() as [IndexedPart, ...IndexedPart[]]
  return others.reduce(
    (value, { part, when }) =>
      selectValue(program.budget, expression, { when, yes: valueOfOne(program, expression, part), no: value }),
    valueOfOne(program, expression, last.part),
  )
}

function valueOfOne(
  program: ProgramState,
  at: SourceLocation,
  { type, width, conditions, sizes, elements }: Elements,
): Value {
  if (sizes.length > 0) semanticError(at, 'a part of an array is no value here: name one of its elements')
  const { value } = elements[0]!
  return variableValue(program, at, { kind: 'variable', type, width, isConst: true, conditions, value })
}

function bitsOfElement(program: ProgramState, expression: Indexed, of: Elements): Value {
  const value = valueOfOne(program, expression, of)
  const width = value.kind === 'bits' ? value.bits.length : (of.width ?? 32)
  const positions = positionsOf(program, expression, expression.items, width)
  const bits = bitsOfValue(expression, value, width, 'what is indexed by bit')
  return bitsValue(positions.map(position => bits[position]!))
}

/**
 * `a = b`, `a[0] = b[1]`, `a[0, 2] = 5`: assigns elements or whole parts; all values are read before one is written.
 */
export function assignElements(
  program: ProgramState,
  at: SourceLocation,
  { target, value }: { readonly target: Expression; readonly value: Expression },
): void {
  const of = target.kind === 'index' ? elementsOf(program, target.of) : null
  if (of?.sizes.length === 0)
    unsupportedError(target, 'the bits of an element cannot be assigned: assign the whole element')
  const choices: readonly IndexedPart[] =
    of && target.kind === 'index'
      ? choicesOf(program, target, of)
      : [{ part: elementsOf(program, target) ?? semanticError(target, 'expected an array'), when: 1 }]
  if (choices.some(({ part }) => part.isConst)) semanticError(at, 'this array is a constant')
  const { sizes, type, width } = choices[0]!.part
  const given =
    sizes.length === 0
      ? [evaluateFor(program, { name: type as ExpressionType['name'], width }, value)]
      : valuesOf(program, value, sizes)
  for (const { part, when } of choices)
    for (const [i, value] of given.entries()) store(program, at, { part, i, when, given: value })
}

function valuesOf(program: ProgramState, value: Expression, sizes: readonly number[]): Value[] {
  const part = elementsOf(program, value) ?? semanticError(value, 'expected an array')
  checkShape(value, part.sizes, sizes)
  program.budget.spend(value, 4 * part.elements.length)
  return part.elements.map(element => element.value)
}

interface ElementAssignment {
  readonly part: Elements
  readonly i: number
  readonly when: Bit
  readonly given: Value
}

function store(program: ProgramState, at: SourceLocation, { part, i, when, given }: ElementAssignment): void {
  const element = part.elements[i]!
  const { budget, recorder } = program
  const stored = convertedTo(budget, at, { type: part.type, width: part.width, value: given })
  const [after, before] = inOneForm(budget, at, part.type, [stored, element.value]) as [Value, Value]
  const held = recorder.conditions.asBit(at, part.conditions)
  element.value = selectValue(budget, at, {
    when: held,
    yes: selectValue(budget, at, { when, yes: after, no: before }),
    no: before,
  })
}

/** The parts that the index may name: one, or one for each value of it that measurements allow. */
function choicesOf(program: ProgramState, at: Indexed, of: Elements): IndexedPart[] {
  const { items } = at
  if (items.length > of.sizes.length) semanticError(at, `${items.length} indices on ${of.sizes.length} dimensions`)
  const indices = items.map(item => (item.kind === 'range' ? numberValue(0) : evaluateExpression(program, item)))
  const { of: outcomes, rows } = valueTable(program.budget, at, indices)
  const keys = rows.map(row => row.join())
  return [...new Set(keys)].map(key => ({
    part: picked(program, at, { of, indices: rows[keys.indexOf(key)]! }),
    when: fromTruthTable(
      outcomes,
      keys.map(other => (other === key ? 1 : 0)),
    ),
  }))
}

/** Applies one item of the index to each dimension in order: a position removes the dimension, a range keeps it. */
function picked(
  program: ProgramState,
  { items, ...at }: Indexed,
  { of, indices }: { readonly of: Elements; readonly indices: readonly number[] },
): Elements {
  let [part, dimension] = [of, 0]
  items.forEach((item: IndexItem, i) => {
    const size = part.sizes[dimension]!
    const isOne = item.kind !== 'range'
    const positions = isOne
      ? [fromEnd(integerOf(at, numberValue(indices[i]!), 'an index'), size)]
      : rangeOf(program, item, size)
    checkBounds(item, positions, size)
    part = along(program, at, { of: part, dimension, positions, isOne })
    if (!isOne) dimension++
  })
  return part
}

interface Slice {
  readonly of: Elements
  readonly dimension: number
  readonly positions: readonly number[]
  readonly isOne: boolean
}

/** The part with these positions of one dimension; `isOne` removes that dimension. */
function along(program: ProgramState, at: SourceLocation, { of, dimension, positions, isOne }: Slice): Elements {
  const [before, after] = [of.sizes.slice(0, dimension), of.sizes.slice(dimension + 1)]
  const [blocks, size, run] = [elementCount(before), of.sizes[dimension]!, elementCount(after)]
  program.budget.spend(at, 2 * blocks * positions.length * run)
  const elements = Array.from({ length: blocks }, (_, block) =>
    positions.flatMap(position =>
      of.elements.slice((block * size + position) * run, (block * size + position + 1) * run),
    ),
  ).flat()
  return { ...of, sizes: [...before, ...(isOne ? [] : [positions.length]), ...after], elements }
}
