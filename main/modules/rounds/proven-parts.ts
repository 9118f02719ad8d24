/** The parts of an experiment on a module that can be chosen: the proven preparation and measurement, pulses where it waits. */

import { type CompiledMeasurement, provenMeasurement } from '../../qec/experiment/measurement'
import { type ProvenPreparation, provenPreparation } from '../../qec/spam/verified-preparation'
import type { CompiledRound, Graph, Segment } from '../../qec/model/round'
import { usableGraph } from '../../qec/noise/vetoes'
import type { DdSequence } from '../../qec/schedule/decoupling'
import { decoupledRound, decoupledSegment } from '../../qec/schedule/decoupling'
import { swapCost } from '../../qec/schedule/route'
import { keep } from '../memory'
import type { ReadyModule } from '../modules'

export type Decoupling = DdSequence | false

const graphOf = ({ module, profile, snapshot, chiplet_qubits }: ReadyModule): Graph =>
  usableGraph(profile, snapshot, { chiplet_id: module.chiplet, qubits: [...chiplet_qubits] }).graph

const pulsed = (segment: Segment, { compiled, noise }: ReadyModule, dd: Decoupling): Segment =>
  dd === false ? segment : decoupledSegment(segment, compiled.layout, dd, noise)

export const roundOf = ({ compiled, noise }: ReadyModule, dd: Decoupling): CompiledRound =>
  dd === false ? compiled : decoupledRound(compiled, dd, noise)

/** null where none can be proved fault tolerant. Large chiplets take a good part of a second. */
export interface Proofs {
  preparation(ready: ReadyModule): ProvenPreparation | null
  measurement(ready: ReadyModule): CompiledMeasurement | null
}

/** Worked out anew at each call. */
export const FRESH: Proofs = {
  preparation: ready => provenPreparation(graphOf(ready), ready.compiled.layout, swapCost, ready.noise),
  measurement: ready => provenMeasurement(graphOf(ready), ready.compiled.layout, swapCost, ready.noise),
}

const PROOFS_KEPT = 64

/** Each worked out once for a layout under one calibration, however often it is handed over between threads. */
export function rememberedProofs(): Proofs {
  const once = <T>(prove: (ready: ReadyModule) => T) => {
    const proofs = keep<T>(PROOFS_KEPT)
    return (ready: ReadyModule): T => proofs.of(keyOf(ready), () => prove(ready))
  }
  return { preparation: once(FRESH.preparation), measurement: once(FRESH.measurement) }
}

const keyOf = ({ module, compiled }: ReadyModule): string =>
  JSON.stringify([module.backend_id, module.chiplet, module.calibration_id, compiled.layout])

/** With pulses in its windows; null where none can be proved fault tolerant. */
export function preparationOf(ready: ReadyModule, dd: Decoupling, proofs = FRESH): ProvenPreparation | null {
  const proven = proofs.preparation(ready)
  if (!proven) return null
  const { preparation, verdict } = proven
  return { preparation: { ...preparation, segment: pulsed(preparation.segment, ready, dd) }, verdict }
}

/** With pulses in its windows; null where none can be proved fault tolerant. */
export function measurementOf(ready: ReadyModule, dd: Decoupling, proofs = FRESH): CompiledMeasurement | null {
  const proven = proofs.measurement(ready)
  if (!proven) return null
  return { ...proven, segment: pulsed(proven.segment, ready, dd), repeat: pulsed(proven.repeat, ready, dd) }
}

/** That a part cannot be had, and what can. */
export const unproved = ({ module }: ReadyModule, what: string, choice: string, instead: string): string =>
  `No ${what} on ${module.logical_qubit} can be proved fault tolerant; ${choice} "${instead}" can be run`
