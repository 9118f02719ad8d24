/** Loops that measurements decide, in OpenQASM: read, refused, written. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalCircuit } from '../../../../main/circuits/model/canonical'
import { clbitsOf } from '../../../../main/circuits/model/classical-bits'
import { faultsOfForm } from '../../../../main/circuits/model/validate'
import { QasmError } from '../../../../main/circuits/qasm/model/diagnostics'
import { writeQasm2, writeQasm3 } from '../../../../main/circuits/qasm/write'
import type { Circuit, Instruction } from '../../../../main/contract/jobs/circuit'
import { exactOutcomes } from '../../simulation/loops/exact-outcomes'
import { parseQasm } from './parse-qasm'

const read = (body: string): Circuit => parseQasm(`OPENQASM 3.0;\ninclude "stdgates.inc";\n${body}`).circuit as Circuit
const refusal = (body: string): string => {
  try {
    read(body)
  } catch (error) {
    if (error instanceof QasmError) return error.message
  }
  return 'read'
}
const outcomesOf = (circuit: Circuit) => exactOutcomes(circuit, clbitsOf(circuit))
/** Probability that the bit is 1 among shots that end. */
const ones = (circuit: Circuit, bit: number): number => {
  const { outcomes, unfinished } = outcomesOf(circuit)
  let sum = 0
  for (const [bits, weight] of outcomes) if (bits[bits.length - 1 - bit] === '1') sum += weight
  return sum / (1 - unfinished)
}

