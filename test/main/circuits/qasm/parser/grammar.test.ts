import { describe, expect, it } from 'vitest'
import { validateCircuit } from '../../../../../main/circuits/model/validate'
import type { QasmError } from '../../../../../main/circuits/qasm/model/diagnostics'
import { parseQasm } from '../parse-qasm'

const NEW = 'OPENQASM 3.0; include "stdgates.inc"; '

describe('integers of OpenQASM 3', () => {
  const paramsOf = (text: string) =>
    parseQasm(`${NEW} qubit q; int n = 7; uint[4] w = 9; const float half = 0.5; ${text}`).circuit.instructions.map(
      ({ params }) => params![0],
    )

  it.each<[string, number]>([
    ['rx(n / 2) q;', 3],
    ['rx(-n / 2) q;', -3],
    ['rx(n / 2 * pi) q;', 3 * Math.PI],
    ['rx(pi * n / 2) q;', (Math.PI * 7) / 2],
    ['rx(w / 2.0) q;', 4.5],
    ['rx(half / 2) q;', 0.25],
    ['rx(float(n) / 2) q;', 3.5],
    ['rx(4 / 2) q;', 2],
    ['rx(3.0 / 4) q;', 0.75],
    ['rx(3 / 4.0 * pi) q;', 0.75 * Math.PI],
    ['gate g(t) a { rx(t / 2) a; } g(n) q;', 3.5],
    ['def f(int a) -> int { return a / 2; } rx(f(n) / 2) q;', 1],
    ['def f(int a) -> float { return a / 2; } rx(f(n) / 2) q;', 1.5],
    ['w /= 2; rx(w) q;', 4],
    ['rx(w % 4) q;', 1],
    ['rx(w %4) q;', 1],
    ['rx(w%2+n%2) q;', 2],
  ])('%s turns by %d', (text, angle) => {
    expect(paramsOf(text)[0]).toBeCloseTo(angle, 14)
  })

  it.each([
    ['rx(1 / 2) q;', 'a quotient of integers with a remainder'],
    ['rx(3 / 4 * pi) q;', 'a quotient of integers with a remainder'],
    ['rx(-n % 4) q;', 'the remainder of a negative number'],
    ['n ~= 1;', 'the assignment ~='],
  ])('%s is refused by name, for it means different things to different readers', (text, message) => {
    expect(() => paramsOf(text)).toThrow(message)
  })

  it('pow(1/2) is the square root, and OpenQASM 2 divides real numbers', () => {
    expect(parseQasm(`${NEW} qubit q; pow(1/2) @ x q;`).circuit.instructions).toEqual([{ name: 'sx', qubits: [0] }])
    const old = 'OPENQASM 2.0; include "qelib1.inc"; qreg q[1]; gate g(t) a { rx(3/4) a; } rx(1/2) q[0]; g(0) q[0];'
    expect(parseQasm(old).circuit.instructions.map(({ params }) => params)).toEqual([[0.5], [0.75]])
  })

  it.each([
    ['1/2 + 2', 2.5],
    ['2 + 1/2', 2.5],
    ['2 - 3/4 * 1/2', 1.625],
    ['1 / (1/2)', 2],
    ['-(2 + 1/4)', -2.25],
    ['n + 1/2', 7.5],
    ['1/n', 1 / 7],
    ['1 + 2 ** -1', 1.5],
    ['n / 2', 3],
    ['(n + 1) / 3', 2],
    ['1 + n / 2', 4],
    ['7 % 4', 3],
    ['1 << 2', 4],
    ['5 + 7 % 4', 8],
  ])('pow(%s) has the exponent %d', (exponent, value) => {
    expect(paramsOf(`pow(${exponent}) @ p(0.1) q;`)[0]).toBeCloseTo(value / 10, 14)
  })
})

