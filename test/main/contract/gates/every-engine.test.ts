/** Every row of the gate table in everything that derives from it. */
import { describe, expect, it } from 'vitest'
import { canonicalCircuit } from '../../../../main/circuits/model/canonical'
import { writeQasm2, writeQasm3 } from '../../../../main/circuits/qasm/write'
import { transpile } from '../../../../main/circuits/transpile/transpile'
import { type AxisRotation, GATES, type GateRow, UNITARY_GATES } from '../../../../main/contract/gates/gate-table'
import { controlled, type Matrix } from '../../../../main/contract/gates/matrices'
import type { Circuit, Instruction } from '../../../../main/contract/jobs/circuit'
import { createReferenceSimulator } from '../../../../main/simulation/engines'
import type { Simulator } from '../../../../main/simulation/model/simulator'
import type { StabilizerSimulator } from '../../../../main/simulation/model/stabilizer'
import type { TrajectorySimulator } from '../../../../main/simulation/model/trajectory'
import { createNativeStabilizer } from '../../../../main/simulation/stabilizer/native'
import { cliffordOps, stabilizerProgram } from '../../../../main/simulation/stabilizer/program'
import { createReferenceStabilizer } from '../../../../main/simulation/stabilizer/reference'
import { writeStim } from '../../../../main/simulation/stabilizer/write-stim'
import { createNativeTrajectories } from '../../../../main/simulation/trajectories/native'
import { createReferenceTrajectories } from '../../../../main/simulation/trajectories/reference'
import { symbolOf } from '../../../../renderer/src/draw/circuits/gate-symbol'
import { parseQasm } from '../../circuits/qasm/parse-qasm'
import { line } from '../../circuits/transpile/coupling-graphs'
import { expectEquivalent } from '../../circuits/transpile/equivalence'
import { distance, unitaryOf } from '../../circuits/unitary'
import { findAddon, freshSeed, nativeWith } from '../../simulation/engine-fixtures'
import { always, gateStep, read } from '../../simulation/trajectories/random-programs'

const addon = findAddon()
const simulators: Simulator[] = [createReferenceSimulator(), ...(addon ? [nativeWith(addon)] : [])]
const stabilizers: StabilizerSimulator[] = [
  createReferenceStabilizer(),
  ...(addon ? [createNativeStabilizer(addon)] : []),
]
const trajectories: TrajectorySimulator[] = [
  createReferenceTrajectories(),
  ...(addon ? [createNativeTrajectories(addon)] : []),
]

const SHOTS = 200
const QUBITS = 3
const ZEROS = [['000', SHOTS]]
const QUARTER = Math.PI / 2

const gate = (name: string, qubits: readonly number[], params: readonly number[] = []): Instruction => ({
  name,
  qubits: [...qubits],
  ...(params.length > 0 ? { params: [...params] } : {}),
})
const circuitOf = (instructions: Instruction[], num_qubits = QUBITS): Circuit => ({ num_qubits, instructions })
const placesOf = ({ qubits }: GateRow) => Array.from({ length: qubits! }, (_, at) => at)

const inverseOf = ({ name, qubits, params = [] }: Instruction): Instruction => {
  const back = GATES[name]!.inverse!(params)
  return gate(back.name, qubits, back.params)
}
const undone = (instructions: readonly Instruction[]): Instruction[] => instructions.toReversed().map(inverseOf)

const rotationOn =
  (qubit: number) =>
  ([axis, angle]: AxisRotation): Instruction =>
    axis === 'xz' ? gate('h', [qubit]) : gate(`r${axis}`, [qubit], [angle])

/** The same by other columns of the row: its rotations or its decomposition. */
function madeOf(name: string, on: readonly number[], params: readonly number[]): Instruction[] {
  const { rotations, decomposition } = GATES[name]!
  if (rotations) return rotations(params).map(rotationOn(on[0]!))
  if (name === 'cz') return [gate('h', [on[1]!]), gate('cx', on), gate('h', [on[1]!])]
  return decomposition!(params).map(([step, at, ...angles]) =>
    gate(
      step,
      at.map(position => on[position]!),
      angles,
    ),
  )
}

