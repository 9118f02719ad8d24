import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseText } from '../../../../main/circuits/qasm/import-export'
import { traceQasm } from '../../../../main/circuits/qasm/read'
import { sourceLocations } from '../../../../main/circuits/qasm/source-locations'
import type { TracedStatement } from '../../../../main/circuits/qasm/state/trace'

const HEAD = 'OPENQASM 3.0; include "stdgates.inc";\nqubit[2] q; bit[2] c; bit d;\n'

/** The innermost statement that made the instruction, from the tree of all statements. */
function innermost(statements: readonly TracedStatement[], index: number): { line: number; column: number } | null {
  const made = statements.find(({ first, last }) => first <= index && index < last)
  if (!made) return null
  const { line, column } = made.statement
  return innermost(made.inner, index) ?? { line, column }
}

it('instructions stand where the tree of all statements has them', () => {
  const simple = fc.constantFrom(
    'x q[0];',
    'h q;',
    'c[0] = measure q[0];',
    'reset q[1];',
    'g q[0];',
    'rz(0.5) q[0];',
    'f(q[1]);',
  )
  const { statement } = fc.letrec<{ statement: string }>(tie => ({
    statement: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      simple,
      fc.array(tie('statement'), { maxLength: 3 }).map(body => `for int i in [0:1] {\n ${body.join('\n ')} }`),
      fc.array(tie('statement'), { maxLength: 3 }).map(body => `if (c[0] == 1) { ${body.join(' ')}\n}`),
    ),
  }))
  const defined = 'gate g a { x a;\n h a; }\ndef f(qubit a) {\n  x a;\n  y a;\n}\n'
  fc.assert(
    fc.property(fc.array(statement, { maxLength: 6 }), statements => {
      const text = `${HEAD}${defined}${statements.join('\n')}`
      const { circuit } = parseText(text)
      const [places, { trace, state }] = [sourceLocations(text), traceQasm(text)]
      const isCopied = circuit.instructions.length > state.recorder.instructions.length
      for (const index of [...circuit.instructions.keys(), circuit.instructions.length])
        if (isCopied) expect(places.instruction(index) !== null).toBe(index < circuit.instructions.length)
        else expect(places.instruction(index)).toEqual(innermost(trace.statements, index))
    }),
    { numRuns: 25 },
  )
})

it('stand there among copies of bits too, and a copy where it is needed', () => {
  const text = `${HEAD}c[0] = measure q[0];
h q[1];
d = c[0];
c[0] = measure q[1];
if (d) x q[0];
c[1] = c[0];`
  const { circuit } = parseText(text)
  const [places, lines] = [sourceLocations(text), [3, 4, 5, 5, 5, 6, 7, 8, 8, 8]]
  expect(circuit.instructions.map(({ name }) => name).join(' ')).toBe(
    'measure h x measure reset measure x x measure reset',
  )
  expect(circuit.instructions.map((_, index) => places.instruction(index)?.line)).toEqual(lines)
  expect(places.instruction(lines.length)).toBeNull()
})

it('are found for registers, and in texts of more statements than are shown one by one', () => {
  const text = `${HEAD}${'x q[0];\n'.repeat(50_001)}`
  const places = sourceLocations(text)
  expect(places.instruction(50_000)).toEqual({ line: 50_003, column: 1 })
  expect([places.qubits(), places.bits(0), places.bits(1), places.bits(2)]).toEqual([
    ...[1, 13, 23].map(column => ({ line: 2, column })),
    null,
  ])
})
