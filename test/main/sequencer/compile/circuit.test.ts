import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clbitsOf } from '../../../../main/circuits/model/classical-bits'
import { unrollLoops } from '../../../../main/circuits/model/unroll'
import { decompose } from '../../../../main/circuits/transpile/decompose'
import { emit } from '../../../../main/circuits/transpile/emit'
import type { CouplingGraph } from '../../../../main/circuits/transpile/model/coupling-graph'
import type { NativeInstruction } from '../../../../main/circuits/transpile/model/result'
import type { Instruction } from '../../../../main/contract/jobs/circuit'
import { NOISELESS } from '../../../../main/qec/noise/rates'
import { type BitPlanes, bitAt } from '../../../../main/qec/program/frame'
import { classicalPlanes } from '../../../../main/sequencer/bins/classical-bits'
import { joinPlanes } from '../../../../main/sequencer/bins/decode'
import { compileCircuit, type NativeCircuit } from '../../../../main/sequencer/compile/circuit'
import { measureProgram } from '../../../../main/sequencer/host/measure-program'
import { SequencerError } from '../../../../main/sequencer/program/errors'
import { operationEnd } from '../../../../main/sequencer/program/program'
import { checkProgram } from '../../../../main/sequencer/program/text'
import { noiseOf } from '../../../../main/twins/sequencer/chip/device-noise'
import { homogeneity } from '../../twins/sequencer/agreement.cases'
import { exactOutcomes } from '../../twins/sequencer/exact-outcomes'
import {
  ADDRESS,
  clock,
  DEMO,
  durations,
  engines,
  linkTo,
  noise,
  sha256,
  target,
  twinOf,
} from '../../twins/sequencer/rig'

const sx = (qubit: number): NativeInstruction => ({ name: 'sx', qubits: [qubit] })
const x = (qubit: number): NativeInstruction => ({ name: 'x', qubits: [qubit] })
const rz = (qubit: number, angle: number): NativeInstruction => ({ name: 'rz', qubits: [qubit], params: [angle] })
const cz = (a: number, b: number): NativeInstruction => ({ name: 'cz', qubits: [a, b] })
const measure = (qubit: number, clbit: number): NativeInstruction => ({
  name: 'measure',
  qubits: [qubit],
  clbits: [clbit],
})
const when = (clbit: number, value: 0 | 1, instruction: NativeInstruction): NativeInstruction => ({
  ...instruction,
  condition: { clbit, value },
})
const circuit = (num_clbits: number, ...instructions: NativeInstruction[]): NativeCircuit => ({
  num_clbits,
  instructions,
})

const TELEPORTED = circuit(
  3,
  ...[sx(1), rz(1, 0.4), sx(0), cz(0, 1), sx(1), measure(1, 0), measure(0, 1)],
  ...[when(0, 1, x(2)), { ...rz(2, Math.PI), condition: { clbits: [0, 1], value: 3 } }, sx(2), measure(2, 2)],
)

