import type { CompiledRound, IdleWindow, Segment, SingleFault, TimedOp } from './model'

const SINGLE_PAULIS = ['X', 'Y', 'Z'] as const

/** The 15 of II..ZZ that are not the identity. */
const PAIR_PAULIS = ['I', 'X', 'Y', 'Z'].flatMap(a => ['I', 'X', 'Y', 'Z'].map(b => a + b)).slice(1)

const KINDS = { R: 'reset', H: 'gate', CZ: 'gate', M: 'measure' } as const
const PAULIS = { R: ['flip'], H: SINGLE_PAULIS, CZ: PAIR_PAULIS, M: ['flip'] } as const

const opFaults = (op: TimedOp, position: number, index: number): readonly SingleFault[] =>
  PAULIS[op.gate].map(pauli => ({
    segment: 'flagged',
    index,
    op: position,
    kind: KINDS[op.gate],
    pauli,
    sites: op.sites,
  }))

const idleFaults = (idle: IdleWindow, position: number, index: number): readonly SingleFault[] =>
  SINGLE_PAULIS.map(pauli => ({ segment: 'flagged', index, op: position, kind: 'idle', pauli, sites: [idle.site] }))

const everywhere = <T>(
  segments: readonly Segment[],
  pick: (segment: Segment) => readonly T[],
  faults: (place: T, position: number, index: number) => readonly SingleFault[],
) => segments.flatMap((segment, index) => pick(segment).flatMap((place, position) => faults(place, position, index)))

/**
 * Every single fault of the flagged extractions: 15 Paulis after each CZ (those inside SWAPs too), 3 after each H, a flip
 * after each reset and of each measured bit; then 3 in each idle window.
 */
export const circuitFaults = ({ flagged }: CompiledRound): readonly SingleFault[] => [
  ...everywhere(flagged, segment => segment.ops, opFaults),
  ...everywhere(flagged, segment => segment.idles, idleFaults),
]

/** The fifteen errors of weight 1 that the data may bring into the round. */
export const inputErrors = ({ layout }: CompiledRound): readonly SingleFault[] =>
  layout.data.flatMap((site, data) =>
    SINGLE_PAULIS.map(pauli => ({ segment: 'input', index: 0, op: data, kind: 'input', pauli, sites: [site] })),
  )
