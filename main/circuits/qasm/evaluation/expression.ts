import type { Expression, ExpressionOf } from '../model/ast'
import { isBounded } from '../model/ast'
import { andBits, type Bit, orBits } from '../model/bits'
import { type SourceLocation, semanticError, unsupportedError } from '../model/diagnostics'
import { bitsOfNumber, bitsOfValue, exactOf, finiteOf, integerOf, numberOf } from '../model/numbers'
import { mapTable } from '../model/tables'
import { bitsValue, integerValue, isRunTime, numberValue, truthOf, type Value } from '../model/values'
import type { ProgramState } from '../state/program'
import { angleAsBits, angleBits, angleOfBits, variableValue } from './angle'
import {
  bitResult,
  computed as computedValue,
  evaluatedFor,
  fromBits,
  inverted,
  negated,
  noteUnsigned,
} from './arithmetic'
import { elementValue } from './array-elements'
import { arraySize } from './arrays'
import { convertedTo, widthOfType } from './conversion'
import { type ExpressionType, isInteger, isLiteral, typeOf } from './expression-types'
import { CONSTANTS, functionNamed, type MathFunction, modulo } from './math-functions'
import { classicalBits, positionsOf, quantumBits } from './operands'
import { BIT_OPERATORS, unaryValue } from './operators'
import { isSymbolic, symbolicCall, symbolicNegative, symbolicResult } from './symbolic'

const isSafe = (whole: bigint): boolean => Number.isSafeInteger(Number(whole))

/** The value of an expression, as far as it is known while the program is unrolled. */
export const evaluateExpression = (program: ProgramState, expression: Expression): Value =>
  program.budget.nested(expression, () => computed(program, expression))

function computed(program: ProgramState, expression: Expression): Value {
  switch (expression.kind) {
    case 'number':
      return expression.exact === undefined ? numberValue(expression.value) : integerValue(expression.exact)
    case 'bits':
      return bitsValue(expression.bits)
    case 'name':
      return nameValue(program, expression)
    case 'unary':
      return unary(program, expression)
    case 'binary':
      return binary(program, expression)
    case 'call':
      return callValue(program, expression)
    case 'cast':
      return castValue(program, expression)
    case 'index':
      return indexValue(program, expression)
    case 'measure':
      return bitsValue(measureToScratch(program, expression.of))
    case 'join':
      return bitsValue(expression.parts.flatMap(part => bitsToJoin(program, part)))
    case 'time':
      return unsupportedError(expression, `${expression.text} has no value: circuits here carry no times`)
    case 'hardware':
      return semanticError(expression, 'a qubit is no value')
  }
}

export const evaluateNumber = (program: ProgramState, expression: Expression, what: string): number =>
  numberOf(expression, evaluateExpression(program, expression), what)
export const evaluateInteger = (program: ProgramState, expression: Expression, what: string): number =>
  integerOf(expression, evaluateExpression(program, expression), what)

function nameValue(program: ProgramState, expression: ExpressionOf<'name'>): Value {
  const bound = program.names.find(expression.name)
  const isBuiltIn = !bound && Object.hasOwn(CONSTANTS, expression.name) && !program.names.hidden(expression.name)
  if (isBuiltIn) return numberValue(CONSTANTS[expression.name]!)
  const binding = bound ?? program.names.need(expression, expression.name)
  if (binding.kind === 'variable') return variableValue(program, expression, binding)
  if (binding.kind === 'bits') return readBits(program, expression, binding.cells)
  if (binding.kind === 'array') return elementValue(program, expression)!
  if (binding.kind === 'time')
    return unsupportedError(expression, `the duration ${expression.name} has no value: circuits here carry no times`)
  return semanticError(expression, `${expression.name} is no value`)
}

function readBits(program: ProgramState, at: SourceLocation, cells: readonly number[]): Value {
  program.budget.spend(at, cells.length)
  return bitsValue(cells.map(cell => program.recorder.read(cell)))
}

function indexValue(program: ProgramState, expression: ExpressionOf<'index'>): Value {
  const cells = classicalBits(program, expression)
  if (cells) return readBits(program, expression, cells)
  const element = elementValue(program, expression)
  if (element) return element
  const of = evaluateAsBits(program, expression.of)
  const width = of.kind === 'bits' ? of.bits.length : widthOf(program, expression.of)
  if (of.kind !== 'bits') needEnds(program, expression)
  const positions = positionsOf(program, expression, expression.items, width)
  const bits = bitsOfValue(expression, of, width, 'what is indexed by bit')
  return bitsValue(positions.map(position => bits[position]!))
}

/** Refuses an index from the end of a number without a declared width, which has no last bit. */
function needEnds(program: ProgramState, { of, items }: ExpressionOf<'index'>): void {
  if (typeOf(program, of).width !== null) return
  const ends = items.flatMap(item => (item.kind === 'range' ? [item.start, item.stop] : [item]))
  if (ends.some(end => end === null || evaluateInteger(program, end, 'an index') < 0))
    unsupportedError(of, 'the last bits of a number without a width are not supported: declare it as int[n] or uint[n]')
}