describe('what the grammar of OpenQASM 3 allows', () => {
  const [head, place] = [`${NEW} qubit[2] q; bit[2] c; int n = 1;\n`, 'line 2, column ']

  it.each([
    '42;',
    '-n;',
    '(n + 1) * 2;',
    'true;',
    'n;',
    'n + 1;',
    'sin(1.0) + 2;',
    'int[4](c);',
    'c[0] == 1;',
    '"01";',
  ])('an expression stands as a statement: %s', text => {
    expect(parseQasm(head + text).circuit.instructions).toEqual([])
  })

  it.each([
    ...['true', 'false', 'durationof', 'lengthof', 'else', 'in', 'readonly', 'mutable', 'void', 'gphase'],
    ...['inv', 'pow', 'ctrl', 'negctrl', 'extern', 'cal', 'defcal', 'switch', 'if'],
  ])('%s names nothing', word => {
    for (const text of ['int W = 3;', 'qubit W;', 'bit[2] W;', 'gate W a { }', 'gate g(W) a { }', 'let W = q;'])
      expect(() => parseQasm(head + text.replace('W', word))).toThrow(
        expect.objectContaining({
          problems: [
            {
              line: 2,
              column: 1 + text.indexOf('W'),
              kind: 'syntax',
              message: expect.stringContaining(`"${word}" is a word of the language and cannot name`),
            },
          ],
        }),
      )
  })

  it.each(['complex', 'array', 'duration', 'stretch'])('%s is a type and names nothing', word => {
    for (const text of ['int W = 3;', 'qubit W;', 'let W = q;', 'gate W a { }'])
      expect(() => parseQasm(head + text.replace('W', word))).toThrow(`"${word}" is a word of the language`)
  })

  it('an else without an if is no gate', () => {
    for (const text of ['else x q[0];', 'if (true) else x q[0];', 'for int in in [0:1] { x q[0]; }'])
      expect(() => parseQasm(head + text)).toThrow('is a word of the language and cannot name')
    expect(parseQasm(`${head}c[0] = measure q[0]; if (c[0]) x q[0]; else x q[1];`).circuit.instructions).toHaveLength(3)
    expect(parseQasm('OPENQASM 2.0; qreg else[1]; qreg in[1]; CX else[0], in[0];').circuit.num_qubits).toBe(2)
  })

  it.each(['case', 'default', 'nop', 'opaque', 'input', 'output', 'kernel'])('%s may be a name', word => {
    expect(parseQasm(`${head}qubit ${word};`).circuit.num_qubits).toBe(3)
  })

  it('the global phase is called like a gate', () => {
    expect(parseQasm(`${head}gphase(1); inv @ gphase(2); ctrl @ gphase(3) q[0];`).circuit.instructions).toEqual([
      { name: 'p', qubits: [0], params: [3] },
    ])
  })

  it.each([
    ['bool[4] a;', 5, 'bool is one truth value and has no size'],
    ['rx(bool[2](1)) q[0];', 8, 'bool is one truth value and has no size'],
    ['input a;', 7, 'expected a type, found "a"'],
    ['output const a = 8;', 8, 'expected a type, found "const"'],
    ['array[qubit, 2] a;', 7, 'expected a type, found "qubit"'],
    ['def f() -> qubit { return q; }', 12, 'expected a type, found "qubit"'],
    ['output qubit a;', 1, 'an output is classical'],
    ['input qubit a;', 1, 'an input of type qubit'],
  ])('%s has no such type', (text, column, message) => {
    expect(() => parseQasm(head + text)).toThrow(
      expect.objectContaining({
        problems: [expect.objectContaining({ line: 2, column, message: expect.stringContaining(message) })],
      }),
    )
  })

  it('an underscore in a number stands between two digits', () => {
    const { instructions } = parseQasm(
      `${head}rx(1_0.2_5) q[0]; rx(1_0e0_1) q[0]; rx(0x1_f) q[0]; rx(0b1_0) q[0]; rx(0xA_d0) q[0];`,
    ).circuit
    expect(instructions.map(({ params }) => params)).toEqual([[10.25], [100], [31], [2], [0xad0]])
    for (const number of ['1__0', '10_', '0x_1', '0b1_', '1_.5', '1._5', '1_e5', '1.5_'])
      expect(() => parseQasm(`${head}rx(${number}) q[0];`)).toThrow(
        `line 2, column 4: an underscore in a number stands between two digits, not as in "${number}"`,
      )
    for (const time of ['1_ns', '1_dt'])
      expect(() => parseQasm(`${head}delay[${time}] q[0];`)).toThrow('an underscore in a number')
  })

  it('a pragma is a whole statement: the one behind it stands outside the branch', () => {
    const { instructions } = parseQasm(`${head}c[0] = measure q[0]; if (c[0])\n#pragma any\nx q[1];`).circuit
    expect(instructions[1]).toEqual({ name: 'x', qubits: [1] })
    expect(parseQasm(`${head}{ x q[0];\n#pragma any\n}`).circuit.instructions).toHaveLength(1)
  })

  it.each([
    ['durationof({ x q[0]; });', 'durationof'],
    ['x[n] q[0];', 'durations of gates'],
    ['rx(1.0)[n] q[0];', 'durations of gates'],
    ['if (1ns) { } else x q[0];', 'times'],
    ['for duration d in {1ns} { x q[0]; }', 'duration'],
    ['extern f(int, creg[2]) -> bit;', 'extern'],
    ['input bit[8] a;', 'input'],
    ['gate g(angle[32]: t) a { U(t, 0, 0) a; }', 'typed parameters'],
    ['gate g(t: angle) a { U(t, 0, 0) a; }', 'typed parameters'],
    ['cal { play(d, w); }', 'cal'],
    ['defcal x $0 { play(d, w); }', 'defcal'],
  ])('%s is named as unsupported, with its place, and nothing else', (text, name) => {
    try {
      parseQasm(`${head}${text} x q[1];`)
      expect.unreachable()
    } catch (error) {
      const { problems, message } = error as QasmError
      expect(problems.map(({ kind }) => kind)).toEqual(['unsupported'])
      expect(message).toContain(place)
      expect(message).toContain(name)
    }
  })
})

