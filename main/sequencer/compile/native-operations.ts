/** Native gates as operations of a program: what each lasts on the device, and when it starts. */
import type { NativeInstruction } from '../../circuits/transpile/model/result'
import { alap, sortedByStart } from '../../circuits/transpile/schedule'
import { SequencerError } from '../program/errors'
import { type Operation, operationEnd } from '../program/program'
import type { CompileTarget } from './target'

interface WrittenBit {
  readonly clbit: number
  readonly slot: number
  readonly end_ns: number
}

interface ScheduledStretch {
  readonly operations: readonly Operation[]
  readonly written: readonly WrittenBit[]
}

/**
 * Schedules operations as late as their wires allow. Numbers the readouts of a shot in the order of their starts within each
 * stretch.
 */
export class NativeOperations {
  slots = 0

  constructor(private readonly durations: CompileTarget['durations']) {}

  /** Schedules instructions under one condition, by start time, with the bits that they read and the end of each readout. */
  scheduled(stretch: readonly NativeInstruction[]): ScheduledStretch {
    const timing = { length: (instruction: NativeInstruction) => this.lengthOf(instruction) }
    const schedule = alap(stretch, timing, () => undefined)
    const { instructions, start_ns } = sortedByStart(stretch, schedule)
    const operations: Operation[] = []
    const written: WrittenBit[] = []
    instructions.forEach((instruction, i) => {
      const operation = this.operationOf(instruction, start_ns[i]!)
      if (!operation) return
      operations.push(operation)
      if (operation.op === 'measure')
        written.push({ clbit: instruction.clbits![0]!, slot: operation.slot, end_ns: operationEnd(operation) })
    })
    return { operations, written }
  }

  private lengthOf({ name, qubits }: NativeInstruction): number {
    const { durations } = this
    const [a, b] = qubits as [number, number]
    switch (name) {
      case 'rz':
      case 'barrier':
        return 0
      case 'cz':
        return durations.cz(a, b)
      case 'measure':
        return durations.readout(a)
      case 'reset':
        return durations.reset(a)
      default:
        return durations.single(a)
    }
  }

  private operationOf(instruction: NativeInstruction, at_ns: number): Operation | null {
    const { name, qubits, params } = instruction
    const [qubit, other] = qubits as [number, number]
    const ns = this.lengthOf(instruction)
    switch (name) {
      case 'barrier':
        return null
      case 'rz':
        return { op: 'vz', qubit, at_ns, angle: params![0]! }
      case 'sx':
        return { op: 'x90', qubit, at_ns, ns }
      case 'x':
        return { op: 'x90', qubit, at_ns, ns, turns: 2 }
      case 'cz':
        return { op: 'cz', qubits: [qubit, other], at_ns, ns }
      case 'measure':
        return { op: 'measure', qubit, at_ns, ns, slot: this.slots++ }
      case 'reset':
        return { op: 'reset', qubit, at_ns, ns }
      default:
        throw new SequencerError(
          'unsupported_operation',
          `${name as string} is not native: transpile the circuit first`,
        )
    }
  }
}
