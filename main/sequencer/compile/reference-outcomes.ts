/** The outcomes of a program without noise in which every random outcome is 0; recorded bits are relative to it. */
import { SequencerError } from '../program/errors'
import { type Operation, qubitsOf, type SequencerProgram } from '../program/program'
import { playedSteps } from '../program/steps'

/** A noiseless stabilizer state from |0...0> whose random outcomes are 0; `PlainTableau` is one. */
export interface NoiselessState {
  h(q: number): void
  s(q: number): void
  x(q: number): void
  cz(a: number, b: number): void
  measure(q: number): number
}

/** Quarter turns of an angle; null where it is no multiple of π/2. */
function quarterTurns(angle: number): number | null {
  const turns = angle / (Math.PI / 2)
  const whole = Math.round(turns)
  return Math.abs(turns - whole) < 1e-9 ? ((whole % 4) + 4) % 4 : null
}

/**
 * One bit for each slot. Every conditional block is played: one that may be skipped repeats what was done before it. Throws
 * `unsupported_operation` for a program that is not Clifford.
 */
export function referenceOf(program: SequencerProgram, state: (qubits: number) => NoiselessState): Uint8Array {
  const index = new Map(program.lines.map(({ qubit }, i) => [qubit, i]))
  const run = state(program.lines.length)
  const bits = new Uint8Array(program.slots)
  for (const step of playedSteps(program)) {
    if (step.kind !== 'call') continue
    for (const operation of readLast(step.block.operations)) {
      const outcome = apply(operation, run, qubit => index.get(qubit)!)
      if (operation.op === 'measure') bits[step.base + operation.slot] = outcome
    }
  }
  return bits
}

/**
 * Puts the last measurement of each qubit at the end, in the order of slots as in the sampler, so that the same outcomes are
 * random. Such measurements commute with all other operations.
 */
function readLast(operations: readonly Operation[]): Operation[] {
  const touched = new Set<number>()
  const last = new Set<Operation>()
  for (const operation of operations.toReversed()) {
    if (operation.op === 'measure' && !touched.has(operation.qubit)) last.add(operation)
    for (const qubit of qubitsOf(operation)) touched.add(qubit)
  }
  const slotOf = (operation: Operation) => (operation.op === 'measure' ? operation.slot : 0)
  const ordered = [...last].sort((a, b) => slotOf(a) - slotOf(b))
  return [...operations.filter(operation => !last.has(operation)), ...ordered]
}

function apply(operation: Operation, run: NoiselessState, at: (qubit: number) => number): number {
  switch (operation.op) {
    case 'x90': {
      const q = at(operation.qubit)
      if (operation.turns === 2) run.x(q)
      else {
        run.h(q)
        run.s(q)
        run.h(q)
      }
      return 0
    }
    case 'vz': {
      const turns = quarterTurns(operation.angle)
      if (turns === null)
        throw new SequencerError('unsupported_operation', `vz by ${operation.angle} is no Clifford gate: no reference`)
      for (let i = 0; i < turns; i++) run.s(at(operation.qubit))
      return 0
    }
    case 'cz':
      run.cz(at(operation.qubits[0]), at(operation.qubits[1]))
      return 0
    case 'measure':
      return run.measure(at(operation.qubit))
    case 'reset': {
      const q = at(operation.qubit)
      if (run.measure(q) === 1) run.x(q)
      return 0
    }
    case 'delay':
      return 0
  }
}
