import { describe, expect, it } from 'vitest'
import { createBinder, tableOf } from '../../../../main/circuits/parameters/bind'
import { parseText, writeText } from '../../../../main/circuits/qasm/import-export'
import { parseQasm } from '../../../../main/circuits/qasm/read'

const HEAD = 'OPENQASM 3.0;\ninclude "stdgates.inc";\n'
const read = (body: string) => parseText(HEAD + body)
const TWO = 'input float theta;\ninput angle phi;\nqubit[2] q;\nbit[2] c;\n'
const paramsOf = (body: string) =>
  read(TWO + body).circuit.instructions.map(({ name, params = [] }) => [name, ...params])

describe('inputs of OpenQASM', () => {
  it.each([
    ['rx(theta) q[0];', [['rx', 'theta']]],
    ['rz(2 * theta - pi / 4) q[0];', [['rz', `(2 * theta) - ${Math.PI / 4}`]]],
    ['rz(phi) q[0];', [['rz', 'angle(phi)']]],
    ['crz(-theta) q[0], q[1];', [['crz', '-theta']]],
    ['ctrl @ ry(theta / 2) q[0], q[1];', [['cry', 'theta / 2']]],
    ['inv @ rx(theta) q[0];', [['rx', '-theta']]],
    [
      'const float half = theta / 2;\nfor int i in [0:1] { ry(half * i + sin(theta)) q[i]; }',
      [
        ['ry', '((theta / 2) * 0) + (sin(theta))'],
        ['ry', '((theta / 2) * 1) + (sin(theta))'],
      ],
    ],
    [
      'gate twist(a) x, y { rx(a) x; cx x, y; rz(a ** 2) y; }\ntwist(theta) q[0], q[1];',
      [['rx', 'theta'], ['cx'], ['rz', 'theta ^ 2']],
    ],
  ])('%s', (body, wanted) => {
    expect(paramsOf(body)).toEqual(wanted)
  })

  it('are named in the order in which they are declared', () => {
    expect(read(`${TWO}rx(theta) q[0];`).inputs).toEqual(['theta', 'phi'])
  })

  it.each([
    ['input int n;\nqubit q;', 'an input of type int is not supported: declare it as float or angle'],
    ['input float theta;\nqubit q;\nif (theta > 1) x q;', 'an input is known only with each row'],
    ['input float theta;\nqubit q;\npow(0.5) @ rx(theta) q;', 'an input cannot stand here'],
    ['input float theta;\nqubit[3] q;\nctrl(2) @ rx(theta) q[0], q[1], q[2];', 'an input cannot stand here'],
    ['input float theta;\nqubit q;\nrx(floor(theta)) q;', 'an input is known only with each row'],
    ['input float pi2 = 3;\nqubit q;', 'the input pi2 gets its values with the rows of parameters'],
    ['input float sin;\nqubit q;', 'sin'],
  ])('%s is refused with its place', (body, message) => {
    expect(() => read(body)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        faults: expect.arrayContaining([
          expect.objectContaining({ message: expect.stringContaining(message), line: expect.any(Number) }),
        ]),
      }),
    )
  })

  it('bound row by row give what the program gives with the values written into it', () => {
    const body = 'qubit[2] q;\nbit[2] c;\nry(theta / 3 + 0.1) q[0];\ncrx(cos(phi) * theta) q[0], q[1];\nc = measure q;'
    const rows = [
      [0.4, 1.2],
      [-2, 7],
      [0, 0],
    ]
    const { circuit } = read(`input float theta;\ninput float phi;\n${body}`)
    const binder = createBinder(circuit, tableOf({ names: ['theta', 'phi'], rows }))
    rows.forEach(([theta, phi], row) => {
      const written = parseQasm(`${HEAD}const float theta = ${theta};\nconst float phi = ${phi};\n${body}`)
      expect(binder.circuit(row).instructions).toEqual(written.circuit.instructions)
    })
  })

  it('come back from OpenQASM 3 that was written of expressions, and OpenQASM 2 has none', () => {
    const { circuit } = read(`${TWO}rx(theta / 2) q[0];\nc = measure q;`)
    const { text } = writeText({ circuit, format: 'openqasm3' })
    expect(text).toContain('input float[64] theta;')
    expect(parseText(text).circuit).toEqual(circuit)
    expect(() => writeText({ circuit, format: 'openqasm2' })).toThrow('OpenQASM 2 has no parameters')
  })
})
