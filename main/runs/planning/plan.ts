/** Everything a run needs beside its request, as plain data: stored before it starts, so that it can be resumed and replayed. */

import { pairKey } from '../../contract/calibration/compound-cz'
import { feedforwardOf } from '../../contract/calibration/feedforward'
import type { CalibrationSnapshot } from '../../contract/calibration/snapshot'
import type { ResolvedModule } from '../../contract/modules/candidates'
import type { ModuleWithNoise, ReadyModule } from '../../modules/model/module'
import type { Proofs } from '../../modules/rounds/proven-parts'
import type { Segment } from '../../qec/model/round'
import { calibratedRates } from '../../qec/noise/rates'
import { decoderTables } from '../../qec/proof/flag-table'
import { type Choices, PLAIN, type PlanQubit, type RunParts, type RunPlan, type SiteRates } from '../model/plan'
import { partsOf, protocolOf, reportOf, underRunProtocol } from './parts'

/**
 * Throws `invalid_request` where a part of the run cannot be proved fault tolerant on this module. Who plans the module
 * time and again hands in the proofs that it remembers.
 */
export function planRun(given: ModuleWithNoise, choices: Choices = PLAIN, proofs?: Proofs): RunPlan {
  const resolution = underRunProtocol(given, choices)
  const { module, noise, profile, snapshot } = resolution
  const parts = partsOf(resolution, choices, proofs)
  const { compiled } = parts
  const report = reportOf(resolution, choices)
  const rates = calibratedRates(noise)
  const qubits = planQubits(resolution)
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
    ...(protocolOf(choices) === module.diagnostics.ft.protocol ? {} : { ft_preserved: report.ft_preserved }),
    tables: decoderTables(report, compiled, rates),
    noise_model_version: noise.version,
    rates: {
      sites: Object.fromEntries([...used].map(site => [site, ofSite(site)])),
      cz: Object.fromEntries(usedPairs(parts).map(([a, b]) => [pairKey(a, b), rates.cz(a, b)])),
    },
    qubits,
    reset_method: profile.reset_method,
    feedforward: feedforwardOf(profile),
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

const NEEDED = ['t1_us', 't2_us', 'fidelity_1q', 'readout_fidelity'] as const
type Needed = readonly (typeof NEEDED)[number][]

/** Where no qubit of the chiplet has a T2, module and baselines alike wait with its limit 2·T1. */
function neededFor(chiplet: readonly number[], snapshot: CalibrationSnapshot): Needed {
  const known = chiplet.some(qubit => figures(snapshot, qubit)?.t2_us != null)
  return known ? NEEDED : NEEDED.filter(figure => figure !== 't2_us')
}

/** Every qubit of the chiplet, and whether it has a baseline. */
export function planQubits({
  chiplet_qubits,
  module,
  snapshot,
}: Pick<ReadyModule, 'chiplet_qubits' | 'module' | 'snapshot'>): PlanQubit[] {
  const needed = neededFor(chiplet_qubits, snapshot)
  return chiplet_qubits.map(qubit => planQubit(qubit, module, snapshot, needed))
}

function planQubit(qubit: number, module: ResolvedModule, snapshot: CalibrationSnapshot, needed: Needed): PlanQubit {
  return { qubit, role: roleOf(qubit, module), skipped: whySkipped(qubit, snapshot, needed) }
}

function whySkipped(qubit: number, snapshot: CalibrationSnapshot, needed: Needed): string | null {
  const found = figures(snapshot, qubit)
  if (!found) return 'the calibration does not list it'
  if (found.out_of_service !== null) return `out of service: ${found.out_of_service}`
  const missing = needed.filter(figure => found[figure] === null)
  return missing.length === 0 ? null : `the calibration has no ${missing.join(', ')}`
}

function roleOf(qubit: number, module: ResolvedModule): string {
  const data = Object.entries(module.data_qubits).find(([, index]) => index === qubit)
  if (data) return data[0]
  if (qubit === module.syndrome_ancilla) return 'ancilla'
  if (qubit === module.flag_qubit) return 'flag'
  return module.routing_qubits.includes(qubit) ? 'routing' : 'unused'
}
