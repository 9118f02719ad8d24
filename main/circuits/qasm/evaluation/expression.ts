import { angleAsBits, variableValue } from '../angle'
import { sizeOf } from './arrays'
import { allBits, anyBit, type Bit } from '../model/bits'
import { converted } from '../convert'
import { elementValue } from './array-elements'
import { type Place, semantic, unsupported } from '../model/diagnostics'
import { CONSTANTS, finite, functionNamed, type MathFunction, modulo } from './math-functions'
import { isInteger, isLiteral } from '../kinds'
import { bitsOfNumber, bitsOfValue, integerOf, numberOf } from '../numbers'
import { classicalBits, positionsOf, quantumBits } from './operands'
import { BIT_OPERATORS, binaryValue, unaryValue } from '../operators'
import type { Program } from '../state/program'
import type { Expression } from '../model/ast'
import { lifted } from '../tables'
import { bitwise, isRunTime, numeric, truthOf, type Value } from '../values'

/** The value of an expression as far as it is known while unrolling. */
export const evaluate = (program: Program, expression: Expression): Value =>
  program.meter.within(expression, () => computed(program, expression))

function computed(program: Program, expression: Expression): Value {
  switch (expression.kind) {
    case 'number':
      return numeric(expression.value)
    case 'bits':
      return bitwise(expression.bits)
    case 'name':
      return nameValue(program, expression)
    case 'unary':
      return unaryValue(program.meter, expression, expression.operator, evaluate(program, expression.of))
    case 'binary':
      return binary(program, expression)
    case 'call':
      return callValue(program, expression)
    case 'cast':
      return converted(program, expression, expression.type, evaluate(program, expression.of))
    case 'index':
      return indexValue(program, expression)
    case 'measure':
      return bitwise(measureToScratch(program, expression.of))
    case 'join':
      return bitwise(expression.parts.flatMap(part => bitsToJoin(program, part)))
    case 'time':
      return unsupported(expression, `${expression.text} has no value: circuits here carry no times`)
    case 'hardware':
      return semantic(expression, 'a qubit is no value')
  }
}

export const evaluateNumber = (program: Program, expression: Expression, what: string): number =>
  numberOf(expression, evaluate(program, expression), what)
export const evaluateInteger = (program: Program, expression: Expression, what: string): number =>
  integerOf(expression, evaluate(program, expression), what)

function nameValue(program: Program, expression: Extract<Expression, { kind: 'name' }>): Value {
  const bound = program.find(expression.name)
  if (!bound && Object.hasOwn(CONSTANTS, expression.name)) return numeric(CONSTANTS[expression.name]!)
  const binding = bound ?? program.need(expression, expression.name)
  if (binding.kind === 'variable') return variableValue(program, expression, binding)
  if (binding.kind === 'bits') return readBits(program, expression, binding.cells)
  if (binding.kind === 'array') return elementValue(program, expression)!
  if (binding.kind === 'time')
    return unsupported(expression, `the duration ${expression.name} has no value: circuits here carry no times`)
  return semantic(expression, `${expression.name} is no value`)
}

function readBits(program: Program, at: Place, cells: readonly number[]): Value {
  program.meter.spend(at, cells.length)
  return bitwise(cells.map(cell => program.recorder.read(cell)))
}

function indexValue(program: Program, expression: Extract<Expression, { kind: 'index' }>): Value {
  const cells = classicalBits(program, expression)
  if (cells) return readBits(program, expression, cells)
  const element = elementValue(program, expression)
  if (element) return element
  const of = evaluateAsBits(program, expression.of)
  const width = of.kind === 'bits' ? of.bits.length : widthOf(program, expression.of)
  const positions = positionsOf(program, expression, expression.items, width)
  const bits = bitsOfValue(expression, of, width, 'what is indexed by bit')
  return bitwise(positions.map(position => bits[position]!))
}

function bitsToJoin(program: Program, part: Expression): readonly Bit[] {
  const value = evaluate(program, part)
  return value.kind === 'bits' ? value.bits : semantic(part, 'only bits and arrays can be joined by ++')
}

/** Numbers can be indexed by bit as wide as they were declared; 32 bits without a width. */
function widthOf(program: Program, of: Expression): number {
  const binding = of.kind === 'name' ? program.find(of.name) : null
  if (binding?.kind !== 'variable') return unsupported(of, 'only registers and declared variables can be indexed')
  return binding.width ?? 32
}

export function measureToScratch(program: Program, of: Expression): Bit[] {
  const qubits = quantumBits(program, of)
  const cells = program.recorder.addCells(of, qubits.length, true)
  for (const [i, qubit] of qubits.entries())
    program.recorder.emit(of, { name: 'measure', qubits: [qubit], clbits: [cells[i]!] })
  return cells.map(cell => program.recorder.read(cell))
}