describe('words of OpenQASM 3 in OpenQASM 2', () => {
  const old = 'OPENQASM 2.0; include "qelib1.inc"; qreg q[2]; creg c[2];\n'

  it('can name gates and registers', () => {
    const text = `${old}qreg let[1]; gate def a { x a; } gate inv(t) a { rx(t) a; } def let[0]; inv(1) q[0];`
    expect(parseQasm(text).circuit.instructions).toEqual([
      { name: 'x', qubits: [2] },
      { name: 'rx', qubits: [0], params: [1] },
    ])
  })

  it.each([
    ['qubit[2] r;', 'qubit is'],
    ['qubit r;', 'qubit is'],
    ['bit[2] d;', 'bit is'],
    ['int n = 3;', 'int is'],
    ['ctrl @ x q[0], q[1];', 'ctrl is'],
    ['pow(2) @ x q[0];', 'pow is'],
    ['let a = q;', 'let is'],
    ['for int i in [0:1] { x q[i]; }', 'for is'],
    ['def f(qubit a) { x a; }', 'def is'],
    ['delay[100ns] q;', 'delay is'],
    ['input float a;', 'input is'],
  ])('%s is recognized as OpenQASM 3', (text, start) => {
    const fault = () => parseQasm(old + text)
    expect(fault).toThrow(`line 2, column 1: ${start}`)
    expect(fault).toThrow('a word of OpenQASM 3, and the program is said to be OpenQASM 2')
  })
})

describe('bits joined by ++', () => {
  const flips = (text: string) =>
    parseQasm(`${NEW} qubit[6] q; const bit[2] a = "01"; const bit[3] b = "110"; ${text}`).circuit.instructions.map(
      ({ qubits }) => qubits[0],
    )
  const each = 'for int i in [0:4] { if (c[i]) x q[i]; }'

  it('have those of the first part lowest', () => {
    expect(flips(`const bit[5] c = a ++ b; ${each}`)).toEqual([0, 3, 4])
    expect(flips(`const bit[5] c = "1" ++ b ++ a[{0}]; ${each}`)).toEqual([0, 2, 3, 4])
    expect(flips('def f() -> bit[5] { return b ++ a; } const bit[5] c = f(); for bit k in c if (k) x q[0];')).toEqual([
      0, 0, 0,
    ])
  })

  it.each([
    ['bit[6] c = a ++ b;', '5 bits do not fit in 6'],
    ['bit[3] c = a ++ 1;', 'only bits and arrays can be joined'],
    ['bit[3] c = a ++;', 'expected an expression'],
    ['let c = a ++ b;', 'a is no qubit or register of qubits'],
  ])('%s is explained', (text, message) => expect(() => flips(text)).toThrow(message))
})

describe('registers', () => {
  it('keep their names, with an underscore where a circuit needs the name itself', () => {
    const { circuit, notes } = parseQasm(
      'OPENQASM 2.0; include "qelib1.inc"; qreg z[2]; qreg a[1]; creg c[1]; measure z[0] -> c[0];',
    )
    expect(circuit.registers).toEqual([
      { name: 'z_', kind: 'qubit', size: 2 },
      { name: 'a', kind: 'qubit', size: 1 },
      { name: 'c', kind: 'bit', size: 1 },
    ])
    expect(notes).toEqual([expect.stringMatching(/^The register z is called z_/)])
    expect(validateCircuit(circuit)).toEqual([])
    const odd = parseQasm(`${NEW} qubit θ; qubit z; qubit z_; qubit ϑ;`).circuit
    expect(odd.registers?.map(({ name }) => name)).toEqual(['register', 'z__', 'z_', 'register_'])
    expect(parseQasm('qreg a[2];').circuit.registers).toEqual([{ name: 'a', kind: 'qubit', size: 2 }])
  })
})