describe('a while loop that a measurement decides', () => {
  it('is one of the circuit, with its bound', () => {
    const { instructions } = read('bit c; qubit q;\n@max_iterations 7\nwhile (c == 0) { reset q; h q; c = measure q; }')
    expect(instructions).toEqual([
      { name: 'while', qubits: [], condition: { clbit: 0, value: 0 }, max_iterations: 7 },
      { name: 'reset', qubits: [0] },
      { name: 'h', qubits: [0] },
      { name: 'measure', qubits: [0], clbits: [0] },
      { name: 'end', qubits: [] },
    ])
  })

  it('asks whole registers, for a value and for any other', () => {
    const body = '{ h q; c[0] = measure q[0]; c[1] = measure q[1]; }'
    expect(read(`bit[2] c; qubit[2] q; while (c == 2) ${body}`).instructions[0]).toMatchObject({
      name: 'while',
      condition: { clbits: [0, 1], value: 2 },
    })
    expect(read(`bit[2] c; qubit[2] q; c = measure q; while (c != 2) ${body}`).instructions[2]).toMatchObject({
      name: 'until',
      condition: { clbits: [0, 1], value: 2 },
    })
  })

  it('computes any other condition into a bit of its own', () => {
    const circuit = read(
      'bit[2] c; qubit[2] q; h q[0]; c = measure q; while (c[0] ^ c[1]) { reset q; h q; c = measure q; } x q[0];',
    )
    expect(circuit.instructions.filter(({ name }) => name === 'while')).toHaveLength(1)
    const { outcomes, unfinished } = outcomesOf({ ...circuit, instructions: circuit.instructions.map(bounded(12)) })
    const shown = new Set([...outcomes.keys()].map(bits => bits.slice(-2)))
    expect([...shown].sort()).toEqual(['00', '11'])
    expect(unfinished).toBeCloseTo(0.5 ** 13, 8)
  })

  const bounded =
    (turns: number) =>
    (instruction: Instruction): Instruction =>
      instruction.name === 'while' || instruction.name === 'until'
        ? { ...instruction, max_iterations: turns }
        : instruction

  it('makes the rotation of Nielsen and Chuang by repeating until success', () => {
    const circuit = read(`
      def segment(qubit[2] anc, qubit psi) -> bit[2] {
        bit[2] b;
        reset anc; h anc;
        ccx anc[0], anc[1], psi; s psi; ccx anc[0], anc[1], psi; z psi;
        h anc;
        b = measure anc;
        return b;
      }
      qubit psi; qubit[2] ancilla; bit[2] flags = "11"; bit result;
      reset psi; h psi;
      while (int[2](flags) != 0) { flags = segment(ancilla, psi); }
      rz(pi - arccos(3.0 / 5)) psi;
      h psi;
      result = measure psi;`)
    const short = { ...circuit, instructions: circuit.instructions.map(bounded(4)) }
    expect(ones(short, 2)).toBeCloseTo(0, 10)
    // One turn before the loop and four in it; each succeeds with probability 5/8.
    expect(outcomesOf(short).unfinished).toBeCloseTo((3 / 8) ** 5, 8)
  })

  it('is endless, and left by one break wherever it stands', () => {
    const turn = 'reset q[0]; h q[0]; c = measure q[0];'
    const endless = (body: string) =>
      read(`bit c; bit d; qubit[2] q;\n@max_iterations 4\nwhile (true) { ${body} }\nd = measure q[1];`)
    const middle = endless(`${turn} if (c) { break; } x q[1];`)
    // In each turn half of the remaining shots end; in the second and the fourth, after an odd number of flips.
    expect(ones(middle, 1)).toBeCloseTo((1 / 4 + 1 / 16) / (15 / 16), 10)
    expect(outcomesOf(middle).unfinished).toBeCloseTo(1 / 16, 10)
    const last = endless(`x q[1]; ${turn} if (c == 1) break;`)
    expect(ones(last, 1)).toBeCloseTo((1 / 2 + 1 / 8) / (15 / 16), 10)
    const first = endless(`if (c) break; x q[1]; ${turn}`)
    expect(ones(first, 1)).toBeCloseTo((1 / 2 + 1 / 8) / (7 / 8), 10)
    expect(outcomesOf(first).unfinished).toBeCloseTo(1 / 8, 10)
  })

  it('holds another, an if and what stands around it', () => {
    const circuit = read(`
      bit a; bit b; bit seen; qubit[2] q;
      @max_iterations 3
      while (a == 0) {
        reset q; h q[0]; a = measure q[0];
        if (a == 1) { x q[1]; }
        @max_iterations 2
        while (b == 0) { reset q[1]; h q[1]; b = measure q[1]; }
      }
      seen = measure q[1];`)
    expect(circuit.instructions.map(({ name }) => name)).toEqual(
      'while reset reset h measure x while reset h measure end end measure'.split(' '),
    )
    expect(outcomesOf(circuit).unfinished).toBeGreaterThan(0.1)
  })

  it('keeps for later what its bits held before it', () => {
    const circuit = read(`
      bit c; bit d; qubit[2] q;
      h q[0]; c = measure q[0];
      bool before = c;
      @max_iterations 1
      while (c == 1) { reset q[0]; c = measure q[0]; }
      if (before) { x q[1]; }
      d = measure q[1];`)
    expect(ones(circuit, 1)).toBeCloseTo(0.5, 10)
    expect(ones(circuit, 0)).toBeCloseTo(0, 10)
  })

  it('starts from what a constant put into its bits, and leaves constants in them', () => {
    const circuit = read(`
      bit[2] c = "01"; bit d; qubit q;
      @max_iterations 3
      while (d == 0) { if (c[0]) { x q; } c[0] = 0; c[1] = 1; d = measure q; }`)
    expect(outcomesOf(circuit).outcomes.get(outcomesOf(circuit).outcomes.keys().next().value!)).toBeCloseTo(1, 10)
    expect([ones(circuit, 0), ones(circuit, 1), ones(circuit, 2)].map(Math.round)).toEqual([0, 1, 1])
  })

  it.each([
    ['int n = 0; while (c == 0) { c = measure q; n += 1; }', 'n changes in a loop that a measurement decides'],
    ['while (c == 0) { c = measure q; break; }', 'leaving a while loop'],
    ['while (c == 0) { c = measure q; if (c) continue; x q; }', 'leaving a while loop'],
    ['while (c == 0) { c = measure q; end; }', 'leaving a while loop'],
    ['while (true) { bit own = measure q; if (own) break; }', 'leaving a while loop'],
    ['while (true) { c = measure q; if (c) break; if (d) break; d = measure q; }', 'leaving a while loop'],
    ['@max_iterations 1\nwhile (true) { c = measure q; if (c) break; }', 'leaving a while loop'],
    ['while (measure q == 0) { x q; }', 'measure before the loop'],
    ['while (c == 0) { bool old = c; c = measure q; if (old) x q; }', 'what it held before is gone'],
    ['if (c) { while (d == 0) { d = measure q; c = measure q; } }', 'writes a bit that an if around it reads'],
    ['@max_iterations 0\nwhile (c == 0) { c = measure q; }', 'a number from 1 to 10000'],
    ['@max_iterations many\nwhile (c == 0) { c = measure q; }', 'a number from 1 to 10000'],
    ['@max_iterations\nwhile (c == 0) { c = measure q; }', 'a number from 1 to 10000'],
  ])('refuses %s', (body, message) => {
    expect(refusal(`bit c; bit d; qubit q; h q; c = measure q; d = measure q;\n${body}`)).toContain(message)
  })

  it('that is bounded before something else is passed over', () => {
    expect(read('bit c; qubit q;\n@max_iterations 7\nx q;\nc = measure q;').instructions[0]).toEqual({
      name: 'x',
      qubits: [0],
    })
  })
})

