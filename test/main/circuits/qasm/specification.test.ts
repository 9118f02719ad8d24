/** Programs that are easily misread, each with the circuit or fault that the specification of OpenQASM gives it. */
import { describe, expect, it } from 'vitest'
import { validateCircuit } from '../../../../main/circuits/model/validate'
import { parseQasm } from './parse-qasm'
import { instructionLines, problemsOf } from './read-lines'

const NEW = 'OPENQASM 3.0; include "stdgates.inc"; qubit[4] q; bit[3] c;\n'
const lines = (text: string) => instructionLines(text, 9)
const problem = (text: string) => problemsOf(text)[0]!

describe('scopes', () => {
  it.each([
    ['let a = q[0]; { let a = q[1]; x a; } y a;', ['x 1', 'y 0']],
    ['let a = q[0]; if (true) { let a = q[1]; x a; } y a;', ['x 1', 'y 0']],
    ['let a = q[0]; for int i in [1:2] { x a; let a = q[i]; z a; } y a;', ['x 0', 'z 1', 'x 0', 'z 2', 'y 0']],
    ['let a = q[0]; def f(qubit b) { let a = b; x a; } f(q[2]); y a;', ['x 2', 'y 0']],
    ['let a = q[0:1]; let b = a[1]; { let a = q[3]; x b; } y a;', ['x 1', 'y 0', 'y 1']],
    ['const int n = 3; { const int n = 1; x q[n]; } y q[n];', ['x 1', 'y 3']],
    ['int n = 3; for int n in [0:1] { x q[n]; } y q[n];', ['x 0', 'x 1', 'y 3']],
    ['int n = 2; gate g(n) a { rz(n) a; } g(1) q[0]; rz(n) q[0];', ['rz(1) 0', 'rz(2) 0']],
    ['int n = 1; def f(int n, qubit a) { n = 2; rz(n) a; } f(n, q[0]); rz(n) q[0];', ['rz(2) 0', 'rz(1) 0']],
    ['array[int, 1] a = {1}; { array[int, 1] a = {2}; rz(a[0]) q[0]; } rz(a[0]) q[0];', ['rz(2) 0', 'rz(1) 0']],
    ['int n = 1; { n *= 2; int n = 5; n *= 2; rz(n) q[0]; } rz(n) q[0];', ['rz(10) 0', 'rz(2) 0']],
    ['const int n = 200; def f() -> int { return n * 2; } rz(f()) q[0];', ['rz(400) 0']],
  ])('%s', (text, want) => expect(lines(NEW + text)).toEqual(want))

  it('of aliases name the place where a block takes a name again', () => {
    expect(parseQasm(`${NEW}let a = q[0];\n{ let a = q[1]; }`).notes).toEqual([
      'The alias a in a block (line 3, column 3) ends with its block; the a outside stays what it was.',
    ])
    expect(parseQasm(`${NEW}let a = q[0]; { let b = q[1]; }`).notes).toEqual([])
  })
})

