/**
 * Extractions compiled once for all calibrations and placements: a shape names sites by the order in which an extraction meets
 * them. The price of an extraction is then a sum over its shape with the figures of the placement's sites.
 */
import type { Step } from '../../model/round'
import { MAX_SITES } from '../../model/round'
import { compiledOps } from '../../schedule/compile'
import { MARK, pulseMarks } from '../../schedule/compound-pulses'
import { OP_CODES } from '../../schedule/expand'
import { type Figures, pair, waitOf } from './figures'

/** A step as one number: its kind, and the vertex it concerns. Full SWAPs differ by the site of their outer pair of H's. */
export const STEP = { couple: 0, flag: 1, reset_move: 2, swap_from: 3, swap_to: 4 } as const
const KIND_BITS = 3
export const codeOf = (kind: number, vertex: number): number => kind | (vertex << KIND_BITS)
export const kindOf = (code: number): number => code & ((1 << KIND_BITS) - 1)
export const vertexOf = (code: number): number => code >> KIND_BITS

export interface ExtractionShape {
  readonly gate: Uint8Array
  readonly first: Uint8Array
  /** Other site of a CZ. */
  readonly second: Uint8Array
  readonly sites: number
  /** Sites that carry data qubits: they hold something at the end. */
  readonly data: readonly number[]
}

/** Sites of a flagged extraction in the order in which it meets them: home, flag, then the rest. */
export interface PlacedExtraction {
  readonly shape: ExtractionShape
  readonly vertices: readonly number[]
}

/**
 * Compiled shapes by their codes. They depend on no calibration or placement, so they never expire; a full cache is
 * emptied.
 */
export class ShapeCache {
  private readonly known = new Map<string, ExtractionShape>()

  get size(): number {
    return this.known.size
  }

  /**
   * The flagged extraction with these steps; bit i of `x` says that its i-th coupling is an X. Null where it meets more
   * than MAX_SITES sites. Hot loop: called for each extraction of each candidate round.
   */
  place(home: number, flag: number, codes: readonly number[], x: number): PlacedExtraction | null {
    const vertices = [home, flag]
    let key = String.fromCharCode(x)
    for (const code of codes) {
      const kind = kindOf(code)
      let name = 1
      if (kind !== STEP.flag) {
        const vertex = vertexOf(code)
        name = vertices.indexOf(vertex)
        if (name === -1) name = vertices.push(vertex) - 1
      }
      key += String.fromCharCode(codeOf(kind, name))
    }
    if (vertices.length > MAX_SITES) return null
    const shape = this.known.get(key) ?? this.add(key)
    return { shape, vertices }
  }

  private add(key: string): ExtractionShape {
    if (this.known.size >= SHAPES_KEPT) this.known.clear()
    const shape = shapeOf(key)
    this.known.set(key, shape)
    return shape
  }
}

const SHAPES_KEPT = 100_000

function shapeOf(key: string): ExtractionShape {
  const [x = 0, ...codes] = [...key].map(character => character.charCodeAt(0))
  const data = codes.filter(code => kindOf(code) === STEP.couple).map(vertexOf)
  const [d0, d1, d2, d3] = data as [number, number, number, number]
  const layout = { ancilla: 0, flag: 1, data: [d0, d1, d2, d3, -1] as const, routing: [] }
  const steps = stepsOf(codes, {
    home: 0,
    letter: vertex => {
      const i = data.indexOf(vertex)
      return { data: i, pauli: (x >> i) & 1 ? 'X' : 'Z' }
    },
  })
  const plan = { layout, flagged: [{ generator: 0, flagged: true, steps }], repeat: [] }
  const ops = compiledOps(plan).flagged[0]!
  return {
    gate: Uint8Array.from(ops, op => OP_CODES[op.gate]),
    first: Uint8Array.from(ops, op => op.sites[0]!),
    second: Uint8Array.from(ops, op => op.sites[1] ?? 0),
    sites: 1 + Math.max(...codes.map(vertexOf)),
    data,
  }
}

/**
 * The steps that codes stand for; `letter` says which data qubit a vertex carries and by which Pauli A couples to it.
 */
export function stepsOf(
  codes: readonly number[],
  {
    home,
    letter,
    site = vertex => vertex,
  }: {
    readonly home: number
    readonly letter: (vertex: number) => { readonly data: number; readonly pauli: 'X' | 'Z' }
    readonly site?: (vertex: number) => number
  },
): Step[] {
  let at = home
  return codes.map((code): Step => {
    const kind = kindOf(code)
    const vertex = vertexOf(code)
    if (kind === STEP.flag) return { kind: 'flag' }
    if (kind === STEP.couple) return { kind: 'couple', ...letter(vertex), at: site(at) }
    const from = site(at)
    at = vertex
    const move = { kind: 'move', from, to: site(vertex) } as const
    if (kind === STEP.reset_move) return { ...move, reset: true }
    return { ...move, outer: kind === STEP.swap_from ? 'from' : 'to' }
  })
}

