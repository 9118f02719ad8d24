/** Expressions of parameters, such as `theta / 2 + pi`, by recursive descent. */
import { MAX_EXPRESSION } from '../../contract/jobs/circuit'
import { heldAngle, heldInteger } from './held-values'

/** The value of an expression, in radians where it is an angle; the values of the row begin at `from`. */
export type CompiledExpression = (values: Float64Array, from: number) => number

/** What is wrong with an expression; `at` counts characters from 1. */
export class ExpressionError extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message)
  }
}

/** Deepest nesting of parentheses, functions, signs and powers. */
const MAX_DEPTH = 50

const FUNCTIONS: Readonly<Record<string, (value: number) => number>> = {
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  sqrt: Math.sqrt,
  exp: Math.exp,
  ln: Math.log,
  arcsin: Math.asin,
  arccos: Math.acos,
  arctan: Math.atan,
}

/** Types of OpenQASM that hold a number, with a width or without: `angle(x)`, `angle[8](x)`, `int[8](x)`. */
const TYPES: Readonly<Record<string, (value: number, width: number | null) => number>> = {
  angle: heldAngle,
  int: (value, width) => heldInteger(value, 'int', width),
  uint: (value, width) => heldInteger(value, 'uint', width),
}
const MAX_WIDTH = 64

/** Whether expressions know a function of that name. */
export const isFunction = (name: string): boolean => Object.hasOwn(FUNCTIONS, name)

const TOKEN =
  /\s*(?:((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|([\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}_]*)|(\*\*|[-+*/^()[\]])|(\S))/uy

interface ExpressionToken {
  readonly text: string
  readonly kind: 'number' | 'name' | 'symbol' | 'end'
  readonly at: number
}

function tokensOf(text: string): ExpressionToken[] {
  const tokens: ExpressionToken[] = []
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const [whole, number, name, symbol, other] = match
    const found = (number ?? name ?? symbol ?? other)!
    const at = TOKEN.lastIndex - found.length + 1
    if (other !== undefined) throw new ExpressionError(`${JSON.stringify(other)} is not allowed in an expression`, at)
    if (whole === '') break
    tokens.push({ text: found, kind: number ? 'number' : name ? 'name' : 'symbol', at })
  }
  return [...tokens, { text: 'the end', kind: 'end', at: text.length + 1 }]
}

/** `names` are the parameters, in the order of a row's values. Throws ExpressionError. */
export function compileExpression(text: string, names: readonly string[]): CompiledExpression {
  if (text.length > MAX_EXPRESSION)
    throw new ExpressionError(`an expression has at most ${MAX_EXPRESSION} characters`, MAX_EXPRESSION + 1)
  return new ExpressionReader(tokensOf(text), names).read()
}

/** The parameters that an expression names, each once. Throws ExpressionError. */
export function namesIn(text: string): string[] {
  const tokens = tokensOf(text)
  const words = tokens.flatMap((token, at) => (token.kind === 'name' && !isType(tokens, at) ? [token.text] : []))
  return [...new Set(words)].filter(word => word !== 'pi' && !Object.hasOwn(FUNCTIONS, word))
}

/** Whether the token names a type, not a parameter of the same name. */
const isType = (tokens: readonly ExpressionToken[], at: number): boolean =>
  Object.hasOwn(TYPES, tokens[at]!.text) && ['(', '['].includes(tokens[at + 1]?.text ?? '')

/** The parameters that an expression names, each once; none where it cannot be read. */
export function namesInReadable(text: string): string[] {
  try {
    return namesIn(text)
  } catch (error) {
    if (error instanceof ExpressionError) return []
    throw error
  }
}

class ExpressionReader {
  private next = 0
  private depth = 0

  constructor(
    private readonly tokens: readonly ExpressionToken[],
    private readonly names: readonly string[],
  ) {}

  read(): CompiledExpression {
    const value = this.sum()
    if (this.token.kind !== 'end') this.wanted('an operator')
    return value
  }

  private get token(): ExpressionToken {
    return this.tokens[this.next]!
  }

