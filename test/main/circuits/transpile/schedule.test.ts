import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NativeInstruction } from '../../../../main/circuits/transpile/model/result'
import type { Target } from '../../../../main/circuits/transpile/model/target'
import type { DurationOf } from '../../../../main/circuits/transpile/schedule'
import * as schedule from '../../../../main/circuits/transpile/schedule'
import { transpile } from '../../../../main/circuits/transpile/transpile'
import { grid } from './coupling-graphs'
import { adaptiveCircuit } from './samples'

const pass = () => undefined
const asap = (instructions: NativeInstruction[], length: DurationOf, latency_ns = 0) =>
  schedule.asap(instructions, { length, latency_ns }, pass)
const alap = (instructions: NativeInstruction[], length: DurationOf, latency_ns = 0) =>
  schedule.alap(instructions, { length, latency_ns }, pass)
const scheduleDepth = (instructions: NativeInstruction[]) => schedule.scheduleDepth(instructions, pass)

const LENGTHS: Record<string, number> = { rz: 0, barrier: 0, sx: 10, x: 10, cz: 30, measure: 100, reset: 100 }
const length = ({ name }: NativeInstruction) => LENGTHS[name]!
const x = (qubit: number): NativeInstruction => ({ name: 'x', qubits: [qubit] })
const cz = (a: number, b: number): NativeInstruction => ({ name: 'cz', qubits: [a, b] })
const measure = (qubit: number, clbit: number): NativeInstruction => ({
  name: 'measure',
  qubits: [qubit],
  clbits: [clbit],
})

describe('a schedule', () => {
  const circuit = [x(0), x(1), x(1), cz(0, 1), measure(2, 0)]

  it('starts each instruction as soon as its qubits are free', () => {
    expect(asap(circuit, length)).toEqual({ start_ns: [0, 0, 10, 20, 0], duration_ns: 100 })
  })

  it('starts each instruction as late as possible where that is requested, in the same total time', () => {
    expect(alap(circuit, length)).toEqual({ start_ns: [60, 50, 60, 70, 0], duration_ns: 100 })
  })

  it('lets a condition wait for its bit, and the next measurement of that bit for the condition', () => {
    const conditioned = { ...x(1), condition: { clbit: 0, value: 1 as const } }
    expect(asap([measure(0, 0), conditioned, measure(2, 0)], length).start_ns).toEqual([0, 100, 110])
    expect(alap([measure(0, 0), conditioned, measure(2, 0)], length).start_ns).toEqual([0, 100, 110])
  })

  it('lets a condition wait for the feed-forward latency too, and nothing else', () => {
    const conditioned = { ...x(1), condition: { clbit: 0, value: 1 as const } }
    const circuit = [measure(0, 0), conditioned, measure(2, 0), x(0)]
    expect(asap(circuit, length, 40).start_ns).toEqual([0, 140, 150, 100])
    expect(alap(circuit, length, 40)).toEqual({ start_ns: [0, 140, 150, 240], duration_ns: 250 })
  })

  it('holds qubits back at a barrier', () => {
    const fenced: NativeInstruction[] = [x(0), { name: 'barrier', qubits: [0, 1] }, x(1)]
    expect(asap(fenced, length).start_ns).toEqual([0, 10, 10])
  })

  it('of an empty circuit takes no time', () => {
    expect(alap([], length)).toEqual({ start_ns: [], duration_ns: 0 })
    expect(scheduleDepth([])).toBe(0)
  })

  it('has as depth the longest chain of what takes time', () => {
    const rz: NativeInstruction = { name: 'rz', qubits: [0], params: [1] }
    expect(scheduleDepth([x(0), rz, cz(0, 1), x(2), rz])).toBe(2)
  })
})

const lengthOn = ({ qubits, couplings }: Target, { name, qubits: [a, b] }: NativeInstruction): number => {
  const site = qubits.find(({ qubit }) => qubit === a)!
  const coupling = couplings.find(one => (one.a === a && one.b === b) || (one.a === b && one.b === a))
  if (name === 'rz' || name === 'barrier') return 0
  if (name === 'cz') return coupling!.duration_ns
  return { measure: site.readout_ns, reset: site.reset_ns }[name as string] ?? site.gate_1q_ns
}

const bitsOf = ({ condition }: NativeInstruction): number[] =>
  condition === undefined ? [] : 'clbit' in condition ? [condition.clbit] : condition.clbits

/** Whether the later one must wait for the earlier: a shared qubit, or a bit that at least one of them writes. */
function depends(earlier: NativeInstruction, later: NativeInstruction): boolean {
  const share = (one: readonly number[], other: readonly number[] = []) => one.some(value => other.includes(value))
  const [before, after] = [earlier.clbits ?? [], later.clbits ?? []]
  return (
    share(earlier.qubits, later.qubits) ||
    share(before, after) ||
    share(before, bitsOf(later)) ||
    share(bitsOf(earlier), after)
  )
}

describe('the schedule of a transpiled circuit', () => {
  it('starts nothing before all that it depends on has ended, and lists it in order of time', () => {
    const target = grid(3, 2)
    fc.assert(
      fc.property(adaptiveCircuit(5, 30), circuit => {
        const { circuit: native, start_ns, duration_ns } = transpile(circuit, target)
        const { instructions } = native
        const end = start_ns.map((start, i) => start + lengthOn(target, instructions[i]!))
        expect(start_ns).toEqual(start_ns.toSorted((a, b) => a - b))
        expect(Math.max(0, ...end)).toBeCloseTo(duration_ns, 6)
        instructions.forEach((later, j) => {
          for (let i = 0; i < j; i++)
            if (depends(instructions[i]!, later)) expect(start_ns[j]).toBeGreaterThanOrEqual(end[i]! - 1e-6)
        })
      }),
      { numRuns: 30 },
    )
  })
})