function bitsToJoin(program: ProgramState, part: Expression): readonly Bit[] {
  const value = evaluateExpression(program, part)
  return value.kind === 'bits' ? value.bits : semanticError(part, 'only bits and arrays can be joined by ++')
}

/** Number of bits by which a variable can be indexed: its declared width, else 32. */
function widthOf(program: ProgramState, of: Expression): number {
  const binding = of.kind === 'name' ? program.names.find(of.name) : null
  if (binding?.kind !== 'variable') return unsupportedError(of, 'only registers and declared variables can be indexed')
  if (binding.type === 'float') return semanticError(of, 'a real number has no bits to index')
  return binding.width ?? 32
}

export function measureToScratch(program: ProgramState, of: Expression): Bit[] {
  const qubits = quantumBits(program, of)
  const cells = program.recorder.addCells(of, qubits.length, true)
  for (const [i, qubit] of qubits.entries())
    program.recorder.emit(of, { name: 'measure', qubits: [qubit], clbits: [cells[i]!] })
  return cells.map(cell => program.recorder.read(cell))
}

function callValue(program: ProgramState, expression: ExpressionOf<'call'>): Value {
  const { name, args } = expression
  if (program.names.find(name)?.kind === 'def') {
    const value = program.call(program, expression, { name, args })
    return value ?? semanticError(expression, `${name} returns no value`)
  }
  if (name === 'sizeof') return arraySize(program, expression, args)
  if (name === 'rotl' || name === 'rotr') return rotated(program, expression)
  const values = args.map(arg => evaluateExpression(program, arg))
  if (name === 'popcount') return popcount(program, expression, values)
  const known = functionNamed(expression, name)
  const symbolic = symbolicCall(expression, name, values)
  if (symbolic) return symbolic
  if (known !== null) return callOf(program, expression, { name, known, values })
  program.names.need(expression, name)
  return semanticError(expression, `${name} is no function`)
}

function callOf(
  program: ProgramState,
  at: SourceLocation,
  { name, known, values }: { readonly name: string; readonly known: MathFunction; readonly values: readonly Value[] },
): Value {
  if (values.length !== known.arity) semanticError(at, `${name} takes ${known.arity} arguments, ${values.length} given`)
  if (values.some(isRunTime))
    return mapTable(program.budget, at, values, (...numbers) => finiteOf(at, known.of(...numbers)))
  return numberValue(finiteOf(at, known.of(...values.map(value => numberOf(at, value, `the argument of ${name}`)))))
}

function popcount(program: ProgramState, at: SourceLocation, values: readonly Value[]): Value {
  const value = values.length === 1 ? values[0]! : semanticError(at, 'popcount takes 1 argument')
  const onesOf = (number: number) => bitsOfNumber(number, 53).filter(bit => bit === 1).length
  if (isRunTime(value)) return mapTable(program.budget, at, [value], number => onesOf(number!))
  return numberValue(
    value.kind === 'bits' ? value.bits.filter(bit => bit === 1).length : onesOf(numberOf(at, value, 'popcount')),
  )
}

/** `rotl` and `rotr`: rotates the bits of a register or an integer. */
function rotated(program: ProgramState, expression: ExpressionOf<'call'>): Value {
  const { name, args } = expression
  const [of, by] =
    args.length === 2 ? args : semanticError(expression, `${name} takes 2 arguments, ${args.length} given`)
  const value = evaluateAsBits(program, of!)
  const width = value.kind === 'bits' ? value.bits.length : widthOf(program, of!)
  const distance = evaluateInteger(program, by!, 'the distance of a rotation')
  const bits = bitsOfValue(expression, value, width, 'what is rotated')
  const from = modulo(name === 'rotl' ? -distance : distance, width)
  return bitsValue([...bits.slice(from), ...bits.slice(0, from)])
}

function unary(program: ProgramState, expression: ExpressionOf<'unary'>): Value {
  const { operator, of } = expression
  if (operator === '~') return fromBits(program, expression, bitsOf(program, expression))
  if (operator === '-') {
    const value = evaluateExpression(program, of)
    return symbolicNegative(expression, value, typeOf(program, of)) ?? negated(program, expression, value)
  }
  return unaryValue(program.budget, expression, operator, evaluateExpression(program, of))
}

function binary(program: ProgramState, expression: ExpressionOf<'binary'>): Value {
  const { operator } = expression
  if (BIT_OPERATORS.includes(operator)) return fromBits(program, expression, bitsOf(program, expression))
  const left = evaluateExpression(program, expression.left)
  if (operator === '&&' || operator === '||') return logical(program, expression, left)
  const right = evaluateExpression(program, expression.right)
  if (isSymbolic(left, right)) return symbolicBinary(program, expression, [left, right])
  const result = computedValue(program, expression, left, right)
  if (operator === '==' || operator === '!=') noteUnsigned(program, expression, left, right)
  return operator === '/' && isInteger(program, expression)
    ? wholeQuotient(program, expression, { left, right, quotient: result })
    : result
}

