/** Evolution of the qubits in a shot: gates with their errors, decay while a qubit waits, outcomes, logic. */
import type { DeviceNoise } from './device-noise'
import type { ReceivedBlock, ReceivedOperation, ReceivedProgram } from './received-program'

export type NoisyOperation =
  | { readonly kind: 'pulse'; readonly q: number; readonly half_turn: boolean }
  | { readonly kind: 'frame'; readonly q: number; readonly angle: number }
  | { readonly kind: 'cz'; readonly a: number; readonly b: number }
  | { readonly kind: 'measure'; readonly q: number; readonly slot: number; readonly flip: number }
  | { readonly kind: 'reset'; readonly q: number; readonly flip: number }
  /** `decay`: the twirl of a wait without pulses. */
  | {
      readonly kind: 'pauli1'
      readonly q: number
      readonly px: number
      readonly py: number
      readonly pz: number
      readonly decay: boolean
    }
  | { readonly kind: 'pauli2'; readonly a: number; readonly b: number; readonly p: number }

export interface NoisyBlock {
  readonly condition: number | null
  readonly base: number
  readonly operations: readonly NoisyOperation[]
}

/** Fewest decoupling pulses that refocus a wait. */
const MIN_REFOCUSING = 2

/** A qubit within a block: since when it waits, and how many decoupling pulses fell into the wait. */
interface Waiting {
  since_ns: number
  pulses: number
}

interface NoisyChip {
  readonly noise: DeviceNoise
  /** Where a qubit of the chip stands in the simulation. */
  at(qubit: number): number
}

interface PlayedBlock {
  readonly operations: readonly NoisyOperation[]
  /** Qubits that hold a state when it ends. */
  readonly held: ReadonlySet<number>
}

/**
 * One block, where the qubits `holding` hold a state when it begins; returns also those that do when it ends. A qubit holds a state
 * from its first operation after a measurement until the next measurement; outside of this time nothing is left that could decay.
 */
function noisyBlock(block: ReceivedBlock, holding: ReadonlySet<number>, chip: NoisyChip): PlayedBlock {
  const { noise, at } = chip
  const operations: NoisyOperation[] = []
  const held = new Set(holding)
  const waits = new Map<number, Waiting>()
  const waitOf = (qubit: number): Waiting => {
    const known = waits.get(qubit) ?? { since_ns: 0, pulses: 0 }
    waits.set(qubit, known)
    return known
  }
  const decay = (qubit: number, until_ns: number) => {
    const wait = waitOf(qubit)
    const ns = until_ns - wait.since_ns
    if (held.has(qubit) && ns > 0) {
      const refocused = wait.pulses >= MIN_REFOCUSING
      operations.push({ kind: 'pauli1', q: at(qubit), ...noise.idle(qubit, ns, refocused), decay: !refocused })
    }
    wait.pulses = 0
  }
  for (const operation of block.operations) {
    const qubits = operation.op === 'cz' ? [operation.qubit, operation.other] : [operation.qubit]
    const dd = operation.op === 'x90' && operation.decoupling
    if (operation.op === 'vz' || operation.op === 'delay') {
      if (operation.op === 'vz') operations.push({ kind: 'frame', q: at(operation.qubit), angle: operation.angle })
      continue
    }
    if (dd) waitOf(operation.qubit).pulses += 1
    else for (const qubit of qubits) decay(qubit, operation.at_ns)
    operations.push(...noisyOperations(operation, chip))
    for (const qubit of qubits) {
      if (!dd) waitOf(qubit).since_ns = operation.at_ns + operation.ns
      if (operation.op === 'measure') held.delete(qubit)
      else held.add(qubit)
    }
  }
  for (const qubit of held) decay(qubit, block.duration_ns)
  return { operations, held }
}

function noisyOperations(operation: ReceivedOperation, { noise, at }: NoisyChip): NoisyOperation[] {
  const q = at(operation.qubit)
  switch (operation.op) {
    case 'x90': {
      const pulse = { kind: 'pulse', q, half_turn: operation.half_turn } as const
      const third = noise.single(operation.qubit) / 3
      return operation.merged ? [pulse] : [pulse, { kind: 'pauli1', q, px: third, py: third, pz: third, decay: false }]
    }
    case 'cz': {
      const b = at(operation.other)
      const p = noise.cz(operation.qubit, operation.other, operation.pulses)
      return [
        { kind: 'cz', a: q, b },
        { kind: 'pauli2', a: q, b, p },
      ]
    }
    case 'measure':
      return [{ kind: 'measure', q, slot: operation.slot, flip: noise.readout(operation.qubit) }]
    case 'reset':
      return [{ kind: 'reset', q, flip: noise.reset(operation.qubit) }]
    default:
      return []
  }
}

/** Qubits of the chip that the program touches, and where each stands in a simulation. */
export function simulatedQubits({ qubits, steps }: ReceivedProgram): Map<number, number> {
  const read = steps.flatMap(step => (step.kind === 'call' ? step.block.operations : [])).map(({ qubit }) => qubit)
  return new Map([...new Set([...qubits, ...read])].map((qubit, i) => [qubit, i]))
}

/** Every step of a shot in order: a block with its noise, or null where the received step is logic or a mark. */
export function noisyBlocks(program: ReceivedProgram, noise: DeviceNoise): (NoisyBlock | null)[] {
  const index = simulatedQubits(program)
  const chip: NoisyChip = { noise, at: qubit => index.get(qubit)! }
  const made = new Map<ReceivedBlock, Map<string, PlayedBlock>>()
  let holding: ReadonlySet<number> = new Set()
  return program.steps.map(step => {
    if (step.kind !== 'call') return null
    const known = made.get(step.block) ?? new Map()
    const key = [...holding].sort((a, b) => a - b).join()
    const found = known.get(key) ?? noisyBlock(step.block, holding, chip)
    made.set(step.block, known.set(key, found))
    holding = found.held
    return { condition: step.condition, base: step.base, operations: found.operations }
  })
}
