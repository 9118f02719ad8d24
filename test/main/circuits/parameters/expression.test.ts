/**
 * Expressions of parameters against a reference that orders operators by Dijkstra's shunting yard, and arbitrary text.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compileExpression, ExpressionError } from '../../../../main/circuits/parameters/expression'

const NAMES = ['theta', 'phi']
const PRECEDENCE: Readonly<Record<string, number>> = { '+': 1, '-': 1, '*': 2, '/': 2, negate: 3, '^': 4 }

/** The value of tokens in which every name is replaced by a number; `negate` is a minus sign before its operand. */
function shunted(tokens: readonly string[]): number {
  const [values, waiting]: [number[], string[]] = [[], []]
  const apply = () => {
    const operator = waiting.pop()!
    const right = values.pop()!
    if (operator === 'negate') values.push(-right)
    else {
      const left = values.pop()!
      values.push(
        { '+': left + right, '-': left - right, '*': left * right, '/': left / right, '^': left ** right }[operator]!,
      )
    }
  }
  for (const token of tokens)
    if (token === '(' || token === 'negate') waiting.push(token)
    else if (token === ')') {
      while (waiting.at(-1) !== '(') apply()
      waiting.pop()
    } else if (PRECEDENCE[token] !== undefined) {
      const [own, isRight] = [PRECEDENCE[token], token === '^']
      while (waiting.length > 0 && waiting.at(-1) !== '(') {
        const other = PRECEDENCE[waiting.at(-1)!]!
        if (other < own || (other === own && isRight)) break
        apply()
      }
      waiting.push(token)
    } else values.push(Number(token))
  while (waiting.length > 0) apply()
  return values[0]!
}

const operand = fc.oneof(
  fc.constantFrom('theta', 'phi', 'pi'),
  fc.constantFrom('1', '2', '0.5', '.25', '3.', '1e-1', '2E+1'),
)
const operator = fc.constantFrom('+', '-', '*', '/', '^')

interface Written {
  readonly tokens: readonly string[]
}
const { sum } = fc.letrec<{ sum: Written; part: Written }>(tie => ({
  part: fc.oneof(
    { maxDepth: 4 },
    operand.map((text): Written => ({ tokens: [text] })),
    tie('sum').map(({ tokens }): Written => ({ tokens: ['(', ...tokens, ')'] })),
  ),
  sum: fc.tuple(fc.boolean(), tie('part'), fc.array(fc.tuple(operator, tie('part')), { maxLength: 4 })).map(
    ([signed, first, rest]): Written => ({
      tokens: [
        ...(signed ? ['negate'] : []),
        ...first.tokens,
        ...rest.flatMap(([symbol, part]) => [symbol, ...part.tokens]),
      ],
    }),
  ),
}))

const values = Float64Array.of(9, 0.7, -1.3)
const numberOf: Readonly<Record<string, string>> = { theta: '0.7', phi: '-1.3', pi: String(Math.PI) }

it('order their operators as the shunting yard does, whatever stands between', () => {
  fc.assert(
    fc.property(sum, fc.constantFrom('', ' ', '\t'), ({ tokens }, gap) => {
      const text = tokens.map(token => (token === 'negate' ? '-' : token)).join(gap)
      const slow = shunted(tokens.map(token => numberOf[token] ?? token))
      expect(compileExpression(text, NAMES)(values, 1)).toBe(slow)
    }),
    { numRuns: 400 },
  )
})

it('are read, or refused at a position within them, whatever is written', () => {
  const words = fc.constantFrom(
    'theta',
    'phi',
    'pi',
    'sin',
    '(',
    ')',
    '+',
    '-',
    '**',
    '^',
    '*',
    '/',
    '1e',
    '.',
    '9',
    'x',
    ' ',
    '$',
  )
  const text = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.array(words, { maxLength: 20 }).map(parts => parts.join('')),
  )
  fc.assert(
    fc.property(text, written => {
      try {
        expect(typeof compileExpression(written, NAMES)(values, 1)).toBe('number')
      } catch (error) {
        expect(error).toBeInstanceOf(ExpressionError)
        const { at } = error as ExpressionError
        expect(at).toBeGreaterThanOrEqual(1)
        expect(at).toBeLessThanOrEqual(written.length + 1)
      }
    }),
    { numRuns: 1_000 },
  )
})
