import { expect, it } from 'vitest'
import { problems } from './hostile-programs'

/** Texts of many faults, their number in proportion to `times`: a reader that starts again at each would not end. */
export function onePassCases(times: number): void {
  it.each([
    ['strange characters', '\u0000\u0001'.repeat(times)],
    ['unclosed quotes', '"\n'.repeat(times)],
    ['signs of no qubit', '$ '.repeat(times)],
    ['letters beyond the basic plane', '𝛿'.repeat(2 * times)],
    ['empty statements', ';'.repeat(2 * times)],
    ['empty blocks', '{}'.repeat(times / 2)],
    ['branches without an end of a statement', `bit c; ${'if (c == 1) { }'.repeat(times / 10)}`],
  ])('of %s is answered in one pass', (_, text) => {
    expect(problems(`OPENQASM 3; ${text}`)?.length).toBeGreaterThan(0)
  })
}
