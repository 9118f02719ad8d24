import { describe, expect, it } from 'vitest'
import { canonicalCircuit } from '../../../main/circuits/model/canonical'
import { canonicalValue, fits, valueBits, valueOfBits } from '../../../main/circuits/model/condition-value'
import { validateCircuit } from '../../../main/circuits/model/validate'
import { writeQasm2, writeQasm3 } from '../../../main/circuits/qasm/write'
import { Circuit } from '../../../main/contract/jobs/circuit'
import { createReferenceSimulator } from '../../../main/simulation/engines'
import { noisyCliffordProgram } from '../../../main/simulation/noise/clifford-program'
import { noisyTrajectoryProgram } from '../../../main/simulation/noise/trajectory-program'
import { createNativeStabilizer } from '../../../main/simulation/stabilizer/native'
import { stabilizerProgram } from '../../../main/simulation/stabilizer/program'
import { createReferenceStabilizer } from '../../../main/simulation/stabilizer/reference'
import { createNativeTrajectories } from '../../../main/simulation/trajectories/native'
import { createReferenceTrajectories } from '../../../main/simulation/trajectories/reference'
import { parseQasm } from '../circuits/qasm/parse-qasm'
import { findAddon, nativeWith } from './engine-fixtures'
import { lasting } from './noise/parameter-fixtures'

const addon = findAddon()
const none = () => 0
const silent = lasting({ gate1Error: none, gate2Error: none, readoutError: none, resetError: none })

/** Values around the ends of doubles and of 64 bits, and one of every other bit. */
const VALUES = [
  ...[0n, 1n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n + 1n, 2n ** 64n - 1n],
  ...[0x5555555555555555n, 12_345_678_901_234_567_890n],
]
const asked = (value: bigint) => canonicalValue(value.toString())

/** Writes `held` into 64 bits, and turns qubit 2 into bit 64 if they hold `value`. `first` decides which engine takes it. */
function circuitOf(held: bigint, value: bigint, first: string): Circuit {
  const bits = Array.from({ length: 64 }, (_, bit) => bit)
  return Circuit.parse({
    num_qubits: 3,
    instructions: [
      { name: first, qubits: [0] },
      { name: 'x', qubits: [1] },
      ...bits.map(bit => ({ name: 'measure', qubits: [Number((held >> BigInt(bit)) & 1n)], clbits: [bit] })),
      { name: 'x', qubits: [2], condition: { clbits: bits, value: asked(value) } },
      { name: 'measure', qubits: [2], clbits: [64] },
    ],
  })
}

const trajectories = [createReferenceTrajectories(), ...(addon ? [createNativeTrajectories(addon)] : [])]
const stabilizers = [createReferenceStabilizer(), ...(addon ? [createNativeStabilizer(addon)] : [])]
const statevectors = [createReferenceSimulator(), ...(addon ? [nativeWith(addon)] : [])]

async function outcomes(held: bigint, value: bigint): Promise<string[]> {
  const [any, clifford] = [circuitOf(held, value, 't'), circuitOf(held, value, 's')]
  const all = [
    ...statevectors.map(engine => engine.countOutcomes(any, { shots: 3, seed: 1n })),
    ...trajectories.map(engine => engine.countOutcomes(noisyTrajectoryProgram(any, silent), { shots: 3, seed: 1n })),
    ...stabilizers.flatMap(engine =>
      [stabilizerProgram(clifford), noisyCliffordProgram(clifford, silent)].map(program =>
        engine.countOutcomes(program, { shots: 3, seed: 1n }),
      ),
    ),
  ]
  return (await Promise.all(all)).flatMap(counts => [...counts.keys()])
}

describe('a condition on more than 53 bits', () => {
  it.each(VALUES)('holds for %s and for no neighbour, in every engine', async value => {
    const spelled = (held: bigint) => held.toString(2).padStart(64, '0')
    expect(new Set(await outcomes(value, value))).toEqual(new Set([`1${spelled(value)}`]))
    for (const held of [value ^ 1n, value ^ (1n << 63n)])
      expect(new Set(await outcomes(held, value))).toEqual(new Set([`0${spelled(held)}`]))
  })

  it.each(VALUES)('goes out and in as OpenQASM: %s', value => {
    const circuit = circuitOf(0n, value, 's')
    expect(parseQasm(writeQasm3(circuit)).circuit).toEqual(canonicalCircuit(circuit))
    const old = parseQasm(writeQasm2(circuit)).circuit.instructions
    expect(old).toEqual(circuit.instructions)
    expect(writeQasm2(circuit)).toContain(`if (c0 == ${value}) x`)
  })

  it('of two thousand bits goes out and in', () => {
    const clbits = Array.from({ length: 2_000 }, (_, bit) => bit)
    const value = asked(3n ** 1_200n)
    const instructions = [
      { name: 'measure', qubits: [0], clbits: [0] },
      { name: 'x', qubits: [0], condition: { clbits, value } },
    ]
    const circuit: Circuit = { num_qubits: 1, instructions }
    expect(validateCircuit(circuit)).toEqual([])
    expect(parseQasm(writeQasm3(circuit)).circuit).toEqual(canonicalCircuit(circuit))
    expect(parseQasm(writeQasm2(circuit)).circuit.instructions).toEqual(instructions)
  })

  it('has a value that is a number where it is exact, and else decimal digits', () => {
    const parse = (value: unknown) =>
      Circuit.safeParse({
        num_qubits: 1,
        instructions: [{ name: 'x', qubits: [0], condition: { clbits: [0, 1], value } }],
      }).success
    for (const value of [3, '3', '18446744073709551615']) expect(parse(value)).toBe(true)
    for (const value of [-1, 0.5, 2 ** 53, '-1', '01', '1e3', '0x3', '', ' 3', '9'.repeat(4_000)])
      expect(parse(value), String(value)).toBe(false)
    const digits = {
      num_qubits: 1,
      instructions: [{ name: 'x', qubits: [0], condition: { clbits: [0, 1], value: '3' } }],
    }
    expect(canonicalCircuit(digits).instructions[0]!.condition).toEqual({ clbits: [0, 1], value: 3 })
  })

  it('that its bits cannot hold is a fault, to the last bit', () => {
    const faultsOf = (value: bigint) => validateCircuit(circuitOf(0n, value, 's')).map(({ pointer }) => pointer)
    expect(faultsOf(2n ** 64n - 1n)).toEqual([])
    expect(faultsOf(2n ** 64n)).toEqual(['/circuit/instructions/66/condition/value'])
    expect(fits('18446744073709551616', 65)).toBe(true)
    expect(fits(2 ** 60, 64)).toBe(false)
  })

  it('counts its bits from the lowest', () => {
    for (const value of VALUES) {
      const bits = valueBits(asked(value), 70)
      expect(bits.reduce((sum, bit, i) => sum + (BigInt(bit) << BigInt(i)), 0n)).toBe(value)
      expect(valueOfBits(bits)).toBe(asked(value))
    }
  })
})
