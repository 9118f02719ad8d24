import { describe } from 'vitest'
import { CARDINAL_STATES } from '../../../../main/contract/model/protocols'
import { baselineAgrees, memoryAgrees } from './agreement.cases'
import type { Wish } from './rig'

const FRAMES: (Wish & { readonly share?: number })[] = [
  ...CARDINAL_STATES.map(state => ({ state, rounds: 3 })),
  { mode: 'detection', state: '+', rounds: 1, share: 0.15 },
  { protocol: 'cyclic-window', state: '-', rounds: 3 },
  { proven: true, state: '-', rounds: 2 },
  { proven: true, state: '0', rounds: 0 },
  { proven: true, mode: 'detection', state: 'i', rounds: 1, share: 0.5 },
  { dd: 'xy4', state: '-i', rounds: 3 },
  { dd: 'x2', protocol: 'cyclic-window', state: '1', rounds: 2 },
]

describe('the twin agrees with the frame sampler on circuits of every kind', () => {
  memoryAgrees(FRAMES, 44_000, 'twirled')
  baselineAgrees(
    CARDINAL_STATES.flatMap(state => [{ state }, { state, dd: 'xy4' as const }]),
    44_000,
    'twirled',
  )
})

describe('the twin agrees with the trajectories on circuits of every kind', () => {
  memoryAgrees(
    [...CARDINAL_STATES.map(state => ({ state, rounds: 1 })), { protocol: 'cyclic-window', state: '1', rounds: 2 }],
    9_000,
    'exact',
  )
  baselineAgrees(
    // A qubit in |0> does not decay; what is left to see is its reset and its readout.
    CARDINAL_STATES.map(state => ({ state, ...(state === '0' ? { share: 0.25 } : {}) })),
    44_000,
    'exact',
  )
})
