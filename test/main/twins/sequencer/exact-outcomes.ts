/** Exact outcome probabilities of a small program: density matrices by classical branch. Slow, obvious, and written apart from the twin. */
import { untwirled } from '../../../../main/qec/noise/transform'
import type { Operation, SequencerProgram } from '../../../../main/sequencer/program/program'
import { playedSteps } from '../../../../main/sequencer/program/steps'
import type { DeviceNoise } from '../../../../main/twins/sequencer/chip/device-noise'
import { Chip, type Gate, type Matrix, PAULIS, X, X90, Y, Z } from './density-matrix'

interface Branch {
  readonly slots: readonly number[]
  readonly registers: readonly number[]
  readonly state: Matrix
}

class Calculation {
  private readonly chip: Chip
  private readonly held = new Set<number>()

  constructor(
    private readonly program: SequencerProgram,
    private readonly noise: DeviceNoise,
    private readonly decay: 'twirled' | 'exact',
  ) {
    this.chip = new Chip(program.lines.map(({ qubit }) => qubit))
  }

  run(): Map<string, number> {
    const { slots, registers } = this.program
    const zeros = (length: number): number[] => new Array<number>(length).fill(0)
    let branches: Branch[] = [{ slots: zeros(slots), registers: zeros(registers), state: this.chip.ground() }]
    for (const step of playedSteps(this.program)) {
      if (step.kind === 'set')
        branches = branches.map(each => ({ ...each, registers: each.registers.with(step.register, step.value) }))
      if (step.kind === 'logic') branches = branches.map(each => combined(each, step))
      if (step.kind !== 'call') continue
      const before = new Set(this.held)
      branches = branches.flatMap(each => {
        if (step.condition !== null && each.registers[step.condition] === 0) return [each]
        this.held.clear()
        for (const qubit of before) this.held.add(qubit)
        return this.block(each, step.block, step.base)
      })
    }
    const found = new Map<string, number>()
    for (const { slots: bits, state } of branches) {
      const key = bits.join('')
      found.set(key, (found.get(key) ?? 0) + this.chip.trace(state))
    }
    return found
  }

  private block(
    branch: Branch,
    { duration_ns, operations }: SequencerProgram['blocks'][number],
    base: number,
  ): Branch[] {
    const free = new Map<number, number>()
    let branches = [branch]
    const wait = (qubit: number, until: number) => {
      const ns = until - (free.get(qubit) ?? 0)
      if (this.held.has(qubit) && ns > 0)
        branches = branches.map(each => ({ ...each, state: this.idle(each.state, qubit, ns) }))
    }
    for (const operation of operations) {
      if (operation.op === 'delay') continue
      const qubits = operation.op === 'cz' ? operation.qubits : [this.where(operation)]
      if (operation.op !== 'vz')
        for (const qubit of qubits) {
          wait(qubit, operation.at_ns)
          free.set(qubit, operation.at_ns + operation.ns)
        }
      branches = branches.flatMap(each => this.operation(each, operation, base))
      if (operation.op === 'measure') this.held.delete(qubits[0]!)
      else if (operation.op !== 'vz') for (const qubit of qubits) this.held.add(qubit)
    }
    for (const qubit of this.held) wait(qubit, duration_ns)
    return branches
  }

  /** What a measurement reads is what its line is wired to. */
  private where(operation: Exclude<Operation, { op: 'cz' }>): number {
    if (operation.op !== 'measure') return operation.qubit
    return Number(this.program.lines.find(({ qubit }) => qubit === operation.qubit)!.readout.slice('readout'.length))
  }

