/** Whether a program can be sampled by Pauli frames, and the noiseless outcomes that these are relative to. */
import type { NoisyBlock, NoisyOperation } from './noisy-steps'
import type { ReceivedProgram } from './received-program'
import { StabilizerState } from './stabilizer-state'

/** Quarter turns of an angle; null where it is no multiple of π/2. */
export function quarters(angle: number): number | null {
  const turns = Math.round(angle / (Math.PI / 2))
  return Math.abs(angle - (turns * Math.PI) / 2) < 1e-9 ? ((turns % 4) + 4) % 4 : null
}

const isClifford = (blocks: readonly (NoisyBlock | null)[]): boolean =>
  [...new Set(blocks.map(block => block?.operations))].every(
    operations =>
      operations?.every(operation => operation.kind !== 'frame' || quarters(operation.angle) !== null) ?? true,
  )

function apply(state: StabilizerState, operation: NoisyOperation): 0 | 1 {
  switch (operation.kind) {
    case 'pulse':
      if (operation.half_turn) state.flip(operation.q)
      else state.x90(operation.q)
      return 0
    case 'frame':
      state.turn(operation.q, quarters(operation.angle)!)
      return 0
    case 'cz':
      state.cz(operation.a, operation.b)
      return 0
    case 'measure':
      return state.measure(operation.q)
    case 'reset':
      state.reset(operation.q)
      return 0
    default:
      return 0
  }
}

/** For each step: qubits that are not used again before a reset, whichever conditional blocks are played. */
function abandoned(blocks: readonly (NoisyBlock | null)[], qubits: number): Uint8Array[] {
  const gone = new Uint8Array(qubits).fill(1)
  const after: Uint8Array[] = new Array(blocks.length)
  for (let i = blocks.length - 1; i >= 0; i--) {
    after[i] = gone.slice()
    const block = blocks[i]
    if (!block) continue
    const first = new Map<number, boolean>()
    for (const operation of block.operations) {
      if (operation.kind === 'pauli1' || operation.kind === 'pauli2') continue
      for (const q of operation.kind === 'cz' ? [operation.a, operation.b] : [operation.q])
        if (!first.has(q)) first.set(q, operation.kind === 'reset')
    }
    // Where the block may be skipped, what comes after it has to be a reset as well.
    for (const [q, isReset] of first) gone[q] = isReset && (block.condition === null || gone[q] === 1) ? 1 : 0
  }
  return after
}

/**
 * The outcome of each slot in the noiseless run with random outcomes 0, every block played. Null where frames do not suffice: a
 * gate is no Clifford, or a conditional block changes the noiseless state.
 */
export function referenceOutcomes(
  { slots }: Pick<ReceivedProgram, 'slots'>,
  blocks: readonly (NoisyBlock | null)[],
  qubits: number,
): Uint8Array | null {
  if (!isClifford(blocks)) return null
  const gone = abandoned(blocks, qubits)
  const state = StabilizerState.zeros(qubits)
  const outcomes = new Uint8Array(slots)
  for (const [i, block] of blocks.entries()) {
    if (!block) continue
    const before = block.condition === null ? null : state.copy()
    for (const operation of block.operations) {
      const outcome = apply(state, operation)
      if (operation.kind === 'measure') outcomes[block.base + operation.slot] = outcome
    }
    if (before && !unchanged(before, state.copy(), gone[i]!)) return null
  }
  return outcomes
}

/** Whether both states are equal apart from qubits that are reset before any other operation. */
function unchanged(before: StabilizerState, after: StabilizerState, gone: Uint8Array): boolean {
  for (let q = 0; q < gone.length; q++) if (gone[q] === 1) for (const state of [before, after]) state.reset(q)
  return before.equals(after)
}
