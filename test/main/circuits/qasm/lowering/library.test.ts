import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { powerOf } from '../../../../../main/circuits/qasm/lowering/matrix-power'
import { GATES } from '../../../../../main/contract/gates/gate-table'
import {
  adjoint,
  controlled,
  iswapMatrix,
  type Matrix,
  pMatrix,
  product,
  sxMatrix,
  uMatrix,
  xMatrix,
} from '../../../../../main/contract/gates/matrices'
import { distance, multiply, unitaryOf } from '../../unitary'
import { parseQasm } from '../parse-qasm'

const old = (text: string, qubits: number) =>
  unitaryOf(parseQasm(`OPENQASM 2.0; include "qelib1.inc"; qreg q[${qubits}]; ${text}`).circuit)
const modern = (text: string, qubits: number) =>
  unitaryOf(parseQasm(`OPENQASM 3.0; include "stdgates.inc"; qubit[${qubits}] q; ${text}`).circuit)

const times = (count: number, matrix: Matrix): Matrix => (count === 0 ? matrix : controlled(times(count - 1, matrix)))
const e = (angle: number): readonly [number, number] => [Math.cos(angle), Math.sin(angle)]
/** exp(-iθP/2) for a Pauli product P given by its matrix. */
const rotation = (theta: number, pauli: Matrix): Matrix =>
  pauli.map((row, i) =>
    row.map(([re, im], j): readonly [number, number] => [
      (i === j ? Math.cos(theta / 2) : 0) + Math.sin(theta / 2) * im,
      -Math.sin(theta / 2) * re,
    ]),
  )
const tensor = (a: Matrix, b: Matrix): Matrix =>
  a.flatMap(rowA =>
    b.map(rowB =>
      rowA.flatMap(([x, y]) => rowB.map(([u, v]): readonly [number, number] => [x * u - y * v, x * v + y * u])),
    ),
  )
const X = GATES.x!.matrix!([])
const Y = GATES.y!.matrix!([])
const Z = GATES.z!.matrix!([])
const ALL = 'q[0], q[1], q[2], q[3], q[4]'
const on = (count: number) => ALL.split(', ').slice(0, count).join(', ')

describe('qelib1.inc', () => {
  const [t, f, l] = [0.7, -1.3, 2.1]
  it.each<[string, number, Matrix]>([
    [`u1(${l})`, 1, pMatrix(l)],
    [`u2(${f}, ${l})`, 1, uMatrix(Math.PI / 2, f, l)],
    [`u3(${t}, ${f}, ${l})`, 1, uMatrix(t, f, l)],
    ['u0(1)', 1, GATES.id!.matrix!([])],
    [`cu1(${l})`, 2, controlled(pMatrix(l))],
    [`cu3(${t}, ${f}, ${l})`, 2, controlled(uMatrix(t, f, l))],
    [
      `cu(${t}, ${f}, ${l}, 0.4)`,
      2,
      controlled(
        multiply(
          [
            [e(0.4), [0, 0]],
            [[0, 0], e(0.4)],
          ],
          uMatrix(t, f, l),
        ),
      ),
    ],
    ['csx', 2, controlled(sxMatrix)],
    ['csxdg', 2, controlled(adjoint(sxMatrix))],
    ['cs', 2, controlled(pMatrix(Math.PI / 2))],
    ['csdg', 2, controlled(pMatrix(-Math.PI / 2))],
    [`rzz(${t})`, 2, rotation(t, tensor(Z, Z))],
    [`rxx(${t})`, 2, rotation(t, tensor(X, X))],
    [`ryy(${t})`, 2, rotation(t, tensor(Y, Y))],
    [`rzx(${t})`, 2, rotation(t, tensor(Z, X))],
    ['ccz', 3, times(2, Z)],
    ['c3x', 4, times(3, xMatrix)],
    ['c3sqrtx', 4, times(3, sxMatrix)],
    ['c4x', 5, times(4, xMatrix)],
  ])('defines %s', (call, qubits, matrix) => {
    expect(distance(old(`${call} ${on(qubits)};`, qubits), matrix, true)).toBeLessThan(1e-10)
  })

  it('defines rccx and rc3x as ccx and c3x up to phases of basis states', () => {
    for (const [call, qubits] of [
      ['rccx', 3],
      ['rc3x', 4],
    ] as const) {
      const sizes = old(`${call} ${on(qubits)};`, qubits).map(row =>
        row.map(([re, im]): readonly [number, number] => [Math.hypot(re, im), 0]),
      )
      expect(distance(sizes, times(qubits - 1, xMatrix), false)).toBeLessThan(1e-10)
    }
  })

  it('reads every operation of the table under its own name', () => {
    for (const [name, { qubits, params, matrix }] of Object.entries(GATES)) {
      if (!matrix || name === 'iswap') continue
      const call = params > 0 ? `${name}(${[0.1, 0.2, 0.3].slice(0, params)})` : name
      const { circuit } = parseQasm(`OPENQASM 2.0; include "qelib1.inc"; qreg q[3]; ${call} ${on(qubits!)};`)
      expect(circuit.instructions.map(instruction => instruction.name)).toEqual([name])
    }
  })
})

