/** Everything a run needs beside its request, as plain data: stored before it starts, so that it can be resumed and replayed. */
import { pairKey } from '../../contract/calibration/compound-cz'
import { feedforwardOf } from '../../contract/calibration/feedforward'
import type { CalibrationSnapshot } from '../../contract/calibration/snapshot'
import { AppError } from '../../contract/model/errors'
import type { Protocol } from '../../contract/model/protocols'
import type { ResolvedModule } from '../../contract/modules/candidates'
import type { ReadoutChoice } from '../../contract/runs/readout-choice'
import type { Run } from '../../contract/runs/run'
import { type ModuleWithNoise, type ReadyModule, withNoise } from '../../modules/model/module'
import { roundUnder } from '../../modules/rounds/protocol'
import { measurementOf, type Proofs, preparationOf, roundOf, unprovedMessage } from '../../modules/rounds/proven-parts'
import { readoutChoice } from '../../modules/rounds/readout-choice'
import { decouplingText, decouplingWarning } from '../../qec/experiment/methods-text'
import type { FaultReport } from '../../qec/model/fault'
import type { CompiledRound, Segment } from '../../qec/model/round'
import { calibratedRates } from '../../qec/noise/rates'
import { refocusedT2, refocusedWords } from '../../qec/noise/transform'
import { enumerateFaults } from '../../qec/proof/enumeration'
import { decoderTables } from '../../qec/proof/flag-table'
import { type DdSequence, decouplingEffect } from '../../qec/schedule/decoupling'
import type { CompiledMeasurement } from '../../qec/spam/measurement-circuit'
import { PREPARATION_ATTEMPTS } from '../../qec/spam/verified-preparation'
import {
  type BaselineQubit,
  type PartSettings,
  PLAIN,
  type PlannedDecoupling,
  type PlannedPreparation,
  type PlannedRun,
  type ProtocolSettings,
  type RunParts,
  type RunPlan,
  type RunSettings,
  type SiteRates,
} from '../model/plan'
import type { RunToPlan } from '../model/run'
import { baselineQubits } from './circuits'
import { onGrid, plannedDevice } from './device-grid'

/** Plans a run, on the grid of its device where one measures it. Throws as `createRunPlan`. */
export function planRequest({ resolution, settings: checked, sequencer }: RunToPlan, proofs: Proofs): PlannedRun {
  const calibrated = withNoise(resolution)
  const onDevice = sequencer ? onGrid(calibrated, sequencer.grid_ns) : { resolution: calibrated, rounded: [] }
  const { settings, readout_choice } = withReadout(onDevice.resolution, checked, proofs)
  const plan = { ...createRunPlan(onDevice.resolution, settings, proofs), readout_choice }
  if (!sequencer) return { plan, settings }
  const grid = { profile: sequencer, rounded: onDevice.rounded }
  return { plan: { ...plan, device: plannedDevice(plan, onDevice.resolution.noise, grid) }, settings }
}

/**
 * Throws `invalid_request` where a part of the run cannot be proved fault tolerant on this module. A caller that plans the
 * same module repeatedly passes a cache of `proofs`.
 */
