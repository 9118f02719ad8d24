import type { ArrayType, Expression, Initial, Parameter, StatementOf } from '../model/ast'
import { limitExceeded, type SourceLocation, semanticError } from '../model/diagnostics'
import { MAX_DIMENSIONS, MAX_ELEMENTS } from '../model/limits'
import { numberValue, type Value } from '../model/values'
import type { Elements } from '../state/names'
import type { ProgramState } from '../state/program'
import { checkShape, elementCount, elementsOf } from './array-elements'
import { convertedTo, widthOfType } from './conversion'
import { evaluateFor, evaluateInteger } from './expression'
import type { ExpressionType } from './expression-types'

type ArrayStatement = StatementOf<'array'>

export const declareArray = (program: ProgramState, statement: ArrayStatement): void =>
  program.names.declaring(statement.name, () => addArray(program, statement))

function addArray(program: ProgramState, statement: ArrayStatement): void {
  const { name, type, value, isConst, line, column } = statement
  if (statement.isOutput) program.outputs.push({ name, line, column })
  if (type.dimensions) semanticError(statement, '#dim is for parameters; an array that is declared has sizes')
  const sizes = sizesOf(program, statement, type)
  const shape = { type: type.of.name, width: widthOfType(program, type.of) }
  const given = value
    ? startOf(program, value, { ...shape, sizes })
    : Array.from({ length: elementCount(sizes) }, () => numberValue(0))
  const elements = given.map(start => ({
    value: convertedTo(program.budget, statement, { type: shape.type, width: shape.width, value: start }),
  }))
  const { conditions } = program
  program.names.declare(statement, name, { kind: 'array', ...shape, sizes, elements, isConst, conditions })
}

function sizesOf(program: ProgramState, at: SourceLocation, { sizes }: ArrayType): number[] {
  if (sizes.length === 0 || sizes.length > MAX_DIMENSIONS)
    limitExceeded(at, `an array has 1 to ${MAX_DIMENSIONS} dimensions, not ${sizes.length}`)
  const numbers = sizes.map(size => evaluateInteger(program, size, 'the size of an array'))
  const wrong = numbers.find(size => size < 1)
  if (wrong !== undefined) semanticError(at, `the size of an array must be at least 1, not ${wrong}`)
  const count = elementCount(numbers)
  if (count > MAX_ELEMENTS) limitExceeded(at, `arrays end at ${MAX_ELEMENTS} elements`)
  // Each element becomes an object.
  program.budget.spend(at, 4 * count)
  return numbers
}

/** The initial values of the elements, in their order. */
function startOf(
  program: ProgramState,
  value: Initial,
  { type, width, sizes }: Pick<Elements, 'type' | 'width' | 'sizes'>,
): Value[] {
  const [size, ...inner] = sizes
  if (value.kind !== 'list') {
    if (size === undefined) return [evaluateFor(program, { name: type as ExpressionType['name'], width }, value)]
    const array = elementsOf(program, value) ?? semanticError(value, 'expected an array or a list of values in braces')
    checkShape(value, array.sizes, sizes)
    return array.elements.map(element => element.value)
  }
  if (size === undefined) return semanticError(value, 'this list goes deeper than the array has dimensions')
  if (value.items.length !== size)
    semanticError(value, `${value.items.length} values do not fill a dimension of ${size}`)
  return value.items.flatMap(item => startOf(program, item, { type, width, sizes: inner }))
}

/** The array for a parameter: it shares the elements of the argument, so that the subroutine writes into them. */
export function arrayArgument(program: ProgramState, parameter: Parameter, arg: Expression): Elements {
  const { name, type } = parameter
  const array = elementsOf(program, arg) ?? semanticError(arg, `${name} is an array, and this is none`)
  if (array.type !== type.name || array.width !== widthOfType(program, type))
    semanticError(arg, `the elements of ${name} are of another type`)
  const { sizes, dimensions, isConst } = parameter.array!
  if (dimensions === null) checkShape(arg, array.sizes, sizesOf(program, arg, { of: type, sizes, dimensions }))
  else if (evaluateInteger(program, dimensions, 'a number of dimensions') !== array.sizes.length)
    semanticError(arg, `${name} has another number of dimensions than the ${array.sizes.length} given`)
  if (array.isConst && !isConst) semanticError(arg, `${name} may be written, and this array is a constant`)
  return { ...array, isConst }
}

/** Refuses an operand of `sizeof` that names no array. */
function noArray(program: ProgramState, of: Expression): never {
  if (of.kind === 'name') program.names.need(of, of.name)
  return semanticError(of, 'sizeof is of an array, and this is none')
}

/** `sizeof(a)` or `sizeof(a, dimension)`. */
export function arraySize(program: ProgramState, at: SourceLocation, args: readonly Expression[]): Value {
  const [of, which, ...rest] = args
  if (of === undefined || rest.length > 0)
    return semanticError(at, `sizeof takes 1 or 2 arguments, ${args.length} given`)
  const array = elementsOf(program, of) ?? noArray(program, of)
  const dimension = which ? evaluateInteger(program, which, 'a dimension') : 0
  return numberValue(
    array.sizes[dimension] ?? semanticError(at, `there is no dimension ${dimension} of ${array.sizes.length}`),
  )
}