/** Expected faults without idling, and nanoseconds. */
export interface Cost {
  readonly error: number
  readonly ns: number
}

/** When each site of a shape is free, in ns: scratch memory of `costOf`. */
const free = new Float64Array(64)

/** Which H's and pulses are left where CZ is made of another gate, as in a compiled round; null where it is native. */
function marksIn({ shape, vertices }: PlacedExtraction, figures: Figures): Uint8Array | null {
  const { compound } = figures
  if (compound === null) return null
  const { first, second, data } = shape
  const cliffordsOf = (op: number) =>
    compound[pair(figures, vertices[first[op]!]!, vertices[second[op]!]!)]?.cliffords ?? null
  return pulseMarks(shape, { siteCount: shape.sites, cliffordsOf, holds: site => data.includes(site) })
}

const has = (mark: number, bit: number): number => (mark & bit ? 1 : 0)

/** Error of the pulses that a CZ carries, from the error of one on its first and on its second site. */
const pulsesError = (mark: number, first: number, second: number): number =>
  (has(mark, MARK.before_first) + has(mark, MARK.after_first)) * first +
  (has(mark, MARK.before_second) + has(mark, MARK.after_second)) * second

/** Length of the pulses that a CZ carries, from the length of one on its first and on its second site. */
const pulsesLength = (mark: number, first: number, second: number): number =>
  Math.max(has(mark, MARK.before_first) * first, has(mark, MARK.before_second) * second) +
  Math.max(has(mark, MARK.after_first) * first, has(mark, MARK.after_second) * second)

/** Cost of the compiled extraction: every use of every part, and the length of its schedule, the wait for its decision included. */
export function costOf(placed: PlacedExtraction, figures: Figures): Cost {
  const { shape, vertices } = placed
  const { gate, first, second } = shape
  const marks = marksIn(placed, figures)
  free.fill(0, 0, shape.sites)
  let error = 0
  let ns = 0
  for (let i = 0; i < gate.length; i++) {
    const a = first[i]!
    const v = vertices[a]!
    let end = free[a]!
    switch (gate[i]) {
      case OP_CODES.CZ: {
        const b = second[i]!
        const at = pair(figures, v, vertices[b]!)
        if (free[b]! > end) end = free[b]!
        end += figures.cz_ns[at]!
        error += figures.cz[at]!
        if (marks !== null && marks[i] !== 0) {
          const w = vertices[b]!
          end += pulsesLength(marks[i]!, figures.pulse_ns[v]!, figures.pulse_ns[w]!)
          error += pulsesError(marks[i]!, figures.pulse[v]!, figures.pulse[w]!)
        }
        free[b] = end
        break
      }
      case OP_CODES.H:
        if (marks !== null && marks[i] === MARK.free) break
        end += figures.pulse_ns[v]!
        error += figures.pulse[v]!
        break
      case OP_CODES.R:
        end += figures.reset_ns[v]!
        error += figures.reset[v]!
        break
      default:
        end += figures.readout_ns[v]!
        error += figures.readout[v]!
    }
    free[a] = end
    if (end > ns) ns = end
  }
  return { error, ns: ns + waitOf(figures, vertices[0]!, vertices[1]!) }
}

/** How often each part is used, by vertex unless said otherwise. */
export interface Uses {
  /** By `pair` with the smaller vertex first. */
  readonly cz: Map<number, number>
  readonly single: Map<number, number>
  readonly readout: Map<number, number>
  readonly reset: Map<number, number>
}

export const noUses = (): Uses => ({ cz: new Map(), single: new Map(), readout: new Map(), reset: new Map() })

/** Adds the extraction's uses. */
export function addUses(uses: Uses, placed: PlacedExtraction, figures: Figures): void {
  const count = (of: Map<number, number>, part: number, more = 1) => of.set(part, (of.get(part) ?? 0) + more)
  const { shape, vertices } = placed
  const { gate, first, second } = shape
  const marks = marksIn(placed, figures)
  for (let i = 0; i < gate.length; i++) {
    const v = vertices[first[i]!]!
    const w = vertices[second[i]!]!
    const mark = marks?.[i] ?? 0
    if (gate[i] === OP_CODES.CZ) {
      count(uses.cz, pair(figures, Math.min(v, w), Math.max(v, w)))
      const [one, other] = pulsesOn(mark)
      if (one > 0) count(uses.single, v, one)
      if (other > 0) count(uses.single, w, other)
    } else if (gate[i] !== OP_CODES.H) count(gate[i] === OP_CODES.R ? uses.reset : uses.readout, v)
    else if (mark !== MARK.free) count(uses.single, v)
  }
}

const pulsesOn = (mark: number): [number, number] => [
  has(mark, MARK.before_first) + has(mark, MARK.after_first),
  has(mark, MARK.before_second) + has(mark, MARK.after_second),
]