/** States on which every gate shows; of stabilizer states the second. */
const ANY_STATE = [0, 1, 2].flatMap(q => [gate('u', [q], [0.3 + q, 1.1 * q, 0.9 - q]), gate('cx', [q, (q + 1) % 3])])
const STABILIZER_STATE = [0, 1, 2].flatMap(q => [gate('h', [q]), gate('s', [q]), gate('cx', [q, (q + 1) % 3])])

/** All qubits are 0 again at its end, where the gate does what its other columns say. */
function thereAndBack(name: string, on: readonly number[], params: readonly number[], state: Instruction[]): Circuit {
  const measured = [0, 1, 2].map(q => ({ name: 'measure', qubits: [q], clbits: [q] }))
  return circuitOf([
    ...[...state, gate(name, on, params), ...undone(madeOf(name, on, params)), ...undone(state)],
    ...measured,
  ])
}

function trajectoryProgram({ num_qubits, instructions }: Circuit) {
  const steps = instructions.flatMap(({ name, qubits, params = [] }) =>
    name === 'measure' ? [read(qubits[0]!)] : gateStep(name, qubits, ...params),
  )
  return { qubits: num_qubits, clbits: num_qubits, steps: always(...steps) }
}

const angles = (count: number) => [0.7, -1.9, 2.3].slice(0, count)
const cliffordAngles = ({ params, controlled: base }: GateRow) =>
  [1, 2, 3].slice(0, params).map(times => (base ? 2 : 1) * times * QUARTER)
const ORDERS = [
  [0, 1, 2],
  [2, 0, 1],
]

