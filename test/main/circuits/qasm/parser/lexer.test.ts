import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Lexer, type Token } from '../../../../../main/circuits/qasm/parser/lexer'

const BLANK = /^(?:[ \t\r\n\f\u00a0\ufeff]|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)+/
const UNIT = /^[ \t]*(?:dt|ns|us|µs|μs|ms|s|im)(?![\p{L}\p{Nd}_])/u
const FORMS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['pragma', /^(?:#pragma[^\r\n]*|pragma(?![\p{L}\p{Nl}\p{Nd}_])[^\r\n]*)/u],
  ['name', /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}_]*/u],
  [
    'number',
    /^(?:0[bB][01_]+|0o[0-7_]+|0[xX][0-9a-fA-F_]+|(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][+-]?[0-9][0-9_]*)?)/,
  ],
  ['string', /^(?:"[^"\r\n]*"|'[^'\r\n]*')/],
  ['hardware', /^\$[0-9]+/],
  [
    'symbol',
    /^(?:\*\*=|<<=|>>=|->|\+\+|\*\*|\|\||&&|==|!=|<=|>=|<<|>>|\+=|-=|\*=|\/=|&=|\|=|~=|\^=|%=|[[\]{}():;.,=+\-*/%|&^@~!<>#?])/,
  ],
]

/** The slow reference: every token by matching the regular expressions of all forms against the rest of the text. */
function slowTokens(text: string): string[] {
  const found: string[] = []
  for (let at = 0; ; ) {
    at += BLANK.exec(text.slice(at))?.[0].length ?? 0
    const rest = text.slice(at)
    const before = text.slice(0, at).split('\n')
    const place = `${before.length}:${before.at(-1)!.length + 1}`
    if (rest === '') return [...found, `${place} end`]
    if (rest.startsWith('/*')) return [...found, `${place} strange`, endOf(text)]
    const form = FORMS.find(([, pattern]) => pattern.test(rest))
    const length = form ? form[1].exec(rest)![0].length : String.fromCodePoint(rest.codePointAt(0)!).length
    const unit = form?.[0] === 'number' ? UNIT.exec(rest.slice(length)) : null
    found.push(`${place} ${unit ? 'timing' : (form?.[0] ?? 'strange')}`)
    at += length + (unit?.[0].length ?? 0)
  }
}

function endOf(text: string): string {
  const lines = text.split('\n')
  return `${lines.length}:${lines.at(-1)!.length + 1} end`
}

function tokens(text: string): string[] {
  const lexer = new Lexer(text)
  const found: string[] = []
  for (;;) {
    const { line, column, kind } = lexer.next()
    found.push(`${line}:${column} ${kind}`)
    if (kind === 'end') return found
  }
}

describe('the tokens of a text', () => {
  it('are those of the regular expressions that define them, each in its place', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...['x', 'pi', 'qreg', 'θ', '𝛿1', 'a_1', 'pragma', '#pragma', 'q', '$0', '$', '%1', '%', '"01"', "'f'", '"'],
        ...['1', '0', '12_3', '1.', '.5', '1.5e-3', '2e', '0x1F', '0b1', '0o7', '10ns', '1 us', '2 s', '3im', '1e5dt'],
        ...['**', '**=', '<<=', '->', '++', '/*', '*/', '//', '/', '.', '#', '?', '@', '\\', '\u0000', '\ud800'],
        ...[' ', '\t', '\n', '\r\n', '\r', '\f', '\u00a0', '\ufeff', ';', '[', ']', '{', '}', '(', ')', ',', '-', '~'],
      ),
      fc.string({ maxLength: 3 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), pieces => {
        const text = pieces.join('')
        expect(tokens(text)).toEqual(slowTokens(text))
      }),
      { numRuns: 2_000 },
    )
  })

  it('are found in names of any length', () => {
    for (const letter of ['a', 'é', '𝛿']) expect(tokens(letter.repeat(2_000_000))).toHaveLength(2)
  })
})
