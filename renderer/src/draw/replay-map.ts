/** What a replay adds to the drawing of a chiplet. */
import { pairKey } from './calibration/map'
import type { ReplayFrame } from './fault-replay/frames'

/** The coupling that the frame's gate uses; null for what acts on one site. */
export const activeCoupling = ({ sites }: Pick<ReplayFrame, 'sites'>) =>
  sites.length === 2 ? pairKey(sites[0]!, sites[1]!) : null

/** Colours of the three Paulis: each carries its letter, and white is read on all of them at 4.5:1. */
export const PAULI_COLOURS = { X: '#b3261e', Y: '#6b3fa0', Z: '#14539a' } as const