describe.each(UNITARY_GATES)('%s', (name, row) => {
  const params = angles(row.params)
  const here = placesOf(row)
  const matrixOf = (instructions: Instruction[]): Matrix => unitaryOf(circuitOf(instructions, row.qubits!))

  it('has columns that agree up to a phase: matrix, controlled gate, rotations, decomposition, generators, exchange', () => {
    const matrix = row.matrix(params)
    expect(matrix).toHaveLength(2 ** row.qubits!)
    const same = (other: Matrix) => expect(distance(other, matrix, true)).toBeLessThan(1e-12)
    same(matrixOf(madeOf(name, here, params)))
    if (row.controlled) {
      let under = GATES[row.controlled.gate]!.matrix!(params)
      for (let i = 0; i < row.controlled.controls; i++) under = controlled(under)
      expect(distance(under, matrix, false)).toBe(0)
    }
    if (row.clifford) same(matrixOf(row.clifford.map(([generator, on]) => gate(generator, on))))
    if (row.exchange) same(matrixOf([gate('swap', here), ...row.exchange.map(([step, on]) => gate(step, on))]))
  })

  it('adds up its angles exactly where its row says so', () => {
    if (row.params !== 1) return expect(row.additive).toBeUndefined()
    const [a, b] = [0.7, -1.9]
    const [one, sum] = [[gate(name, here, [a]), gate(name, here, [b])], [gate(name, here, [a + b])]]
    expect(distance(matrixOf(one), matrixOf(sum), false) < 1e-12).toBe(row.additive === true)
  })

  it('costs what its transpiled form takes', () => {
    const circuit = circuitOf([gate(name, here, params)], row.qubits!)
    const { instructions } = transpile({ ...circuit, instructions: madeOf(name, here, params) }, line(3)).circuit
    const pulses = instructions.filter(one => ['sx', 'x'].includes(one.name)).length
    const written = (step: string): number => {
      if (step === 'cz') return 1
      return (GATES[step]!.decomposition?.(params) ?? []).reduce((sum, [inner]) => sum + written(inner), 0)
    }
    if (row.qubits === 1) expect(pulses).toBeLessThanOrEqual(row.cost!.pulses!)
    // ch is charged as two in the circuit noise.
    else expect(row.cost!.cz).toBe(name === 'ch' ? 2 : written(name))
  })

  it('is undone by its other columns in every state vector', async () => {
    for (const order of ORDERS)
      for (const engine of simulators) {
        const circuit = thereAndBack(name, order.slice(0, row.qubits!), params, ANY_STATE)
        expect([...(await engine.countOutcomes(circuit, { shots: SHOTS, seed: freshSeed() }))], engine.kind).toEqual(
          ZEROS,
        )
      }
  })

  it('is undone by its other columns in every trajectory', async () => {
    for (const order of ORDERS)
      for (const engine of trajectories) {
        const program = trajectoryProgram(thereAndBack(name, order.slice(0, row.qubits!), params, ANY_STATE))
        expect([...(await engine.countOutcomes(program, { shots: SHOTS, seed: freshSeed() }))], engine.kind).toEqual(
          ZEROS,
        )
      }
  })

  const clifford = cliffordAngles(row)
  if (cliffordOps(gate(name, here, clifford)) !== null)
    it('is undone by its other columns in every stabilizer', async () => {
      for (const order of ORDERS)
        for (const engine of stabilizers) {
          const circuit = thereAndBack(name, order.slice(0, row.qubits!), clifford, STABILIZER_STATE)
          const counts = await engine.countOutcomes(stabilizerProgram(circuit), { shots: SHOTS, seed: freshSeed() })
          expect([...counts], engine.kind).toEqual(ZEROS)
        }
    })

  it('is transpiled to the same up to a phase, also under a condition', () => {
    for (const order of ORDERS) {
      const one = gate(name, order.slice(0, row.qubits!), params)
      expectEquivalent(circuitOf([...ANY_STATE, one]), line(3))
      const conditioned: Instruction = { ...one, condition: { clbit: 0, value: 1 } }
      const measured = { name: 'measure', qubits: [1], clbits: [0] }
      expectEquivalent(circuitOf([...ANY_STATE, measured, conditioned]), line(3))
    }
  })

  it('is written in OpenQASM 2 and 3 and read back as itself', () => {
    const circuit = canonicalCircuit(circuitOf([gate(name, [2, 0, 1].slice(0, row.qubits!), params)]))
    expect(parseQasm(writeQasm3(circuit)).circuit).toEqual(circuit)
    expect(parseQasm(writeQasm2(circuit)).circuit).toEqual(circuit)
  })
})

describe.each(Object.entries(GATES))('%s', (name, row) => {
  it('has a name in Stim, by which it is written, where it is Clifford for all angles, measures or resets', () => {
    const isClifford = row.clifford !== undefined || name === 'measure' || name === 'reset'
    expect(row.stim !== undefined).toBe(isClifford)
    if (row.stim === undefined) return
    const on = [2, 0, 1].slice(0, row.qubits!)
    const circuit = circuitOf([{ ...gate(name, on), ...(row.clbits > 0 ? { clbits: [0] } : {}) }])
    const lines = writeStim({ ...circuit, num_clbits: 1 }).split('\n')
    expect(lines.filter(line => line !== '' && !line.startsWith('#'))).toEqual([`${row.stim} ${on.join(' ')}`])
  })

  it('is drawn with its controls as dots and a mark or a short box on the others', () => {
    const { controls, target, label } = symbolOf(name)
    expect(controls).toBe(row.controlled?.controls ?? (name === 'cswap' ? 1 : 0))
    expect(target === 'box').toBe(label.length > 0)
    expect(label.length).toBeLessThanOrEqual(4)
  })
})

it('a gate that is not undone shows, so that these comparisons can fail', async () => {
  const circuit = thereAndBack('t', [0], [], ANY_STATE)
  const twice = circuitOf([...ANY_STATE, gate('t', [0]), ...circuit.instructions.slice(ANY_STATE.length)])
  for (const engine of simulators)
    expect([...(await engine.countOutcomes(twice, { shots: 2_000, seed: freshSeed() })).keys()].length).toBeGreaterThan(
      1,
    )
})
