/** Programs of every construct, cut off and changed at random. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { problems } from './hostile-programs'

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
array[float[64], 2, 2] m = {{0.5, 1}, {2, 3}}; m[0] = m[1]; def s(qubit a, readonly array[float[64], #dim = 2] m) { rx(m[-1, 0]) a; } s(q[0], m);
duration t = 2 * 50ns; delay[t + durationof({ x q[0]; })] q; box[1us] { for int i in [0:int(c[0])] { c[3] = measure q[3]; if (c[3]) break; } }`

/** Tests of programs cut off after every `step` characters, and of `edits` programs with a few random changes each. */
export function damagedCases({ step, edits }: { readonly step: number; readonly edits: number }): void {
  describe('a damaged program', () => {
    it.each([
      ['OpenQASM 2', OLD],
      ['OpenQASM 3', NEW],
    ])('of %s cut off at any character is answered', (_, text) => {
      expect(problems(text)).toBeNull()
      for (let end = 0; end <= text.length; end += step) problems(text.slice(0, end))
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
      const edit = fc.record({
        at: fc.nat(1000),
        length: fc.nat(12),
        by: fc.oneof(pieces, fc.string({ maxLength: 6 })),
      })
      fc.assert(
        fc.property(fc.constantFrom(OLD, NEW), fc.array(edit, { minLength: 1, maxLength: 4 }), (text, edits) => {
          problems(
            edits.reduce<string>(
              (so_far, { at, length, by }) => so_far.slice(0, at) + by + so_far.slice(at + length),
              text,
            ),
          )
        }),
        { numRuns: edits },
      )
    })
  })
}
