/** Which global names the bodies of gates and subroutines see (OpenQASM 3, scoping of variables). */
import { describe, expect, it } from 'vitest'
import { parseParametricQasm } from '../../../../../main/circuits/qasm/read'
import { instructionLines, problemsOf } from '../read-lines'

const HEAD = 'OPENQASM 3.0; include "stdgates.inc"; qubit[2] q; bit[2] c;\n'
const PASS = 'pass it as a parameter'
const CONST = `${PASS}, or declare it as const`
const lines = (text: string) => instructionLines(HEAD + text)
const unseen = (name: string, what: string, bodies: string, instead: string) =>
  `${name} is ${what} of the program, which the bodies of ${bodies} do not see: ${instead}`

describe('the bodies of gates and subroutines', () => {
  it.each([
    ['const float x = 0.5; gate g a { rx(x) a; } g q[1];', ['rx(0.5) 1']],
    ['const int n = 3; def f(qubit a) -> int { rx(n) a; return n * 2; } rz(f(q[0])) q[0];', ['rx(3) 0', 'rz(6) 0']],
    ['const int n = 2; def f(qubit[n] a) { for int i in [0:n - 1] { x a[i]; } } f(q);', ['x 0', 'x 1']],
    ['const array[int, 2] m = {4, 5}; def f(qubit a) { rx(m[1] + sizeof(m)) a; } f(q[0]);', ['rx(7) 0']],
    ['gate g a { x a; } def e(qubit a) { g a; } def f(qubit a) { e(a); g a; } f(q[1]);', ['x 1', 'x 1']],
    ['duration t = 50ns; def f(qubit a) { delay[t] a; x a; } f(q[0]);', ['x 0']],
    ['def f(qubit a) { int m = 1; { m += 1; } rx(m) a; } f(q[0]);', ['rx(2) 0']],
    ['int n = 1; def f(qubit a, int n) { n += 1; rx(n) a; } f(q[0], n); rx(n) q[0];', ['rx(2) 0', 'rx(1) 0']],
    ['qubit x; def f(qubit a) { x a; } f(q[1]);', ['x 1']],
  ])('see constants, gates, subroutines, durations and what is their own: %s', (text, wanted) => {
    expect(lines(text)).toEqual(wanted)
  })

  it.each([
    ['int n = 1; def f() -> int { return n * 2; } rx(f()) q[0];', unseen('n', 'a variable', 'subroutines', CONST)],
    ['int n = 1; def f() { n = 2; } f();', unseen('n', 'a variable', 'subroutines', CONST)],
    ['def f(qubit a) { c[0] = measure a; } f(q[0]);', unseen('c', 'a register of bits', 'subroutines', PASS)],
    ['def f(qubit a) { measure a -> c[0]; } f(q[0]);', unseen('c', 'a register of bits', 'subroutines', PASS)],
    ['def f(qubit a) { if (c == 1) x a; } f(q[0]);', unseen('c', 'a register of bits', 'subroutines', PASS)],
    ['bit d; def f(qubit a) { if (d) x a; } f(q[0]);', unseen('d', 'a bit', 'subroutines', PASS)],
    ['def f() { x q[0]; } f();', unseen('q', 'a register of qubits', 'subroutines', PASS)],
    ['let a = q[0]; def f() { x a; } f();', unseen('a', 'a qubit', 'subroutines', PASS)],
    ['array[int, 2] m; def f() -> int { return m[0]; } f();', unseen('m', 'an array', 'subroutines', CONST)],
    ['array[int, 2] m; def f() -> int { return sizeof(m); } f();', unseen('m', 'an array', 'subroutines', CONST)],
    ['input float t; def f(qubit a) { rx(t) a; } f(q[0]);', unseen('t', 'an input', 'subroutines', PASS)],
    ['input float t; gate g a { rx(t) a; } g q[0];', unseen('t', 'an input', 'gates', PASS)],
    ['float x = 0.5; gate g a { rx(x) a; } g q[0];', unseen('x', 'a variable', 'gates', CONST)],
    [
      'float x = 0.5; gate g a { rx(x) a; } def f(qubit a) { g a; } f(q[0]);',
      unseen('x', 'a variable', 'gates', CONST),
    ],
    ['c[0] = measure q[0]; gate g a { rx(c[0]) a; } g q[0];', unseen('c', 'a register of bits', 'gates', PASS)],
    ['int tau = 3; gate g a { rx(tau) a; } g q[0];', unseen('tau', 'a variable', 'gates', CONST)],
    ['def f(qubit a) { rx(m) a; } def e(qubit a) { int m = 1; f(a); } e(q[0]);', 'm is not declared'],
  ])('see no other name of the program: %s', (text, message) => {
    expect(problemsOf(HEAD + text)).toMatchObject([{ line: 2, kind: 'semantic', message }])
  })

  it('leave the names outside as they were, after a fault too', () => {
    const text = `${HEAD}int n = 1;\ndef f() -> int { return n; }\nrx(f()) q[0];\nrx(n) q[0];\ny nothing;`
    expect(problemsOf(text)).toMatchObject([
      { line: 3, column: 25 },
      { line: 6, message: 'nothing is not declared' },
    ])
  })

  it('refuse the same where a call is read by the fast path and by the parser', () => {
    const defined = `${HEAD}float x = 0.5; gate g a { rx(x) a; }\n`
    expect(problemsOf(`${defined}g q[0];`)).toEqual(problemsOf(`${defined}g /**/ q[0];`))
  })

  it('see inputs that are passed, and constants made of them', () => {
    const text = `${HEAD}input float t; const float half = t / 2;
      gate g(p) a { rx(p) a; rz(half) a; } def f(float p, qubit a) { ry(p) a; } g(t) q[0]; f(t, q[0]);`
    expect(parseParametricQasm(text).circuit.instructions.map(({ params }) => params)).toEqual([
      ['t'],
      ['t / 2'],
      ['t'],
    ])
  })

  it('see physical qubits in subroutines, not in gates', () => {
    const head = 'OPENQASM 3.0; include "stdgates.inc";'
    expect(instructionLines(`${head} def f() { x $1; } f();`)).toEqual(['x 1'])
    expect(problemsOf(`${head} gate g a { x $1; } g $0;`)).toMatchObject([
      { message: 'in the body of a gate only its own qubits can stand here' },
    ])
  })
})
