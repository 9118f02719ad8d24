import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textOperators, textWidth, wrapped } from '../../../../renderer/src/draw/pdf/text'

describe('text on paper', () => {
  it('is as wide as the font says', () => {
    // Helvetica: A 667, V 667, space 278 thousandths.
    expect(textWidth('A V', 10)).toBeCloseTo(16.12, 10)
    expect(textWidth('ε', 1_000)).toBe(439)
  })

  it('writes Greek and signs in the Symbol font and goes back', () => {
    expect(textOperators('ε = −1', { x: 10, y: 20, size: 9 })).toBe(
      'BT 10 20 Td /Symbol 9 Tf 0 Ts (e) Tj /Regular 9 Tf 0 Ts ( = ) Tj /Symbol 9 Tf 0 Ts (-) Tj /Regular 9 Tf 0 Ts (1) Tj ET',
    )
  })

  it('raises the exponent of a power of ten', () => {
    expect(textOperators('10⁻⁴', { x: 0, y: 0, size: 10 })).toContain(
      '/Symbol 6.6 Tf 3.6 Ts (-) Tj /Regular 6.6 Tf 3.6 Ts (4) Tj',
    )
  })

  it('escapes what would end the string', () =>
    expect(textOperators('(a\\)', { x: 0, y: 0, size: 9 })).toContain('(\\(a\\\\\\)) Tj'))

  it('writes what no font has as its code point instead of losing it', () =>
    expect(textOperators('中', { x: 0, y: 0, size: 9 })).toContain('(\\\\u{4e2d}) Tj'))

  it('breaks lines that fit, and loses no letter', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-zA-Z0-9.]{1,30}$/), { maxLength: 40 }),
        fc.integer({ min: 30, max: 300 }),
        (words, width) => {
          const text = words.join(' ')
          const lines = wrapped(text, width, 9)
          // What is kept together is so by a space that does not break.
          expect(lines.join('').replaceAll(/[ \u00a0]/g, '')).toBe(text.replaceAll(' ', ''))
          for (const line of lines) expect(textWidth(line, 9)).toBeLessThanOrEqual(width + 1e-9)
        },
      ),
    )
  })

  it('keeps a unit with its number', () => {
    const lines = wrapped('about 12.3 %', textWidth('about 12.3', 9) + 1, 9)
    expect(lines).toEqual(['about', '12.3\u00a0%'])
  })

  it('writes only ASCII, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 20 }), codes => {
        expect(textOperators(String.fromCodePoint(...codes), { x: 0, y: 0, size: 9 })).toMatch(/^[\x20-\x7e]*$/)
      }),
    )
  })
})
