import type { Graph } from '../../../main/qec/model'

const sitesOf = (count: number) => Array.from({ length: count }, (_, site) => site)

/** Square lattice; site = row × columns + column. */
export function grid(rows: number, columns: number): Graph {
  const edges = sitesOf(rows * columns).flatMap(site => {
    const right: [number, number][] = (site + 1) % columns === 0 ? [] : [[site, site + 1]]
    const below: [number, number][] = site + columns < rows * columns ? [[site, site + columns]] : []
    return [...right, ...below]
  })
  return { sites: sitesOf(rows * columns), edges }
}

export const line = (length: number): Graph => grid(1, length)

/** Site 0 coupled to six others. */
export const STAR: Graph = { sites: sitesOf(7), edges: [1, 2, 3, 4, 5, 6].map(site => [0, site] as const) }

/** Sites 0 and 1, each of degree 4: 0 meets 1, 2, 3, 4; 1 meets 0, 5, 6, 7. */
export const TWO_CENTRES: Graph = {
  sites: sitesOf(8),
  edges: [
    [0, 1],
    [0, 2],
    [0, 3],
    [0, 4],
    [1, 5],
    [1, 6],
    [1, 7],
  ],
}

/** Lines of sites joined by single ones, at every fourth site and shifted by two from line to line: a heavy-hex lattice. */
export function heavyHex(lines: number, length: number): Graph {
  const inLines = sitesOf(lines * length)
  const along = inLines.flatMap(site => (site % length === 0 ? [] : [[site - 1, site] as const]))
  const ends = inLines.filter(
    site => site < (lines - 1) * length && (site % length) % 4 === 2 * (Math.floor(site / length) % 2),
  )
  const across = ends.flatMap((site, i) => {
    const bridge = inLines.length + i
    return [[site, bridge] as const, [site + length, bridge] as const]
  })
  return { sites: sitesOf(inLines.length + ends.length), edges: [...along, ...across] }
}

/** The heavy-hex lattice of 27 sites as published for IBM's Falcon processors. */
export const HEAVY_HEX_27: Graph = {
  sites: sitesOf(27),
  edges: [
    [0, 1],
    [1, 2],
    [1, 4],
    [2, 3],
    [3, 5],
    [4, 7],
    [5, 8],
    [6, 7],
    [7, 10],
    [8, 9],
    [8, 11],
    [10, 12],
    [11, 14],
    [12, 13],
    [12, 15],
    [13, 14],
    [14, 16],
    [15, 18],
    [16, 19],
    [17, 18],
    [18, 21],
    [19, 20],
    [19, 22],
    [21, 23],
    [22, 25],
    [23, 24],
    [24, 25],
    [25, 26],
  ],
}

export const neighbours = (graph: Graph, site: number): readonly number[] =>
  graph.edges.flatMap(([a, b]) => (a === site ? [b] : b === site ? [a] : []))