  private operation(branch: Branch, operation: Operation, base: number): Branch[] {
    const { chip, noise } = this
    const { state } = branch
    switch (operation.op) {
      case 'vz': {
        const gate: Gate = [
          [1, 0],
          [0, 0],
          [0, 0],
          [Math.cos(operation.angle), Math.sin(operation.angle)],
        ]
        return [{ ...branch, state: chip.apply(state, gate, operation.qubit) }]
      }
      case 'x90': {
        const turned = chip.apply(state, operation.turns === 2 ? X : X90, operation.qubit)
        const p = noise.single(operation.qubit) / 3
        return [{ ...branch, state: this.paulis(turned, operation.qubit, [p, p, p]) }]
      }
      case 'cz': {
        const [a, b] = operation.qubits
        const turned = chip.cz(state, a, b)
        const p = noise.cz(a, b, operation.pulses ?? null)
        const errors = PAULIS.flatMap(one => PAULIS.map(two => chip.apply(chip.apply(turned, one, a), two, b)))
        return [{ ...branch, state: chip.sum(errors.map((error, i) => [i === 0 ? 1 - p : p / 15, error])) }]
      }
      case 'reset': {
        const { qubit } = operation
        const [zero, one] = [this.project(state, qubit, 0), this.project(state, qubit, 1)]
        const ground = chip.sum([
          [1, zero],
          [1, chip.apply(one, X, qubit)],
        ])
        const flip = noise.reset(qubit)
        return [
          {
            ...branch,
            state: chip.sum([
              [1 - flip, ground],
              [flip, chip.apply(ground, X, qubit)],
            ]),
          },
        ]
      }
      case 'measure': {
        const qubit = this.where(operation)
        const flip = noise.readout(qubit)
        return [0, 1].flatMap(outcome =>
          [0, 1].map(read => ({
            ...branch,
            slots: branch.slots.with(base + operation.slot, read),
            state: chip.sum([[read === outcome ? 1 - flip : flip, this.project(state, qubit, outcome)]]),
          })),
        )
      }
      default:
        return [branch]
    }
  }

  private project(state: Matrix, qubit: number, outcome: number): Matrix {
    const gate: Gate =
      outcome === 0
        ? [
            [1, 0],
            [0, 0],
            [0, 0],
            [0, 0],
          ]
        : [
            [0, 0],
            [0, 0],
            [0, 0],
            [1, 0],
          ]
    return this.chip.apply(state, gate, qubit)
  }

  private paulis(state: Matrix, qubit: number, [px, py, pz]: readonly [number, number, number]): Matrix {
    const { chip } = this
    return chip.sum([
      [1 - px - py - pz, state],
      [px, chip.apply(state, X, qubit)],
      [py, chip.apply(state, Y, qubit)],
      [pz, chip.apply(state, Z, qubit)],
    ])
  }

  private idle(state: Matrix, qubit: number, ns: number): Matrix {
    const twirl = this.noise.idle(qubit, ns)
    const decay = this.decay === 'exact' ? untwirled(twirl) : null
    if (!decay) return this.paulis(state, qubit, [twirl.px, twirl.py, twirl.pz])
    return this.damped(state, qubit, decay)
  }

  private damped(state: Matrix, qubit: number, { gamma, pz }: NonNullable<ReturnType<typeof untwirled>>): Matrix {
    const stay: Gate = [
      [1, 0],
      [0, 0],
      [0, 0],
      [Math.sqrt(1 - gamma), 0],
    ]
    const fall: Gate = [
      [0, 0],
      [Math.sqrt(gamma), 0],
      [0, 0],
      [0, 0],
    ]
    const damped = this.chip.sum([
      [1, this.chip.apply(state, stay, qubit)],
      [1, this.chip.apply(state, fall, qubit)],
    ])
    return this.paulis(damped, qubit, [0, 0, pz])
  }
}

type Logic = Extract<ReturnType<typeof playedSteps> extends Generator<infer Step> ? Step : never, { kind: 'logic' }>

function combined(branch: Branch, { logic, register, from, index }: Logic): Branch {
  const [own, other] = [branch.registers[register]!, from === 'slot' ? branch.slots[index]! : branch.registers[index]!]
  const value = { xor: own ^ other, or: own | other, and: own & other, andnot: own & (1 - other) }[logic]
  return { ...branch, registers: branch.registers.with(register, value) }
}

/** By the slots' bits in order, those that were not read as 0. */
export const exactOutcomes = (
  program: SequencerProgram,
  noise: DeviceNoise,
  decay: 'twirled' | 'exact',
): Map<string, number> => new Calculation(program, noise, decay).run()
