/** One circuit of a run, as the sampler and the decoders see it. */
import type { CardinalState } from '../../contract/model/protocols'
import type { RunRequest } from '../../contract/runs/request'
import type { Run } from '../../contract/runs/run'
import { LOGICAL_OF, type Readout, readoutFor } from '../../qec/code/logical-readout'
import { experimentPlanes, type MemoryExperiment, memoryProgram } from '../../qec/experiment/memory'
import { memorySigns, type SignedProgram } from '../../qec/experiment/reference-signs'
import type { FaultRates } from '../../qec/noise/rates'
import { type ExtraPlanes, extraPlaneNames, extraPlanes } from '../../qec/program/extra-planes'
import { type PlaneLayout, planeLayout, planeNames } from '../../qec/schedule/plane-layout'
import { PREPARATION_ATTEMPTS } from '../../qec/spam/verified-preparation'
import { type RunPlan, ratesOf } from '../model/plan'

export type Passes = Pick<Run['request'], 'mode' | 'protocol' | 'closing'>

/** One prepared state, one number of rounds. */
export interface Circuit extends Passes {
  readonly plan: RunPlan
  readonly rates: FaultRates
  readonly state: CardinalState
  readonly rounds: number
}

export const circuitOf = (
  plan: RunPlan,
  { mode, protocol, closing }: Passes,
  state: CardinalState,
  rounds: number,
): Circuit => ({
  plan,
  rates: ratesOf(plan),
  mode,
  protocol,
  closing,
  state,
  rounds,
})

export const readoutOf = (state: CardinalState): Readout => readoutFor(LOGICAL_OF[state].logical)

export const layoutOf = ({ mode, protocol, closing, rounds }: Passes & { readonly rounds: number }): PlaneLayout =>
  planeLayout(mode, rounds, protocol, closing)

/** The parts of the plan as the programs name them. */
export const chosenOf = ({ preparation, measurement }: RunPlan) => ({
  ...(preparation ? { preparation: preparation.compiled, attempts: preparation.attempts } : {}),
  ...(measurement ? { measurement } : {}),
})

const experimentOf = ({ plan, rates, mode, protocol, closing, state, rounds }: Circuit): MemoryExperiment => ({
  compiled: plan.compiled,
  rates,
  readout: readoutOf(state),
  mode,
  ...(protocol ? { protocol } : {}),
  ...(closing ? { closing } : {}),
  state,
  rounds,
  ...chosenOf(plan),
})

export function programOf(circuit: Circuit): SignedProgram {
  const experiment = experimentOf(circuit)
  return { program: memoryProgram(experiment), signs: memorySigns(experiment) }
}

export const planesOf = (circuit: Circuit): ExtraPlanes => experimentPlanes(layoutOf(circuit), experimentOf(circuit))

type Recorded = Passes & Pick<Run['request'], 'preparation' | 'attempts'> & Pick<RunRequest, 'readout'>

const recordedPlanes = (request: Recorded, rounds: number): ExtraPlanes =>
  extraPlanes(layoutOf({ ...request, rounds }), request.mode, {
    attempts: request.preparation === 'verified' ? (request.attempts ?? PREPARATION_ATTEMPTS) : 0,
    // Of the two the one with more bits, while it is not chosen.
    fault_tolerant_readout: request.readout !== 'checked',
  })

/** Known before a run is planned; what its circuits then record. */
export const bitsPerShot = (request: Recorded, rounds: number): number => recordedPlanes(request, rounds).total

/** Names of the planes as the record lists them. */
export const recordedNames = (request: Recorded): string[] => [
  ...planeNames(layoutOf({ ...request, rounds: 1 })),
  ...extraPlaneNames(recordedPlanes(request, 1)),
]