/** By the classical bits, the highest first. */
async function countsOf(given: NativeCircuit, shots: number, changed = {}): Promise<Map<string, number>> {
  const compiled = compileCircuit(given, { shots: 1, target })
  const { program, clbits } = compiled
  const parts: BitPlanes[] = []
  const onBatch = async ({ planes }: { planes: BitPlanes }) => {
    parts.push(planes)
  }
  const link = linkTo(twinOf('twirled', changed))
  await measureProgram(link, { program, profile: DEMO, address: ADDRESS, shots, sha256, clock, onBatch })
  const read = classicalPlanes(compiled, joinPlanes(parts))
  const counts = new Map<string, number>()
  for (let shot = 0; shot < shots; shot++) {
    const key = clbits
      .map((_, clbit) => bitAt(read, clbit, shot))
      .reverse()
      .join('')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** p of the counts beside those of the ideal simulator. */
async function besideIdeal(given: NativeCircuit, shots: number): Promise<number> {
  const counts = await countsOf(given, shots, { noise: noiseOf(NOISELESS) })
  const { num_clbits, instructions } = given
  const ideal = await engines.simulator.countOutcomes(
    { num_qubits: 3, num_clbits, instructions: [...instructions] },
    { shots, seed: 3n },
  )
  const keys = [...new Set([...counts.keys(), ...ideal.keys()])]
  return homogeneity(
    keys.map(key => counts.get(key) ?? 0),
    keys.map(key => ideal.get(key) ?? 0),
  )
}

describe('a transpiled circuit as a program', () => {
  it('resets every qubit in use just before its first gate, and reads each measurement into a slot of its own', () => {
    const { program, clbits } = compileCircuit(circuit(2, sx(0), measure(0, 1), measure(0, 1)), { shots: 100, target })
    checkProgram(program)
    const [first, second] = program.blocks[0]!.operations
    expect(first).toEqual({ op: 'reset', qubit: 0, at_ns: 0, ns: durations.reset(0) })
    expect(second).toMatchObject({ op: 'x90', at_ns: durations.reset(0) })
    expect(clbits).toEqual([[], [0, 1]])
    expect(program.slots).toBe(2)
  })

  it('begins what is conditional only when its outcome is known, and waits no longer', () => {
    const { program } = compileCircuit(TELEPORTED, { shots: 100, target })
    checkProgram(program)
    const [pair, known] = program.blocks
    const last = Math.max(...pair!.operations.filter(({ op }) => op === 'measure').map(operationEnd))
    expect(pair!.duration_ns - last + known!.duration_ns).toBe(durations.feedforward)
  })

  it('plays barriers as an order and nothing else', () => {
    const bare = compileCircuit(circuit(1, sx(0), measure(0, 0)), { shots: 1, target }).program
    const barred = compileCircuit(circuit(1, sx(0), { name: 'barrier', qubits: [0, 1] }, measure(0, 0)), {
      shots: 1,
      target,
    }).program
    expect(barred.blocks).toEqual(bare.blocks)
  })

  it.each<[string, NativeCircuit, object, string]>([
    ['conditions without feed-forward', TELEPORTED, { ...durations, feedforward: null }, 'no_feedforward'],
    [
      'a gate that is not native',
      circuit(1, { name: 'h' as 'x', qubits: [0] }, measure(0, 0)),
      durations,
      'unsupported_operation',
    ],
    ['nothing to record', circuit(1, x(0)), durations, 'unsupported_operation'],
  ])('is refused for %s', (_, given, lengths, code) => {
    const run = () => compileCircuit(given, { shots: 1, target: { ...target, durations: lengths as typeof durations } })
    expect(run).toThrow(SequencerError)
    expect(run).toThrow(expect.objectContaining({ code }))
  })
})

const qubit = fc.nat(2)
const plain = fc.oneof(
  qubit.map(sx),
  qubit.map(x),
  fc.tuple(qubit, fc.constantFrom(0.3, Math.PI / 2, -1)).map(([q, angle]) => rz(q, angle)),
  fc.constantFrom(cz(0, 1), cz(0, 2)),
  qubit.map((q): NativeInstruction => ({ name: 'reset', qubits: [q] })),
  fc.tuple(qubit, fc.nat(2)).map(([q, c]) => measure(q, c)),
)

/** Loops written out, on the qubits as they are named. */
function unrolled(instructions: readonly Instruction[]): NativeCircuit {
  const { circuit: flat } = unrollLoops({ num_qubits: 3, num_clbits: 3, instructions: [...instructions] })
  const { ops } = decompose(flat, () => undefined)
  const qubits = [0, 1, 2].map(qubit => ({ qubit }))
  const native = emit(ops, { qubits } as unknown as CouplingGraph, () => undefined)
  return circuit(clbitsOf(flat), ...native)
}

const halves: Instruction[] = [
  { name: 'while', qubits: [], condition: { clbits: [0, 1], value: 0 }, max_iterations: 3 },
  ...[sx(0), measure(0, 0), { name: 'reset', qubits: [0] }, sx(1), measure(1, 1)],
  { name: 'end', qubits: [] },
]

describe('its counts', () => {
  it('are those of the ideal circuit on a chip without noise', async () => {
    expect(await besideIdeal(TELEPORTED, 20_000)).toBeGreaterThan(1e-4)
  })

  it('follow conditions on bits that are written again, under conditions too', async () => {
    const given = circuit(
      2,
      ...[sx(0), measure(0, 0), sx(1), when(0, 1, measure(1, 0)), when(0, 0, x(2)), when(0, 0, measure(2, 0))],
      ...[when(0, 1, sx(1)), measure(1, 1)],
    )
    expect(await besideIdeal(given, 20_000)).toBeGreaterThan(1e-4)
  })

  it('are those of the ideal circuit for any circuit', async () => {
    const any = fc.oneof(
      plain,
      fc.tuple(fc.nat(2), fc.constantFrom(0 as const, 1 as const), plain).map(([c, value, one]) => when(c, value, one)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(any, { maxLength: 12 }), async instructions => {
        const given = circuit(3, ...instructions, measure(0, 0), measure(1, 1), measure(2, 2))
        expect(await besideIdeal(given, 400)).toBeGreaterThan(1e-7)
      }),
      { numRuns: 12 },
    )
  })

  it('are those of the ideal circuit with any loop that measurements decide', async () => {
    const condition = fc.oneof(
      fc.tuple(fc.nat(2), fc.constantFrom(0 as const, 1 as const)).map(([clbit, value]) => ({ clbit, value })),
      fc.nat(3).map(value => ({ clbits: [0, 1], value })),
    )
    const loop = (body: fc.Arbitrary<readonly Instruction[]>): fc.Arbitrary<Instruction[]> =>
      fc
        .tuple(fc.constantFrom('while', 'until'), condition, fc.integer({ min: 1, max: 3 }), body)
        .map(([name, decided, max_iterations, inner]) => [
          { name, qubits: [], condition: decided, max_iterations },
          ...inner,
          { name: 'end', qubits: [] },
        ])
    const some = fc.array(plain, { maxLength: 4 })
    const nested = fc.tuple(some, loop(some), some).map(parts => parts.flat())
    await fc.assert(
      fc.asyncProperty(fc.tuple(some, loop(fc.oneof(some, nested)), some), async parts => {
        const given = unrolled([...parts.flat(), measure(0, 0), measure(1, 1), measure(2, 2)])
        expect(await besideIdeal(given, 400)).toBeGreaterThan(1e-7)
      }),
      { numRuns: 12 },
    )
    expect(await besideIdeal(unrolled([...halves, measure(2, 2)]), 20_000)).toBeGreaterThan(1e-4)
  })

  it('wait for the outcomes of a turn in the shots that came to it, and in no others', () => {
    const { program } = compileCircuit(unrolled([...halves, measure(2, 2)]), { shots: 1, target })
    checkProgram(program)
    const waits = program.blocks.filter(({ operations }) => operations.every(({ op }) => op === 'delay'))
    const called = program.body.filter(step => 'call' in step && waits.some(({ name }) => name === step.call))
    expect(called).toHaveLength(3)
    for (const step of called) expect(step).toHaveProperty('if')
    // Three bits that conditions read, one that says whether a loop was left, and one decision.
    expect(program.registers).toBe(5)
  })

  it('are those of an exact calculation with the noise of the calibration', async () => {
    const given = circuit(2, sx(0), x(2), cz(0, 2), sx(0), measure(0, 0), measure(2, 1))
    const shots = 40_000
    const exact = exactOutcomes(compileCircuit(given, { shots: 1, target }).program, noise, 'twirled')
    const counts = await countsOf(given, shots)
    for (const [slots, odds] of exact) {
      const count = counts.get([...slots].reverse().join('')) ?? 0
      expect(Math.abs(count - shots * odds)).toBeLessThan(5 * Math.sqrt(shots * odds * (1 - odds)) + 1)
    }
  })
})
