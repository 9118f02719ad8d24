import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stepMoments } from '../../../../main/circuits/editing/document/moments'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import {
  type MarkerEffects,
  type PauliMarker,
  propagateMarkers,
} from '../../../../main/circuits/editing/markers/propagate'
import { writeQasm3 } from '../../../../main/circuits/qasm/write'
import type { Circuit, Instruction } from '../../../../main/contract/jobs/circuit'
import { circuitState } from '../../../../main/simulation/live/circuit-state'
import { cliffordOps } from '../../../../main/simulation/stabilizer/program'
import { createReferenceStabilizer } from '../../../../main/simulation/stabilizer/reference'

const documentOf = (circuit: Circuit) => readDocument(JSON.stringify(circuit))
function effectsOf(circuit: Circuit, markers: readonly PauliMarker[]): MarkerEffects {
  const found = propagateMarkers(documentOf(circuit), markers)
  if ('reason' in found) throw new Error(found.reason)
  return found.effects
}
const x = (wire: number, moment: number, pauli: PauliMarker['pauli'] = 'X'): PauliMarker => ({
  wire,
  moment,
  pauli,
  isOff: false,
})
const gate = (name: string, ...qubits: number[]): Instruction => ({ name, qubits })
const measure = (qubit: number, clbit = qubit): Instruction => ({ name: 'measure', qubits: [qubit], clbits: [clbit] })

/** The circuit with the errors as gates where the markers stand. */
function withErrors(circuit: Circuit, markers: readonly PauliMarker[]): Circuit {
  const { steps, qubits } = documentOf(circuit)
  const { moments } = stepMoments(steps, qubits.length)
  const waiting = [...markers].filter(({ isOff }) => !isOff).sort((a, b) => a.moment - b.moment)
  const instructions: Instruction[] = []
  for (const [at, instruction] of circuit.instructions.entries()) {
    for (const marker of [...waiting])
      if (steps[at]!.qubits.includes(marker.wire) && marker.moment <= moments.get(steps[at]!)!) {
        instructions.push(gate(marker.pauli.toLowerCase(), marker.wire))
        waiting.splice(waiting.indexOf(marker), 1)
      }
    instructions.push(instruction)
  }
  return { ...circuit, instructions }
}

const random = (qubits: number, length: number) => {
  const qubit = fc.nat(qubits - 1)
  const pair = fc.uniqueArray(qubit, { minLength: 2, maxLength: 2 })
  const one = fc
    .tuple(fc.constantFrom('h', 's', 'sdg', 'x', 'y', 'z', 'sx', 'sxdg'), qubit)
    .map(([name, q]) => gate(name, q))
  const two = fc.tuple(fc.constantFrom('cx', 'cy', 'cz', 'swap', 'iswap'), pair).map(([name, on]) => gate(name, ...on))
  const turn = fc
    .tuple(fc.constantFrom('rx', 'ry', 'rz', 'p'), qubit, fc.integer({ min: -3, max: 3 }))
    .map(([name, q, times]) => ({ name, qubits: [q], params: [(times * Math.PI) / 2] }))
  const gates = fc.array(fc.oneof(one, two, turn), { maxLength: length })
  const markers = fc.array(
    fc.record({
      wire: qubit,
      moment: fc.nat(10),
      pauli: fc.constantFrom('X' as const, 'Y' as const, 'Z' as const),
      isOff: fc.boolean(),
    }),
    { maxLength: 5 },
  )
  return { gates, markers, qubit }
}

const INVERSE: Readonly<Record<string, string>> = { s: 'sdg', sdg: 's', sx: 'sxdg', sxdg: 'sx' }
const undone = ({ name, params, ...rest }: Instruction): Instruction[] =>
  name === 'iswap'
    ? [1, 2, 3].map(() => ({ name, ...rest }))
    : [{ name: INVERSE[name] ?? name, ...rest, ...(params ? { params: params.map(angle => -angle) } : {}) }]

