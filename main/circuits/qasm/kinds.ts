import type { Program } from './state/program'
import type { Expression, TypeName } from './model/ast'

const TRUTHS: readonly string[] = ['==', '!=', '<', '>', '<=', '>=', '&&', '||']
/** Functions that give integers for integers; the others give real numbers. */
const INTEGER_FUNCTIONS: readonly string[] = ['popcount', 'rotl', 'rotr', 'mod', 'pow', 'abs']
const isIntegerType = (type: TypeName): boolean => type !== 'float' && type !== 'angle' && type !== 'qubit'

/**
 * Whether the expression is of an integer type (or bits, which count as one) whatever its value: `4 / 2` divides integers,
 * `4.0 / 2` does not (OpenQASM 3, classical instructions).
 */
export function isInteger(program: Program, expression: Expression): boolean {
  program.meter.spend(expression)
  switch (expression.kind) {
    case 'number':
      return expression.isInteger
    case 'name':
      return isIntegerName(program, expression.name)
    case 'unary':
      return expression.operator === '!' || isInteger(program, expression.of)
    case 'binary':
      return (
        TRUTHS.includes(expression.operator) || [expression.left, expression.right].every(of => isInteger(program, of))
      )
    case 'call':
      return isIntegerCall(program, expression)
    case 'index':
      return isIntegerElement(program, expression)
    case 'cast':
      return isIntegerType(expression.type.name)
    default:
      return true
  }
}

/** Bits of registers and numbers are integers; elements of arrays are what the array holds. */
function isIntegerElement(program: Program, expression: Expression): boolean {
  if (expression.kind === 'index') return isIntegerElement(program, expression.of)
  const binding = expression.kind === 'name' ? program.find(expression.name) : null
  return binding?.kind !== 'array' || isIntegerType(binding.type)
}

function isIntegerName(program: Program, name: string): boolean {
  const binding = program.find(name)
  return binding?.kind === 'variable' || binding?.kind === 'array' ? isIntegerType(binding.type) : binding !== null
}

function isIntegerCall(program: Program, { name, args }: Extract<Expression, { kind: 'call' }>): boolean {
  const binding = program.find(name)
  if (binding?.kind === 'def') return binding.result !== null && isIntegerType(binding.result.name)
  return INTEGER_FUNCTIONS.includes(name) && args.every(arg => isInteger(program, arg))
}

/** Whether it is made of numbers as they are written alone. */
export function isLiteral(expression: Expression): boolean {
  if (expression.kind === 'unary') return isLiteral(expression.of)
  if (expression.kind === 'binary') return isLiteral(expression.left) && isLiteral(expression.right)
  return expression.kind === 'number'
}