describe('stdgates.inc', () => {
  it('gives u2 and u3 the phase of the standard, which a control shows', () => {
    const turned = (matrix: Matrix, angle: number) =>
      product(matrix, [
        [e(angle), [0, 0]],
        [[0, 0], e(angle)],
      ])
    expect(
      distance(
        modern('ctrl @ u3(0.7, -1.3, 2.1) q[0], q[1];', 2),
        controlled(turned(uMatrix(0.7, -1.3, 2.1), -0.4)),
        true,
      ),
    ).toBeLessThan(1e-10)
    expect(
      distance(
        modern('ctrl @ u2(0.5, 0.2) q[0], q[1];', 2),
        controlled(turned(uMatrix(Math.PI / 2, 0.5, 0.2), -0.35)),
        true,
      ),
    ).toBeLessThan(1e-10)
  })
  it('holds no gates of qelib1.inc', () => expect(() => modern('rzz(1) q[0], q[1];', 2)).toThrow(/rzz is not declared/))
})

const GATES_OF_STDGATES = Object.entries(GATES).flatMap(([name, gate]) =>
  gate.matrix && !['u', 'sxdg', 'iswap'].includes(name) ? [[name, gate] as const] : [],
)
const called = (name: string, params: number) => (params > 0 ? `${name}(${[0.7, -1.1, 0.4].slice(0, params)})` : name)

