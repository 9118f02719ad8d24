import { describe, expect, it } from 'vitest'
import { createBinder, expressionFaults, tableOf } from '../../../../main/circuits/parameters/bind'
import { parseText, writeText } from '../../../../main/circuits/qasm/import-export'
import { SweepParameters } from '../../../../main/contract/jobs/parameters'
import { parseQasm } from './parse-qasm'

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
    ['rx(pow(theta + 1, 2)) q[0];', [['rx', '(theta + 1) ^ 2']]],
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
    ['input bool b;\nqubit q;', 'an input of type bool is not supported, for it cannot be part of an angle'],
    ['input bit[2] b;\nqubit q;', 'an input of type bit is not supported, for it cannot be part of an angle'],
    ['input angle[65] phi;\nqubit q;', 'an input of more than 64 bits is not supported'],
    ['input int n;\nqubit q;\nrx(n / 2 * pi) q;', 'a quotient of integers drops its fraction'],
    ['input uint[8] n;\nqubit q;\nrx((1 - n) * pi) q;', 'declare the input as int'],
    ['input uint[8] n;\nqubit q;\nrx(-n * pi) q;', 'declare the input as int'],
    ['input angle[8] phi;\nqubit q;\nrx(phi / 2) q;', 'a quotient of an angle of a width'],
    ['input int n;\nqubit q;\nif (n == 1) x q;', 'an input is known only with each row'],
    ['input int n;\nqubit q;\nfor int i in [0:n] x q;', 'an input is known only with each row'],
    ['input angle[8] phi;\nqubit q;\nrx(phi << 1) q;', 'an input is known only with each row'],
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

  it.each([
    'ctrl @ gphase(theta) q[0];',
    'ctrl(3) @ inv @ gphase(theta - 1) q[0], q[1], q[2];',
    'ctrl(2) @ p(theta) q[0], q[1], q[2];',
    'negctrl(3) @ ctrl @ pow(2) @ p(theta / 3) q[0], q[1], q[2], q[3], q[4];',
    'pow(3) @ rx(theta) q[0]; pow(-2) @ ry(theta) q[1]; ctrl @ pow(4) @ rz(theta) q[0], q[1];',
    'pow(0.5) @ gphase(theta); pow(0) @ gphase(theta); x q[0];',
    'gate g(a) x { ctrl @ inv @ gphase(a) x; } g(theta) q[0]; ctrl @ g(2 * theta) q[1], q[0]; pow(2) @ g(theta) q[2];',
  ])('may stand in phases under controls and in gates to a whole power: %s', body => {
    const { circuit } = read(`input float theta;\nqubit[5] q;\n${body}`)
    const values = [0.4, -7, 0]
    const binder = createBinder(circuit, tableOf({ names: ['theta'], rows: values.map(value => [value]) }))
    for (const [row, value] of values.entries()) {
      const written = parseQasm(`${HEAD}const float theta = ${value};\nqubit[5] q;\n${body}`).circuit.instructions
      const bound = binder.circuit(row).instructions
      expect(bound.map(({ name, qubits }) => [name, qubits])).toEqual(written.map(({ name, qubits }) => [name, qubits]))
      for (const [at, { params = [] }] of bound.entries())
        expect(params[0] ?? 0).toBeCloseTo(written[at]!.params?.[0] ?? 0, 12)
    }
  })

  it.each([
    ['angle[8] phi', [0.3, -2, 7.1, Math.PI / 256, 3 * (Math.PI / 256), 2 * Math.PI - 1e-9], 'rz(phi) q; rx(-phi) q;'],
    [
      'angle[4] phi',
      [0.3, 4.4, 6.2],
      'rz(phi + 1.3) q; rx(phi * 3) q; ry(1.3 - phi) q; rz(phi / 2.0) q; rx(sin(phi)) q;',
    ],
    ['angle phi', [0.3, 4.4, -6.2], 'rz(phi + 3.3) q; rx(phi * 3) q; ry(phi / 2) q; rz(2 * phi / 3) q;'],
    ['angle[4] phi', [0.3, 4.4], 'const angle[8] a = phi; const angle[2] b = phi + a; rz(a) q; rx(b) q;'],
    ['int[8] phi', [-128, 0, 127], 'rz(phi * pi / 8) q; rx(phi) q;'],
    ['int[8] phi', [-11, 0, 11], 'rx((phi + 1) * 0.1) q; ry(phi ** 2 / 3.0) q; rz(-phi) q;'],
    ['uint[16] phi', [0, 1, 65_534], 'rz(phi * pi / 8) q; rx((phi + 1) * 0.1) q; const uint[16] m = phi; ry(m) q;'],
    ['int phi', [-7, 12], 'rz(phi * pi / 8) q; const int m = phi * 2; ry(m * 0.5) q;'],
    ['float[32] phi', [0.1, -7], 'rz(phi / 2) q;'],
  ])('of the type %s are held as the written value is: %j', (type, values, body) => {
    const { circuit } = read(`input ${type};\nqubit q;\n${body}`)
    const binder = createBinder(circuit, tableOf({ names: ['phi'], rows: values.map(value => [value]) }))
    for (const [row, value] of values.entries()) {
      const written = parseQasm(`${HEAD}const ${type} = ${value};\nqubit q;\n${body}`)
      const bound = binder.circuit(row).instructions
      expect(bound.map(({ name }) => name)).toEqual(written.circuit.instructions.map(({ name }) => name))
      for (const [at, { params }] of bound.entries())
        expect(params![0]).toBeCloseTo(written.circuit.instructions[at]!.params![0]!, 12)
    }
    const { text } = writeText({ circuit, format: 'openqasm3' })
    expect(parseText(text).circuit).toMatchObject({ instructions: circuit.instructions })
  })

  it('refuse rows whose integers leave their type on the way', () => {
    const { circuit } = read('input int[8] n;\nqubit q;\nrx((n + 1) * 0.1) q;')
    const table = tableOf({ names: ['n'], rows: [[126], [127]] })
    const faults = expressionFaults(circuit, {
      table,
      at: { circuit: '/circuit', parameters: '/parameters' },
      checkpoint: () => undefined,
    })
    expect(faults).toMatchObject([{ pointer: '/parameters/rows/1', message: expect.stringContaining('for n = 127') }])
  })

  it('refuse rows that no integer of their type holds, and name them', () => {
    const { circuit } = read('input int[4] n;\ninput uint m;\nqubit q;\nrx(n * pi / 8) q;\nrz(m * 0.1) q;')
    const table = tableOf({
      names: ['n', 'm'],
      rows: [
        [7, 0],
        [8, 1],
        [-8, 2.5],
        [0.5, -1],
      ],
    })
    const faults = expressionFaults(circuit, {
      table,
      at: { circuit: '/circuit', parameters: '/parameters' },
      checkpoint: () => undefined,
    })
    expect(faults.map(({ pointer, message }) => `${pointer}: ${message}`)).toEqual([
      '/parameters/rows/1: row 1: n = 8 is no int[4]: a whole number from -8 to 7',
      '/parameters/rows/3: row 3: n = 0.5 is no int[4]: a whole number from -8 to 7',
      `/parameters/rows/2: row 2: m = 2.5 is no uint: a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`,
      `/parameters/rows/3: row 3: m = -1 is no uint: a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`,
    ])
  })

  it.each(['θ', 'Δt', 'φ_1', 'βln', 'угол', '角2', 'ⅣX', '𝛼'])('may have letters of every script: %s', name => {
    const body = `rx(${name} / 2) q[0];\nrz(-${name}) q[1];\nry(log(${name} + 2)) q[0];`
    const { circuit, inputs } = read(
      `input float ${name};\ninput int[8] n${name};\nqubit[2] q;\n${body}\nrx(n${name} * 0.5) q[1];`,
    )
    expect(inputs).toEqual([name, `n${name}`])
    const { text } = writeText({ circuit, format: 'openqasm3' })
    expect(parseText(text).circuit).toMatchObject({ instructions: circuit.instructions })
    const table = { names: [name, `n${name}`], rows: [[0.5, 3]] }
    expect(SweepParameters.parse(table)).toEqual(table)
    const asked = { at: { circuit: '/circuit', parameters: '/parameters' }, checkpoint: () => undefined }
    expect(expressionFaults(circuit, { ...asked, table: tableOf(table) })).toEqual([])
    const outside = tableOf({ ...table, rows: [[0.5, 128]] })
    expect(expressionFaults(circuit, { ...asked, table: outside })).toMatchObject([
      { message: expect.stringContaining(`n${name} = 128 is no int[8]`) },
    ])
    const bound = createBinder(circuit, tableOf(table)).circuit(0).instructions
    expect(bound.map(({ params }) => params)).toEqual([[0.25], [-0.5], [Math.log(2.5)], [1.5]])
  })

  it.each(['2θ', 'θ-1', 'θ!', 'a b', '℮ ', '∂', 'π', 'θ'.repeat(65)])('may not be called %s', name => {
    expect(SweepParameters.safeParse({ names: [name], rows: [[1]] }).success).toBe(false)
    expect(() => read(`input float ${name};\nqubit q;\nrx(${name}) q;`)).toThrow()
  })

  it('come back from OpenQASM 3 that was written of expressions, and OpenQASM 2 has none', () => {
    const { circuit } = read(`${TWO}rx(theta / 2) q[0];\nc = measure q;`)
    const { text } = writeText({ circuit, format: 'openqasm3' })
    expect(text).toContain('input float[64] theta;')
    expect(parseText(text).circuit).toEqual(circuit)
    expect(() => writeText({ circuit, format: 'openqasm2' })).toThrow('OpenQASM 2 has no parameters')
  })
})
