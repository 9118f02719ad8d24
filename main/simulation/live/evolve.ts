/** Runs a circuit along all branches of its measurements at once. */
import { maxIterationsOf } from '../../circuits/model/loops'
import { beginsLoop, type Circuit, type Instruction, isLoopMark } from '../../contract/jobs/circuit'
import type { MeasuredQubit, PinnedOutcome } from '../../contract/jobs/circuit-state'
import { AppError } from '../../contract/model/errors'
import { type CircuitStep, circuitStepsOf } from '../model/circuit'
import { literalsOf, type RequiredBits } from '../model/condition'
import { Branch } from './branch'

/** Probability below which a branch is left out. */
const NEGLIGIBLE = 1e-12
/** Branches that hold more than this part of the probability count as all of it. */
const ALL = 1 - 1e-9
/** Amplitudes in all branches together. */
const MAX_AMPLITUDES = 2 ** 18
/** Amplitudes that all steps together may go through: one or two seconds. */
const MAX_WORK = 4e8
/** Cost of a step of a branch besides its amplitudes. */
const STEP_WORK = 64
/** Most branches with the same classical bits and certain qubits that a branch is compared with. */
const MAX_COMPARED = 16

/** A circuit on the qubits and classical bits that it uses, by their positions here. */
export interface PlacedCircuit {
  readonly instructions: readonly Instruction[]
  readonly qubits: readonly number[]
  readonly clbits: readonly number[]
}

export interface Evolution {
  readonly branches: readonly Branch[]
  readonly measurements: readonly MeasuredQubit[]
  readonly neglected: number
}

type MutableMeasuredQubit = { -readonly [Key in keyof MeasuredQubit]: MeasuredQubit[Key] }
type MeasureStep = Extract<CircuitStep, { kind: 'measure' }>

/** AppError `invalid_request` names the instruction from which on there are too many branches, or a pin that never happens. */
export function evolve(
  circuit: PlacedCircuit & Pick<Circuit, 'num_qubits'>,
  pinned: readonly PinnedOutcome[],
  checkpoint: () => void,
): Evolution {
  const run = new BranchRun(circuit, pinned, checkpoint)
  const start = Branch.ground(circuit.qubits.length, circuit.clbits.length)
  const branches = run.run(0, circuit.instructions.length, [start])
  return { branches, measurements: run.measurements, neglected: run.neglected }
}

class BranchRun {
  readonly measurements: MutableMeasuredQubit[] = []
  neglected = 0
  private work = 0
  private readonly written = new Set<number>()
  /** Probability of what was pinned so far. */
  private total = 1
  private readonly qubitAt: ReadonlyMap<number, number>
  private readonly clbitAt: ReadonlyMap<number, number>
  private readonly steps: readonly (readonly CircuitStep[])[]
  /** By instruction: its measured qubits, in their order. */
  private readonly counted: readonly (readonly MutableMeasuredQubit[])[]
  private readonly pins: ReadonlyMap<MutableMeasuredQubit, number>

  constructor(
    private readonly circuit: PlacedCircuit & Pick<Circuit, 'num_qubits'>,
    private readonly pinned: readonly PinnedOutcome[],
    private readonly checkpoint: () => void,
  ) {
    const { instructions, qubits, clbits, num_qubits } = circuit
    this.qubitAt = new Map(qubits.map((qubit, at) => [qubit, at]))
    this.clbitAt = new Map(clbits.map((clbit, at) => [clbit, at]))
    this.steps = instructions.map((one, i) => (isLoopMark(one) ? [] : circuitStepsOf(one, i, num_qubits)))
    this.counted = instructions.map((one, i) => (one.name === 'measure' ? countersOf(one, i) : []))
    this.measurements.push(...this.counted.flat())
    this.pins = new Map(pinned.map((pin, at) => [this.counterOf(pin, at), at]))
  }