function symbolicBinary(
  program: ProgramState,
  expression: ExpressionOf<'binary'>,
  [left, right]: readonly [Value, Value],
): Value {
  const [a, b] = [typeOf(program, expression.left), typeOf(program, expression.right)]
  return symbolicResult(expression, { value: left, type: a }, { value: right, type: b })
}

/** The value of a bit operation; an angle is returned as its bits. */
function bitsOf(program: ProgramState, expression: ExpressionOf<'binary'> | ExpressionOf<'unary'>): Value {
  if (expression.kind === 'unary') return inverted(program, expression, evaluateAsBits(program, expression.of))
  const left = evaluateAsBits(program, expression.left)
  return bitResult(program, expression, left, evaluateAsBits(program, expression.right))
}

/**
 * The quotient of integers drops its fraction. A quotient of two literals with a remainder, as in `rx(1 / 2)`, is refused, since
 * programs may mean either.
 */
function wholeQuotient(
  program: ProgramState,
  expression: Expression,
  { left, right, quotient }: { readonly left: Value; readonly right: Value; readonly quotient: Value },
): Value {
  if (quotient.kind !== 'number') return mapTable(program.budget, expression, [quotient], value => Math.trunc(value!))
  const [a, b] = [exactOf(left), exactOf(right)]
  const isLarge = Math.abs(quotient.value) > Number.MAX_SAFE_INTEGER
  if (a !== null && b !== null && b !== 0n && (isLarge || !isSafe(a) || !isSafe(b))) return integerValue(a / b)
  if (!Number.isInteger(quotient.value) && isLiteral(expression))
    unsupportedError(
      expression,
      'a quotient of integers with a remainder is not supported: make one of them a real number, as in 1.0 / 2',
    )
  return numberValue(Math.trunc(quotient.value))
}

/** The right side is not evaluated where the left decides, so that it may be undefined there. */
function logical(program: ProgramState, expression: ExpressionOf<'binary'>, left: Value): Value {
  const first = truthOf(expression, left)
  if (first === (expression.operator === '&&' ? 0 : 1)) return bitsValue([first])
  const right = () => evaluateExpression(program, expression.right)
  const isOpen = typeof first === 'object'
  const second = truthOf(
    expression,
    isOpen ? program.inert(expression, `a right side of ${expression.operator}`, right) : right(),
  )
  return bitsValue([
    expression.operator === '&&' ? andBits(expression, [first, second]) : orBits(expression, [first, second]),
  ])
}

/** The operand of a bit operation; an angle becomes the bits of its fraction of a turn. */
export function evaluateAsBits(program: ProgramState, expression: Expression): Value {
  const binding = expression.kind === 'name' ? program.names.find(expression.name) : null
  if (binding?.kind === 'variable' && binding.type === 'angle') return angleAsBits(program.budget, expression, binding)
  if (expression.kind === 'binary' && BIT_OPERATORS.includes(expression.operator)) return within(program, expression)
  if (expression.kind === 'unary' && expression.operator === '~') return within(program, expression)
  const value = evaluateExpression(program, expression)
  const { name, width } = typeOf(program, expression)
  return name === 'angle' ? angleBits(program.budget, expression, value, width) : value
}

const within = (program: ProgramState, expression: Parameters<typeof bitsOf>[1]): Value =>
  program.budget.nested(expression, () => bitsOf(program, expression))

/** The value as a variable of the type holds it. An angle is stored in bits, or an angle of its width, bit by bit. */
export function evaluateFor(
  program: ProgramState,
  { name, width }: Pick<ExpressionType, 'name' | 'width'>,
  expression: Expression,
): Value {
  if (expression.kind === 'measure') return evaluateExpression(program, expression)
  program.names.needsRangeChecks ||= isBounded(name, width)
  const from = typeOf(program, expression)
  const isByBits = (name === 'angle' || name === 'bit') && from.name === 'angle'
  const isOfWidth = isByBits && (name === 'bit' || (width !== null && width === from.width))
  const value = isOfWidth
    ? evaluateAsBits(program, expression)
    : evaluatedFor(program, { name, width }, expression, evaluateExpression)
  return convertedTo(program.budget, expression, { type: name, width, value, from })
}

function castValue(program: ProgramState, { type, of }: ExpressionOf<'cast'>): Value {
  const value = evaluateFor(
    program,
    { name: type.name as ExpressionType['name'], width: widthOfType(program, type) },
    of,
  )
  return type.name === 'angle' && value.kind === 'bits' ? angleOfBits(program.budget, of, value.bits) : value
}
