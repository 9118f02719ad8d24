import { allBits, anyBit, type Bit, notBit, oddBits } from './bits'
import { exceeded, type Place, semantic, unsupported } from './fault'
import { CONSTANTS, callFunction, finite, modulo } from './functions'
import { MAX_BITS } from './limits'
import { classicalBits, positionsOf, quantumBits } from './operands'
import type { Program } from './program'
import type { Expression, Type } from './syntax'
import { bitsOfNumber, bitwise, integerOf, isRunTime, numberOf, numeric, safe, truthOf, type Value } from './values'

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
      return unary(expression, expression.operator, evaluate(program, expression.of))
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
  if (binding.kind === 'variable') return binding.value
  if (binding.kind === 'bits') return readBits(program, expression, binding.cells)
  return semantic(expression, `${expression.name} is no value`)
}

function readBits(program: Program, at: Place, cells: readonly number[]): Value {
  program.meter.spend(at, cells.length)
  return bitwise(cells.map(cell => program.recorder.read(cell)))
}

function indexValue(program: Program, expression: Extract<Expression, { kind: 'index' }>): Value {
  const cells = classicalBits(program, expression)
  if (cells) return readBits(program, expression, cells)
  const of = evaluate(program, expression.of)
  const width = of.kind === 'bits' ? of.bits.length : widthOf(program, expression.of)
  const positions = positionsOf(program, expression, expression.items, width)
  const bits = of.kind === 'bits' ? of.bits : bitsOfNumber(of.value, width)
  return bitwise(positions.map(position => bits[position]!))
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
  if (name === 'sizeof') return unsupported(expression, 'arrays (sizeof) are not supported')
  if (name === 'popcount') return numeric(popcount(program, expression, args))
  const numbers = () => args.map(arg => evaluateNumber(program, arg, `the argument of ${name}`))
  const value = callFunction(expression, name, numbers)
  if (value !== null) return numeric(value)
  program.need(expression, name)
  return semantic(expression, `${name} is no function`)
}

function popcount(program: Program, at: Place, args: readonly Expression[]): number {
  const value = args.length === 1 ? evaluate(program, args[0]!) : semantic(at, 'popcount takes 1 argument')
  const bits = value.kind === 'bits' ? value.bits : bitsOfNumber(value.value, 53)
  return bits.filter(bit => numberOf(at, bitwise([bit]), 'popcount') === 1).length
}

function unary(at: Place, operator: string, value: Value): Value {
  if (operator === '!') return bitwise([notBit(at, truthOf(at, value))])
  if (operator === '~') {
    if (value.kind === 'bits') return bitwise(value.bits.map(bit => notBit(at, bit)))
    return numeric(-1 - integerOf(at, value, 'the operand of ~'))
  }
  return numeric(-numberOf(at, value, 'the operand of -'))
}

function binary(program: Program, expression: Extract<Expression, { kind: 'binary' }>): Value {
  const { operator } = expression
  const left = evaluate(program, expression.left)
  if (operator === '&&' || operator === '||') return logical(program, expression, left)
  const right = evaluate(program, expression.right)
  program.meter.spend(expression, sizeOf(left) + sizeOf(right))
  if (operator === '==' || operator === '!=') return equality(expression, operator, left, right)
  if (['&', '|', '^'].includes(operator) && (left.kind === 'bits' || right.kind === 'bits'))
    return bitOperation(expression, operator, left, right)
  if ((operator === '<<' || operator === '>>') && left.kind === 'bits')
    return shifted(expression, operator, left.bits, right)
  return arithmetic(expression, operator, left, right)
}

const sizeOf = (value: Value) => (value.kind === 'bits' ? value.bits.length : 0)

/** The right side is not looked at where the left decides, so that it may be undefined there. */
function logical(program: Program, expression: Extract<Expression, { kind: 'binary' }>, left: Value): Value {
  const first = truthOf(expression, left)
  if (first === (expression.operator === '&&' ? 0 : 1)) return bitwise([first])
  const second = truthOf(expression, evaluate(program, expression.right))
  return bitwise([
    expression.operator === '&&' ? allBits(expression, [first, second]) : anyBit(expression, [first, second]),
  ])
}

/** Bits compare as an unsigned number, however wide; the register is written low bit first in the condition. */
function equality(at: Place, operator: string, left: Value, right: Value): Value {
  const equal = equalBit(at, left, right)
  return bitwise([operator === '==' ? equal : notBit(at, equal)])
}

