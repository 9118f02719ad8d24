import fc from 'fast-check'
import { expect, it } from 'vitest'
import { QasmError } from '../../../../../main/circuits/qasm/model/diagnostics'
import { parseQasm } from '../parse-qasm'

/** The circuit, or the faults in its place. */
function outcome(text: string) {
  try {
    return parseQasm(text)
  } catch (error) {
    if (error instanceof QasmError) return error.problems
    throw error
  }
}

/** The outcome without columns, which the added comments shift behind the first semicolon of a line. */
function roughly(text: string) {
  const found = outcome(text)
  return 'circuit' in found ? found : found.map(({ line, kind, message }) => ({ line, kind, message }))
}

/** The same program with a comment in each statement, which sends the statement through tokens and trees. */
const slowly = (statements: readonly string[]) =>
  statements.map(statement => statement.replaceAll(';', '/**/;')).join('\n')

const HEADS = [
  'OPENQASM 2.0;include "qelib1.inc"; gate own(a) x0, y0 { cx x0, y0; rz(a / 2) y0; } opaque dark z0; qreg q[4]; qreg r[3]; creg c[4]; creg d[2]; qreg s[1]; creg e[1];',
  'OPENQASM 3;include "stdgates.inc"; gate own(a) x0, y0 { cx x0, y0; rz(a / 2) y0; } qubit[4] q; qubit[3] r; bit[4] c; bit[2] d; let s0 = q[2:3]; qubit s; bit e;',
]
const number = fc.oneof(
  fc.double({ noNaN: true, min: -1e9, max: 1e9 }).map(String),
  fc.constantFrom(
    '0',
    '-0',
    '.5',
    '3.',
    '1e-3',
    '2E+5',
    '00.250',
    '0.1234567890123456789',
    '1_000.5',
    '9007199254740993',
  ),
  fc.constantFrom('pi', '-pi', 'pix', '1e999', '0x1F', '2ns', '1e', '1.5.2', '(1)', 'sin(1)', '--1', '+1', '1 /* 2 */'),
)
const term = fc.array(fc.tuple(number, fc.constantFrom('*', '/', ' + ', '-', ' * ')), { minLength: 1, maxLength: 4 })
const angle = term.map(parts => parts.map(([value, operator], i) => (i === 0 ? value : operator + value)).join(''))
const qubit = fc.constantFrom(
  'q[0]',
  'q[1]',
  'q [ 2 ]',
  'q[3]',
  'r[0]',
  'r[2]',
  'r[3]',
  'q[-1]',
  'q',
  's0[1]',
  'w[0]',
  'q[01]',
)
const bit = fc.constantFrom('c[0]', 'c[ 3 ]', 'd[1]', 'd[2]', 'c', 'q[0]')
const space = fc.constantFrom('', ' ', '\t', '\n', ' // note ; cx q[0], q[1];\n', '\r\n')
const plain = fc.oneof(
  fc
    .tuple(fc.constantFrom('h', 'x', 'tdg', 'dark', 'nothing', 'ü'), qubit, space)
    .map(([gate, a, gap]) => `${gate} ${gap}${a}${gap};`),
  fc
    .tuple(fc.constantFrom('rz', 'u1', 'rx', 'own', 'U', 'h'), angle, qubit)
    .map(([gate, a, b]) => `${gate}(${a}) ${b};`),
  fc
    .tuple(fc.constantFrom('u3', 'u2', 'U'), angle, angle, angle, qubit)
    .map(([gate, a, b, c, d]) => `${gate}(${a},${b}, ${c}) ${d};`),
  fc
    .tuple(fc.constantFrom('cx', 'CX', 'swap', 'own(pi/8)', 'cu1(0.25)', 'ccx'), qubit, qubit, space)
    .map(([gate, a, b, gap]) => `${gate} ${a},${gap}${b};`),
  fc.tuple(qubit, bit, space).map(([a, b, gap]) => `measure ${a}${gap}->${gap}${b};`),
  fc.tuple(qubit, bit, space).map(([a, b, gap]) => `${b}${gap}= measure ${a};`),
  fc.constantFrom(
    'x s;',
    'cx s, q[0];',
    'measure s -> e;',
    'e = measure s;',
    'if (e == 1) x s;',
    ';;',
    'barrier q;',
    'reset q[1];',
    'if (d == 1) x q[0];',
    ';',
    'x q[0]',
    '}',
  ),
)
const condition = fc.constantFrom(
  'c == 3',
  'c[1] == 1',
  ' d[ 0 ] == 0 ',
  'd==4',
  'd == 1 ',
  'c[4]==0',
  'q == 1',
  'c[0]',
  'c',
  'e',
  'd [ 1 ] ',
  'd[2]',
  'd != 1',
  'c == 01',
)
const tail = fc.constantFrom('', '', '', ' else x q[0];', ' // else\n else x q[0];', '\n', ' /* */ else x q[0];')
const block = fc
  .tuple(fc.array(fc.oneof(plain, fc.constantFrom('', '}', 'if (d == 1) x q[0];')), { maxLength: 3 }), space)
  .map(([body, gap]) => `{${gap}${body.join(gap)}}`)
