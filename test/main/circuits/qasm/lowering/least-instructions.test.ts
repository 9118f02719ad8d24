import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseText } from '../../../../../main/circuits/qasm/import-export'
import { traceQasm } from '../../../../../main/circuits/qasm/read'
import type { AppError } from '../../../../../main/contract/model/errors'

const HEAD = 'OPENQASM 3.0; include "stdgates.inc"; qubit[3] q;\n'

/** Nested definitions, each with a body that `call` writes with the name of the one before. */
const nested = (levels: number, call: (before: string) => string) =>
  Array.from({ length: levels }, (_, k) => `gate g${k + 1} a { ${call(`g${k}`)} }`).join('\n')

describe('the least that a gate unrolls to', () => {
  const modifier = fc.constantFrom('', '', '', 'inv @ ', 'pow(2) @ ', 'pow(0) @ ', 'inv @ inv @ ')
  const native = fc.constantFrom(
    ...['id a;', 'gphase(0.3);', 'x a;', 'sx a;', 'U(0, 0, 0) a;', 'cx a, b;', 'swap b, a;', 'barrier a;'],
    ...[
      'ctrl @ z a, b;',
      'ctrl @ gphase(0.2) a;',
      'rz(0) b;',
      'for int i in [0:2] { h a; }',
      'for int i in {1, 5} { x b; }',
    ],
  )
  const step = fc.record({ modifier, native, called: fc.nat({ max: 3 }), calls: fc.boolean() })
  const bodies = fc.array(fc.array(step, { maxLength: 4 }), { minLength: 1, maxLength: 4 })

  it('is never more than what it does unroll to, under modifiers either', () => {
    fc.assert(
      fc.property(bodies, fc.constantFrom('', 'inv @ ', 'pow(3) @ ', 'ctrl @ '), (all, outer) => {
        const gates = all.map((body, level) => {
          const steps = body.map(({ calls, called, ...one }) =>
            calls && called < level ? `${one.modifier}g${called} b, a;` : one.native,
          )
          return `gate g${level} a, b { ${steps.join(' ')} }`
        })
        const operands = outer === 'ctrl @ ' ? 'q[2], q[0], q[1]' : 'q[0], q[1]'
        const { trace } = traceQasm(`${HEAD}${gates.join('\n')}\n${outer}g${all.length - 1} ${operands};`)
        const { first, last, applications } = trace.statements.at(-1)!
        const [{ gate, powers }] = applications as [(typeof applications)[number]]
        if (gate.kind !== 'composite') throw new Error('the last gate has a body')
        expect(last - first).toBeGreaterThanOrEqual(gate.least * Math.abs(powers[0] ?? 1))
      }),
      { numRuns: 30 },
    )
  })

  it.each([
    ['twice', 60, (g: string) => `${g} a; ${g} a;`, 'g60 q[0];', 'at least 9007199254740991'],
    ['in a loop', 40, (g: string) => `for int i in [1:2] { ${g} a; }`, 'g40 q[0];', `at least ${2 ** 40}`],
    ['under a control', 60, (g: string) => `${g} a; ${g} a;`, 'ctrl @ g60 q[0], q[1];', 'at least'],
    ['so often as a power', 19, (g: string) => `${g} a; ${g} a;`, 'pow(2) @ g19 q[0];', `at least ${2 ** 20}`],
    ['with what stands before', 20, (g: string) => `${g} a; ${g} a;`, 'x q[0]; g20 q[0];', `at least ${2 ** 20 + 1}`],
  ])('is reported before bodies are opened that double: %s', (_, levels, call, use, said) => {
    const text = `${HEAD}gate g0 a { x a; }\n${nested(levels, call)}\n${use}`
    const refused = () => parseText(text)
    expect(refused).toThrow(said)
    try {
      refused()
    } catch (error) {
      expect((error as AppError).faults).toEqual([expect.objectContaining({ line: levels + 3 })])
    }
  })

  it('lets through what fits', () => {
    const text = `${HEAD}gate g0 a { x a; }\n${nested(9, g => `${g} a; ${g} a;`)}\ng9 q[0];`
    expect(parseText(text).circuit.instructions).toHaveLength(2 ** 9)
  })
})
