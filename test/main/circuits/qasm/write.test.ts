import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalCircuit } from '../../../../main/circuits/model/canonical'
import { faultsOfForm, validateCircuit } from '../../../../main/circuits/model/validate'
import { writeQasm2, writeQasm3 } from '../../../../main/circuits/qasm/write'
import { GATES } from '../../../../main/contract/gates/gate-table'
import { Circuit, type Condition, type Instruction, type Register } from '../../../../main/contract/jobs/circuit'
import { parseQasm } from './parse-qasm'

const QUBITS = 4
const CLBITS = 6
const double = fc.double({ noNaN: true, noDefaultInfinity: true })

const conditionOf = (lists: fc.Arbitrary<number[]>): fc.Arbitrary<Condition> =>
  fc.oneof(
    fc.record({ clbit: fc.nat(CLBITS - 1), value: fc.constantFrom(0 as const, 1 as const) }),
    lists.chain(clbits => fc.nat(2 ** clbits.length - 1).map(value => ({ clbits, value }))),
  )
const anyCondition = conditionOf(
  fc.shuffledSubarray(
    Array.from({ length: CLBITS }, (_, i) => i),
    { minLength: 2 },
  ),
)

const instructionWith = (condition: fc.Arbitrary<Condition>): fc.Arbitrary<Instruction> =>
  fc.constantFrom(...Object.entries(GATES)).chain(([name, shape]) =>
    fc.record({
      name: fc.constant(name),
      qubits: fc.shuffledSubarray([0, 1, 2, 3], { minLength: shape.qubits ?? 1, maxLength: shape.qubits ?? QUBITS }),
      clbits: fc.array(fc.nat(CLBITS - 1), { minLength: shape.clbits, maxLength: shape.clbits }),
      params: fc.array(double, { minLength: shape.params, maxLength: shape.params }),
      condition: fc.option(condition, { nil: undefined, freq: 2 }),
    }),
  ) as fc.Arbitrary<Instruction>

const registers = fc.constantFrom<Register[] | undefined>(undefined, [
  { name: 'alpha', kind: 'qubit' as const, size: 3 },
  { name: 'out', kind: 'bit' as const, size: 2 },
  { name: 'beta', kind: 'qubit' as const, size: 1 },
  { name: 'rest', kind: 'bit' as const, size: 4 },
])

const circuitWith = (condition: fc.Arbitrary<Condition>): fc.Arbitrary<Circuit> =>
  fc
    .record({
      names: registers,
      instructions: fc.array(instructionWith(condition), { maxLength: 20 }),
      declared: fc.boolean(),
    })
    .map(({ names, instructions, declared }) => ({
      num_qubits: QUBITS,
      ...(names || declared ? { num_clbits: CLBITS } : {}),
      ...(names ? { registers: names } : {}),
      instructions,
    }))

/** Circuits whose result is none of their bits, the first two or all. */
const withResult = (circuits: fc.Arbitrary<Circuit>): fc.Arbitrary<Circuit> =>
  fc
    .tuple(circuits, fc.constantFrom(0, 2, CLBITS))
    .map(([circuit, result_clbits]) => ({ ...circuit, num_clbits: CLBITS, result_clbits }))

describe('a circuit written as OpenQASM 3', () => {
  it('reads back exactly where only some of its bits are the result', () => {
    fc.assert(
      fc.property(withResult(circuitWith(anyCondition)), circuit => {
        expect(faultsOfForm(circuit)).toEqual([])
        const text = writeQasm3(circuit)
        expect(parseQasm(text).circuit, text).toEqual(canonicalCircuit(circuit))
      }),
      { numRuns: 50 },
    )
  })

  it('refuses bits beside the result in version 2, where all are', () => {
    const circuit: Circuit = {
      num_qubits: 1,
      num_clbits: 2,
      result_clbits: 1,
      instructions: [{ name: 'measure', qubits: [0], clbits: [1] }],
    }
    expect(() => writeQasm2(circuit)).toThrow('OpenQASM 2 cannot express classical bits that are not in the result')
    expect(writeQasm2({ ...circuit, result_clbits: 2 })).toBe(writeQasm2({ ...circuit, result_clbits: undefined }))
  })

  it('reads back exactly, parameters to the last bit', () => {
    fc.assert(
      fc.property(circuitWith(anyCondition), circuit => {
        const text = writeQasm3(circuit)
        expect(parseQasm(text)).toEqual({ circuit: canonicalCircuit(circuit), version: '3.0', notes: [] })
      }),
      { numRuns: 300 },
    )
  })

  it('is valid by schema and rules once read back', () => {
    fc.assert(
      fc.property(circuitWith(anyCondition), circuit => {
        const measured = {
          ...circuit,
          instructions: [...circuit.instructions, { name: 'measure', qubits: [0], clbits: [0] }],
        }
        const { circuit: back } = parseQasm(writeQasm3(measured))
        expect(validateCircuit(Circuit.parse(JSON.parse(JSON.stringify(back))))).toEqual([])
      }),
    )
  })
})

/** Conditions that OpenQASM 2 can express: on bit 0, on bits 1 and 2, on bits 3 to 5. */
const oldCondition: fc.Arbitrary<Condition> = fc.oneof(
  fc.constantFrom<Condition>({ clbit: 0, value: 0 }, { clbit: 0, value: 1 }),
  fc.nat(3).map(value => ({ clbits: [1, 2], value })),
  fc.nat(7).map(value => ({ clbits: [3, 4, 5], value })),
)

describe('a circuit written as OpenQASM 2', () => {
  it('reads back with the same instructions', () => {
    fc.assert(
      fc.property(circuitWith(oldCondition), circuit => {
        const back = parseQasm(writeQasm2(circuit))
        expect(back.version).toBe('2.0')
        expect(back.circuit.instructions).toEqual(canonicalCircuit(circuit).instructions)
        expect(back.circuit.num_qubits).toBe(QUBITS)
      }),
      { numRuns: 300 },
    )
  })

  it('reads back exactly, registers too, where no condition cuts them', () => {
    fc.assert(
      fc.property(circuitWith(fc.constant<Condition>({ clbits: [2, 3, 4, 5], value: 3 })), circuit => {
        if (!circuit.registers) return
        expect(parseQasm(writeQasm2(circuit)).circuit).toEqual(canonicalCircuit(circuit))
      }),
    )
  })

  it.each<[string, Condition[]]>([
    [
      'that overlap',
      [
        { clbits: [0, 1], value: 1 },
        { clbit: 1, value: 1 },
      ],
    ],
    ['that skip a bit', [{ clbits: [0, 2], value: 1 }]],
  ])('is refused with conditions %s', (_, conditions) => {
    const instructions = conditions.map(condition => ({ name: 'x', qubits: [0], condition }))
    expect(() => writeQasm2({ num_qubits: 1, num_clbits: 3, instructions })).toThrow(/OpenQASM 2 cannot express/)
  })
})