describe('registers and their parts', () => {
  it.each([
    ['let a = q[3:-1:0]; x a[0]; let b = a[1:2]; y b[0]; let d = b ++ a[0]; z d[2];', ['x 3', 'y 2', 'z 3']],
    ['c = "011"; if (c[0]) x q[0]; if (c[2]) x q[2]; if (c[1:2] == "01") y q[1];', ['x 0', 'y 1']],
    ['cx q[0:1], q[1:2];', ['cx 0,1', 'cx 1,2']],
    ['reset q[0:1]; reset q[{3, 2}];', ['reset 0', 'reset 1', 'reset 3', 'reset 2']],
  ])('%s', (text, want) => expect(lines(NEW + text).filter(line => !/ 4|-> /.test(line))).toEqual(want))

  it.each([
    ['h q[2:1];', 3, /this index names nothing: .* 2:-1:0/],
    ['x q[{0, 0}];', 3, /index 0 is listed twice/],
    ['let a = q[0:1] ++ q[1:2];', 1, /one element twice/],
    ['c = measure q;', 1, /4 qubits cannot be measured into 3/],
    ['measure q[0] -> c;', 1, /^1 qubit cannot be measured into 3 classical bits/],
    ['bit[2] d = measure q[0];', 1, /^1 qubit cannot be measured into 2 classical bits/],
    ['const uint[3] n = c[0:2];', 1, /^the constant n cannot depend on a measurement: declare it without const/],
    ['const bool b = measure q[0];', 1, /^the constant b cannot depend on a measurement/],
    ['switch (1) { default { x q[0]; } case 1 { y q[0]; } }', 34, /default stands once, behind all cases/],
    ['switch (c[0]) { case 1 { x q[0]; } case 1 { y q[0]; } }', 41, /1 stands in two cases/],
    ['pow(1e300) @ rz(1e300) q[0];', 1, /not finite numbers/],
  ])('%s is refused', (text, column, message) => {
    expect(problem(`${NEW}${text.includes('c[0]') ? 'c[0] = measure q[0];' : ''}\n${text}`)).toMatchObject({
      line: 3,
      column,
      message,
    })
  })

  it('a barrier names a qubit once, in the body of a gate too, so that the circuit can be submitted', () => {
    for (const gates of ['g q[0], q[1];', 'ctrl @ g q[2], q[0], q[1];', 'inv @ g q[0], q[1];']) {
      const text = `${NEW}gate g a, b { barrier a, a; barrier b, a, b; } ${gates} c[0] = measure q[0];`
      const { circuit } = parseQasm(text)
      expect(validateCircuit(circuit)).toEqual([])
      const barriers = circuit.instructions.filter(({ name }) => name === 'barrier').map(({ qubits }) => qubits)
      expect(barriers.toSorted((a, b) => a.length - b.length)).toEqual([[0], [1, 0]])
    }
    const plain = 'gate g a,b { barrier a,a; } qubit[2] q; bit[1] c; g q[0],q[1]; c = measure q[0:0];'
    expect(lines(plain)).toEqual(['barrier 0', 'measure 0 -> 0'])
  })
})

describe('the version line', () => {
  it.each(['2', '2.0', '3', '3.0', '3.1'])('%s is known', version => {
    const body = version.startsWith('2') ? 'qreg q[1]; U(0,0,0) q[0];' : 'qubit q; U(0,0,0) q;'
    expect(parseQasm(`OPENQASM ${version}; ${body}`).circuit.instructions).toHaveLength(1)
  })

  it.each(['2.1', '2.9', '3.7', '3.2', '1.0', '4', '30', '2.00'])('%s is not', version => {
    expect(problem(`OPENQASM ${version}; qubit q;`)).toEqual({
      line: 1,
      column: 10,
      kind: 'unsupported',
      message: `OpenQASM ${version} is not known here; 2.0, 3.0 and 3.1 are`,
    })
  })
})

describe('outcomes of a subroutine', () => {
  const notes = (text: string) => parseQasm(NEW + text).notes

  it('that one another are written over are named, each with its place', () => {
    const measured = 'def m(qubit a) -> bit {\nbit b; b = measure a; return b; }\n'
    expect(notes(`${measured}for int i in [0:2] m(q[i]);`)).toEqual([
      'Classical bit 3 holds outcomes of local variables; it is not in the results. To have them there, measure into registers at the top of the program.',
    ])
    const twice =
      'def m(qubit a, qubit b) -> bit { bit r;\nr = measure a; r = measure b; return r; } c[0] = m(q[0], q[1]);'
    expect(notes(twice)).toEqual([
      'One outcome is not in the results: a later one of a local variable is written over it in classical bit 0. It is measured at line 3, column 1. To keep all, measure into registers at the top of the program.',
    ])
  })

  it('that all are in the results need no note', () => {
    const measured = 'def m(qubit a) -> bit { bit b; b = measure a; return b; } '
    expect(notes(`${measured}for int i in [0:2] c[i] = m(q[i]);`)).toEqual([])
    const kept = parseQasm(`${NEW}def m(qubit a) -> bit { return measure a; } m(q[0]); m(q[1]); m(q[2]);`)
    expect(kept.circuit.instructions.map(({ clbits }) => clbits)).toEqual([[3], [4], [5]])
    expect(kept.notes).toEqual([
      'Classical bits 3 to 5 hold outcomes of local variables; they are not in the results. To have them there, measure into registers at the top of the program.',
    ])
  })
})
