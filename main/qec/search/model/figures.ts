/** A chiplet's figures as columns by vertex, so that a search over many layouts reads numbers and no maps. */
import type { CompoundCz, NoiseModel } from '../../model/noise-model'
import type { Graph } from '../../model/round'
import { decisionWait } from '../../schedule/decision'
import { adjacency } from './connected-sets'

/** Vertex v stands for `sites[v]`. Errors are average infidelities, lengths nanoseconds. */
export interface Figures {
  readonly sites: readonly number[]
  /** Neighbours of each vertex. */
  readonly next: readonly (readonly number[])[]
  /** By `pair`; Infinity where two vertices have no CZ. */
  readonly cz: Float64Array
  readonly cz_ns: Float64Array
  /**
   * Lower bound on the error of an H, for prices: 0 at a vertex with a CZ that is made of another gate, since the H may
   * become part of that CZ. At other vertices the same as `pulse`.
   */
  readonly single: Float64Array
  readonly single_ns: Float64Array
  /** Error of a one-qubit gate. */
  readonly pulse: Float64Array
  readonly pulse_ns: Float64Array
  /** By `pair`, how a CZ is made; null where all are native. */
  readonly compound: readonly (CompoundCz | null)[] | null
  readonly readout: Float64Array
  readonly readout_ns: Float64Array
  readonly reset: Float64Array
  readonly reset_ns: Float64Array
  /** How long a decision within a shot takes, in ns; null where nothing is decided. */
  readonly feedforward: number | null
  readonly t1: Float64Array
  readonly t2: Float64Array
}

/** Index of the figures of the CZ between two vertices. */
export const pair = ({ sites }: Pick<Figures, 'sites'>, a: number, b: number): number => a * sites.length + b

export function figuresOf(graph: Graph, noise: NoiseModel): Figures {
  const { sites, next } = adjacency(graph)
  const column = (figure: (site: number) => number) => Float64Array.from(sites, figure)
  const cz = new Float64Array(sites.length ** 2).fill(Number.POSITIVE_INFINITY)
  const cz_ns = new Float64Array(sites.length ** 2)
  next.forEach((around, a) => {
    for (const b of around) {
      cz[pair({ sites }, a, b)] = 1 - noise.fidelityCz(sites[a]!, sites[b]!)
      cz_ns[pair({ sites }, a, b)] = noise.cz(sites[a]!, sites[b]!)
    }
  })
  const compound = compoundsOf({ sites, next }, noise)
  const pulse = column(site => 1 - noise.fidelitySingle(site))
  const pulse_ns = column(site => noise.single(site))
  const mayMerge = (v: number) => compound !== null && next[v]!.some(w => compound[pair({ sites }, v, w)] !== null)
  return {
    sites,
    next,
    cz,
    cz_ns,
    single: pulse.map((error, v) => (mayMerge(v) ? 0 : error)),
    single_ns: pulse_ns.map((ns, v) => (mayMerge(v) ? 0 : ns)),
    pulse,
    pulse_ns,
    compound,
    readout: column(site => 1 - noise.fidelityReadout(site)),
    readout_ns: column(site => noise.readout(site)),
    reset: column(site => 1 - noise.fidelityReset(site)),
    reset_ns: column(site => noise.reset(site)),
    feedforward: noise.feedforward ?? null,
    t1: column(site => noise.t1(site)),
    t2: column(site => noise.t2(site)),
  }
}

/** The wait, in ns, for the decision that ends every flagged extraction with this home and flag. */
export const waitOf = ({ feedforward, reset_ns }: Figures, home: number, flag: number): number =>
  feedforward === null ? 0 : decisionWait(feedforward, reset_ns[home]!, reset_ns[flag]!)

function compoundsOf({ sites, next }: Pick<Figures, 'sites' | 'next'>, noise: NoiseModel): Figures['compound'] {
  if (!noise.compound) return null
  const compound = Array.from<CompoundCz | null>({ length: sites.length ** 2 }).fill(null)
  next.forEach((around, a) => {
    for (const b of around) compound[pair({ sites }, a, b)] = noise.compound!(sites[a]!, sites[b]!)
  })
  return compound.some(one => one !== null) ? compound : null
}

/** The same lengths without any error: prices at rate 1 are then nanoseconds. */
export function lengthsOnly(f: Figures): Figures {
  const none = new Float64Array(f.sites.length)
  return {
    ...f,
    cz: f.cz.map(error => (error < Number.POSITIVE_INFINITY ? 0 : error)),
    single: none,
    pulse: none,
    readout: none,
    reset: none,
  }
}
