/** Finds rows and columns on a map with fractional coordinates: each coupling is a step along one of two orthogonal axes. */
import type { Coordinate, Coordinates } from './map-layout'

type Pair = readonly [string, string]

/**
 * The qubits on whole coordinates from 0, with couplings as steps of 1. null where the couplings make no square lattice on this
 * map: they do not close, or two qubits would stand in one place. Connected parts stand beside each other. Each is rotated or
 * mirrored so that its labels count as nearly along the rows as possible.
 */
export function latticeCoordinates(
  labels: readonly string[],
  couplings: readonly Pair[],
  coordinates: Coordinates,
): Coordinates | null {
  const steps = stepsOf(couplings, coordinates)
  const parts: Map<string, Coordinate>[] = []
  const seen = new Set<string>()
  for (const label of labels) {
    if (seen.has(label)) continue
    const part = walk(label, steps)
    if (part === null) return null
    for (const each of part.keys()) seen.add(each)
    parts.push(part)
  }
  return beside(parts.sort((a, b) => b.size - a.size).map(part => turned(part, labels)))
}

type LatticeSteps = ReadonlyMap<string, readonly (readonly [to: string, step: Coordinate])[]>
type Directed = readonly [from: string, to: string]

/**
 * Unit step of each coupling, by qubit. Opposite sides of a square are parallel, so the vectors of each bundle of parallel
 * couplings are added before the direction is read, because a drawing bends at its rim.
 */
function stepsOf(couplings: readonly Pair[], coordinates: Coordinates): LatticeSteps {
  const directed = couplings.flatMap(([a, b]): Directed[] => [
    [a, b],
    [b, a],
  ])
  const vectorOf = ([from, to]: Directed): Coordinate => minus(coordinates.get(to)!, coordinates.get(from)!)
  const bundle = bundlesOf(directed)
  const sums = new Map<string, Coordinate>()
  for (const each of directed) sums.set(bundle(each), plus(sums.get(bundle(each)) ?? [0, 0], vectorOf(each)))
  const tilt = tiltOf(directed.map(vectorOf))
  const steps = new Map<string, [string, Coordinate][]>()
  for (const each of directed) {
    const [from, to] = each
    steps.set(from, [...(steps.get(from) ?? []), [to, alongAxis(sums.get(bundle(each))!, tilt)]])
  }
  return steps
}

const plus = ([ax, ay]: Coordinate, [bx, by]: Coordinate): Coordinate => [ax + bx, ay + by]
const minus = ([ax, ay]: Coordinate, [bx, by]: Coordinate): Coordinate => [ax - bx, ay - by]

/** Names the bundle of parallel couplings that a coupling belongs to (the classes of Djoković 1973, by union and find). */
function bundlesOf(directed: readonly Directed[]): (each: Directed) => string {
  const neighbours = new Map<string, string[]>()
  for (const [from, to] of directed) neighbours.set(from, [...(neighbours.get(from) ?? []), to])
  const parent = new Map<string, string>()
  const root = (name: string): string => {
    let top = name
    for (let up = parent.get(top); up !== undefined && up !== top; up = parent.get(top)) top = up
    return top
  }
  const join = (a: Directed, b: Directed) => parent.set(root(a.join(' ')), root(b.join(' ')))
  for (const [a, b] of directed)
    for (const c of neighbours.get(b) ?? [])
      for (const d of neighbours.get(a) ?? [])
        if (c !== a && d !== b && c !== d && neighbours.get(c)?.includes(d)) join([a, b], [d, c])
  return each => root(each.join(' '))
}

/** Radians by which the two axes are turned. The mean is taken of four times each direction, where directions 90° apart agree. */
function tiltOf(vectors: readonly Coordinate[]): number {
  const four = vectors.map(([x, y]) => 4 * Math.atan2(y, x))
  const sum = (of: (angle: number) => number) => four.reduce((total, angle) => total + of(angle), 0)
  return Math.atan2(sum(Math.sin), sum(Math.cos)) / 4
}

function alongAxis([x, y]: Coordinate, tilt: number): Coordinate {
  const across = x * Math.cos(tilt) + y * Math.sin(tilt)
  const down = y * Math.cos(tilt) - x * Math.sin(tilt)
  return Math.abs(across) >= Math.abs(down) ? [Math.sign(across) || 1, 0] : [0, Math.sign(down)]
}

/** Whole coordinates of everything that is connected with `start`; null where they contradict each other. */
function walk(start: string, steps: LatticeSteps): Map<string, Coordinate> | null {
  const found = new Map<string, Coordinate>([[start, [0, 0]]])
  const taken = new Set([String([0, 0])])
  for (const [label, [x, y]] of found)
    for (const [next, [dx, dy]] of steps.get(label) ?? []) {
      const at: Coordinate = [x + dx, y + dy]
      const known = found.get(next)
      if (known !== undefined && String(known) !== String(at)) return null
      if (known !== undefined) continue
      if (taken.has(String(at))) return null
      found.set(next, at)
      taken.add(String(at))
    }
  return found
}

const TURNS: readonly ((point: Coordinate) => Coordinate)[] = [
  ([x, y]) => [x, y],
  ([x, y]) => [-x, y],
  ([x, y]) => [x, -y],
  ([x, y]) => [-x, -y],
  ([x, y]) => [y, x],
  ([x, y]) => [-y, x],
  ([x, y]) => [y, -x],
  ([x, y]) => [-y, -x],
]

function turned(part: ReadonlyMap<string, Coordinate>, labels: readonly string[]): [string, Coordinate][] {
  const order = new Map(labels.map((label, at) => [label, at]))
  const ways = TURNS.map(turn =>
    fromZero([...part].map(([label, point]): [string, Coordinate] => [label, turn(point)])),
  )
  return ways.map(way => ({ way, astray: astray(way, order) })).sort((a, b) => a.astray - b.astray)[0]!.way
}

/** How far the labels are from counting along the rows. */
function astray(way: readonly [string, Coordinate][], order: ReadonlyMap<string, number>): number {
  const read = way.toSorted(([, [ax, ay]], [, [bx, by]]) => ay - by || ax - bx).map(([label]) => order.get(label)!)
  const counted = read.toSorted((a, b) => a - b)
  return read.reduce((sum, at, rank) => sum + Math.abs(at - counted[rank]!), 0)
}

function fromZero(part: readonly [string, Coordinate][]): [string, Coordinate][] {
  const left = Math.min(...part.map(([, [x]]) => x))
  const top = Math.min(...part.map(([, [, y]]) => y))
  return part.map(([label, [x, y]]) => [label, [x - left, y - top]])
}

function beside(parts: readonly (readonly [string, Coordinate][])[]): Coordinates {
  const coordinates = new Map<string, Coordinate>()
  let left = 0
  for (const part of parts) {
    for (const [label, [x, y]] of part) coordinates.set(label, [x + left, y])
    left += Math.max(...part.map(([, [x]]) => x)) + 2
  }
  return coordinates
}
