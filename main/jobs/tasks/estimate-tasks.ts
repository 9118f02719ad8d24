/** Tasks of estimates for a thread: on circuits and on outcomes. */
import { measuredReadouts, type Readouts } from '../../circuits/observables/measured-readouts'
import {
  firstBitOf,
  type MeasurementGroup,
  measurementGroups,
  measuring,
} from '../../circuits/observables/measurement-plan'
import { readObservables, type Term } from '../../circuits/observables/read-observables'
import type { DeviceProfile } from '../../contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../../contract/calibration/snapshot'
import type { Circuit } from '../../contract/jobs/circuit'
import type { Fault } from '../../contract/model/errors'
import { type EncodedGates, encodeGates } from '../../simulation/encode-job'
import { branchFaults, isFollowed } from '../../simulation/live/branch-faults'
import { type BranchedValues, branchedValues } from '../../simulation/live/branch-values'
import type { PauliMask } from '../../simulation/model/pauli-mask'
import { noiseParametersOf } from '../../simulation/noise/calibration'
import { noisyCliffordOps } from '../../simulation/noise/clifford-program'
import { propagatedValues } from '../../simulation/stabilizer/pauli-propagation'
import { cliffordOps } from '../../simulation/stabilizer/program'
import { stateValues } from '../../simulation/statevector/state-values'
import { type Json, jsonBytes, parsed } from '../../worker/json'
import type { TaskContext } from '../../worker/runner'
import { type ParityMoments, parityMoments } from '../estimation/moments'
import { type QuasiProbabilities, quasiProbabilities } from '../estimation/quasi-probabilities'
import type { Confusion } from '../estimation/readout'
import type { EstimateRequest } from '../model/estimate-request'
import {
  bitstringCounts,
  type CountedForm,
  joinedOutcomes,
  measuredOutcomes,
  onesOf,
  outcomeCounts,
} from './measured-outcomes'

/** Maximum outcomes whose counts all groups together show; a group with more than its share shows none. */
const MAX_SHOWN_OUTCOMES = 16_384
/** The same maximum for all rows of a sweep together. */
const MAX_SHOWN_OF_SWEEP = 2 ** 20

export interface ObservableJob {
  readonly names: readonly string[]
  readonly constants: readonly number[]
  readonly terms: readonly Term[]
  readonly groups: readonly MeasurementGroup[]
  readonly num_qubits: number
  /** Classical bit of a group's first measured qubit. */
  readonly first_bit: number
}

export interface GroupOutcomes {
  readonly raw: ParityMoments
  readonly mitigated: ParityMoments | null
  readonly counts: Record<string, number> | null
}

interface GroupInput {
  /** Counts of each round. */
  readonly forms: readonly CountedForm[]
  readonly first_bit: number
  readonly group: MeasurementGroup
  readonly observables: number
  /** Numbers of groups and rows that share these maxima. */
  readonly sharers: { readonly groups: number; readonly rows: number }
  /** Confusion of each measured bit. */
  readonly confusions: readonly Confusion[] | null
}

interface InvertedInput {
  readonly form: CountedForm
  readonly clbits: readonly number[]
  readonly confusions: readonly Confusion[]
}

interface ExactInput {
  readonly json: Json
  readonly paulis: readonly Term['pauli'][]
  /** null: without noise. */
  readonly noise: { readonly profile: DeviceProfile; readonly snapshot: CalibrationSnapshot } | null
}

export const estimateTasks = {
  observableJob(
    { json, request }: { readonly json: Json; readonly request: EstimateRequest },
    { checkpoint }: TaskContext,
  ): ObservableJob {
    const circuit = parsed<Circuit>(json)
    const set = readObservables(request.observables ?? [], circuit.num_qubits)
    const groups = measurementGroups(set, request.grouping, checkpoint)
    const { names, constants, terms } = set
    return { names, constants, terms, groups, num_qubits: circuit.num_qubits, first_bit: firstBitOf(circuit) }
  },
  /** JSON of the circuit with a group's gates and measurements. */
  measuringCircuit: ({ json, group }: { readonly json: Json; readonly group: MeasurementGroup }): Uint8Array =>
    jsonBytes(measuring(parsed<Circuit>(json), group)),
  groupOutcomes(
    { forms, first_bit, group, sharers, observables, confusions }: GroupInput,
    { checkpoint }: TaskContext,
  ): GroupOutcomes {
    const { qubits, terms } = group
    const bits = qubits.length
    const outcomes = joinedOutcomes(
      forms,
      qubits.map((_, bit) => first_bit + bit),
    )
    const input = { outcomes, bits, observables, terms }
    return {
      raw: parityMoments({ ...input, confusions: null }, checkpoint),
      mitigated: confusions && parityMoments({ ...input, confusions }, checkpoint),
      counts: bitstringCounts(
        outcomes,
        bits,
        Math.min(MAX_SHOWN_OUTCOMES, MAX_SHOWN_OF_SWEEP / sharers.rows) / sharers.groups,
      ),
    }
  },
  /** Number of ones of each of the bits 0 to `bits` - 1. */
  onesOfBits: ({ form, bits }: { readonly form: CountedForm; readonly bits: number }): number[] =>
    onesOf(measuredOutcomes(form, [...Array(bits).keys()]), bits),
  readouts: ({ json }: { readonly json: Json }): Readouts => {
    const found = measuredReadouts(parsed<Circuit>(json), '/circuit')
    if (Array.isArray(found)) throw new Error('A circuit was stored whose readout cannot be inverted')
    return found
  },
  /** Inverts the counts of these bits by the confusion of each. */
  invertedCounts: ({ form, clbits, confusions }: InvertedInput): QuasiProbabilities =>
    quasiProbabilities(outcomeCounts(measuredOutcomes(form, clbits), clbits.length), confusions),
  /** Exact values of a Clifford circuit, with or without the twirled noise of a calibration. */
  propagatedValues({ json, paulis, noise }: ExactInput, { checkpoint }: TaskContext): Float64Array {
    const circuit = parsed<Circuit>(json)
    const ops = noise
      ? noisyCliffordOps(circuit, noiseParametersOf(noise.profile, noise.snapshot))
      : circuit.instructions.flatMap(instruction => cliffordOps(instruction) ?? [])
    return propagatedValues(ops, paulis, checkpoint)
  },
  /** Exact values of a circuit with measurements, resets or conditions before its end. */
  branchedValues: (
    { json, paulis }: Pick<ExactInput, 'json' | 'paulis'>,
    { checkpoint }: TaskContext,
  ): BranchedValues => branchedValues(parsed<Circuit>(json), paulis, checkpoint),
  /** Faults that prevent an exact calculation along its branches; `at` is its pointer. */
  branchFaults({ json, at }: { readonly json: Json; readonly at: string }, { checkpoint }: TaskContext): Fault[] {
    const circuit = parsed<Circuit>(json)
    return isFollowed(circuit) ? [] : branchFaults(circuit, at, checkpoint)
  },
  encodeGates: ({ json, max_qubits }: { readonly json: Json; readonly max_qubits: number }): EncodedGates =>
    encodeGates(parsed<Circuit>(json), max_qubits),
  stateValues: (
    { state, paulis }: { readonly state: Float64Array; readonly paulis: readonly PauliMask[] },
    { checkpoint }: TaskContext,
  ): Float64Array => stateValues(state, paulis, checkpoint),
}