describe('a modifier', () => {
  it.each(GATES_OF_STDGATES)('ctrl, inv and pow(2) act on %s as on its matrix', (name, { matrix, params, qubits }) => {
    const own = matrix!([0.7, -1.1, 0.4].slice(0, params))
    const call = called(name, params)
    const check = (text: string, wires: number, wanted: Matrix) =>
      expect(distance(modern(`${text} ${on(wires)};`, wires), wanted, true)).toBeLessThan(1e-10)
    check(`ctrl @ ${call}`, qubits! + 1, controlled(own))
    check(`ctrl(2) @ ${call}`, qubits! + 2, controlled(controlled(own)))
    check(`inv @ ${call}`, qubits!, adjoint(own))
    check(`pow(2) @ ${call}`, qubits!, multiply(own, own))
    check(`ctrl @ pow(-3) @ ${call}`, qubits! + 1, controlled(adjoint(multiply(own, multiply(own, own)))))
  })

  it.each(['x', 'y', 'z', 'h', 's', 't', 'sx', 'rx(0.7)', 'ry(-1.9)', 'rz(2.2)', 'p(3)', 'U(0.3, 1.1, -2)'])(
    'pow(1/3) of %s is its cube root, with and without control',
    gate => {
      const [root, whole] = [
        modern(`ctrl @ pow(1 / 3) @ ${gate} q[0], q[1];`, 2),
        modern(`ctrl @ ${gate} q[0], q[1];`, 2),
      ]
      expect(distance(multiply(root, multiply(root, root)), whole, true)).toBeLessThan(1e-10)
    },
  )

  it('takes principal powers', () => {
    expect(distance(powerOf(xMatrix, 0.5), sxMatrix, false)).toBeLessThan(1e-12)
    expect(distance(modern('pow(1 / 2) @ z q[0];', 1), GATES.s!.matrix!([]), false)).toBeLessThan(1e-12)
    expect(parseQasm('include "stdgates.inc"; qubit q; pow(1/2) @ x q;').circuit.instructions[0]!.name).toBe('sx')
  })

  it('powers of any unitary add up', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -7, max: 7, noNaN: true }),
        fc.double({ min: -7, max: 7, noNaN: true }),
        fc.double({ min: -7, max: 7, noNaN: true }),
        (a, b, c) => {
          const matrix = uMatrix(a, b, c)
          const half = powerOf(matrix, 0.5)
          expect(distance(multiply(half, half), matrix, false)).toBeLessThan(1e-6)
          expect(distance(powerOf(matrix, 3), multiply(matrix, multiply(matrix, matrix)), false)).toBeLessThan(1e-6)
        },
      ),
    )
  })

  it('negctrl acts while the control is 0', () => {
    const both = modern('negctrl @ x q[0], q[1]; ctrl @ x q[0], q[1];', 2)
    expect(distance(both, tensor(GATES.id!.matrix!([]), xMatrix), false)).toBeLessThan(1e-12)
    const mixed = modern('x q[0]; ctrl @ negctrl @ ry(0.4) q[1], q[0], q[2]; x q[0];', 3)
    expect(distance(mixed, modern('ctrl(2) @ ry(0.4) q[1], q[0], q[2];', 3), true)).toBeLessThan(1e-10)
  })

  it('says of U under a control, alone or in a body, which of its phases it has, and what gives it the other', () => {
    const reported = (text: string) => parseQasm(`OPENQASM 3; include "stdgates.inc"; qubit[2] q; ${text}`).notes
    const note = /^U under a control \(first at line 1, column \d+\) .* put p\(θ\/2\) on the control\.$/
    expect(reported('ctrl @ U(1, 2, 3) q[0], q[1]; ctrl @ U(1, 0, 0) q[0], q[1];')).toEqual([
      expect.stringMatching(note),
    ])
    expect(reported('gate own a { U(pi, 0, pi) a; } negctrl @ own q[0], q[1];')).toEqual([expect.stringMatching(note)])
    const other = multiply(controlled(uMatrix(1, 2, 3)), tensor(pMatrix(0.5), GATES.id!.matrix!([])))
    const later = controlled(
      product(uMatrix(1, 2, 3), [
        [e(0.5), [0, 0]],
        [[0, 0], e(0.5)],
      ]),
    )
    expect(distance(other, later, true)).toBeLessThan(1e-12)
  })

  it.each([
    'U(1, 2, 3) q[0];',
    'ctrl @ U(0, 0, 1) q[0], q[1];',
    'ctrl @ u3(1, 2, 3) q[0], q[1];',
    'cu(1, 2, 3, 4) q[0], q[1];',
  ])('says nothing of phases for %s', text =>
    expect(parseQasm(`OPENQASM 3; include "stdgates.inc"; qubit[2] q; ${text}`).notes).toEqual([]),
  )

  it('reaches through the body of a gate, its loops and its global phase', () => {
    const gate = 'gate g(a) x0, y0 { for int i in [1:3] { rx(a * i) x0; cx x0, y0; } gphase(a); sx y0; } '
    const [plain, inverse] = [modern(`${gate} g(0.3) q[0], q[1];`, 2), modern(`${gate} inv @ g(0.3) q[0], q[1];`, 2)]
    expect(distance(inverse, adjoint(plain), true)).toBeLessThan(1e-10)
    const [one, two] = [
      modern(`${gate} ctrl @ g(0.3) q[0], q[1], q[2];`, 3),
      controlled(
        product(
          [
            [e(0.3), [0, 0], [0, 0], [0, 0]],
            [[0, 0], e(0.3), [0, 0], [0, 0]],
            [[0, 0], [0, 0], e(0.3), [0, 0]],
            [[0, 0], [0, 0], [0, 0], e(0.3)],
          ],
          plain,
        ),
      ),
    ]
    expect(distance(one, two, true)).toBeLessThan(1e-10)
  })

  it.each([
    ['gate g a { U(0.3, 0.2, 0.1) a; gphase(0.4); t a; }', 'g', 0.5],
    ['gate g a { h a; rz(2.5) a; barrier a; sx a; }', 'g', -0.25],
    ['gate inner(t) a { for int i in [0:2] { ry(t) a; } s a; } gate g a { x a; inv @ inner(0.7) a; }', 'g', 1 / 3],
    ['gate g a { pow(0.5) @ z a; }', 'g', 0.5],
    ['gate g a { h a; pow(0.5) @ t a; }', 'pow(0.5) @ g', 0.5],
  ])('takes the power of a gate of the program on one qubit: %s', (definition, gate, exponent) => {
    const power = modern(`${definition} pow(${exponent}) @ ${gate} q[0];`, 1)
    const whole = modern(`${definition} ${gate} q[0];`, 1)
    expect(distance(power, powerOf(whole, exponent), true)).toBeLessThan(1e-10)
    const both = (modifier: string) => modern(`${definition} ${modifier} pow(${exponent}) @ ${gate} q[0], q[1];`, 2)
    const flipped = multiply(
      multiply(tensor(X, GATES.id!.matrix!([])), both('ctrl @')),
      tensor(X, GATES.id!.matrix!([])),
    )
    expect(distance(both('negctrl @'), flipped, true)).toBeLessThan(1e-10)
  })

  it('keeps the phase of such a power, which a control shows', () => {
    const definition = 'gate g a { pow(0.5) @ z a; gphase(0.6); }'
    const matrix = controlled([
      [e(0.3), [0, 0]],
      [[0, 0], e(0.3 + Math.PI / 4)],
    ])
    expect(distance(modern(`${definition} ctrl @ pow(0.5) @ g q[0], q[1];`, 2), matrix, true)).toBeLessThan(1e-10)
  })

  it('refuses a power that has no expansion, by name', () => {
    expect(() => modern('gate g a, b { cx a, b; h a; } pow(1 / 2) @ g q[0], q[1];', 2)).toThrow(
      /line 1, column \d+: a fractional power of g/,
    )
  })
})

it('iswap as the writer spells it is the operation, and its spelling has its matrix', () => {
  const spelled = 'gate iswap a, b { s a; s b; h a; cx a, b; cx b, a; h b; }'
  expect(parseQasm(`include "stdgates.inc"; ${spelled} qubit[2] q; iswap q[0], q[1];`).circuit.instructions).toEqual([
    { name: 'iswap', qubits: [0, 1] },
  ])
  expect(distance(modern(`${spelled.replace('iswap', 'other')} other q[0], q[1];`, 2), iswapMatrix, true)).toBeLessThan(
    1e-12,
  )
  expect(distance(modern(`${spelled} inv @ iswap q[0], q[1];`, 2), adjoint(iswapMatrix), true)).toBeLessThan(1e-12)
  expect(distance(modern(`${spelled} ctrl @ iswap q[0], q[1], q[2];`, 3), controlled(iswapMatrix), true)).toBeLessThan(
    1e-12,
  )
})
