/** Short programs that would take long, or much memory, were there no limits. */
import { expect } from 'vitest'
import { QasmError } from '../../../../main/circuits/qasm/model/diagnostics'
import { MAX_HELD, MAX_STEPS } from '../../../../main/circuits/qasm/model/limits'
import { MAX_INSTRUCTIONS } from '../../../../main/contract/jobs/circuit'
import { parseQasm } from './parse-qasm'

/** The faults of a text, or null if it is a program; whatever else is thrown fails the test. */
export function problems(text: string) {
  try {
    parseQasm(text)
    return null
  } catch (error) {
    if (!(error instanceof QasmError)) throw error
    const lines = text.split('\n')
    for (const { line, column, message } of error.problems) {
      expect(message.length).toBeGreaterThan(0)
      expect(line).toBeLessThanOrEqual(lines.length)
      expect(column).toBeLessThanOrEqual(lines[line - 1]!.length + 1)
    }
    expect(error.problems.length).toBeLessThanOrEqual(100)
    return error.problems
  }
}

const bomb = (levels: number, base: string) =>
  Array.from({ length: levels }, (_, i) => `gate g${i + 1} a { g${i} a; g${i} a; }`).reduce(
    (all, gate) => `${all}\n${gate}`,
    base,
  )

/** A name, the text, and the message of the limit that must refuse it. */
export const HOSTILE: [string, string, RegExp][] = [
  [
    'a tower of gates',
    `${bomb(60, 'gate g0 a { U(0, 0, 0) a; }')}\nqubit q; g60 q;`,
    new RegExp(`${MAX_INSTRUCTIONS} instructions|steps`),
  ],
  ['a tower of empty gates', `${bomb(60, 'gate g0 a { }')}\nqubit q; g60 q;`, /steps/],
  [
    'a tower of gates too high',
    `${Array.from({ length: 2000 }, (_, i) => `gate g${i + 1} a { g${i} a; }`).reduce((all, gate) => all + gate, 'gate g0 a { }')} qubit q; g2000 q;`,
    /within each other/,
  ],
  ['an endless loop', 'qubit q; int i; while (i == 0) { i = 0; }', /steps/],
  ['a loop of 10^9', 'qubit q; for int i in [0:1000000000] { U(0, 0, i) q; }', /steps/],
  ['a loop of 10^6 in a loop', 'qubit q; for int i in [0:1000] { for int j in [0:1000000] { } }', /steps/],
  ['a huge register', 'qubit[1000000000] q;', /sizes end at 10000/],
  ['many registers', `${Array.from({ length: 11 }, (_, i) => `qubit[1000] q${i};`).join('')}`, /at most 10000 qubits/],
  ['huge classical registers', 'qubit q; for int i in [0:100000] { bit[10000] c; }', /classical bits/],
  ['a subroutine that calls itself', 'qubit q; def f(qubit a) { f(a); } f(q);', /within each other/],
  [
    'a subroutine that calls itself twice',
    'qubit q; def f(int n) -> int { if (n > 0) { f(n - 1); f(n - 1); } return 0; } f(60);',
    /steps/,
  ],
  [
    'deep parentheses',
    `qubit q; U(${'('.repeat(100_000)}1${')'.repeat(100_000)}, 0, 0) q;`,
    /levels within each other/,
  ],
  ['deep blocks', `qubit q; ${'{'.repeat(100_000)}`, /levels within each other/],
  ['deep else', `qubit q; ${'if (false) { } else '.repeat(100_000)} { }`, /levels within each other/],
  ['many signs', `qubit q; U(${'-'.repeat(100_000)}1, 0, 0) q;`, /levels within each other/],
  ['a long sum', `qubit q; U(1${'+1'.repeat(100_000)}, 0, 0) q;`, /in a row/],
  ['a great power', 'qubit q; gate g a { U(0, 0, 0) a; } pow(1000000000) @ g q;', /instructions|steps/],
  ['many controls', 'qubit[40] q; ctrl(30) @ U(0, 0, 0) q;', /controls|takes/],
  ['a wide cast', 'qubit q; int x = int(bit[1000000000](1));', /sizes end at/],
  ['a power that overflows', 'qubit q; U(10 ** 10 ** 10, 0, 0) q;', /no finite value/],
  [
    'wide conditions again and again',
    `qubit q; bit[10000] c; for int i in [0:100000] { if (c == 1) U(0, 0, 0) q; }`,
    /steps/,
  ],
  [
    'tabulated conditions again and again',
    `qubit q; bit[10] c; bool a = popcount(c) == 3 || c[0] != c[1]; for int i in [0:1000000] { bool b = a != c[i % 10]; if (b) U(0, 0, 0) q; }`,
    /steps|instructions|in a row/,
  ],
  [
    'counting outcomes again and again',
    `qubit q; bit[10] c; uint[8] n = 0; for int i in [0:1000000] { n += c[i % 10]; n = n * 3 + popcount(c); }`,
    /steps/,
  ],
  [
    'angles of a thousand cases again and again',
    `qubit q; bit[10] c; for int i in [0:1000000] { U(sin(int[10](c)), 0, 0) q; }`,
    /steps|instructions/,
  ],
  [
    'assignments of outcomes again and again',
    `qubit q; bit[100] c; bit[100] d; for int i in [0:1000000] { d = c; c = d << 1; }`,
    /steps|instructions|classical bits/,
  ],
  [
    'a register indexed again and again',
    `qubit q; U(0, 0, 0) q${'[0]'.repeat(1_000_000)};`,
    /levels within each other/,
  ],
  ['a long list', `qubit[2] q; barrier ${'q[0], '.repeat(1_000_000)} q[1];`, /items in a list/],
  ['a long list of arguments', `qubit q; U(${'1, '.repeat(1_000_000)} 1) q;`, /items in a list/],
  ['a long alias', `qubit[2] q; let a = q${' ++ q'.repeat(1_000_000)};`, /items in a list/],
  ['many modifiers', `qubit q; ${'inv @ '.repeat(1_000_000)} U(0, 0, 0) q;`, /modifiers on one gate/],
  ['a long body', `qubit q; gate g a { ${'U(0, 0, 0) a;'.repeat(1.2 * MAX_HELD)} }`, /statements in blocks/],
  [
    'many long bodies',
    `qubit q; ${Array.from({ length: 6 }, (_, i) => `gate g${i} a { ${'CX a, a;'.repeat(0.2 * MAX_HELD)} }`).join('')}`,
    /statements in blocks/,
  ],
  [
    'loops left where the same bit is measured again and again',
    'qubit q; bit c; for int i in [0:1000000] { c = measure q; if (c) break; }',
    /copies of measured bits|steps/,
  ],
  [
    'a subroutine left again and again',
    'qubit q; def f(qubit a) -> bit { for int i in [0:1000000] { bit c = measure a; if (c) return c; } return 0; } bit d; d = f(q);',
    /steps/,
  ],
  [
    'a loop over a measured range in another',
    'qubit q; bit[10] c; for int i in [0:int[10](c)] for int j in [0:int[10](c)] U(0, 0, 0) q;',
    /steps/,
  ],
  ['arrays declared again and again', 'qubit q; for int i in [0:100000] { array[int, 100000] a; }', /steps/],
  ['arrays copied again and again', 'qubit q; array[int, 100000] a; for int i in [0:100000] a = a;', /steps/],
  [
    'arrays joined again and again',
    `qubit q; array[int, 1000] a; for int i in [0:100000] { array[int, 100000] b = ${Array(100).fill('a').join('++')}; }`,
    /steps/,
  ],
  [
    'bits joined again and again',
    `qubit q; bit[5000] c; for int i in [0:100000] { bit[10000] d = c ++ c; }`,
    /steps|classical bits|instructions/,
  ],
  [
    'wide outputs',
    `qubit q; ${Array.from({ length: 9 }, (_, i) => `output int[10000] n${i};`).join('')}`,
    /classical bits/,
  ],
  ['deep lists of values', `array[int, 2] a = ${'{'.repeat(100_000)}`, /levels within each other/],
  ['a long list of values', `array[int, 2] a = {${'1, '.repeat(100_000)}};`, /items in a list/],
  ['the library again and again', 'include "stdgates.inc";'.repeat(MAX_STEPS / 20), /steps/],
]
