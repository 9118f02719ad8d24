/** The Pauli error on all wires at one moment, and the classical bits that differ because of it. */
import { beginsLoop, isLoopMark, type ParametricInstruction } from '../../../contract/jobs/circuit'
import { conditionBits } from '../../model/classical-bits'
import { type GatePauli, gateAsPauli, pauliThroughGate } from './through-gate'

export type ErrorLetter = 'X' | 'Y' | 'Z'

/** Events while a frame passes an instruction. */
export type FrameEvent =
  | { readonly kind: 'flip'; readonly qubit: number; readonly clbit: number }
  /** The error changes whether the instruction runs, in all shots or in some. */
  | { readonly kind: 'condition' }
  | { readonly kind: 'end'; readonly reason: string }

type FrameListener = (event: FrameEvent) => void

export class ErrorFrame {
  private readonly x: Uint8Array
  private readonly z: Uint8Array
  /** Qubits on which the error is not the same Pauli in all shots. */
  private readonly unknown: Uint8Array
  private readonly flipped = new Set<number>()
  private readonly unknownBits = new Set<number>()

  constructor(qubits: number) {
    // A program may have one more qubit, which has no wire.
    this.x = new Uint8Array(qubits + 1)
    this.z = new Uint8Array(qubits + 1)
    this.unknown = new Uint8Array(qubits + 1)
  }

  multiply(qubit: number, pauli: ErrorLetter): void {
    if (pauli !== 'Z') this.x[qubit]! ^= 1
    if (pauli !== 'X') this.z[qubit]! ^= 1
  }

  pauliOn(qubit: number): ErrorLetter | null {
    if (this.unknown[qubit]) return null
    return ([null, 'X', 'Z', 'Y'] as const)[this.x[qubit]! + 2 * this.z[qubit]!]!
  }

  flippedBits(): number[] {
    return [...this.flipped].sort((a, b) => a - b)
  }

  /** Passes the instruction at a position, a loop that measurements decide as a whole; returns the next position. */
  pass(instructions: readonly ParametricInstruction[], at: number, report: FrameListener): number {
    const instruction = instructions[at]!
    if (beginsLoop(instruction)) return this.loop(instructions, at, report)
    if (instruction.name === 'measure') this.measure(instruction, report)
    else if (instruction.name === 'reset') this.reset(instruction, report)
    else if (instruction.name !== 'barrier' && !isLoopMark(instruction)) this.gate(instruction, report)
    return at + 1
  }

  private measure({ qubits, clbits = [], condition }: ParametricInstruction, report: FrameListener): void {
    const runs = this.readsOf(condition)
    for (const [at, qubit] of qubits.entries()) {
      const clbit = clbits[at]!
      const isFlip = this.x[qubit] === 1
      const stays = condition !== undefined && this.flipped.has(clbit) !== isFlip
      if (runs !== 'same' || this.unknown[qubit] || stays) {
        if (runs !== 'same' && !this.unknown[qubit])
          this.end([qubit], 'whether it measures differs from shot to shot', report)
        this.forget(clbit)
        continue
      }
      this.unknownBits.delete(clbit)
      if (isFlip) this.flipped.add(clbit)
      else this.flipped.delete(clbit)
      if (isFlip) report({ kind: 'flip', qubit, clbit })
      // After a measurement, Z only changes the sign of the whole state.
      if (condition === undefined) this.z[qubit] = 0
    }
  }

  private reset({ qubits, condition }: ParametricInstruction, report: FrameListener): void {
    const [qubit] = qubits as [number]
    if (condition === undefined) this.x[qubit] = this.z[qubit] = this.unknown[qubit] = 0
    else if (this.readsOf(condition) !== 'same') this.end(qubits, 'whether it resets differs from shot to shot', report)
    else if (this.isTouched(qubits)) this.end(qubits, 'it resets in some shots only', report)
  }

