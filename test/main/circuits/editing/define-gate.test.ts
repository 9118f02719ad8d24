import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import { gateFromMatrix, gateFromSteps } from '../../../../main/circuits/editing/gestures/define-gate'
import type { Outcome } from '../../../../main/circuits/editing/gestures/outcome'
import { complexOf } from '../../../../main/circuits/editing/matrix/complex-expression'
import { type OneQubitMatrix, readUnitary } from '../../../../main/circuits/editing/matrix/one-qubit-matrix'
import type { Circuit } from '../../../../main/contract/jobs/circuit'
import { unitaryOf } from '../unitary'

const read = (text: string): OneQubitMatrix => {
  const matrix = readUnitary(text)
  if (typeof matrix === 'string') throw new Error(matrix)
  return matrix
}
const HALF = Math.SQRT1_2

describe('complex constants', () => {
  it.each([
    ['1/sqrt(2)', [HALF, 0]],
    ['-i/2', [0, -0.5]],
    ['0.5+0.5j', [0.5, 0.5]],
    ['exp(i*pi/4)', [HALF, HALF]],
    ['exp(-iπ/2)', null],
    ['exp(-i π/2)', [0, -1]],
    ['2i', [0, 2]],
    ['√2 / 2', [HALF, 0]],
    ['sqrt(i)', [HALF, HALF]],
    ['cos(pi/3) - i sin(pi/3)', [0.5, -Math.sqrt(3) / 2]],
    ['-(1 - 2) * 3', [3, 0]],
    ['1e-3', [0.001, 0]],
  ])('%s', (text, value) => {
    const found = complexOf(text)
    if (value === null) return expect(found).toBeNull()
    expect(found![0]).toBeCloseTo(value[0]!, 14)
    expect(found![1]).toBeCloseTo(value[1]!, 14)
  })

  it.each([
    '',
    '1 +',
    '(1',
    '1)',
    'constructor',
    'exp 1',
    '1/0',
    '1 # 2',
    '('.repeat(10_000),
    '√'.repeat(10_000),
    '-'.repeat(10_000),
  ])('is none: %.12s', text => expect(complexOf(text)).toBeNull())
})

describe('a matrix', () => {
  it.each(['0, 1\n1, 0', '[[0, 1], [1, 0]]', '{{0,1},{1,0}}', '0, 1; 1, 0', '[0, 1]\n[1, 0]'])(
    'is read from %j',
    text =>
      expect(readUnitary(text)).toEqual([
        [
          [0, 0],
          [1, 0],
        ],
        [
          [1, 0],
          [0, 0],
        ],
      ]),
  )

  it.each([
    ['1, 0', /two rows of two/],
    ['1, 0, 0\n0, 1, 0', /two rows of two/],
    ['1, x\n0, 1', /^x is no entry/],
    ['1, 1\n1, -1', /squares of row 1 add up to 2/],
    ['1, 0\n1/sqrt(2), i/sqrt(2)', /inner product is 0.7071 \+ 0i/],
    ['1, \n0, 1', /^Nothing is no entry/],
  ])('%j is refused', (text, reason) => expect(readUnitary(text)).toMatch(reason))
})

/** The gate under a control, where its global phase shows. */
function controlledBy(matrix: OneQubitMatrix): Circuit {
  const outcome = gateFromMatrix(readDocument('OPENQASM 3.0;\nqubit[2] q;\nctrl @ mine q[0], q[1];\n'), 'mine', matrix)
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return outcome.document.circuit as Circuit
}
function expectSame(matrix: OneQubitMatrix): void {
  const found = unitaryOf(controlledBy(matrix))
  const lower = [found[2]!.slice(2), found[3]!.slice(2)]
  for (const [row, column] of [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ] as const)
    for (const part of [0, 1] as const) expect(lower[row]![column]![part]).toBeCloseTo(matrix[row][column][part], 9)
}

describe('a gate from its matrix', () => {
  it.each([
    '1/sqrt(2), 1/sqrt(2)\n1/sqrt(2), -1/sqrt(2)',
    '0, -i\ni, 0',
    '1, 0\n0, exp(i*pi/4)',
    '(1+i)/2, (1-i)/2\n(1-i)/2, (1+i)/2',
    '0, 1\n-1, 0',
    '-1, 0\n0, -1',
    'i, 0\n0, 1',
  ])('is that matrix, its phase too: %j', text => expectSame(read(text)))

  it('is any unitary', () => {
    const angle = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true })
    fc.assert(
      fc.property(angle, angle, angle, angle, (turn, a, b, whole) => {
        const entry = (size: number, phase: number) => `${size} * exp(i * (${phase}))`
        const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
        expectSame(
          read(
            `${entry(cos, whole)}, ${entry(-sin, whole + a)}\n${entry(sin, whole + b)}, ${entry(cos, whole + a + b)}`,
          ),
        )
      }),
      // Angles so near 0 and π/2 that they were once taken for those.
      {
        numRuns: 40,
        examples: [
          [-5e-10, 0, 0, 0],
          [Math.PI / 2 - 5e-10, 1, 2, 3],
        ],
      },
    )
  })

  it('is written with fractions of pi, and refused by the name of another', () => {
    const document = readDocument('OPENQASM 2.0;\ninclude "qelib1.inc";\nqreg q[1];\n')
    const outcome = gateFromMatrix(document, 'root', read('1, 0\n0, exp(i*pi/4)'))
    expect(outcome.kind === 'edited' && outcome.document.text).toContain('gate root q0 { U(0, 0, pi/4) q0; }')
    const turn = gateFromMatrix(document, 'turn', read('1/sqrt(2), 1/sqrt(2)\n1/sqrt(2), -1/sqrt(2)'))
    expect(turn.kind === 'edited' && turn.document.text).toContain('U(pi/2, 0, pi) q0;')
    expect(gateFromMatrix(document, 'x', read('1, 0\n0, 1'))).toMatchObject({ reason: 'x cannot name a gate here.' })
  })
})

