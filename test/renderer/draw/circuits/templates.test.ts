import { describe, expect, it } from 'vitest'
import { validateCircuit } from '../../../../main/circuits/model/validate'
import { Circuit } from '../../../../main/contract/jobs/circuit'
import { ghzCircuit, TEMPLATES, teleportation, templateNamed } from '../../../../renderer/src/draw/circuits/templates'

describe('the templates', () => {
  it.each(TEMPLATES)('$name is a circuit the service accepts', ({ circuit }) => {
    expect(Circuit.parse(circuit)).toEqual(circuit)
    expect(validateCircuit(circuit)).toEqual([])
  })

  it.each([2, 3, 5])('the GHZ circuit of %i qubits entangles in a chain and measures each', qubits => {
    const { instructions } = ghzCircuit(qubits)
    expect(instructions.map(({ name }) => name)).toEqual([
      'h',
      ...new Array(qubits - 1).fill('cx'),
      ...new Array(qubits).fill('measure'),
    ])
    expect(instructions[qubits - 1]).toEqual({ name: 'cx', qubits: [qubits - 2, qubits - 1] })
    expect(instructions.at(-1)).toEqual({ name: 'measure', qubits: [qubits - 1], clbits: [qubits - 1] })
  })

  it('teleports: whatever Alice reads, the corrected and undone qubit of Bob reads 0', () => {
    for (const [a, b] of [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ] as const)
      expect(bobReadsOne(a, b)).toBeCloseTo(0, 12)
  })

  it('are found by their id, the first where there is none', () => {
    expect(templateNamed('teleportation').circuit).toEqual(teleportation())
    expect(templateNamed('nonsense')).toBe(TEMPLATES[0])
  })
})

/** Probability that Bob's qubit reads 1 when Alice has read a (clbit 0) and b (clbit 1); amplitudes are real here. */
function bobReadsOne(a: number, b: number): number {
  let state = new Float64Array(8)
  state[0] = 1
  const bit = (index: number, qubit: number) => (index >> qubit) & 1
  const mapped = (move: (amplitude: number, index: number, add: (to: number, value: number) => void) => void) => {
    const next = new Float64Array(8)
    const add = (to: number, value: number) => {
      next[to]! += value
    }
    for (const [index, amplitude] of state.entries()) move(amplitude, index, add)
    state = next
  }
  const turn = (qubit: number, [[p, q], [r, s]]: [[number, number], [number, number]]) =>
    mapped((amplitude, index, add) => {
      const one = bit(index, qubit) === 1
      add(index & ~(1 << qubit), amplitude * (one ? q : p))
      add(index | (1 << qubit), amplitude * (one ? s : r))
    })
  const measured: Record<number, number> = { 0: a, 1: b }
  for (const { name, qubits, params = [], condition, clbits = [] } of teleportation().instructions) {
    if (condition && 'clbit' in condition && measured[condition.clbit] !== condition.value) continue
    const [qubit = 0, target = 0] = qubits
    const [cos, sin] = [Math.cos((params[0] ?? 0) / 2), Math.sin((params[0] ?? 0) / 2)]
    if (name === 'ry')
      turn(qubit, [
        [cos, -sin],
        [sin, cos],
      ])
    if (name === 'h')
      turn(qubit, [
        [Math.SQRT1_2, Math.SQRT1_2],
        [Math.SQRT1_2, -Math.SQRT1_2],
      ])
    if (name === 'x')
      turn(qubit, [
        [0, 1],
        [1, 0],
      ])
    if (name === 'z')
      turn(qubit, [
        [1, 0],
        [0, -1],
      ])
    if (name === 'cx') mapped((value, index, add) => add(bit(index, qubit) ? index ^ (1 << target) : index, value))
    if (name === 'measure' && clbits[0] !== 2)
      state = state.map((value, index) => (bit(index, qubit) === measured[clbits[0]!] ? value : 0))
  }
  const weight = (wanted: (index: number) => boolean) =>
    state.reduce((sum, value, index) => sum + (wanted(index) ? value * value : 0), 0)
  expect(weight(() => true)).toBeCloseTo(0.25, 12)
  return weight(index => bit(index, 2) === 1)
}
