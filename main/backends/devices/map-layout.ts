/** Coordinates of qubits on the map: a grid of numbered labels, or a drawing of the couplings. */
import { mean } from '../../contract/numbers/arithmetic'
import { byLabel } from '../snapshot/ordering'
import { majorizeStress } from './stress-majorization'

export type Coordinate = readonly [number, number]
export type Coordinates = ReadonlyMap<string, Coordinate>
type LabelNeighbours = ReadonlyMap<string, readonly string[]>

/** Labels that count along rows of a rectangular lattice: label n stands in column n mod columns, row n div columns. */
export function gridCoordinates(labels: readonly string[], columns: number): Coordinates {
  return new Map(labels.map(label => [label, [Number(label) % columns, Math.floor(Number(label) / columns)]]))
}

/**
 * Draws any graph by classical scaling of the distances between qubits (Torgerson 1952), then by stress majorization, so that
 * distances on the map follow those in couplings. Deterministic. Connected parts stand beside each other; y points down;
 * neighbours are about 1 apart.
 */
export function drawnCoordinates(
  labels: readonly string[],
  couplings: readonly (readonly [string, string])[],
): Coordinates {
  const graph = neighboursOf(labels, couplings)
  const coordinates = new Map<string, Coordinate>()
  let left = 0
  for (const part of connectedParts(graph)) {
    const drawn = scaleToNeighbours(relaxPart(drawPart(part, graph), part, graph), part, graph)
    const xs = drawn.map(([x]) => x)
    const ys = drawn.map(([, y]) => y)
    const shift = left - Math.min(...xs)
    for (const [at, label] of part.entries())
      coordinates.set(label, [round(drawn[at]![0] + shift), round(drawn[at]![1] - Math.min(...ys))])
    left += Math.max(...xs) - Math.min(...xs) + 2
  }
  return coordinates
}

const round = (value: number): number => Math.round(value * 100) / 100 + 0

function neighboursOf(labels: readonly string[], couplings: readonly (readonly [string, string])[]): LabelNeighbours {
  const graph = new Map<string, string[]>(labels.toSorted(byLabel).map(label => [label, []]))
  for (const [a, b] of couplings) {
    graph.get(a)?.push(b)
    graph.get(b)?.push(a)
  }
  return graph
}

/** Largest first; ties by label. */
function connectedParts(graph: LabelNeighbours): string[][] {
  const seen = new Set<string>()
  const parts: string[][] = []
  for (const start of graph.keys()) {
    if (seen.has(start)) continue
    const part = [...distances(start, graph).keys()]
    for (const label of part) seen.add(label)
    parts.push(part.sort(byLabel))
  }
  return parts.sort((a, b) => b.length - a.length)
}

/** Couplings on the shortest path from `start` to each qubit that it can reach. */
function distances(start: string, graph: LabelNeighbours): Map<string, number> {
  const found = new Map([[start, 0]])
  for (const [label, distance] of found)
    for (const next of graph.get(label) ?? []) if (!found.has(next)) found.set(next, distance + 1)
  return found
}

/** Most qubits of a part that is relaxed; a larger part keeps its scaled drawing, because the cost grows with the pairs. */
const LARGEST_RELAXED = 400

function relaxPart(drawn: [number, number][], part: readonly string[], graph: LabelNeighbours): [number, number][] {
  if (part.length > LARGEST_RELAXED) return drawn
  const apart = part.map(from => {
    const found = distances(from, graph)
    return part.map(to => found.get(to)!)
  })
  return majorizeStress(drawn, apart)
}

/** Most landmarks that distances are taken to: enough for the two axes, and cheap on thousands of qubits. */
const LANDMARKS = 60

function drawPart(part: readonly string[], graph: LabelNeighbours): [number, number][] {
  const step = Math.max(1, Math.ceil(part.length / LANDMARKS))
  const columns = part
    .filter((_, at) => at % step === 0)
    .map(landmark => {
      const from = distances(landmark, graph)
      return part.map(label => from.get(label)! ** 2)
    })
  const centred = doubleCentre(columns)
  const x = principalAxis(centred, part.length, [])
  const y = principalAxis(centred, part.length, [x.axis])
  return part.map((_, at) => [x.axis[at]! * x.spread, y.axis[at]! * y.spread])
}

/** Turns squared distances into inner products about the common centre (double centring). */
function doubleCentre(columns: readonly number[][]): number[][] {
  const rows = columns[0]!.map((_, at) => mean(columns.map(column => column[at]!)))
  const all = mean(rows)
  return columns.map(column => {
    const own = mean(column)
    return column.map((value, at) => -(value - rows[at]! - own + all) / 2)
  })
}

/**
 * Longest axis of the columns that is orthogonal to the earlier ones, of length 1, and how far the qubits spread along it. Power
 * iteration with a fixed start, so it is repeatable.
 */
function principalAxis(
  columns: readonly number[][],
  size: number,
  earlier: readonly number[][],
): { axis: number[]; spread: number } {
  let axis = unit(Array.from({ length: size }, (_, at) => Math.cos(at * (1 + earlier.length)) + 0.1))
  let stretch = 0
  for (let turn = 0; turn < 200; turn++) {
    const weights = columns.map(column => dot(column, axis))
    const turned = axis.map((_, at) => columns.reduce((sum, column, index) => sum + column[at]! * weights[index]!, 0))
    const square = earlier.reduce(removeFrom, turned)
    stretch = Math.sqrt(dot(square, square))
    axis = unit(square)
  }
  // The columns are inner products, so their square stretches by the fourth power of a distance.
  return { axis, spread: stretch ** 0.25 }
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + value * b[at]!, 0)

function removeFrom(axis: readonly number[], other: readonly number[]): number[] {
  const share = dot(axis, other)
  return axis.map((value, at) => value - share * other[at]!)
}

function unit(axis: readonly number[]): number[] {
  const length = Math.sqrt(dot(axis, axis))
  return length < 1e-9 ? axis.map(() => 0) : axis.map(value => value / length)
}

/** Makes neighbours 1 apart on average. */
function scaleToNeighbours(
  drawn: readonly [number, number][],
  part: readonly string[],
  graph: LabelNeighbours,
): [number, number][] {
  const at = new Map(part.map((label, index) => [label, drawn[index]!]))
  const gaps = part.flatMap(label =>
    (graph.get(label) ?? []).map(next =>
      Math.hypot(at.get(label)![0] - at.get(next)![0], at.get(label)![1] - at.get(next)![1]),
    ),
  )
  const gap = gaps.length === 0 ? 0 : mean(gaps)
  return drawn.map(([x, y]) => (gap < 1e-9 ? [x, y] : [x / gap, y / gap]))
}