const BELL = `OPENQASM 3.0; // a pair
include "stdgates.inc";
qubit[3] q;
bit[2] c;

h q[0];   // superpose
cx q[0], q[1]; /* entangle */
c[0] = measure q[0];
`

const textOf = (outcome: Outcome): string => {
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return outcome.document.text
}
const reasonOf = (outcome: Outcome) => (outcome.kind === 'refused' ? outcome.reason : null)

describe("gates of the program's own", () => {
  it('are made of selected gates, where no other stands between', () => {
    const bell = readDocument(BELL)
    const made = gateFromSteps(bell, [bell.steps[0]!, bell.steps[1]!], 'pair')
    expect(textOf(made)).toContain('gate pair q0, q1 { h q0; cx q0, q1; }')
    expect(textOf(made)).toContain('pair q[0], q[1]; /* entangle */')
    const apart = readDocument('OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[1] q;\nx q[0];\nh q[0];\nz q[0];\n')
    expect(reasonOf(gateFromSteps(apart, [apart.steps[0]!, apart.steps[2]!], 'both'))).toContain('stand between')
  })

  it('are made of gates with inputs, and behind the gates that they call', () => {
    const turned = `OPENQASM 3.0;\ninclude "stdgates.inc";\ninput float theta;\ngate own(a) r { rx(a) r; }\nqubit[2] q;\n`
    const document = readDocument(`${turned}own(theta) q[1];\ncx q[1], q[0];\n`)
    expect(textOf(gateFromSteps(document, document.steps, 'both'))).toBe(
      turned.replace('rx(a) r; }\n', 'rx(a) r; }\ngate both(theta) q0, q1 { own(theta) q1; cx q1, q0; }\n') +
        'both(theta) q[0], q[1];\n',
    )
  })

  it('pass the variables that the gates name, but not constants, and are refused where an integer is divided', () => {
    const head = `OPENQASM 3.0;\ninclude "stdgates.inc";\nconst float whole = 2.0;\nfloat[64] part = 0.25;\nint n = 3;\nqubit[2] q;\n`
    const text = `${head}rx(part * whole) q[0];\ncx q[0], q[1];\n`
    const document = readDocument(text)
    const defined = textOf(gateFromSteps(document, document.steps, 'pair'))
    expect(defined).toContain(
      'const float whole = 2.0;\ngate pair(part) q0, q1 { rx(part * whole) q0; cx q0, q1; }\nfloat',
    )
    expect(defined).toContain('pair(part) q[0], q[1];')
    const result = readDocument(
      `OPENQASM 3.0;\ninclude "stdgates.inc";\noutput float half;\nhalf = 0.5;\nqubit q;\nrx(half) q;\n`,
    )
    expect(textOf(gateFromSteps(result, result.steps, 'turn'))).toContain('gate turn(half) q0 { rx(half) q0; }')
    const divided = readDocument(`${head}rx(n / 2) q[0];\n`)
    expect(gateFromSteps(divided, divided.steps, 'half').kind).toBe('refused')
  })

  it('are made of gates of the program, also of one called constructor, and not of resets', () => {
    const own = `OPENQASM 3.0;\ninclude "stdgates.inc";\ngate constructor a { h a; }\nqubit[2] q;\n`
    const document = readDocument(`${own}constructor q[0];\ncx q[0], q[1];\n`)
    expect(textOf(gateFromSteps(document, document.steps, 'both'))).toContain(
      'gate both q0, q1 { constructor q0; cx q0, q1; }',
    )
    const reset = readDocument(`${own}reset q[0];\ncx q[0], q[1];\n`)
    expect(reasonOf(gateFromSteps(reset, reset.steps, 'both'))).toContain('Only gates can become a gate')
  })

  it('take the annotations of these gates into their body', () => {
    const noted = readDocument(
      'OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[1] q;\nx q[0];\n@note { as // it is\n@twice\nz q[0];\n',
    )
    const made = textOf(gateFromSteps(noted, noted.steps, 'both'))
    expect(made).toContain('gate both q0 { x q0; \n@note { as // it is\n@twice\nz q0; }')
    expect(readDocument(made).faults).toEqual([])
  })
})
