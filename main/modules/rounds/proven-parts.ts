/**
 * The parts of an experiment on a module that can be chosen: proven preparation, proven measurement, pulses in idle
 * windows.
 */
import { readLogicalName } from '../../contract/modules/layout-demands'
import type { NoiseModel } from '../../qec/model/noise-model'
import type { CompiledRound, Graph, Segment } from '../../qec/model/round'
import { calibratedRates } from '../../qec/noise/rates'
import { usableGraph } from '../../qec/noise/vetoes'
import type { DdSequence } from '../../qec/schedule/decoupling'
import { decoupledRound, decoupledSegment } from '../../qec/schedule/decoupling'
import { swapCost } from '../../qec/schedule/route'
import {
  type CompiledMeasurement,
  type PatternWeights,
  provenMeasurement,
  reweightedMeasurement,
} from '../../qec/spam/measurement-circuit'
import { projectedSigns } from '../../qec/spam/projected-signs'
import { acceptedSigns, type ProvenPreparation, provenPreparation } from '../../qec/spam/verified-preparation'
import type { ModuleWithNoise } from '../model/module'
import { lruCache } from '../resolution/answer-cache'

export type Decoupling = DdSequence | false

const graphOf = ({ module, profile, snapshot, chiplet_qubits }: ModuleWithNoise): Graph =>
  usableGraph(profile, snapshot, {
    chiplet_id: module.chiplet,
    qubits: [...chiplet_qubits],
    demands: readLogicalName(module.logical_qubit)?.demands,
  }).graph

const pulsed = (segment: Segment, { compiled, noise }: ModuleWithNoise, dd: Decoupling): Segment =>
  dd === false ? segment : decoupledSegment(segment, { layout: compiled.layout, sequence: dd, durations: noise })

export const roundOf = ({ compiled, noise }: ModuleWithNoise, dd: Decoupling): CompiledRound =>
  dd === false ? compiled : decoupledRound(compiled, dd, noise)

/**
 * Proofs are null where no circuit can be proved fault tolerant. On large chiplets one takes a good part of a second.
 */
export interface Proofs {
  preparation(ready: ModuleWithNoise): ProvenPreparation | null
  measurement(ready: ModuleWithNoise): CompiledMeasurement | null
}

const provePreparation: Proofs['preparation'] = ready =>
  provenPreparation(graphOf(ready), { layout: ready.compiled.layout, cost: swapCost, durations: ready.noise })

const proveMeasurement =
  (preparation: Proofs['preparation']): Proofs['measurement'] =>
  ready =>
    provenMeasurement(graphOf(ready), ready.compiled.layout, {
      cost: swapCost,
      durations: ready.noise,
      likely: likelyOf(ready, preparation(ready)),
    })

/** Proofs calculated anew at each call. */
export const UNCACHED_PROOFS: Proofs = {
  preparation: provePreparation,
  measurement: proveMeasurement(provePreparation),
}

/**
 * For a device whose errors are scaled: the circuits are those proved and chosen for the device as calibrated, where
 * durations are the same; the measurement's table weighs patterns that no single fault explains by the scaled errors.
 */
export const provedAsCalibrated = (proofs: Proofs, calibrated: NoiseModel): Proofs => ({
  preparation: proofs.preparation,
  measurement(ready) {
    const proven = proofs.measurement({ ...ready, noise: calibrated })
    return proven && reweightedMeasurement(proven, likelyOf(ready, proofs.preparation(ready)))
  },
})

/**
 * Weights after the verified preparation where one can be proved: the errors that it leaves are much like a quiet
 * round's.
 */
function likelyOf({ compiled, noise }: ModuleWithNoise, proven: ProvenPreparation | null): PatternWeights {
  const rates = calibratedRates(noise)
  return {
    rates,
    before: proven ? acceptedSigns(proven.preparation, rates) : projectedSigns(compiled, { rates, state: '-' }),
  }
}

const PROOFS_KEPT = 64

/**
 * Each proof is calculated once for a layout under one calibration, also where the module is copied between threads.
 * Errors are taken as published.
 */
export function cachedProofs(): Proofs {
  const once = <T>(prove: (ready: ModuleWithNoise) => T) => {
    const proofs = lruCache<T>(PROOFS_KEPT)
    return (ready: ModuleWithNoise): T => proofs.of(keyOf(ready), () => prove(ready))
  }
  const preparation = once(provePreparation)
  return { preparation, measurement: once(proveMeasurement(preparation)) }
}

const keyOf = ({ module, compiled }: ModuleWithNoise): string =>
  JSON.stringify([module.backend_id, module.chiplet, module.calibration_id, compiled.layout])

/** The proven preparation with pulses in its windows; null where none can be proved fault tolerant. */
export function preparationOf(
  ready: ModuleWithNoise,
  dd: Decoupling,
  proofs = UNCACHED_PROOFS,
): ProvenPreparation | null {
  const proven = proofs.preparation(ready)
  if (!proven) return null
  const { preparation, verdict } = proven
  return { preparation: { ...preparation, segment: pulsed(preparation.segment, ready, dd) }, verdict }
}

/** The proven measurement with pulses in its windows; null where none can be proved fault tolerant. */
export function measurementOf(
  ready: ModuleWithNoise,
  dd: Decoupling,
  proofs = UNCACHED_PROOFS,
): CompiledMeasurement | null {
  const proven = proofs.measurement(ready)
  if (!proven) return null
  return { ...proven, segment: pulsed(proven.segment, ready, dd), repeat: pulsed(proven.repeat, ready, dd) }
}

/** Says that a part is not available, and which one is. */
export const unprovedMessage = (
  { module }: Pick<ModuleWithNoise, 'module'>,
  { what, choice, instead }: { readonly what: string; readonly choice: string; readonly instead: string },
): string => `No ${what} on ${module.logical_qubit} can be proved fault tolerant; ${choice} "${instead}" can be run`