describe('Pauli markers', () => {
  it('flip what the stabilizer simulator finds flipped, in circuits that undo themselves', async () => {
    const QUBITS = 12
    const { gates, markers } = random(QUBITS, 40)
    await fc.assert(
      fc.asyncProperty(gates, markers, async (list, errors) => {
        const all = Array.from({ length: QUBITS }, (_, qubit) => measure(qubit))
        const circuit: Circuit = {
          num_qubits: QUBITS,
          instructions: [...list, ...list.toReversed().flatMap(undone), ...all],
        }
        const program = {
          qubits: QUBITS,
          clbits: QUBITS,
          ops: withErrors(circuit, errors).instructions.flatMap(one => cliffordOps(one)!),
        }
        const counts = await createReferenceStabilizer().countOutcomes(program, { shots: 1, seed: 1n })
        const [[bits]] = [...counts] as [[string, number]]
        const flipped = [...bits].reverse().flatMap((bit, clbit) => (bit === '1' ? [clbit] : []))
        expect(effectsOf(circuit, errors).flippedBits).toEqual(flipped)
      }),
      { numRuns: 40 },
    )
  })

  it('turn the exact distribution of a circuit with measurements, resets and conditions into that of the circuit with the errors', () => {
    const { gates, markers, qubit } = random(3, 8)
    const bit = fc.nat(2)
    const special = fc.oneof(
      fc.tuple(qubit, bit).map(([q, c]) => measure(q, c)),
      qubit.map(q => gate('reset', q)),
      fc
        .tuple(fc.constantFrom('x', 'y', 'z', 's', 'h'), qubit, bit)
        .map(([name, q, clbit]) => ({ ...gate(name, q), condition: { clbit, value: 1 as const } })),
    )
    const program = fc
      .tuple(gates, special, gates, special, gates, special)
      .map(([a, b, c, d, e, f]) => [...a, b, ...c, d, ...e, f])
    let followed = 0
    fc.assert(
      fc.property(program, markers, (list, errors) => {
        const circuit: Circuit = {
          num_qubits: 3,
          num_clbits: 3,
          instructions: [...list, measure(0), measure(1), measure(2)],
        }
        const effects = effectsOf(circuit, errors)
        if (effects.ends.length > 0) return
        followed++
        const distribution = (of: Circuit) =>
          new Map(
            circuitState({ circuit: of }, () => undefined).outcomes.map(({ bits, probability }) => [bits, probability]),
          )
        const [without, faulty] = [distribution(circuit), distribution(withErrors(circuit, errors))]
        const flip = (bits: string) =>
          [...bits].map((value, at) => (effects.flippedBits.includes(2 - at) ? 1 - Number(value) : value)).join('')
        for (const [bits, probability] of without) expect(faulty.get(flip(bits)) ?? 0).toBeCloseTo(probability, 9)
      }),
      { numRuns: 60 },
    )
    expect(followed).toBeGreaterThan(20)
  })

  it('correct themselves in teleportation: the flipped condition takes the error away', () => {
    const teleport = [gate('h', 1), gate('cx', 1, 2), gate('cx', 0, 1), gate('h', 0), measure(0), measure(1)]
    const circuit: Circuit = {
      num_qubits: 3,
      instructions: [
        ...teleport,
        { ...gate('x', 2), condition: { clbit: 1, value: 1 } },
        { ...gate('z', 2), condition: { clbit: 0, value: 1 } },
        measure(2),
      ],
    }
    const effects = effectsOf(circuit, [x(0, 0)])
    expect(effects.flips.map(({ clbit }) => clbit)).toEqual([1, 2])
    expect(effects.conditions).toHaveLength(1)
    expect(effects.flippedBits).toEqual([1, 2])
    expect(effectsOf(circuit, [{ ...x(0, 0), isOff: true }]).flips).toEqual([])
  })

  it.each([
    ['t', [], 'X', 't is no Clifford gate'],
    ['rx', [0.3], 'Z', 'rx is no Clifford gate'],
  ])('end at %s with its name, and pass where they commute with it', (name, params, pauli, reason) => {
    const circuit: Circuit = { num_qubits: 1, instructions: [{ ...gate(name, 0), params }, measure(0)] }
    const effects = effectsOf(circuit, [x(0, 0, pauli as 'X')])
    expect(effects.ends.map(end => end.reason).join()).toContain(reason)
    expect(effects.flips).toEqual([])
    const other = effectsOf(circuit, [x(0, 0, pauli === 'X' ? 'Z' : 'X')])
    expect(other.ends).toEqual([])
    expect(other.flippedBits).toEqual(pauli === 'X' ? [] : [0])
  })

  it('end at a loop that measurements decide, and at an angle that is an input', () => {
    const loop = readDocument(
      'OPENQASM 3; include "stdgates.inc"; qubit[2] q; bit c; c = measure q[0]; while (c == 1) { x q[0]; c = measure q[0]; } c = measure q[1];',
    )
    const ended = propagateMarkers(loop, [x(0, 0)])
    expect(ended).toMatchObject({ effects: { ends: [{ reason: 'the number of iterations of the loop may change' }] } })
    expect(propagateMarkers(loop, [x(1, 0)])).toMatchObject({ effects: { ends: [], flippedBits: [0] } })
    const input = readDocument('OPENQASM 3; include "stdgates.inc"; input float a; qubit q; rx(a) q;')
    expect(propagateMarkers(input, [x(0, 0)])).toMatchObject({
      effects: { ends: [{ reason: 'the angle of rx is an input' }] },
    })
  })

  it('are drawn along the wires they are on, through boxes too', () => {
    const document = readDocument(
      `${writeQasm3({ num_qubits: 2, instructions: [gate('h', 0)] })}\nfor uint i in [0:1] { cx q[0], q[1]; }\n`,
    )
    expect(propagateMarkers(document, [x(0, 0)])).toMatchObject({
      effects: {
        spans: [
          { wire: 0, from: 0, until: 0.5, pauli: 'X' },
          { wire: 0, from: 0.5, until: 3, pauli: 'Z' },
        ],
      },
    })
    expect(propagateMarkers(readDocument('qubit q'), [x(0, 0)])).toMatchObject({
      reason: expect.stringContaining('faults'),
    })
  })
})
