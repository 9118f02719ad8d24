/** One circuit of a run, as the sampler and the decoders see it. */
import type { CardinalState, RunRequest } from '../../contract/model/protocols'
import { LOGICAL_OF, type Readout, readoutFor } from '../../qec/code/logical-readout'
import { type ExtraPlanes, extraPlaneNames, extraPlanes } from '../../qec/program/extra-planes'
import { experimentPlanes, type MemoryExperiment, memoryProgram } from '../../qec/experiment/memory'
import { memorySigns, type SignedProgram } from '../../qec/experiment/reference-signs'
import { PREPARATION_ATTEMPTS } from '../../qec/spam/verified-preparation'
import type { FaultRates } from '../../qec/noise/rates'
import { type PlaneLayout, planeLayout, planeNames } from '../../qec/schedule/plane-layout'
import { type RunPlan, ratesOf } from './plan'

export type Passes = Pick<RunRequest, 'mode' | 'protocol'>

/** One prepared state, one number of rounds. */
export interface Circuit extends Passes {
  readonly plan: RunPlan
  readonly rates: FaultRates
  readonly state: CardinalState
  readonly rounds: number
}

export const circuitOf = (
  plan: RunPlan,
  { mode, protocol }: Passes,
  state: CardinalState,
  rounds: number,
): Circuit => ({
  plan,
  rates: ratesOf(plan),
  mode,
  protocol,
  state,
  rounds,
})

export const readoutOf = (state: CardinalState): Readout => readoutFor(LOGICAL_OF[state].logical)

export const layoutOf = ({ mode, protocol, rounds }: Passes & { readonly rounds: number }): PlaneLayout =>
  planeLayout(mode, rounds, protocol)

/** The parts of the plan as the programs name them. */
export const chosenOf = ({ preparation, measurement }: RunPlan) => ({
  ...(preparation ? { preparation: preparation.compiled, attempts: preparation.attempts } : {}),
  ...(measurement ? { measurement } : {}),
})

const experimentOf = ({ plan, rates, mode, protocol, state, rounds }: Circuit): MemoryExperiment => ({
  compiled: plan.compiled,
  rates,
  readout: readoutOf(state),
  mode,
  protocol,
  state,
  rounds,
  ...chosenOf(plan),
})

export function programOf(circuit: Circuit): SignedProgram {
  const experiment = experimentOf(circuit)
  return { program: memoryProgram(experiment), signs: memorySigns(experiment) }
}

export const planesOf = (circuit: Circuit): ExtraPlanes => experimentPlanes(layoutOf(circuit), experimentOf(circuit))

type Recorded = Passes & Pick<RunRequest, 'preparation' | 'readout'>

const recordedPlanes = (request: Recorded, rounds: number): ExtraPlanes =>
  extraPlanes(layoutOf({ ...request, rounds }), request.mode, {
    attempts: request.preparation === 'verified' ? PREPARATION_ATTEMPTS : 0,
    fault_tolerant_readout: request.readout === 'fault-tolerant',
  })

/** Known before a run is planned; what its circuits then record. */
export const bitsPerShot = (request: Recorded, rounds: number): number => recordedPlanes(request, rounds).total

/** Names of the planes as the record lists them. */
export const recordedNames = (request: Recorded): string[] => [
  ...planeNames(layoutOf({ ...request, rounds: 1 })),
  ...extraPlaneNames(recordedPlanes(request, 1)),
]
