import { isAscii, isBlank, isDigit, isLetter } from '../parser/characters'

/** Powers of ten that a double holds exactly: a quotient by one of them is rounded once, so correctly. */
const EXACT_TENS = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent)
const MAX_EXACT_DIGITS = 15
/** Terms or factors in a row that are read here; more go to the parser, which knows how many are too many. */
const MAX_TERMS_IN_A_ROW = 50

const [NEWLINE, RETURN] = [10, 13]
const [LEFT, RIGHT, STAR, PLUS, COMMA, MINUS, DOT, SLASH] = [40, 41, 42, 43, 44, 45, 46, 47]
const ZERO = 48

/** Integers beyond 2^53 go to the parser, which computes with all of their digits. */
const exactlyKnown = (value: number) => (Number.isInteger(value) && !Number.isSafeInteger(value) ? null : value)

/** Characters that may follow a number here; any other could make it a different token, as in `2ns` or `0x1F`. */
const isNumberEnd = (code: number) => isBlank(code) || [COMMA, RIGHT, STAR, SLASH, PLUS, MINUS].includes(code)

/**
 * Reads pieces of a text character by character. A method that finds anything but the plain form that it knows returns
 * null (or false) and may leave `at` anywhere; the caller then goes back and gives the statement to the parser.
 */
export class FastScanner {
  at = 0

  /** Whether the last number is written as an integer; a quotient of integers with a remainder goes to the parser. */
  private isInteger = false

  constructor(
    readonly text: string,
    /** Whether `pi` is the number and not a name that the program declares. */
    private readonly knowsPi: () => boolean,
  ) {}

  /** Steps over blanks and `//` comments. */
  skipBlank(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at)
      if (isBlank(code)) this.at++
      else if (code === SLASH && this.text.charCodeAt(this.at + 1) === SLASH) this.skipLine()
      else return
    }
  }

  private skipLine(): void {
    while (this.at < this.text.length) {
      const code = this.text.charCodeAt(this.at)
      if (code === NEWLINE || code === RETURN) return
      this.at++
    }
  }

  /** Steps over the character if it stands next, blanks before it included. */
  skip(code: number): boolean {
    this.skipBlank()
    if (this.text.charCodeAt(this.at) !== code) return false
    this.at++
    return true
  }

  word(): string | null {
    this.skipBlank()
    const start = this.at
    if (!isLetter(this.text.charCodeAt(start))) return null
    let end = start + 1
    for (let code = this.text.charCodeAt(end); isLetter(code) || isDigit(code); code = this.text.charCodeAt(end)) end++
    this.at = end
    return end < this.text.length && !isAscii(this.text.charCodeAt(end)) ? null : this.text.slice(start, end)
  }

  /** An integer of one to nine digits; the caller checks the character after it. */
  integer(): number | null {
    this.skipBlank()
    const start = this.at
    const value = this.digits(0)
    const digits = this.at - start
    return digits >= 1 && digits <= 9 ? value : null
  }

  /** `( … )` with sums of products of numbers and pi, comma-separated; null for anything else. */
  params(): number[] | null {
    this.at++
    const params: number[] = []
    do {
      const value = this.sum()
      if (value === null || !Number.isFinite(value)) return null
      params.push(value)
    } while (this.skip(COMMA))
    return this.skip(RIGHT) ? params : null
  }

  /** Adds in the same order as the parser, so that both round alike. */
  private sum(): number | null {
    let left = this.product()
    for (let terms = 1; left !== null && terms <= MAX_TERMS_IN_A_ROW; terms++) {
      const isMinus = this.skip(MINUS)
      if (!isMinus && !this.skip(PLUS)) return left
      const right = this.product()
      left = right === null ? null : exactlyKnown(isMinus ? left - right : left + right)
    }
    return null
  }

  private product(): number | null {
    let left = this.factor()
    let isInteger = this.isInteger
    for (let factors = 1; left !== null && factors <= MAX_TERMS_IN_A_ROW; factors++) {
      const isQuotient = this.skip(SLASH)
      if (!isQuotient && !this.skip(STAR)) return left
      const right = this.factor()
      isInteger &&= this.isInteger
      left = right === null ? null : exactlyKnown(isQuotient ? left / right : left * right)
      if (isInteger && !Number.isInteger(left)) return null
    }
    return null
  }

  private factor(): number | null {
    if (!this.skip(MINUS)) return this.number()
    const value = this.number()
    return value === null ? null : -value
  }

  private number(): number | null {
    this.skipBlank()
    const value = this.text.startsWith('pi', this.at) ? this.pi() : this.decimal()
    return value !== null && Number.isFinite(value) && isNumberEnd(this.text.charCodeAt(this.at)) ? value : null
  }

  private pi(): number | null {
    this.at += 2
    this.isInteger = false
    return this.knowsPi() ? Math.PI : null
  }

  private decimal(): number | null {
    const start = this.at
    const whole = this.digits(0)
    const point = this.at
    const hasPoint = this.text.charCodeAt(point) === DOT
    if (hasPoint) this.at++
    const mantissa = hasPoint ? this.digits(whole) : whole
    const decimals = hasPoint ? this.at - point - 1 : 0
    const digits = point - start + decimals
    if (digits === 0) return null
    const hasExponent = this.skipExponent()
    this.isInteger = !hasPoint && !hasExponent
    if (hasExponent || digits > MAX_EXACT_DIGITS) return exactlyKnown(Number(this.text.slice(start, this.at)))
    return mantissa / EXACT_TENS[decimals]!
  }

  private digits(before: number): number {
    let value = before
    for (let code = this.text.charCodeAt(this.at); isDigit(code); code = this.text.charCodeAt(++this.at))
      value = value * 10 + code - ZERO
    return value
  }

  private skipExponent(): boolean {
    const code = this.text.charCodeAt(this.at)
    if (code !== 101 && code !== 69) return false
    const sign = this.text.charCodeAt(this.at + 1)
    const first = sign === PLUS || sign === MINUS ? this.at + 2 : this.at + 1
    if (!isDigit(this.text.charCodeAt(first))) return false
    this.at = first
    this.digits(0)
    return true
  }
}

export const SYMBOL_CODE = {
  left: LEFT,
  right: RIGHT,
  semicolon: 59,
  open: 91,
  close: 93,
  begin: 123,
  end: 125,
  comma: COMMA,
  equals: 61,
  minus: MINUS,
} as const
