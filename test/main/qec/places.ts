import type { Graph, Layout } from '../../../main/qec/model'
import { RING_EDGES } from '../../../main/qec/schedule/ring'
import { grid, HEAVY_HEX_27, STAR, TWO_CENTRES } from './graphs'
import { CHIPLET_LAYOUT, STAR_LAYOUT } from './rounds'

/** The ring drawn among the data of a star: the topology the design's preparation takes for granted. */
export const WHEEL: Graph = {
  ...STAR,
  edges: [...STAR.edges, ...RING_EDGES.map(([i, j]) => [STAR_LAYOUT.data[i]!, STAR_LAYOUT.data[j]!] as const)],
}

/** Layouts of every kind: A stays, A walks over one empty site or two, data beside each other or not. */
export const PLACES: readonly (readonly [string, Graph, Layout])[] = [
  ['a star', STAR, STAR_LAYOUT],
  ['a star whose data form the ring', WHEEL, STAR_LAYOUT],
  ['two centres', TWO_CENTRES, { ancilla: 0, flag: 2, data: [3, 4, 5, 6, 7], routing: [1] }],
  ['a 3×3 chiplet', grid(3, 3), CHIPLET_LAYOUT],
  ['a 4×3 chiplet', grid(3, 4), { ancilla: 5, flag: 1, data: [4, 9, 2, 7, 10], routing: [6] }],
]

/** A walks over six empty sites and makes 64 SWAPs a round. */
export const FAR_PLACE: (typeof PLACES)[number] = [
  'heavy-hex',
  HEAVY_HEX_27,
  { ancilla: 7, flag: 4, data: [11, 16, 17, 6, 21], routing: [10, 12, 13, 14, 15, 18] },
]
