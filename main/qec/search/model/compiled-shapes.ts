/**
 * Extractions compiled once for all calibrations and places: a shape names sites by the order in which an extraction meets
 * them. What an extraction costs somewhere is then a walk over its shape with that place's figures.
 */

import type { Step } from '../../model/round'
import { compiledOps } from '../../schedule/compile'
import { type Figures, pair } from './figures'

/** A step as one number: its kind, and the vertex it concerns. */
export const STEP = { couple: 0, flag: 1, swap: 2, reset_move: 3 } as const
export const codeOf = (kind: number, vertex: number): number => kind | (vertex << 2)
export const kindOf = (code: number): number => code & 3
export const vertexOf = (code: number): number => code >> 2

export interface Shape {
  readonly gate: Uint8Array
  readonly first: Uint8Array
  /** Other site of a CZ. */
  readonly second: Uint8Array
  readonly sites: number
}

/** Sites of a flagged extraction in the order in which it meets them: home, flag, then the rest. */
export interface Placed {
  readonly shape: Shape
  readonly vertices: readonly number[]
}

/** What a round may use: propagation has one bit for each. */
export const MOST_SITES = 31

const GATE = { R: 0, H: 1, CZ: 2, M: 3 } as const

/** Compiled shapes, remembered for as long as the process lives with them: they depend on nothing that changes. */
export class Shapes {
  private readonly known = new Map<string, Shape>()

  get size(): number {
    return this.known.size
  }

  /** The flagged extraction with these steps; bit i of `x` says that its i-th coupling is an X. Null above 31 sites. */
  place(home: number, flag: number, codes: readonly number[], x: number): Placed | null {
    const vertices = [home, flag]
    let key = String.fromCharCode(x)
    for (const code of codes) {
      const kind = code & 3
      let name = 1
      if (kind !== STEP.flag) {
        name = vertices.indexOf(code >> 2)
        if (name === -1) name = vertices.push(code >> 2) - 1
      }
      key += String.fromCharCode(kind | (name << 2))
    }
    if (vertices.length > MOST_SITES) return null
    const shape = this.known.get(key) ?? this.add(key)
    return { shape, vertices }
  }

  private add(key: string): Shape {
    if (this.known.size >= SHAPES_KEPT) this.known.clear()
    const shape = shapeOf(key)
    this.known.set(key, shape)
    return shape
  }
}

const SHAPES_KEPT = 100_000

function shapeOf(key: string): Shape {
  const [x = 0, ...codes] = [...key].map(character => character.charCodeAt(0))
  const data = codes.filter(code => kindOf(code) === STEP.couple).map(vertexOf)
  const [d0, d1, d2, d3] = data as [number, number, number, number]
  const layout = { ancilla: 0, flag: 1, data: [d0, d1, d2, d3, -1] as const, routing: [] }
  const steps = stepsOf(codes, 0, vertex => {
    const i = data.indexOf(vertex)
    return { data: i, pauli: (x >> i) & 1 ? 'X' : 'Z' }
  })
  const plan = { layout, flagged: [{ generator: 0, flagged: true, steps }], repeat: [] }
  const ops = compiledOps(plan).flagged[0]!
  return {
    gate: Uint8Array.from(ops, op => GATE[op.gate]),
    first: Uint8Array.from(ops, op => op.sites[0]!),
    second: Uint8Array.from(ops, op => op.sites[1] ?? 0),
    sites: 1 + Math.max(...codes.map(vertexOf)),
  }
}

/** The steps behind codes; `letter` says which data qubit a vertex carries and what it is met with. */
export function stepsOf(
  codes: readonly number[],
  home: number,
  letter: (vertex: number) => { readonly data: number; readonly pauli: 'X' | 'Z' },
  site: (vertex: number) => number = vertex => vertex,
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
    return kind === STEP.reset_move ? { ...move, reset: true } : move
  })
}

/** Expected faults without idling, and nanoseconds. */
export interface Cost {
  readonly error: number
  readonly ns: number
}

const free = new Float64Array(64)

/** What the compiled extraction costs: every use of every part, and the length of its schedule (as soon as possible). */
export function costOf({ shape, vertices }: Placed, figures: Figures): Cost {
  const { gate, first, second } = shape
  free.fill(0, 0, shape.sites)
  let error = 0
  let ns = 0
  for (let i = 0; i < gate.length; i++) {
    const a = first[i]!
    const v = vertices[a]!
    let end = free[a]!
    switch (gate[i]) {
      case GATE.CZ: {
        const b = second[i]!
        const at = pair(figures, v, vertices[b]!)
        if (free[b]! > end) end = free[b]!
        end += figures.cz_ns[at]!
        error += figures.cz[at]!
        free[b] = end
        break
      }
      case GATE.H:
        end += figures.single_ns[v]!
        error += figures.single[v]!
        break
      case GATE.R:
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
  return { error, ns }
}

/** How often each part is used. */
export interface Uses {
  /** By `pair` with the smaller vertex first. */
  readonly cz: Map<number, number>
  readonly single: Map<number, number>
  readonly readout: Map<number, number>
  readonly reset: Map<number, number>
}

export const noUses = (): Uses => ({ cz: new Map(), single: new Map(), readout: new Map(), reset: new Map() })

/** Adds the extraction's uses. */
export function addUses(uses: Uses, { shape, vertices }: Placed, figures: Figures): void {
  const count = (of: Map<number, number>, part: number) => of.set(part, (of.get(part) ?? 0) + 1)
  const { gate, first, second } = shape
  for (let i = 0; i < gate.length; i++) {
    const v = vertices[first[i]!]!
    const w = vertices[second[i]!]!
    if (gate[i] === GATE.CZ) count(uses.cz, pair(figures, Math.min(v, w), Math.max(v, w)))
    else count(gate[i] === GATE.H ? uses.single : gate[i] === GATE.R ? uses.reset : uses.readout, v)
  }
}
