/** Classes of vertices and of couplings with equal figures. */
import { type Figures, pair } from './figures'

/** A function that numbers lists of figures: equal lists get equal numbers. */
function numbering(): (figures: readonly number[]) => number {
  const known = new Map<string, number>()
  return figures => {
    const key = figures.join()
    const number = known.get(key) ?? known.size
    known.set(key, number)
    return number
  }
}

/** Class numbers: vertices, or couplings, with equal figures have equal numbers. */
export interface VertexClasses {
  /** By vertex. */
  readonly sites: readonly number[]
  /** By vertex, one for each of its neighbours. */
  readonly couplings: readonly (readonly number[])[]
}

export function vertexClassesOf(f: Figures): VertexClasses {
  const [site, coupling] = [numbering(), numbering()]
  const columns = [f.pulse, f.pulse_ns, f.readout, f.readout_ns, f.reset, f.reset_ns, f.t1, f.t2]
  return {
    sites: f.sites.map((_, v) => site(columns.map(column => column[v]!))),
    couplings: f.next.map((around, v) =>
      around.map(w => {
        const at = pair(f, v, w)
        return coupling([f.cz[at]!, f.cz_ns[at]!, ...(f.compound?.[at]?.cliffords ?? [])])
      }),
    ),
  }
}