  private wanted(what: string): never {
    const { text, kind, at } = this.token
    throw new ExpressionError(`expected ${what}, found ${kind === 'end' ? text : JSON.stringify(text)}`, at)
  }

  /** The operator, if it is one of these. */
  private take(...operators: readonly string[]): string | null {
    const { kind, text } = this.token
    if (kind !== 'symbol' || !operators.includes(text)) return null
    this.next += 1
    return text
  }

  private sum(): CompiledExpression {
    let left = this.product()
    for (let operator = this.take('+', '-'); operator; operator = this.take('+', '-'))
      left = infix(operator, left, this.product())
    return left
  }

  private product(): CompiledExpression {
    let left = this.signed()
    for (let operator = this.take('*', '/'); operator; operator = this.take('*', '/'))
      left = infix(operator, left, this.signed())
    return left
  }

  /** A sign binds weaker than a power: -x^2 is -(x^2). */
  private signed(): CompiledExpression {
    const sign = this.take('+', '-')
    if (sign === null) return this.power()
    const of = this.nested(() => this.signed())
    return sign === '+' ? of : (values, from) => -of(values, from)
  }

  /** From right to left: 2^3^2 is 2^9. */
  private power(): CompiledExpression {
    const base = this.operand()
    if (this.take('^', '**') === null) return base
    return infix(
      '^',
      base,
      this.nested(() => this.signed()),
    )
  }

  private operand(): CompiledExpression {
    const { kind, text } = this.token
    if (kind === 'number') {
      this.next += 1
      return constant(Number(text))
    }
    if (kind === 'name') return this.named()
    if (this.take('(') === null) this.wanted('a number, a name or (')
    return this.closed()
  }

  private named(): CompiledExpression {
    const { text, at } = this.token
    if (isType(this.tokens, this.next)) return this.held()
    this.next += 1
    if (text === 'pi') return constant(Math.PI)
    const known = Object.hasOwn(FUNCTIONS, text) ? FUNCTIONS[text]! : null
    if (known) {
      if (this.take('(') === null) this.wanted(`( after ${text}`)
      const of = this.closed()
      return (values, from) => known(of(values, from))
    }
    const place = this.names.indexOf(text)
    if (place >= 0) return (values, from) => values[from + place]!
    const all = this.names.length === 0 ? 'there are none' : `they are ${this.names.slice(0, 20).join(', ')}`
    throw new ExpressionError(`${text} is none of the parameters (${all})`, at)
  }

  private held(): CompiledExpression {
    const hold = TYPES[this.token.text]!
    this.next += 1
    const width = this.take('[') === null ? null : this.width()
    if (this.take('(') === null) this.wanted('(')
    const of = this.closed()
    return (values, from) => hold(of(values, from), width)
  }

  private width(): number {
    const { text, kind, at } = this.token
    const width = Number(text)
    if (kind !== 'number' || !Number.isInteger(width) || width < 1 || width > MAX_WIDTH)
      throw new ExpressionError(`a width is a whole number from 1 to ${MAX_WIDTH}`, at)
    this.next += 1
    if (this.take(']') === null) this.wanted(']')
    return width
  }

  private closed(): CompiledExpression {
    const inner = this.nested(() => this.sum())
    if (this.take(')') === null) this.wanted(')')
    return inner
  }

  private nested(read: () => CompiledExpression): CompiledExpression {
    this.depth += 1
    if (this.depth > MAX_DEPTH)
      throw new ExpressionError(`parentheses, signs and powers are nested more than ${MAX_DEPTH} deep`, this.token.at)
    const value = read()
    this.depth -= 1
    return value
  }
}

const constant =
  (value: number): CompiledExpression =>
  () =>
    value

function infix(operator: string, left: CompiledExpression, right: CompiledExpression): CompiledExpression {
  switch (operator) {
    case '+':
      return (values, from) => left(values, from) + right(values, from)
    case '-':
      return (values, from) => left(values, from) - right(values, from)
    case '*':
      return (values, from) => left(values, from) * right(values, from)
    case '/':
      return (values, from) => left(values, from) / right(values, from)
    default:
      return (values, from) => left(values, from) ** right(values, from)
  }
}
