import type { Expression, ExpressionOf, TypeName } from '../model/ast'
import type { ProgramState } from '../state/program'
import { widthOfType } from './conversion'

/** The type of a classical expression, whatever its value (OpenQASM 3, types and casting). */
export interface ExpressionType {
  readonly name: Exclude<TypeName, 'qubit'>
  /**
   * Declared width. null: none is declared, so integers are as wide as on the target and there may be any number of
   * bits.
   */
  readonly width: number | null
  /** Whether it consists of number literals alone: an integer literal takes the type of what it is combined with. */
  readonly isLiteral: boolean
}

const kind = (name: TypeName, width: number | null = null, isLiteral = false): ExpressionType => {
  return { name: name as ExpressionType['name'], width, isLiteral }
}
const FLOAT = kind('float')
const INT = kind('int')
const BITS = kind('bit')
const BOOL = kind('bool')
const LITERALS = { int: kind('int', null, true), float: kind('float', null, true) }

const TRUTHS: readonly string[] = ['==', '!=', '<', '>', '<=', '>=', '&&', '||']
/** Functions that give integers for integers; the others give real numbers. */
const INTEGER_FUNCTIONS: readonly string[] = ['mod', 'pow', 'abs']

const isIntegerType = ({ name }: ExpressionType): boolean => name !== 'float' && name !== 'angle'

/**
 * Whether the expression is of an integer type (or bits, which count as one) whatever its value: `4 / 2` divides integers,
 * `4.0 / 2` does not (OpenQASM 3, classical instructions).
 */
export const isInteger = (program: ProgramState, expression: Expression): boolean =>
  isIntegerType(typeOf(program, expression))

/** The type of an expression. Leaves cost no steps: the caller has already spent one. */
export function typeOf(program: ProgramState, expression: Expression): ExpressionType {
  switch (expression.kind) {
    case 'number':
      return expression.isInteger ? LITERALS.int : LITERALS.float
    case 'name':
      return kindOfName(program, expression.name)
    case 'unary':
      return expression.operator === '!' ? BOOL : typeOf(program, expression.of)
    case 'binary':
      program.budget.spend(expression)
      return kindOfBinary(program, expression)
    case 'call':
      program.budget.spend(expression)
      return kindOfCall(program, expression)
    case 'index':
      return kindOfElement(program, expression)
    case 'cast':
      return kind(expression.type.name, widthOfType(program, expression.type))
    default:
      return BITS
  }
}

function kindOfBinary(program: ProgramState, { operator, left, right }: ExpressionOf<'binary'>): ExpressionType {
  if (TRUTHS.includes(operator)) return BOOL
  const first = typeOf(program, left)
  return operator === '<<' || operator === '>>' ? first : promotedType(operator, first, typeOf(program, right))
}

/** Result type of an operator: the lower type is promoted to the higher one, as in C99. */
export function promotedType(operator: string, left: ExpressionType, right: ExpressionType): ExpressionType {
  if (left.name === 'angle' || right.name === 'angle') return combinedAngles(operator, left, right)
  const isLiteral = left.isLiteral && right.isLiteral
  if (left.name === 'float' || right.name === 'float') return isLiteral ? LITERALS.float : FLOAT
  if (left.name === 'uint' || right.name === 'uint') return combinedUnsigned(left, right)
  if (left.name === 'bit' && right.name === 'bit' && ['&', '|', '^'].includes(operator)) return BITS
  const isSized = left.name === 'int' && right.name === 'int' && left.width !== null && right.width !== null
  if (isSized) return kind('int', Math.max(left.width!, right.width!))
  return isLiteral ? LITERALS.int : INT
}

function combinedUnsigned(left: ExpressionType, right: ExpressionType): ExpressionType {
  const [uint, other] = left.name === 'uint' ? [left, right] : [right, left]
  if (other.name === 'uint') {
    const isSized = uint.width !== null && other.width !== null
    return kind('uint', isSized ? Math.max(uint.width!, other.width!) : null)
  }
  const isWider = other.name === 'int' && !other.isLiteral && uint.width !== null && (other.width ?? 64) > uint.width
  return isWider ? other : uint
}

/** Angles add up to angles, and are multiplied and divided by integers; real numbers beside + and - become angles. */
function combinedAngles(operator: string, left: ExpressionType, right: ExpressionType): ExpressionType {
  const isBoth = left.name === right.name
  const angle = left.name === 'angle' ? left : right
  if (operator === '/' && isBoth) return kind('uint', angle.width)
  const isAngle =
    operator === '/' || operator === '*'
      ? left.name !== 'float' && right.name !== 'float' && !isBoth && (operator === '*' || left.name === 'angle')
      : operator !== '**' && operator !== '%'
  return isAngle ? kind('angle', angle.width) : FLOAT
}

/** Type of an indexed expression: bits for registers and numbers, the type of the elements for arrays. */
function kindOfElement(program: ProgramState, expression: Expression): ExpressionType {
  if (expression.kind === 'index') return kindOfElement(program, expression.of)
  const binding = expression.kind === 'name' ? program.names.find(expression.name) : null
  return binding?.kind === 'array' ? kind(binding.type, binding.width) : BITS
}

function kindOfName(program: ProgramState, name: string): ExpressionType {
  const binding = program.names.find(name)
  if (binding === null) return FLOAT
  if (binding.kind === 'bits') return kind('bit', binding.cells.length)
  return binding.kind === 'variable' || binding.kind === 'array' ? kind(binding.type, binding.width) : INT
}

function kindOfCall(program: ProgramState, { name, args }: ExpressionOf<'call'>): ExpressionType {
  const binding = program.names.find(name)
  if (binding?.kind === 'def')
    return binding.result === null ? FLOAT : kind(binding.result.name, widthOfType(program, binding.result))
  if (name === 'popcount' || name === 'sizeof') return INT
  if (name === 'rotl' || name === 'rotr') return args[0] ? typeOf(program, args[0]) : BITS
  return INTEGER_FUNCTIONS.includes(name) && args.every(arg => isInteger(program, arg)) ? INT : FLOAT
}

/** Whether the expression consists of number literals alone. */
export function isLiteral(expression: Expression): boolean {
  if (expression.kind === 'unary') return isLiteral(expression.of)
  if (expression.kind === 'binary') return isLiteral(expression.left) && isLiteral(expression.right)
  return expression.kind === 'number'
}
