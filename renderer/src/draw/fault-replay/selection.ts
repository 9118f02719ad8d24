/** Which faults can be injected where, and how a chosen one is requested. */
import type { FaultAt, FaultProtocol, FaultReplayQuery } from '../../../../main/contract/modules/faults'
import type { Block } from './schedule-timeline'

export const FAULT_PROTOCOL_TEXT: Record<FaultProtocol, string> = {
  adaptive: 'Adaptive: repeat after a trigger',
  'cyclic-window': 'Cyclic window: no feedforward',
  'single-pass': 'Single pass: flags ignored',
  detection: 'Detection: shots with a trigger are discarded',
}

const SINGLE = ['X', 'Y', 'Z'] as const
/** II is no fault. */
const PAIRS = ['I', ...SINGLE].flatMap(a => ['I', ...SINGLE].map(b => a + b)).slice(1)

type ReplayFaultKind = FaultAt['kind']
/** Fields that identify a fault, without the protocol it is injected under. */
export type FaultChoice = Pick<FaultReplayQuery, 'segment' | 'index' | 'op' | 'kind' | 'pauli'> & {
  readonly pass?: number
}

const KIND_OF_GATE = { R: 'reset', H: 'gate', CZ: 'gate', M: 'measure' } as const

/** Kind of the faults that are injected at a block. */
const kindAt = ({ gate }: Pick<Block, 'gate'>): ReplayFaultKind => (gate === null ? 'idle' : KIND_OF_GATE[gate])

/** The Paulis that a fault at a block may be: 15 after a CZ, a flip after resets and measurements, else 3. */
export function paulisAt({ gate }: Pick<Block, 'gate'>): readonly string[] {
  if (gate === 'CZ') return PAIRS
  return gate === 'R' || gate === 'M' ? ['flip'] : SINGLE
}

/** The fault at a block; the Pauli requested where it is possible there, the first one otherwise. */
export function choiceAt(block: Block, pauli: string | null): FaultChoice {
  const possible = paulisAt(block)
  return {
    segment: block.segment,
    index: block.index,
    op: block.op,
    kind: kindAt(block),
    pauli: pauli !== null && possible.includes(pauli) ? pauli : possible[0]!,
  }
}

/** An error brought into the round on D0 … D4, or on the routing sites that come after them. */
export const inputChoice = (op: number, pauli: string): FaultChoice => ({
  segment: 'input',
  index: 0,
  op,
  kind: 'input',
  pauli,
})

export const choiceOf = ({ segment, index, op, kind, pauli, pass }: FaultAt): FaultChoice => ({
  segment,
  index,
  op,
  kind,
  pauli,
  ...(pass !== undefined && { pass }),
})

/** True where a fault may be injected by choice: the repeat runs only after another fault. */
export const canInject = ({ segment }: Pick<Block, 'segment'>) => segment === 'flagged'

/** The block at which a fault is injected; null for input errors. */
export const blockOfChoice = ({ segment, index, op, kind }: FaultChoice, blocks: readonly Block[]): Block | null =>
  blocks.find(
    block =>
      block.segment === segment &&
      block.index === index &&
      block.op === op &&
      (block.kind === 'idle') === (kind === 'idle'),
  ) ?? null
