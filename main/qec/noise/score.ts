/** Δ_round: each use of a gate, qubit or readout adds its own average infidelity, so six uses count six times. */
import { pairKey } from '../../contract/calibration/compound-cz'
import type { DeltaRound } from '../../contract/modules/diagnostics'
import type { NoiseModel } from '../model/noise-model'
import type { CompiledRound, Layout } from '../model/round'
import { idleInfidelity, pauliFromInfidelity1, pauliFromInfidelity2 } from './transform'

/** `D0`..`D4`, `ancilla`, `flag` or `routing`; null for a site outside the layout. */
export function roleOf(layout: Layout, site: number): string | null {
  if (site === layout.ancilla) return 'ancilla'
  if (site === layout.flag) return 'flag'
  const data = layout.data.indexOf(site)
  if (data >= 0) return `D${data}`
  return layout.routing.includes(site) ? 'routing' : null
}

export const sitesOf = (layout: Layout): number[] => [...layout.data, layout.ancilla, layout.flag, ...layout.routing]

type EdgePart = DeltaRound['edges'][number]
type SitePart = DeltaRound['sites'][number]

const sum = <T>(parts: readonly T[], figure: (part: T) => number): number =>
  parts.reduce((total, part) => total + figure(part), 0)

/** How often one flagged round uses each part, whatever its figures. */
export interface RoundUses {
  readonly edges: readonly EdgeUses[]
  readonly sites: readonly SiteUses[]
}

type EdgeUses = Pick<EdgePart, 'a' | 'b' | 'uses'>
type SiteUses = Pick<SitePart, 'qubit' | 'role' | 'single_qubit_uses' | 'measurements' | 'resets'>

export function usesOfRound({ flagged, layout }: CompiledRound): RoundUses {
  const edges = new Map<string, EdgeUses>()
  const gates = { H: new Map<number, number>(), M: new Map<number, number>(), R: new Map<number, number>() }
  const count = (gate: keyof typeof gates, site: number) => gates[gate].set(site, (gates[gate].get(site) ?? 0) + 1)
  for (const { ops } of flagged)
    for (const { gate, sites, merged, pulses = [] } of ops) {
      const [site, other] = sites as [number, number]
      if (gate === 'CZ') {
        const [a, b] = site < other ? [site, other] : [other, site]
        edges.set(pairKey(a, b), { a, b, uses: (edges.get(pairKey(a, b))?.uses ?? 0) + 1 })
        for (const pulsed of pulses) count('H', pulsed)
      } else if (!merged) count(gate, site)
    }
  return {
    edges: [...edges.values()].sort((p, q) => p.a - q.a || p.b - q.b),
    sites: sitesOf(layout).map(qubit => ({
      qubit,
      role: roleOf(layout, qubit)!,
      single_qubit_uses: gates.H.get(qubit) ?? 0,
      measurements: gates.M.get(qubit) ?? 0,
      resets: gates.R.get(qubit) ?? 0,
    })),
  }
}

/**
 * The spec's five sums over one flagged round: CZs by edge (three per SWAP), one-qubit gates, measurements and resets by site,
 * and for each data qubit the idle infidelity of the whole round. A compound CZ counts with its native gates and what stands
 * between them; the gates before and after it are one-qubit gates, merged with the H's beside them. `uses` of a part is the derivative of Δ_round by its error.
 */
export const scoreRound = (round: CompiledRound, noise: NoiseModel): DeltaRound =>
  scoreUses(usesOfRound(round), { layout: round.layout, duration_ns: round.duration_ns, noise })

/** `scoreRound` for a round with these uses and this duration. */
export function scoreUses(
  uses: RoundUses,
  { layout, duration_ns, noise }: { readonly layout: Layout; readonly duration_ns: number; readonly noise: NoiseModel },
): DeltaRound {
  const edges = uses.edges.map(edge => edgePart(edge, noise))
  const sites = uses.sites.map(site => sitePart(site, layout.data.includes(site.qubit) ? duration_ns : 0, noise))
  const two_qubit = sum(edges, ({ contribution }) => contribution)
  const single_qubit = sum(sites, part => part.single_qubit)
  const measurement = sum(sites, part => part.measurement)
  const idle = sum(sites, part => part.idle)
  const reset = sum(sites, part => part.reset)
  const gate = { total: two_qubit + single_qubit, two_qubit, single_qubit }
  return { total: gate.total + measurement + idle + reset, gate, measurement, idle, reset, edges, sites }
}

function edgePart({ a, b, uses }: EdgeUses, noise: NoiseModel): EdgePart {
  const error = 1 - noise.fidelityCz(a, b)
  const compound = noise.compound?.(a, b)
  const made = compound ? { native_gate: compound.gate, native_uses: compound.uses } : {}
  return { a, b, uses, error, contribution: uses * error, ...made }
}

/** Error parts of one site; `idle_ns` is 0 where it holds no data. */
function sitePart(
  { qubit, role, single_qubit_uses, measurements, resets }: SiteUses,
  idle_ns: number,
  noise: NoiseModel,
): SitePart {
  const single_qubit = single_qubit_uses * (1 - noise.fidelitySingle(qubit))
  const measurement = measurements * (1 - noise.fidelityReadout(qubit))
  const reset = resets * (1 - noise.fidelityReset(qubit))
  const idle = idle_ns > 0 ? idleInfidelity(idle_ns, noise.t1(qubit), noise.t2(qubit)) : 0
  const total = single_qubit + measurement + reset + idle
  return { qubit, role, single_qubit_uses, single_qubit, measurements, measurement, resets, reset, idle, total }
}

/** The same sum in Pauli probabilities: 5/4 of two-qubit and 3/2 of one-qubit and idle infidelities; flips as they are. */
export const deltaPauli = ({ gate, measurement, idle, reset }: DeltaRound): number =>
  pauliFromInfidelity2(gate.two_qubit) + pauliFromInfidelity1(gate.single_qubit + idle) + measurement + reset

/** The idle term with each data qubit's waiting time in place of the whole round, so that gates' own decoherence counts once. */
export const idleGapsOnly = (round: CompiledRound, noise: NoiseModel): number =>
  sum(round.layout.data, site => idleInfidelity(waitingTime(round, site), noise.t1(site), noise.t2(site)))

/** Nanoseconds of a flagged round in which the site holds information and nothing is done to it. */
export const waitingTime = (round: CompiledRound, site: number): number =>
  sum(
    round.flagged.flatMap(({ idles }) => idles).filter(idle => idle.site === site),
    ({ duration_ns }) => duration_ns,
  )

/** Shortest T2 among data, A, F and routing, in nanoseconds. */
export const shortestT2 = (layout: Layout, noise: NoiseModel): number =>
  Math.min(...sitesOf(layout).map(site => noise.t2(site)))

/** Round duration over the shortest T2 of the module, unrounded. */
export const coherenceRatio = (round: CompiledRound, noise: NoiseModel): number =>
  round.duration_ns / shortestT2(round.layout, noise)