  /** Instructions `from` up to `end` on each branch. */
  run(from: number, end: number, start: readonly Branch[]): readonly Branch[] {
    let branches = start
    for (let at = from; at < end; at++) {
      const instruction = this.circuit.instructions[at]!
      if (beginsLoop(instruction)) {
        const last = this.endOf(at)
        branches = this.loop(at, last, branches)
        at = last
      } else branches = this.instruction(at, branches)
    }
    return branches
  }

  private instruction(at: number, start: readonly Branch[]): readonly Branch[] {
    let branches = start
    for (const [position, step] of this.steps[at]!.entries()) {
      if (step.kind === 'gate') for (const branch of branches) this.gate(at, step, branch)
      else {
        const next = this.split(at, { step, position }, branches)
        branches = this.canJoin(step) ? this.joined(next) : next
      }
      this.checkSize(at, branches)
    }
    return branches
  }

  private gate(at: number, step: Extract<CircuitStep, { kind: 'gate' }>, branch: Branch): void {
    this.spend(at, branch)
    if (!this.holds(step.condition, branch)) return
    const indexOf = (qubit: number) => this.qubitAt.get(qubit)!
    branch.apply({ matrix: step.matrix, target: indexOf(step.target), controls: step.controls.map(indexOf) })
  }

  private split(
    at: number,
    { step, position }: { step: Exclude<CircuitStep, { kind: 'gate' }>; position: number },
    branches: readonly Branch[],
  ): Branch[] {
    const pin = step.kind === 'measure' ? this.pinOf(at, position) : null
    const next = branches.flatMap(branch => {
      this.spend(at, branch)
      if (!this.holds(step.condition, branch)) return [branch]
      return step.kind === 'measure'
        ? this.measured(branch, step, this.counted[at]![position]!)
        : this.reset(branch, step)
    })
    if (pin === null) return next
    if (next.length === 0) throw neverHappens(this.pinned[pin]!, pin)
    const [before, after] = [weightOfBranches(branches), weightOfBranches(next)]
    this.total = before > this.total * ALL ? after : this.total - (before - after)
    return next
  }

  private measured(branch: Branch, { target, clbit }: MeasureStep, counted: MutableMeasuredQubit): Branch[] {
    const qubit = this.qubitAt.get(target)!
    const ones = branch.populationOf(qubit)
    counted.expected_times += branch.weight / this.total
    counted.expected_ones += (branch.weight / this.total) * ones
    return this.outcomes(branch, qubit, { ones, only: counted.pinned }).map(found => {
      found.memory[this.clbitAt.get(clbit)!] = found.values[qubit]!
      return found
    })
  }

  private reset(branch: Branch, { target }: CircuitStep): Branch[] {
    const qubit = this.qubitAt.get(target)!
    return this.outcomes(branch, qubit, { ones: branch.populationOf(qubit), only: null }).map(found => {
      found.values[qubit] = 0
      return found
    })
  }

  private outcomes(
    branch: Branch,
    qubit: number,
    { ones, only }: { readonly ones: number; readonly only: 0 | 1 | null },
  ): Branch[] {
    return ([0, 1] as const).flatMap(outcome => {
      const probability = outcome === 1 ? ones : 1 - ones
      if (only !== null && outcome !== only) return []
      if (branch.weight * probability < NEGLIGIBLE * this.total) {
        this.neglected += branch.weight * Math.max(0, probability)
        return []
      }
      return [branch.collapsed(qubit, outcome, probability)]
    })
  }

  /** Whether branches may join after the step: not after a measurement into a bit that was not written before. */
  private canJoin(step: CircuitStep): boolean {
    if (step.kind !== 'measure') return true
    const isOverwritten = this.written.has(step.clbit)
    this.written.add(step.clbit)
    return isOverwritten
  }

