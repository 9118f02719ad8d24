import type { FaultProtocol } from '../../contract/modules/faults'
import { PAULI_PAIRS } from '../code/pauli'
import type { SingleFault } from '../model/fault'
import type { CompiledRound, IdleWindow, Segment, TimedOp } from '../model/round'

const SINGLE_PAULIS = ['X', 'Y', 'Z'] as const

/** The 15 of II..ZZ that are not the identity. */
const PAIR_PAULIS = PAULI_PAIRS.map(([a, b]) => a + b)

const KINDS = { R: 'reset', H: 'gate', CZ: 'gate', M: 'measure' } as const
const PAULIS = { R: ['flip'], H: SINGLE_PAULIS, CZ: PAIR_PAULIS, M: ['flip'] } as const

type SegmentIndex = Pick<SingleFault, 'segment' | 'index'>

const opFaults = (op: TimedOp, position: number, { segment, index }: SegmentIndex): readonly SingleFault[] =>
  PAULIS[op.gate].map(pauli => ({
    segment,
    index,
    op: position,
    kind: KINDS[op.gate],
    pauli,
    sites: op.sites,
  }))

const idleFaults = (idle: IdleWindow, position: number, { segment, index }: SegmentIndex): readonly SingleFault[] =>
  SINGLE_PAULIS.map(pauli => ({ segment, index, op: position, kind: 'idle', pauli, sites: [idle.site] }))

/** Faults of the operations of a segment. */
export const opFaultsIn = ({ ops }: Segment, within: SegmentIndex) =>
  ops.flatMap((op, position) => opFaults(op, position, within))
/** Faults of the idle windows of a segment. */
export const idleFaultsIn = ({ idles }: Segment, within: SegmentIndex) =>
  idles.flatMap((idle, position) => idleFaults(idle, position, within))

/**
 * Every single fault of the flagged extractions: 15 Paulis after each CZ (those inside SWAPs too), 3 after each H, a flip
 * after each reset and of each measured bit; then 3 in each idle window.
 */
export const circuitFaults = ({ flagged }: CompiledRound): readonly SingleFault[] => [
  ...flagged.flatMap((segment, index) => opFaultsIn(segment, { segment: 'flagged', index })),
  ...flagged.flatMap((segment, index) => idleFaultsIn(segment, { segment: 'flagged', index })),
]

/** The fifteen errors of weight 1 that the data may bring into the round. */
export const inputErrors = ({ layout }: CompiledRound): readonly SingleFault[] =>
  layout.data.flatMap((site, data) =>
    SINGLE_PAULIS.map(pauli => ({ segment: 'input', index: 0, op: data, kind: 'input', pauli, sites: [site] })),
  )

/**
 * Errors that an earlier round may have left on a routing site. They must not matter: full SWAPs carry them along,
 * reset-assisted moves clear them. Counted as inputs 5, 6, ... in the order of the layout, so that one round stands for any
 * number of rounds.
 */
const strayErrors = ({ layout }: CompiledRound): readonly SingleFault[] =>
  layout.routing.flatMap((site, i) =>
    SINGLE_PAULIS.map(pauli => ({
      segment: 'input',
      index: 0,
      op: layout.data.length + i,
      kind: 'input',
      pauli,
      sites: [site],
    })),
  )

/** Passes that decide the verdict without feedforward: followed by two more, by one, by none. */
const WINDOW_PASSES = [0, 1, 2] as const

/**
 * All single faults that a protocol must survive: those of one pass and the errors brought into it, on data and routing
 * sites. Without feedforward a trigger is answered by later passes, so that faults are injected into three passes in a row, into the first,
 * the second and the last: more passes add nothing, because a fault triggers within four slots or never and its window closes
 * four slots later.
 */
export function everyFault(round: CompiledRound, protocol: FaultProtocol): readonly SingleFault[] {
  const faults = [...circuitFaults(round), ...inputErrors(round), ...strayErrors(round)]
  if (protocol !== 'cyclic-window') return faults
  return WINDOW_PASSES.flatMap(pass => faults.map(fault => inPass(fault, pass)))
}

/** Field by field: a spread takes ten times as long, and there are thousands. */
const inPass = ({ segment, index, op, kind, pauli, sites }: SingleFault, pass: number): SingleFault => ({
  segment,
  index,
  op,
  kind,
  pauli,
  sites,
  pass,
})

/** How many faults `everyFault` lists. */
export function faultCount({ flagged, layout }: CompiledRound, protocol: FaultProtocol): number {
  const brought = SINGLE_PAULIS.length * (layout.data.length + layout.routing.length)
  const count = flagged.reduce((sum, segment) => sum + countIn(segment), brought)
  return protocol === 'cyclic-window' ? WINDOW_PASSES.length * count : count
}

const countIn = ({ ops, idles }: Segment): number =>
  ops.reduce((sum, { gate }) => sum + PAULIS[gate].length, SINGLE_PAULIS.length * idles.length)
