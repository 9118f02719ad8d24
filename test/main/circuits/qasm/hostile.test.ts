import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { QasmErrors } from '../../../../main/circuits/qasm/model/diagnostics'
import { parseQasm } from '../../../../main/circuits/qasm/read'

/** The faults of a text, or null if it is a program; whatever else is thrown fails the test. */
function problems(text: string) {
  try {
    parseQasm(text)
    return null
  } catch (error) {
    if (!(error instanceof QasmErrors)) throw error
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

const OLD = `OPENQASM 2.0; // a comment
include "qelib1.inc";
gate g(a, b) x0, y0 { cu1(a / 2 ^ 2) x0, y0; barrier x0; U(-sin(b), 0, pi) y0; }
opaque magic(a) z0;
qreg q[3]; creg c[2]; creg d[1];
g(0.5e-1, -3) q[0], q[1]; h q; measure q[0] -> c[0];
if (c == 2) x q[2]; reset q[0]; barrier q; measure q[1] -> d[0];`
const NEW = `OPENQASM 3.0;
include "stdgates.inc"; /* block
comment */
const int[32] n = 2 ** 2; qubit[n] q; bit[n] c = "0000"; let half = q[0:2] ++ q[{3}];
def f(qubit a, float[64] t) -> bit { rx(t * τ) a; return measure a; }
gate g(θ) a, b { for uint i in [0:2] { ctrl @ pow(1 / 2) @ p(θ) a, b; } }
for int i in [0:n - 1] { if (i % 2 == 0 && true) { g(i / 3) q[i], q[(i + 1) % n]; } else { negctrl @ x q[i], q[i - 1]; } }
c[0] = f(q[0], arccos(3.0 / 5));
switch (int[4](c)) { case 1, 2 { x half[1]; } default { y q[2]; } }
if (c[0] == 1 || !c[1]) { z q; } c[1:3] = measure q[1:3];
uint[3] k = 1; if (c[1] != c[2]) { k += int[2](c[0:1]); c[3] = c[2] ^ c[3]; } rx(k * pi / 4) q[0]; angle[4] w = c; w >>= 1; p(w) q[1];
box { x q[0]; } @note ' (
measure q[2] -> w[3]; c <<= 1; let l = c[0:1]; l = "10"; c = rotl(c, 1);
array[float[64], 2, 2] m = {{0.5, 1}, {2, 3}}; m[0] = m[1]; def s(readonly array[float[64], #dim = 2] m) { rx(m[-1, 0]) q[0]; } s(m);
duration t = 2 * 50ns; delay[t + durationof({ x q[0]; })] q; box[1us] { for int i in [0:int(c[0])] { c[3] = measure q[3]; if (c[3]) break; } }`

describe('hostile text', () => {
  it.each([
    ['OpenQASM 2', OLD],
    ['OpenQASM 3', NEW],
  ])('of %s cut off at any character is answered', (_, text) => {
    expect(problems(text)).toBeNull()
    for (let end = 0; end <= text.length; end++) problems(text.slice(0, end))
  })

  it('with pieces lost, doubled, moved or replaced is answered', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '(',
      ')',
      '[',
      ']',
      ';',
      ',',
      '"',
      '/*',
      '1e999',
      '-',
      'inv @',
      'pow(0.5) @',
      'if',
      'q',
      '\u0000',
      '\ud800',
      '$0',
      'measure',
      '==',
      'for int i in [0:1000000000]',
      '**',
      '99999999999',
    )
    const edit = fc.record({ at: fc.nat(1000), length: fc.nat(12), by: fc.oneof(pieces, fc.string({ maxLength: 6 })) })
    fc.assert(
      fc.property(fc.constantFrom(OLD, NEW), fc.array(edit, { minLength: 1, maxLength: 4 }), (text, edits) => {
        problems(
          edits.reduce<string>(
            (so_far, { at, length, by }) => so_far.slice(0, at) + by + so_far.slice(at + length),
            text,
          ),
        )
      }),
      { numRuns: 400 },
    )
  })

  it('of any characters is answered', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), text => void problems(text)))
    fc.assert(fc.property(fc.string({ maxLength: 200 }), text => void problems(`OPENQASM 3; qubit[2] q; ${text}`)))
  })

  const bomb = (levels: number, base: string) =>
    Array.from({ length: levels }, (_, i) => `gate g${i + 1} a { g${i} a; g${i} a; }`).reduce(
      (all, gate) => `${all}\n${gate}`,
      base,
    )

  it.each<[string, string, RegExp]>([
    ['a tower of gates', `${bomb(60, 'gate g0 a { U(0, 0, 0) a; }')}\nqubit q; g60 q;`, /1000000 instructions|steps/],
    ['a tower of empty gates', `${bomb(60, 'gate g0 a { }')}\nqubit q; g60 q;`, /steps/],
    [
      'a tower of gates too high',
      `${Array.from({ length: 2000 }, (_, i) => `gate g${i + 1} a { g${i} a; }`).reduce((all, gate) => all + gate, 'gate g0 a { }')} qubit q; g2000 q;`,
      /within each other/,
    ],
    ['an endless loop', 'qubit q; while (true) { }', /steps/],
    ['a loop of 10^9', 'qubit q; for int i in [0:1000000000] { U(0, 0, i) q; }', /steps/],
    ['a loop of 10^6 in a loop', 'qubit q; for int i in [0:1000] { for int j in [0:1000000] { } }', /steps/],
    ['a huge register', 'qubit[1000000000] q;', /sizes end at 10000/],
    [
      'many registers',
      `${Array.from({ length: 11 }, (_, i) => `qubit[1000] q${i};`).join('')}`,
      /at most 10000 qubits/,
    ],
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
    ['a long body', `qubit q; gate g a { ${'U(0, 0, 0) a;'.repeat(600_000)} }`, /statements in blocks/],
    [
      'many long bodies',
      `qubit q; ${Array.from({ length: 6 }, (_, i) => `gate g${i} a { ${'CX a, a;'.repeat(100_000)} }`).join('')}`,
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
      'many ways out of one body',
      `qubit q; bit[10] c; for int i in [0:1] { ${'c[3] = measure q; if (c[3]) break; '.repeat(20_000)} }`,
      /within each other/,
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
      /steps|classical bits/,
    ],
    [
      'wide outputs',
      `qubit q; ${Array.from({ length: 9 }, (_, i) => `output int[10000] n${i};`).join('')}`,
      /classical bits/,
    ],
    ['deep lists of values', `array[int, 2] a = ${'{'.repeat(100_000)}`, /levels within each other/],
    ['a long list of values', `array[int, 2] a = {${'1, '.repeat(100_000)}};`, /items in a list/],
    ['the library again and again', 'include "stdgates.inc";'.repeat(400_000), /steps/],
  ])('with %s is refused within the limits', (_, text, message) => {
    const found = problems(text)
    expect(found?.map(fault => fault.message).join('\n')).toMatch(message)
  })

  it('beyond 16 MB is refused at once', () => {
    expect(problems(' '.repeat(17 * 1024 * 1024))).toMatchObject([{ kind: 'unsupported', message: /programs end at/ }])
  })

  it.each([
    ['strange characters', '\u0000\u0001'.repeat(1_000_000)],
    ['unclosed quotes', '"\n'.repeat(1_000_000)],
    ['signs of no qubit', '$ '.repeat(1_000_000)],
    ['letters beyond the basic plane', '𝛿'.repeat(2_000_000)],
    ['empty statements', ';'.repeat(2_000_000)],
    ['empty blocks', '{}'.repeat(500_000)],
    ['branches without an end of a statement', `bit c; ${'if (c == 1) { }'.repeat(100_000)}`],
  ])('of %s is answered in one pass', (_, text) => {
    expect(problems(`OPENQASM 3; ${text}`)?.length).toBeGreaterThan(0)
  })

  it('is a fault of the program too where little of the stack is left', () => {
    const read = () => {
      try {
        return parseQasm('qubit q; def f(qubit a) { f(a); } f(q);')
      } catch (error) {
        if (error instanceof QasmErrors) return error.problems
        throw error
      }
    }
    /** Calls itself until the stack is full, then reads as far down as reading ends with an answer. */
    const deep = (): unknown => {
      try {
        return deep()
      } catch (error) {
        if (error instanceof RangeError) return read()
        throw error
      }
    }
    expect(deep()).toMatchObject([{ kind: 'unsupported', message: expect.stringContaining('within each other') }])
  })

  it('is read in proportion to its length', () => {
    const { circuit } = parseQasm(
      `OPENQASM 2.0; include "qelib1.inc"; qreg q[20]; ${'u3(pi/2, 0.25, -1) q[7];\n'.repeat(100_000)}`,
    )
    expect(circuit.instructions).toHaveLength(100_000)
  })
})