  /** Branches with the same classical bits in the same state become one: nothing distinguishes them any more. */
  private joined(branches: readonly Branch[]): readonly Branch[] {
    if (branches.length < 2) return branches
    const groups = new Map<string, Branch[]>()
    for (const branch of branches) {
      this.checkpoint()
      const key = `${branch.memory.join('')} ${branch.values.join()} ${branch.isUnfinished}`
      const group = groups.get(key) ?? []
      const same = group.slice(0, MAX_COMPARED).find(other => other.isSameState(branch))
      if (same) same.weight += branch.weight
      else groups.set(key, [...group, branch])
    }
    return [...groups.values()].flat()
  }

  private loop(begin: number, end: number, start: readonly Branch[]): readonly Branch[] {
    const mark = this.circuit.instructions[begin]!
    const goesOn = (branch: Branch) =>
      this.holds(mark.condition ? literalsOf(mark.condition) : null, branch) === (mark.name === 'while')
    const left: Branch[] = start.filter(branch => !goesOn(branch))
    let inside = start.filter(goesOn)
    for (let iteration = 0; iteration < maxIterationsOf(mark) && inside.length > 0; iteration++) {
      for (const branch of inside) this.spend(begin, branch)
      const turned = this.run(begin + 1, end, inside)
      left.push(...turned.filter(branch => !goesOn(branch)))
      inside = turned.filter(goesOn)
      this.checkSize(begin, [...left, ...inside])
    }
    for (const branch of inside) branch.isUnfinished = true
    return this.joined([...left, ...inside])
  }

  private endOf(begin: number): number {
    let [depth, at] = [1, begin + 1]
    for (; depth > 0; at++) {
      const instruction = this.circuit.instructions[at]!
      if (isLoopMark(instruction)) depth += beginsLoop(instruction) ? 1 : -1
    }
    return at - 1
  }

  private holds(condition: RequiredBits | null, { memory }: Branch): boolean {
    return condition === null || condition.every(({ clbit, value }) => memory[this.clbitAt.get(clbit)!] === value)
  }

  private spend(at: number, branch: Branch): void {
    this.checkpoint()
    this.work += branch.size + STEP_WORK
    if (this.work > MAX_WORK) throw tooMuch(at, 'takes too long to follow in all branches')
  }

  private checkSize(at: number, branches: readonly Branch[]): void {
    const amplitudes = branches.reduce((sum, { size, memory }) => sum + size + memory.length / 16, 0)
    if (amplitudes > MAX_AMPLITUDES)
      throw tooMuch(at, `leads to ${branches.length} branches that hold too much together`)
  }

  private pinOf(at: number, position: number): number | null {
    return this.pins.get(this.counted[at]![position]!) ?? null
  }

  private counterOf({ instruction, position, outcome }: PinnedOutcome, at: number): MutableMeasuredQubit {
    const counted = this.counted[instruction]?.[position]
    const pointer = `/pinned/${at}`
    if (counted === undefined)
      throw faulty(pointer, `instruction ${instruction} measures no qubit at position ${position}`)
    if (counted.pinned !== null) throw faulty(pointer, `instruction ${instruction} is pinned twice`)
    counted.pinned = outcome
    return counted
  }
}

/** Probability of all branches together. */
export const weightOfBranches = (branches: readonly Branch[]): number =>
  branches.reduce((sum, { weight }) => sum + weight, 0)

const countersOf = ({ qubits, clbits = [] }: Instruction, instruction: number): MutableMeasuredQubit[] =>
  qubits.map((qubit, position) => ({
    instruction,
    position,
    qubit,
    clbit: clbits[position]!,
    expected_times: 0,
    expected_ones: 0,
    pinned: null,
  }))

const faulty = (pointer: string, message: string): AppError =>
  new AppError('invalid_request', message, { faults: [{ pointer, message }] })

const tooMuch = (at: number, what: string): AppError =>
  faulty(
    `/circuit/instructions/${at}`,
    `instruction ${at} ${what}: pin outcomes of earlier measurements, or look at an earlier moment`,
  )

const neverHappens = ({ instruction, outcome }: PinnedOutcome, at: number): AppError =>
  faulty(`/pinned/${at}`, `the measurement of instruction ${instruction} never gives ${outcome} here: unpin it`)