describe('a circuit with loops', () => {
  const qubit = fc.nat(2)
  const clbit = fc.nat(3)
  const plain = fc.oneof(
    qubit.map((q): Instruction => ({ name: 'h', qubits: [q] })),
    fc.tuple(qubit, clbit).map(([q, c]): Instruction => ({ name: 'measure', qubits: [q], clbits: [c] })),
    fc
      .tuple(qubit, clbit)
      .map(([q, c]): Instruction => ({ name: 'x', qubits: [q], condition: { clbit: c, value: 1 } })),
  )
  const condition = fc.oneof(
    fc.record({ clbit, value: fc.constantFrom(0 as const, 1 as const) }),
    fc.uniqueArray(clbit, { minLength: 2, maxLength: 4 }).map(clbits => ({ clbits, value: clbits.length - 1 })),
  )
  const { body } = fc.letrec<{ body: Instruction[] }>(tie => ({
    body: fc
      .array(
        fc.oneof(
          { depthSize: 'small' },
          plain.map(one => [one]),
          fc
            .tuple(
              fc.constantFrom('while', 'until'),
              condition,
              fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
              tie('body'),
            )
            .map(([name, when, max_iterations, inner]): Instruction[] => [
              { name, qubits: [], condition: when, ...(max_iterations ? { max_iterations } : {}) },
              ...inner,
              { name: 'end', qubits: [] },
            ]),
        ),
        { maxLength: 4 },
      )
      .map(parts => parts.flat()),
  }))

  it('is read back as it was written', () =>
    fc.assert(
      fc.property(body, instructions => {
        const circuit: Circuit = { num_qubits: 3, num_clbits: 4, instructions }
        fc.pre(faultsOfForm(circuit).length === 0)
        const text = writeQasm3(circuit)
        expect(parseQasm(text).circuit).toEqual(canonicalCircuit(circuit))
        expect(parseQasm(writeQasm3(parseQasm(text).circuit)).circuit).toEqual(canonicalCircuit(circuit))
      }),
      { numRuns: 60 },
    ))

  it('cannot be said in OpenQASM 2', () => {
    const instructions: Instruction[] = [
      { name: 'while', qubits: [], condition: { clbit: 0, value: 0 } },
      { name: 'end', qubits: [] },
    ]
    expect(() => writeQasm2({ num_qubits: 1, num_clbits: 1, instructions })).toThrow('OpenQASM 2 cannot express loops')
  })
})
