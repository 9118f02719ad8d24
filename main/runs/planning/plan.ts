/** Everything a run needs beside its request, as plain data: stored before it starts, so that it can be resumed and replayed. */
import type { CalibrationSnapshot } from '../../contract/calibration/snapshot'
import type { ResolvedModule } from '../../contract/modules'
import type { Proofs } from '../../modules/rounds/proven-parts'
import type { Segment } from '../../qec/model/round'
import { idlePaulis, pairKey } from '../../qec/noise/transform'
import { calibratedRates, type FaultRates } from '../../qec/noise/rates'
import { type DecoderTables, decoderTables } from '../../qec/proof/flag-table'
import { type Choices, PLAIN, partsOf, protocolOf, type RunParts, reportOf } from './parts'
import type { Resolution } from '../resolution'

/** Fault probabilities of one qubit; times in nanoseconds. */
interface SiteRates {
  readonly single: number
  readonly readout: number
  readonly reset: number
  readonly t1: number
  readonly t2: number
  /** T2 between decoupling pulses where one is known, and the length of a pulse; absent in runs without any. */
  readonly t2_refocused?: number | null
  readonly pulse_ns?: number
}

interface PlanQubit {
  readonly qubit: number
  readonly role: string
  /** Why it has no baseline, null when it has one. */
  readonly skipped: string | null
}

export interface RunPlan extends RunParts {
  readonly format: 'pentad-plan/1'
  readonly module: ResolvedModule
  /** Whether the protocol's decoder undoes every single fault of the round; absent where it is the module's own verdict. */
  readonly ft_preserved?: boolean
  readonly tables: DecoderTables
  readonly noise_model_version: string
  readonly rates: { readonly sites: Record<number, SiteRates>; readonly cz: Record<string, number> }
  readonly qubits: readonly PlanQubit[]
  readonly reset_method: string
  readonly reset_fidelity: readonly { readonly qubit: number; readonly value: number; readonly assumed: boolean }[]
}

/**
 * Throws `invalid_request` where a part of the run cannot be proved fault tolerant on this module. Who plans the module
 * time and again hands in the proofs that it remembers.
 */
export function planRun(resolution: Resolution, choices: Choices = PLAIN, proofs?: Proofs): RunPlan {
  const { module, noise, profile, snapshot } = resolution
  const parts = partsOf(resolution, choices, proofs)
  const { compiled } = parts
  const report = reportOf(resolution, choices)
  const rates = calibratedRates(noise)
  const qubits = resolution.chiplet_qubits.map(qubit => planQubit(qubit, module, snapshot))
  const layoutSites = [
    ...compiled.layout.data,
    compiled.layout.ancilla,
    compiled.layout.flag,
    ...compiled.layout.routing,
  ]
  const used = new Set([...layoutSites, ...qubits.filter(({ skipped }) => skipped === null).map(({ qubit }) => qubit)])
  const ofSite = (site: number): SiteRates => ({
    single: rates.single(site),
    readout: rates.readout(site),
    reset: rates.reset(site),
    t1: noise.t1(site),
    t2: noise.t2(site),
    ...(choices.dd === false ? {} : { t2_refocused: noise.refocusedT2?.(site) ?? null, pulse_ns: noise.single(site) }),
  })
  return {
    format: 'pentad-plan/1',
    module,
    ...parts,
    ...(protocolOf(choices) === 'adaptive' ? {} : { ft_preserved: report.ft_preserved }),
    tables: decoderTables(report, compiled, rates),
    noise_model_version: noise.version,
    rates: {
      sites: Object.fromEntries([...used].map(site => [site, ofSite(site)])),
      cz: Object.fromEntries(usedPairs(parts).map(([a, b]) => [pairKey(a, b), rates.cz(a, b)])),
    },
    qubits,
    reset_method: profile.reset_method,
    reset_fidelity: layoutSites.map(qubit => ({
      qubit,
      value: noise.fidelityReset(qubit),
      assumed: figures(snapshot, qubit)?.reset_fidelity == null,
    })),
  }
}

const figures = (snapshot: CalibrationSnapshot, qubit: number) => snapshot.qubits.find(({ index }) => index === qubit)

const segmentsOf = ({ compiled, preparation, measurement }: RunParts): Segment[] => [
  ...compiled.flagged,
  compiled.repeat,
  ...(preparation ? [preparation.compiled.segment] : []),
  ...(measurement ? [measurement.segment, measurement.repeat] : []),
]

const usedPairs = (parts: RunParts): (readonly [number, number])[] =>
  segmentsOf(parts).flatMap(({ ops }) =>
    ops.filter(({ gate }) => gate === 'CZ').map(({ sites }) => [sites[0]!, sites[1]!] as const),
  )

function planQubit(qubit: number, module: ResolvedModule, snapshot: CalibrationSnapshot): PlanQubit {
  return { qubit, role: roleOf(qubit, module), skipped: whySkipped(qubit, snapshot) }
}

const NEEDED = ['t1_us', 't2_us', 'fidelity_1q', 'readout_fidelity'] as const

function whySkipped(qubit: number, snapshot: CalibrationSnapshot): string | null {
  const found = figures(snapshot, qubit)
  if (!found) return 'the calibration does not list it'
  if (found.out_of_service !== null) return `out of service: ${found.out_of_service}`
  const missing = NEEDED.filter(figure => found[figure] === null)
  return missing.length === 0 ? null : `the calibration has no ${missing.join(', ')}`
}

export function roleOf(qubit: number, module: ResolvedModule): string {
  const data = Object.entries(module.data_qubits).find(([, index]) => index === qubit)
  if (data) return data[0]
  if (qubit === module.syndrome_ancilla) return 'ancilla'
  if (qubit === module.flag_qubit) return 'flag'
  return module.routing_qubits.includes(qubit) ? 'routing' : 'unused'
}

const known = new WeakMap<RunPlan['rates'], FaultRates>()

/** The stored figures as the functions the programs are built from; the same ones each time, so that others can remember by them. */
export function ratesOf({ rates }: Pick<RunPlan, 'rates'>): FaultRates {
  const found = known.get(rates) ?? functionsOf(rates)
  known.set(rates, found)
  return found
}

function functionsOf(rates: RunPlan['rates']): FaultRates {
  const site = (index: number): SiteRates => {
    const found = rates.sites[index]
    if (!found) throw new Error(`the plan has no figures for qubit ${index}`)
    return found
  }
  return {
    cz: (a, b) => {
      const p = rates.cz[pairKey(a, b)]
      if (p === undefined) throw new Error(`the plan has no figures for the edge ${pairKey(a, b)}`)
      return p
    },
    single: index => site(index).single,
    readout: index => site(index).readout,
    reset: index => site(index).reset,
    idle: (index, duration, refocused) => {
      const { t1, t2, t2_refocused } = site(index)
      return idlePaulis(duration, t1, (refocused ? t2_refocused : null) ?? t2)
    },
  }
}

export const encodePlan = (plan: RunPlan): Uint8Array => new TextEncoder().encode(JSON.stringify(plan))
export const decodePlan = (bytes: Uint8Array): RunPlan => JSON.parse(new TextDecoder().decode(bytes)) as RunPlan