  private gate({ name, qubits, params = [], condition }: ParametricInstruction, report: FrameListener): void {
    const runs = this.readsOf(condition)
    if (runs === 'same' && !this.isTouched(qubits)) return
    const values = params.filter(param => typeof param === 'number')
    const gate = { name, values, qubits }
    if (qubits.some(qubit => this.unknown[qubit])) this.spread(qubits)
    else if (values.length < params.length) this.end(qubits, `the angle of ${name} is an input`, report)
    else if (runs === 'same') this.through(gate, condition !== undefined, report)
    else this.otherwise(gate, runs, report)
  }

  /** A gate that runs in the same shots as without the error. */
  private through({ name, values, qubits }: AppliedGate, isConditional: boolean, report: FrameListener): void {
    const before = this.on(qubits)
    const after = pauliThroughGate(name, values, before)
    if (after === null) this.end(qubits, `${name} is no Clifford gate: behind it the error is no Pauli`, report)
    else if (isConditional && (after.x !== before.x || after.z !== before.z))
      this.end(qubits, `${name} changes the error in some shots only`, report)
    else this.put(qubits, after)
  }

  /**
   * A gate that runs in other shots than without the error: under a reversed condition a Pauli gate is one more error; otherwise
   * the error is no longer a Pauli.
   */
  private otherwise({ name, values, qubits }: AppliedGate, runs: Reads, report: FrameListener): void {
    const own = runs === 'reverse' ? gateAsPauli(name, values) : null
    report({ kind: 'condition' })
    if (own === null) this.end(qubits, `whether ${name} runs is changed by the error`, report)
    else {
      const before = this.on(qubits)
      this.put(qubits, { x: before.x ^ own.x, z: before.z ^ own.z })
    }
  }

  private loop(instructions: readonly ParametricInstruction[], begin: number, report: FrameListener): number {
    let [depth, end] = [1, begin + 1]
    for (; depth > 0; end++) {
      const instruction = instructions[end]!
      if (isLoopMark(instruction)) depth += beginsLoop(instruction) ? 1 : -1
    }
    const body = instructions.slice(begin, end)
    const qubits = [...new Set(body.flatMap(({ qubits }) => qubits))]
    const differs = body.some(({ condition }) => this.readsOf(condition) !== 'same') || this.isTouched(qubits)
    if (differs) {
      this.end(qubits, 'the number of iterations of the loop may change', report)
      for (const clbit of body.flatMap(({ clbits = [] }) => clbits)) this.forget(clbit)
    }
    return end
  }

  private readsOf(condition: ParametricInstruction['condition']): Reads {
    const bits = conditionBits(condition)
    if (bits.some(bit => this.unknownBits.has(bit))) return 'unknown'
    if (!bits.some(bit => this.flipped.has(bit))) return 'same'
    return bits.length === 1 ? 'reverse' : 'unknown'
  }

  private isTouched(qubits: readonly number[]): boolean {
    return qubits.some(qubit => this.x[qubit] || this.z[qubit] || this.unknown[qubit])
  }

  private end(qubits: readonly number[], reason: string, report: FrameListener): void {
    report({ kind: 'end', reason })
    this.spread(qubits)
  }

  private spread(qubits: readonly number[]): void {
    for (const qubit of qubits) {
      this.unknown[qubit] = 1
      this.x[qubit] = this.z[qubit] = 0
    }
  }

  private forget(clbit: number): void {
    this.flipped.delete(clbit)
    this.unknownBits.add(clbit)
  }

  private on(qubits: readonly number[]): GatePauli {
    const bits = (part: Uint8Array) => qubits.reduce((value, qubit) => 2 * value + part[qubit]!, 0)
    return { x: bits(this.x), z: bits(this.z) }
  }

  private put(qubits: readonly number[], { x, z }: GatePauli): void {
    for (const [at, qubit] of qubits.entries()) {
      const bit = qubits.length - 1 - at
      this.x[qubit] = (x >> bit) & 1
      this.z[qubit] = (z >> bit) & 1
    }
  }
}

interface AppliedGate {
  readonly name: string
  readonly values: readonly number[]
  readonly qubits: readonly number[]
}

/** Whether a conditional instruction runs in the same shots as without the error, in exactly the others, or neither. */
type Reads = 'same' | 'reverse' | 'unknown'