export function createRunPlan(calibrated: ModuleWithNoise, settings: PartSettings = PLAIN, proofs?: Proofs): RunPlan {
  const resolution = underRunProtocol(calibrated, settings)
  const { module, noise, profile, snapshot } = resolution
  const parts = runParts(resolution, settings, proofs)
  const { compiled } = parts
  const report = reportOf(resolution, settings)
  const rates = calibratedRates(noise)
  const qubits = planQubits(resolution)
  const layoutSites = [
    ...compiled.layout.data,
    compiled.layout.ancilla,
    compiled.layout.flag,
    ...compiled.layout.routing,
  ]
  const used = new Set([...layoutSites, ...baselineQubits({ qubits })])
  const ofSite = (site: number): SiteRates => ({
    single: rates.single(site),
    readout: rates.readout(site),
    reset: rates.reset(site),
    t1: noise.t1(site),
    t2: noise.t2(site),
    ...(settings.dd === false ? {} : { t2_refocused: noise.refocusedT2?.(site) ?? null, pulse_ns: noise.single(site) }),
  })
  return {
    format: 'pentad-plan/1',
    module,
    ...parts,
    ...(protocolOf(settings) === module.diagnostics.ft.protocol ? {} : { ft_preserved: report.ft_preserved }),
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
}: Pick<ReadyModule, 'chiplet_qubits' | 'module' | 'snapshot'>): BaselineQubit[] {
  const needed = neededFor(chiplet_qubits, snapshot)
  return chiplet_qubits.map(qubit => ({
    qubit,
    role: roleOf(qubit, module),
    skipped: whySkipped(qubit, snapshot, needed),
  }))
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

/**
 * The circuits of a run by its settings. Throws `invalid_request`, pointing at the choice for which this module cannot be
 * proved fault tolerant.
 */
export function runParts(resolution: ModuleWithNoise, settings: PartSettings, proofs?: Proofs): RunParts {
  return {
    ...decoupledParts(resolution, settings),
    ...(settings.preparation === 'verified' ? { preparation: preparationPart(resolution, settings, proofs) } : {}),
    ...(settings.readout === 'fault-tolerant' ? { measurement: measurementPart(resolution, settings, proofs) } : {}),
  }
}

/** Fault report for the protocol that the run's decoder uses; in detection mode protocols do not differ. */
const reportOf = ({ compiled }: ModuleWithNoise, settings: PartSettings): FaultReport =>
  enumerateFaults(compiled, { protocol: protocolOf(settings), closing: settings.closing })

const protocolOf = ({ mode, protocol = 'adaptive' }: Pick<ProtocolSettings, 'mode' | 'protocol'>): Protocol =>
  mode === 'correction' ? protocol : 'adaptive'

/** The module with the round as the run executes it: in detection mode nothing is decided within a shot. */
const underRunProtocol = (
  resolution: ModuleWithNoise,
  { mode, protocol = 'adaptive' }: Pick<ProtocolSettings, 'mode' | 'protocol'>,
): ModuleWithNoise => ({
  ...resolution,
  compiled: roundUnder(resolution, mode === 'correction' ? protocol : mode),
})

function preparationPart(
  resolution: ModuleWithNoise,
  { dd, attempts = PREPARATION_ATTEMPTS }: PartSettings,
  proofs?: Proofs,
): PlannedPreparation {
  const proven = preparationOf(resolution, dd, proofs)
  if (!proven) throw refused(resolution, { what: 'verified preparation', choice: 'preparation', instead: 'projective' })
  const { preparation, verdict } = proven
  const { cases, failures } = verdict
  return { compiled: preparation, verdict: { cases, failures }, attempts }
}

function measurementPart(resolution: ModuleWithNoise, { dd }: PartSettings, proofs?: Proofs): CompiledMeasurement {
  const measurement = measurementOf(resolution, dd, proofs)
  if (!measurement) throw refused(resolution, { what: 'logical measurement', choice: 'readout', instead: 'checked' })
  return measurement
}

function refused(
  resolution: ModuleWithNoise,
  part: { readonly what: string; readonly choice: string; readonly instead: string },
): AppError {
  const message = unprovedMessage(resolution, part)
  const { logical_qubit } = resolution.module
  return new AppError('invalid_request', message, {
    details: { logical_qubit },
    faults: [{ pointer: `/${part.choice}`, message }],
  })
}

function decoupledParts(resolution: ModuleWithNoise, { dd }: PartSettings): Pick<RunParts, 'compiled' | 'decoupling'> {
  const { compiled } = resolution
  if (dd === false) return { compiled }
  const decoupled = roundOf(resolution, dd)
  return { compiled: decoupled, decoupling: decouplingOf(resolution, decoupled, dd) }
}

function decouplingOf(resolution: ModuleWithNoise, decoupled: CompiledRound, sequence: DdSequence): PlannedDecoupling {
  const { compiled, noise, profile, snapshot } = resolution
  const effects = decouplingEffect(compiled, decoupled, calibratedRates(noise))
  const t2 = compiled.layout.data.map(site => refocusedT2(profile, snapshot, site))
  const words = compiled.layout.data.map(site => refocusedWords(profile, snapshot, site))
  return {
    effect: {
      sequence,
      data: effects.map((effect, i) => ({ ...effect, t2_basis: t2[i]!.basis })),
      text: decouplingText(sequence, effects),
    },
    applied: [...decoupled.flagged, decoupled.repeat].some(({ pulses = [] }) => pulses.length > 0),
    warning: decouplingWarning(effects.map(({ data }, i) => ({ data, t2: t2[i]!, words: words[i]! }))),
  }
}

/** The settings with a readout, chosen by predicted error where they name none. */
export function withReadout(
  resolution: ModuleWithNoise,
  settings: RunSettings,
  proofs?: Proofs,
): { readonly settings: Run['request']; readonly readout_choice: ReadoutChoice } {
  const readout_choice = readoutChoice(underRunProtocol(resolution, settings), settings, proofs)
  return { settings: { ...settings, readout: readout_choice.chosen }, readout_choice }
}