const branch = fc.oneof(plain, block)
const otherwise = fc.oneof(
  tail,
  fc.tuple(space, branch).map(([gap, body]) => `${gap}else ${body}`),
)
const statement = fc.oneof(
  { weight: 3, arbitrary: plain },
  fc.tuple(condition, branch, otherwise).map(([when, then, rest]) => `if (${when}) ${then}${rest}`),
)

it('statements read straight from the characters are what the parser makes of them, faults included', () => {
  fc.assert(
    fc.property(fc.constantFrom(...HEADS), fc.array(statement, { maxLength: 8 }), (head, statements) => {
      expect(roughly([head, ...statements].join('\n'))).toEqual(roughly(slowly([head, ...statements])))
    }),
    { numRuns: 600 },
  )
})

it('numbers are rounded as by the parser, to the last bit', () => {
  const digits = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 17n }), fc.nat(16)).map(([value, places]) => {
    const text = value.toString().padStart(places + 1, '0')
    return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
  })
  fc.assert(
    fc.property(digits, text => {
      const { circuit } = parseQasm(`${HEADS[1]} rz(${text}) q[0];`)
      expect(circuit.instructions[0]!.params).toEqual([Number(text)])
    }),
    { numRuns: 500 },
  )
})

it('whole numbers beyond 2^53 are computed with all of their digits, as by the parser', () => {
  const whole = fc.bigInt({ min: 1n, max: 2n ** 60n }).map(String)
  const operator = fc.constantFrom('*', '+', '-', '/')
  const chain = fc
    .tuple(whole, operator, whole, operator, whole)
    .map(([a, first, b, second, c]) => `(${a} ${first} ${b} ${second} ${c} / 1.0e40)`)
  fc.assert(
    fc.property(chain, angle => {
      const statements = [HEADS[1]!, `rz${angle} q[0];`]
      expect(roughly(statements.join('\n'))).toEqual(roughly(slowly(statements)))
    }),
    {
      numRuns: 300,
      examples: [['(9007199254740993 * 9007199254740993 / 1e40)'], ['(9007199254740993 + 9007199254740993 + 1)']],
    },
  )
})

it('a fault in a gate of the program does not lose its place among others', () => {
  const text = `${HEADS[0]}\nx q[0];\n  dark q[1];\nx q[9];\nown(1) q[0], q[0];`
  expect(outcome(text)).toMatchObject([
    { line: 3, column: 3, message: /dark is opaque/ },
    { line: 4, column: 3, message: /index 9/ },
    { line: 5, column: 1, message: /own names one qubit twice/ },
  ])
})
