import { describe, expect, it } from 'vitest'
import type { QasmError } from '../../../../main/circuits/qasm/model/diagnostics'
import { parseQasm } from './parse-qasm'
import { problemsOf } from './read-lines'

const NEW = 'OPENQASM 3.0; include "stdgates.inc"; '

describe('a fault', () => {
  it('names an index from the end as it was written', () => {
    const at = (text: string) => problemsOf(`${NEW} qubit[2] q; array[int, 3] a;\n${text}`)
    expect(at('x q[-3];')).toMatchObject([{ line: 2, message: 'index -3 is outside of 0..1' }])
    expect(at('x q[-3:0];')).toMatchObject([{ line: 2, message: 'index -3 is outside of 0..1' }])
    expect(at('a[-4] = 1;')).toMatchObject([{ line: 2, message: 'index -4 is outside of 0..2' }])
  })

  it('is reported with its line and column, and so are those after it', () => {
    expect(problemsOf(`${NEW}\nqubit[2] q;\nx q[2];\nfoo q[0];\n  cx q[0], q[0];\nx q;\nmeasure q -> d;`)).toEqual([
      { line: 3, column: 3, kind: 'semantic', message: 'index 2 is outside of 0..1' },
      { line: 4, column: 1, kind: 'semantic', message: 'foo is not declared' },
      { line: 5, column: 3, kind: 'semantic', message: 'cx names one qubit twice' },
      { line: 7, column: 14, kind: 'semantic', message: 'd is not declared' },
    ])
  })

  it('of the syntax does not hide the next', () => {
    expect(problemsOf('OPENQASM 3;\nqubit q\nU(1, 2, 3) q;\nif (true { U(0,0,0) q; }\nqubit[2 r;')).toMatchObject([
      { line: 3, column: 1, kind: 'syntax', message: 'expected ";" at the end of the statement on line 2, found "U"' },
      { line: 4, column: 10, kind: 'syntax', message: /expected "\)"/ },
      { line: 5, column: 9, kind: 'syntax', message: /expected "\]"/ },
    ])
  })

  it('in a subroutine is reported once, not at every call, and does not hide others', () => {
    const calls = 'f(q[0]);\n'.repeat(150)
    expect(problemsOf(`${NEW}\ndef f(qubit a) { foo a; }\nqubit[2] q;\n${calls}bar q;`)).toMatchObject([
      { line: 2, message: 'foo is not declared' },
      { line: 154, message: 'bar is not declared' },
    ])
  })

  it('in a declaration is reported once, not at every use', () => {
    expect(problemsOf(`${NEW} qubit[0] q; x q; h q;`)).toHaveLength(1)
  })

  it.each([
    ['defcalgrammar "openpulse";', /defcalgrammar/],
    ['cal { anything { } }', /cal is not/],
    ['defcal x $0 { play(d, g(...)); }', /defcal/],
    ['extern f(int[32]) -> bit;', /extern/],
    ['input bool a;', /input/],
    ['boxas b { x q[0]; }', /boxas .* write box/],
    ['x[100ns] q[0];', /durations of gates .* leave the brackets out/],
    ['rx(1)[100ns] q[0];', /durations of gates/],
    ['duration d = 1us; int a = d;', /the duration d has no value/],
    ['def f(duration d) { }', /the type duration .* in delay alone/],
    ['complex[float[64]] z;', /complex/],
    ['float z = 2im;', /imaginary/],
    ['array[complex[float], 2] z;', /complex/],
    ['int a = durationof({x q[0];});', /durationof/],
    ['while (c[0] == 0) { c[0] = measure q[0]; break; }', /while .* a for loop over a range, left by break/],
    ['while (true) { c[0] = measure q[0]; if (c[0]) break; if (c[1]) continue; x q[0]; }', /while/],
    ['if (c[0]) end;', /end where a measurement decides .* else/],
    ['def f() { end; } f();', /end in a subroutine/],
    ['int n = 0; if (c[0]) n = 1; x q[n];', /an index cannot depend on a measurement/],
    ['bit[11] d; bool a = d[0] ^ d[1] ^ d[2]; if (popcount(d) == 3) x q[0];', /more than 10 measured bits/],
    ['include "other.inc";', /other\.inc/],
    ['gate g a, b { cx a, b; x a; } pow(0.5) @ g q[0], q[1];', /fractional power of g/],
  ])('%s is named as unsupported', (statement, message) => {
    expect(problemsOf(`${NEW}\nqubit[2] q; bit[2] c;\n${statement}`)).toMatchObject([
      { kind: 'unsupported', message, line: 3 },
    ])
  })

  it.each([
    ['', /no qubits/],
    [`${NEW} qubit q; bit c; if (c == 1)`, /found the end of the text/],
    [`${NEW} qubit[2] q; bit[3] c; measure q -> c;`, /2 qubits cannot be measured into 3/],
    [`${NEW} qubit[2] q; qubit[3] r; cx q, r;`, /different lengths/],
    [`${NEW} qubit q; rx q;`, /takes 1 parameter, 0 given/],
    [`${NEW} qubit q; gate g a { nothere a; }`, /no gate nothere/],
    [`${NEW} qubit q; gate g a { g a; }`, /no gate g/],
    [`${NEW} qubit q; int n = n + 1;`, /n is not declared/],
    [`${NEW} qubit q; let a = a;`, /a is not declared/],
    [`${NEW} qubit q; duration d = 2 * d;`, /d is not declared/],
    [`${NEW} qubit q; array[int, 2] a = {a[0], 1};`, /a is not declared/],
    [`${NEW} qubit[n] n;`, /n is not declared/],
    [`${NEW} # a comment`, /expected a statement, found "#"; comments begin with/],
    [`${NEW} qubit q, r;`, /a declaration has one name/],
    [`${NEW} int a = 1, b = 2; qubit q;`, /a declaration has one name/],
    ['OPENQASM 3; include "stdgates.inc; qubit q;', /this string is not closed on its line/],
    [`${NEW} qubit q; qubit q;`, /declared already/],
    [`${NEW} qubit q; const int n = 1; n = 2;`, /constant/],
    [`${NEW} qubit q; rx(1 / 0) q;`, /no finite value/],
    [`${NEW} qubit q; int[2] k = 9;`, /does not fit in int\[2\]/],
    ['OPENQASM 4.0; qubit q;', /OpenQASM 4\.0/],
    ['OPENQASM 2.0; qreg q[1]; h q[0];', /h is not declared \(stdgates\.inc and qelib1\.inc would define it\)/],
    [`${NEW} qubit q; u(1, 2, 3) q;`, /u is not declared \(OpenQASM 3 has U built in; qelib1\.inc would define u\)/],
    [`${NEW} qubit[2] q; rzz(1) q[0], q[1];`, /rzz is not declared \(qelib1\.inc would define it\)/],
    ['qubit q; gate g a { h a; }', /no gate h \(stdgates\.inc/],
    [`${NEW} qubit q; bit c; c = measure q; if (c == 1); x q;`, /empty statement cannot be a branch/],
    [`${NEW} qubit q; while (false); x q;`, /empty statement cannot be a branch or the body of a loop/],
    [`${NEW} qubit q; int[8] def = 1;`, /"def" is a word of the language/],
    [
      `${NEW} qubit q; bit c; def f(bit a) -> bit { if (a) return 1; } c = f(c);`,
      /f may end without returning a value/,
    ],
    [`${NEW} qubit q; bit c; if (c) break;`, /break stands outside of any loop/],
    [`${NEW} qubit q; int n = 1; n++;`, /write \+= 1/],
    [`${NEW} qubit q; gate g(a) { }`, /acts on no qubits/],
    [`${NEW} qubit q; break;`, /break stands outside of any loop/],
    [`${NEW} qubit q; def f(qubit a) { continue; } for int i in [0:1] f(q);`, /continue stands outside of any loop/],
    [`${NEW} qubit q; return;`, /return stands outside of any subroutine/],
  ])('in %j is explained', (text, message) => {
    expect(problemsOf(text)[0]!.message).toMatch(message)
  })

  it('in a very long word shows its beginning', () => {
    expect(problemsOf(`${NEW} qubit q; ${'a'.repeat(1_000_000)} q;`)).toMatchObject([
      { message: expect.stringMatching(/^a{400}…$/) },
    ])
  })

  it('reads as an error of the service, with every problem in its details', () => {
    const error = (() => {
      try {
        return parseQasm('OPENQASM 3; qubit q; y q; z q;')
      } catch (thrown) {
        return thrown
      }
    })()
    expect(error).toMatchObject({
      code: 'invalid_file',
      message: /^OpenQASM line 1, column 22: y is not declared \(and 1 more\)$/,
    })
    expect((error as QasmError).details.problems).toHaveLength(2)
  })
})
