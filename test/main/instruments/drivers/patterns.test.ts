import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchPattern, patternProblem } from '../../../../main/instruments/drivers/patterns'
import { isFault } from '../../../../main/instruments/model/fault'

describe('the pattern of a driver file', () => {
  it.each([
    ['a|b', /begin with/],
    ['^a|b$', /alternatives in a group/],
    ['^a\\$', /begin with/],
    ['^(a+)+$', /repeat no group/],
    ['^((a+))+$', /repeat no group/],
    ['^((a+)b?)*$', /repeat no group/],
    ['^(?:a|aa)+$', /repeat no group/],
    ['^(?:a?a?){30}$', /repeat no group/],
    ['^(?:a{1,9}){1,9}$', /repeat no group/],
    ['^(?:[a-z]+)*?$', /repeat no group/],
    ['^(?=a)a$', /look-around/],
    ['^(?<!a)b$', /look-around/],
    ['^(a)\\1$', /back-references/],
    ['^(?<value>$', /Unterminated group/],
  ])('%s is refused', (source, problem) => {
    expect(patternProblem(source)).toMatch(problem)
  })

  it.each([
    '^(?<value>[+-]?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d{1,3})?)$',
    '^(?<value>\\d(?:,\\d){0,5})$',
    '^(?<text>[+-]?\\d+, ?".{0,400})$',
    '^[(+|)]+\\|\\)\\\\$',
    '^(?:a|b)$',
  ])('%s is taken', source => {
    expect(patternProblem(source)).toBeNull()
  })

  it.each([
    '^(?<value>[a-c]*)(?:;(?<status>[a-c]*))?$',
    '^(?<vendor>[^;]+);(?<model>[^;]+);(?<serial>[^;]*);(?<rest>[^;]+)$',
    '^a+(?:[^;]+)?;b*;(?:.*)$',
    '^.*;[^c]*c$',
  ])('matches as the language does, with a limit and without one: %s', source => {
    expect(patternProblem(source)).toBeNull()
    fc.assert(
      fc.property(fc.stringMatching(/^[abc;]{0,300}$/), text => {
        const [ours, plain] = [matchPattern(source, text), new RegExp(source).exec(text)]
        expect(ours && { all: [...ours], groups: ours.groups }).toEqual(
          plain && { all: [...plain], groups: plain.groups },
        )
      }),
      { numRuns: 70 },
    )
  })

  it('that is taken never hangs: what takes too long is a fault that names it', () => {
    const source = '^a*a*a*a*a*a*b$'
    expect(patternProblem(source)).toBeNull()
    const outcome = (() => {
      try {
        return matchPattern(source, 'a'.repeat(4_000))
      } catch (error) {
        return isFault(error, 'reply_malformed') ? error.message : error
      }
    })()
    expect(outcome).toMatch(/an answer of 4000 bytes|its answer of 4000 bytes fits .* make the pattern stricter/)
    expect(matchPattern('^a*b$', 'aab')).not.toBeNull()
  })

  it('of any making is refused or ends on any text', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '[ab]',
      '\\d',
      '.',
      '(?:',
      '(',
      '(?<v>',
      ')',
      '|',
      '*',
      '+',
      '?',
      '{2,}',
      '{3}',
      '\\\\',
    )
    fc.assert(
      fc.property(fc.array(atom, { maxLength: 10 }), fc.stringMatching(/^[ab1]{0,60}$/), (atoms, text) => {
        const source = `^${atoms.join('')}$`
        if (patternProblem(source) !== null) return
        const found = matchPattern(source, text)
        expect(found === null).toBe(!new RegExp(source).test(text))
      }),
      { numRuns: 2_000 },
    )
  })
})