function equalBit(at: Place, left: Value, right: Value): Bit {
  if (!isRunTime(left) && !isRunTime(right)) return numberOf(at, left, '==') === numberOf(at, right, '==') ? 1 : 0
  const width = Math.max(sizeOf(left), sizeOf(right))
  const [a, b] = [comparable(at, left, width), comparable(at, right, width)]
  if (a === null || b === null) return 0
  return allBits(
    at,
    a.map((bit, i) => (b[i] === 1 ? bit : a[i] === 1 ? b[i]! : notBit(at, oddBits(at, [bit, b[i]!])))),
  )
}

/** The value as that many bits; null if it has no such form, so that nothing equals it. */
function comparable(at: Place, value: Value, width: number): Bit[] | null {
  if (value.kind === 'bits') return [...value.bits, ...Array<Bit>(width - value.bits.length).fill(0)]
  const number = integerOf(at, value, 'what bits are compared with')
  return number < 0 || number >= 2 ** width ? null : bitsOfNumber(number, width)
}

function bitOperation(at: Place, operator: string, left: Value, right: Value): Value {
  const width = Math.max(sizeOf(left), sizeOf(right))
  const [a, b] = [comparable(at, left, width), comparable(at, right, width)]
  if (a === null || b === null) return semantic(at, `the operands of ${operator} have different widths`)
  const combine = operator === '&' ? allBits : operator === '|' ? anyBit : oddBits
  return bitwise(a.map((bit, i) => combine(at, [bit, b[i]!])))
}

function shifted(at: Place, operator: string, bits: readonly Bit[], by: Value): Value {
  const distance = integerOf(at, by, 'the distance of a shift')
  if (distance < 0) semantic(at, 'a shift by a negative distance')
  const from = operator === '<<' ? -distance : distance
  return bitwise(bits.map((_, i): Bit => bits[i + from] ?? 0))
}

const COMPARE: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
}
const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => modulo(a, b),
  '**': (a, b) => a ** b,
}
const INTEGER: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
}

/** Quotients stay exact: 3 / 5 is 0.6 and 4 / 2 is 2; an integer variable drops the fraction when it takes the value. */
function arithmetic(at: Place, operator: string, left: Value, right: Value): Value {
  const [a, b] = [numberOf(at, left, `the operand of ${operator}`), numberOf(at, right, `the operand of ${operator}`)]
  if (Object.hasOwn(COMPARE, operator)) return bitwise([COMPARE[operator]!(a, b) ? 1 : 0])
  if (Object.hasOwn(ARITHMETIC, operator)) return numeric(finite(at, ARITHMETIC[operator]!(a, b)))
  if (!Number.isInteger(a) || !Number.isInteger(b)) semantic(at, `the operands of ${operator} must be integers`)
  if ((operator === '<<' || operator === '>>') && (b < 0 || b > 64)) semantic(at, 'shifts go from 0 to 64')
  return numeric(safe(at, Number(INTEGER[operator]!(BigInt(a), BigInt(b)))))
}

/** The value as a variable of the type holds it. */
export function converted(program: Program, at: Place, type: Type, value: Value): Value {
  const width = widthOfType(program, type)
  return convertedTo(at, type.name, width, value)
}

/** The declared width of a type; null where there is none. */
export function widthOfType(program: Program, { size }: Type): number | null {
  if (size === null) return null
  const width = evaluateInteger(program, size, 'a size')
  if (width > MAX_BITS) exceeded(size, `sizes end at ${MAX_BITS}`)
  return width >= 1 ? width : semantic(size, `a size must be at least 1, not ${width}`)
}

export function convertedTo(at: Place, type: Type['name'], width: number | null, value: Value): Value {
  if (type === 'bool') return bitwise([truthOf(at, value)])
  if (type === 'bit') return bitwise(fitted(at, value, width ?? 1))
  if (isRunTime(value))
    return type === 'float' || type === 'angle' ? unsupported(at, `turning outcomes into ${type}`) : value
  const number = numberOf(at, value, 'this value')
  return numeric(type === 'int' || type === 'uint' ? safe(at, Math.trunc(number)) : number)
}

function fitted(at: Place, value: Value, width: number): Bit[] {
  if (value.kind === 'number') return bitsOfNumber(integerOf(at, value, 'what becomes bits'), width)
  if (value.bits.length !== width) semantic(at, `${value.bits.length} bits do not fit in ${width}`)
  return [...value.bits]
}
