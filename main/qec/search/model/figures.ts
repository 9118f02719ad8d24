/** A chiplet's figures as columns by vertex, so that a search over many layouts reads numbers and no maps. */

import type { Graph, NoiseModel } from '../../model/round'
import { adjacency } from './connected-sets'

/** Vertex v stands for `sites[v]`. Errors are average infidelities, lengths nanoseconds. */
export interface Figures {
  readonly sites: readonly number[]
  /** Neighbours of each vertex. */
  readonly next: readonly (readonly number[])[]
  /** By `pair`; Infinity where no CZ is. */
  readonly cz: Float64Array
  readonly cz_ns: Float64Array
  readonly single: Float64Array
  readonly single_ns: Float64Array
  readonly readout: Float64Array
  readonly readout_ns: Float64Array
  readonly reset: Float64Array
  readonly reset_ns: Float64Array
  readonly t1: Float64Array
  readonly t2: Float64Array
}

/** Where the figures of the CZ between two vertices stand. */
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
  return {
    sites,
    next,
    cz,
    cz_ns,
    single: column(site => 1 - noise.fidelitySingle(site)),
    single_ns: column(site => noise.single(site)),
    readout: column(site => 1 - noise.fidelityReadout(site)),
    readout_ns: column(site => noise.readout(site)),
    reset: column(site => 1 - noise.fidelityReset(site)),
    reset_ns: column(site => noise.reset(site)),
    t1: column(site => noise.t1(site)),
    t2: column(site => noise.t2(site)),
  }
}

/** The same lengths without any error: prices at rate 1 are then nanoseconds. */
export function lengthsOnly(f: Figures): Figures {
  const none = new Float64Array(f.sites.length)
  return {
    ...f,
    cz: f.cz.map(error => (error < Number.POSITIVE_INFINITY ? 0 : error)),
    single: none,
    readout: none,
    reset: none,
  }
}
