/** Complex constants as they are typed: `1/sqrt(2)`, `-i/2`, `0.5+0.5j`, `exp(i*pi/4)`. */
import { type Complex, complexProduct } from '../../../contract/gates/matrices'

const add = ([a, b]: Complex, [c, d]: Complex): Complex => [a + c, b + d]
const negated = ([a, b]: Complex): Complex => [-a, -b]
function over([a, b]: Complex, [c, d]: Complex): Complex {
  const size = c * c + d * d
  return [(a * c + b * d) / size, (b * c - a * d) / size]
}
const exp = ([a, b]: Complex): Complex => [Math.exp(a) * Math.cos(b), Math.exp(a) * Math.sin(b)]

function sqrt([a, b]: Complex): Complex {
  const size = Math.hypot(a, b)
  const im = Math.sqrt(Math.max(0, (size - a) / 2))
  return [Math.sqrt(Math.max(0, (size + a) / 2)), b < 0 ? -im : im]
}
const cos = (z: Complex): Complex =>
  complexProduct([0.5, 0], add(exp(complexProduct([0, 1], z)), exp(complexProduct([0, -1], z))))
const sin = (z: Complex): Complex =>
  complexProduct([0, -0.5], add(exp(complexProduct([0, 1], z)), negated(exp(complexProduct([0, -1], z)))))

const FUNCTIONS: Readonly<Record<string, (z: Complex) => Complex>> = { exp, sqrt, cos, sin }
const CONSTANTS: Readonly<Record<string, Complex>> = {
  i: [0, 1],
  j: [0, 1],
  pi: [Math.PI, 0],
  π: [Math.PI, 0],
  e: [Math.E, 0],
}
const TOKEN = /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([\p{L}]+)|(√|[-+*/()]))/uy
/** Deepest nesting that is read. */
const MAX_DEPTH = 100

/** The value of a complex constant; null where the text is no constant, or its value is not finite. */
export function complexOf(text: string): Complex | null {
  const reader = new ComplexReader(text)
  const value = reader.sum(0)
  return value !== null && reader.isAtEnd() && value.every(Number.isFinite) ? value : null
}

class ComplexReader {
  private readonly tokens: readonly string[]
  private at = 0

  constructor(text: string) {
    this.tokens = tokensOf(text.trim()) ?? ['']
  }

  isAtEnd(): boolean {
    return this.at === this.tokens.length
  }

  sum(depth: number): Complex | null {
    let value = this.product(depth)
    while (value !== null && (this.is('+') || this.is('-'))) {
      const isMinus = this.tokens[this.at++] === '-'
      const next = this.product(depth)
      value = next && add(value, isMinus ? negated(next) : next)
    }
    return value
  }

  private product(depth: number): Complex | null {
    let value = this.signed(depth)
    while (value !== null && !this.isAtEnd() && !['+', '-', ')'].includes(this.tokens[this.at]!)) {
      const isOver = this.is('/')
      if (isOver || this.is('*')) this.at++
      const next = this.signed(depth)
      value = next && (isOver ? over(value, next) : complexProduct(value, next))
    }
    return value
  }

  private signed(depth: number): Complex | null {
    if (depth > MAX_DEPTH) return null
    if (!this.is('-') && !this.is('+')) return this.atom(depth)
    const isMinus = this.tokens[this.at++] === '-'
    const value = this.signed(depth + 1)
    return value && isMinus ? negated(value) : value
  }

  private atom(depth: number): Complex | null {
    const token = this.tokens[this.at++] ?? ''
    if (/^[\d.]/.test(token)) return [Number(token), 0]
    if (token === '(') return this.closed(depth)
    if (token === '√') return rooted(this.signed(depth + 1))
    if (Object.hasOwn(CONSTANTS, token)) return CONSTANTS[token]!
    if (!Object.hasOwn(FUNCTIONS, token) || !this.is('(')) return null
    this.at++
    const given = this.closed(depth)
    return given && FUNCTIONS[token]!(given)
  }

  private closed(depth: number): Complex | null {
    const value = this.sum(depth + 1)
    return this.tokens[this.at++] === ')' ? value : null
  }

  private is(token: string): boolean {
    return this.tokens[this.at] === token
  }
}

const rooted = (value: Complex | null): Complex | null => value && sqrt(value)

/** The tokens of a text; null where a part of it is no token. `2i` is two tokens, which are multiplied. */
function tokensOf(text: string): string[] | null {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text)
    if (match === null) return null
    tokens.push(match[1] ?? match[2] ?? match[3]!)
  }
  return tokens
}
