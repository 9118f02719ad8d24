/** The circuits of a run, encoded and physical, as the sampler and the decoders see them, and how long their rounds last. */
import type { CardinalState } from '../../contract/model/protocols'
import { LOGICAL_OF, type Readout, readoutFor } from '../../qec/code/logical-readout'
import type { RoundTimes } from '../../qec/decoding/wall-time'
import { baselineProgram } from '../../qec/experiment/baseline'
import { experimentPlanes, type MemoryExperiment, memoryProgram } from '../../qec/experiment/memory'
import { baselineSigns, memorySigns, type SignedProgram } from '../../qec/experiment/reference-signs'
import type { CompiledRound } from '../../qec/model/round'
import type { FaultRates } from '../../qec/noise/rates'
import { type ExtraPlanes, extraPlaneNames, extraPlanes } from '../../qec/program/extra-planes'
import { type PlaneLayout, planeLayout, planeNames } from '../../qec/schedule/plane-layout'
import { PREPARATION_ATTEMPTS } from '../../qec/spam/verified-preparation'
import { type CheckedRequest, type Choices, type RunPlan, ratesOf } from '../model/plan'
import type { EncodedResult } from '../model/results'

export type ProtocolSettings = Pick<Choices, 'mode' | 'protocol' | 'closing'>

/** One prepared state, one number of rounds. */
export interface MemoryCircuit extends ProtocolSettings {
  readonly plan: RunPlan
  readonly rates: FaultRates
  readonly state: CardinalState
  readonly rounds: number
}

export const memoryCircuit = (
  plan: RunPlan,
  { mode, protocol, closing }: ProtocolSettings,
  { state, rounds }: Pick<MemoryCircuit, 'state' | 'rounds'>,
): MemoryCircuit => ({
  plan,
  rates: ratesOf(plan),
  mode,
  protocol,
  closing,
  state,
  rounds,
})

export const readoutOf = (state: CardinalState): Readout => readoutFor(LOGICAL_OF[state].logical)

export const layoutOf = ({
  mode,
  protocol,
  closing,
  rounds,
}: ProtocolSettings & { readonly rounds: number }): PlaneLayout => planeLayout(mode, { rounds, protocol, closing })

/** The parts of the plan as the programs name them. */
export const chosenOf = ({ preparation, measurement }: RunPlan) => ({
  ...(preparation ? { preparation: preparation.compiled, attempts: preparation.attempts } : {}),
  ...(measurement ? { measurement } : {}),
})

const experimentOf = ({ plan, rates, mode, protocol, closing, state, rounds }: MemoryCircuit): MemoryExperiment => ({
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

export function signedProgram(circuit: MemoryCircuit): SignedProgram {
  const experiment = experimentOf(circuit)
  return { program: memoryProgram(experiment), signs: memorySigns(experiment) }
}

export const planesOf = (circuit: MemoryCircuit): ExtraPlanes =>
  experimentPlanes(layoutOf(circuit), experimentOf(circuit))

const recordedPlanes = (request: CheckedRequest, rounds: number): ExtraPlanes =>
  extraPlanes(layoutOf({ ...request, rounds }), request.mode, {
    attempts: request.preparation === 'verified' ? (request.attempts ?? PREPARATION_ATTEMPTS) : 0,
    // While no readout is chosen, the one with more bits is assumed.
    fault_tolerant_readout: request.readout !== 'checked',
  })

/** Number of bits that a circuit of this many rounds records, known before the run is planned. */
export const bitsPerShot = (request: CheckedRequest, rounds: number): number => recordedPlanes(request, rounds).total

/** Names of the planes as the record lists them. */
export const recordedNames = (request: CheckedRequest): string[] => [
  ...planeNames(layoutOf({ ...request, rounds: 1 })),
  ...extraPlaneNames(recordedPlanes(request, 1)),
]

interface BaselineCircuit {
  readonly qubit: number
  readonly state: CardinalState
  readonly rounds: number
  /** Waiting time; left out: the duration of `rounds` rounds. */
  readonly duration_ns?: number
}

/** The physical baseline of a qubit, decoupled as the encoded run is; the pulses are those of so many rounds. */
export function baselineCircuit(
  plan: RunPlan,
  { qubit, state, rounds, duration_ns = plan.compiled.duration_ns * rounds }: BaselineCircuit,
): SignedProgram {
  const { decoupling, rates } = plan
  const pulse_ns = rates.sites[qubit]?.pulse_ns
  const dd =
    decoupling && pulse_ns !== undefined ? { sequence: decoupling.effect.sequence, rounds, pulse_ns } : undefined
  const program = baselineProgram({ site: qubit, state, duration_ns, rates: ratesOf(plan), dd, rounds })
  return { program, signs: baselineSigns(state) }
}

/** Mean over shots and rounds: a trigger at k skips the later extractions and adds the repeat. Null in detection mode and with cyclic-window. */
export function meanRoundDuration(
  compiled: CompiledRound,
  { mode, protocol }: ProtocolSettings,
  encoded: readonly Pick<EncodedResult, 'rounds' | 'shots' | 'triggers'>[],
): number | null {
  if (mode === 'detection' || protocol === 'cyclic-window') return null
  const rounds = encoded.reduce((sum, result) => sum + result.rounds * result.shots, 0)
  const added = roundTimes(compiled).triggered_ns.reduce(
    (sum, longer, k) => sum + longer * encoded.reduce((total, result) => total + result.triggers[k]!, 0),
    0,
  )
  return compiled.duration_ns + added / rounds
}

/** How long a round lasts, by whether and where it triggers: the later extractions are skipped, the repeat is added. */
export function roundTimes({ duration_ns, flagged, repeat }: CompiledRound): RoundTimes {
  const skipped = (k: number) => flagged.slice(k + 1).reduce((total, one) => total + one.duration_ns, 0)
  return {
    round_ns: duration_ns,
    triggered_ns: [0, 1, 2, 3].map(k => repeat.duration_ns - skipped(k)),
    tail_ns: repeat.duration_ns,
  }
}