function callValue(program: Program, expression: Extract<Expression, { kind: 'call' }>): Value {
  const { name, args } = expression
  if (program.find(name)?.kind === 'def') {
    const value = program.call(program, expression, name, args)
    return value ?? semantic(expression, `${name} returns no value`)
  }
  if (name === 'sizeof') return sizeOf(program, expression, args)
  if (name === 'rotl' || name === 'rotr') return rotated(program, expression)
  const values = args.map(arg => evaluate(program, arg))
  if (name === 'popcount') return popcount(program, expression, values)
  const known = functionNamed(expression, name)
  if (known !== null) return callOf(program, expression, name, known, values)
  program.need(expression, name)
  return semantic(expression, `${name} is no function`)
}

function callOf(program: Program, at: Place, name: string, known: MathFunction, values: readonly Value[]): Value {
  if (values.length !== known.arity) semantic(at, `${name} takes ${known.arity} arguments, ${values.length} given`)
  if (values.some(isRunTime)) return lifted(program.meter, at, values, (...numbers) => finite(at, known.of(...numbers)))
  return numeric(finite(at, known.of(...values.map(value => numberOf(at, value, `the argument of ${name}`)))))
}

function popcount(program: Program, at: Place, values: readonly Value[]): Value {
  const value = values.length === 1 ? values[0]! : semantic(at, 'popcount takes 1 argument')
  const onesOf = (number: number) => bitsOfNumber(number, 53).filter(bit => bit === 1).length
  if (isRunTime(value)) return lifted(program.meter, at, [value], number => onesOf(number!))
  return numeric(
    value.kind === 'bits' ? value.bits.filter(bit => bit === 1).length : onesOf(numberOf(at, value, 'popcount')),
  )
}

/** The bits of a register, or of an unsigned integer of a declared width, moved around in a ring. */
function rotated(program: Program, expression: Extract<Expression, { kind: 'call' }>): Value {
  const { name, args } = expression
  const [of, by] = args.length === 2 ? args : semantic(expression, `${name} takes 2 arguments, ${args.length} given`)
  const value = evaluateAsBits(program, of!)
  const width = value.kind === 'bits' ? value.bits.length : widthOf(program, of!)
  const distance = evaluateInteger(program, by!, 'the distance of a rotation')
  const bits = bitsOfValue(expression, value, width, 'what is rotated')
  const from = modulo(name === 'rotl' ? -distance : distance, width)
  return bitwise([...bits.slice(from), ...bits.slice(0, from)])
}

function binary(program: Program, expression: Extract<Expression, { kind: 'binary' }>): Value {
  const { operator } = expression
  const read = BIT_OPERATORS.includes(operator) ? evaluateAsBits : evaluate
  const left = read(program, expression.left)
  if (operator === '&&' || operator === '||') return logical(program, expression, left)
  const result = binaryValue(program.meter, expression, operator, left, read(program, expression.right))
  return operator === '/' && isInteger(program, expression) ? wholeQuotient(program, expression, result) : result
}

/**
 * The quotient of integers drops its fraction. Of two literals, as in `rx(1 / 2)`, programs mean now the one and now the
 * other, so that they have to say it.
 */
function wholeQuotient(program: Program, expression: Expression, quotient: Value): Value {
  if (quotient.kind !== 'number') return lifted(program.meter, expression, [quotient], value => Math.trunc(value!))
  if (!Number.isInteger(quotient.value) && isLiteral(expression))
    unsupported(
      expression,
      'a quotient of integers with a remainder is not supported: make one of them a real number, as in 1.0 / 2',
    )
  return numeric(Math.trunc(quotient.value))
}

/** The right side is not looked at where the left decides, so that it may be undefined there. */
function logical(program: Program, expression: Extract<Expression, { kind: 'binary' }>, left: Value): Value {
  const first = truthOf(expression, left)
  if (first === (expression.operator === '&&' ? 0 : 1)) return bitwise([first])
  const right = () => evaluate(program, expression.right)
  const isOpen = typeof first === 'object'
  const second = truthOf(
    expression,
    isOpen ? program.inert(expression, `a right side of ${expression.operator}`, right) : right(),
  )
  return bitwise([
    expression.operator === '&&' ? allBits(expression, [first, second]) : anyBit(expression, [first, second]),
  ])
}

/** The operand of a bit operation: an angle is the bits of its fraction of a turn. */
export function evaluateAsBits(program: Program, expression: Expression): Value {
  const binding = expression.kind === 'name' ? program.find(expression.name) : null
  return binding?.kind === 'variable' && binding.type === 'angle'
    ? angleAsBits(program.meter, expression, binding)
    : evaluate(program, expression)
}
