/** Readout errors (confusion matrices) of qubits, as a calibration publishes them or as circuits of the job measure them. */
import { confusionCircuits } from '../../../circuits/observables/measurement-plan'
import type { AppliedMitigation, Mitigation } from '../../../contract/jobs/observables'
import { AppError } from '../../../contract/model/errors'
import {
  type Confusion,
  contrastOf,
  illConditioned,
  isIllConditioned,
  measuredShare,
  shownConfusion,
} from '../../estimation/readout'
import type { Executor } from '../../model/execution'
import type { PartialRuns } from './partial-runs'

/** The confusion of some qubits of the backend, in their order. */
export interface KnownConfusions {
  readonly qubits: readonly number[]
  readonly confusions: readonly Confusion[]
}

export interface QubitConfusions extends KnownConfusions {
  readonly applied: AppliedMitigation
}

interface ConfusionRequest {
  readonly mitigation: Mitigation
  /** Qubits of the device on a live backend, else of the circuit; ascending. */
  readonly qubits: readonly number[]
  /** Shots of each of the two circuits that measure the confusion; of the first round, where another may follow. */
  readonly shots: number
  /** Shots of each circuit in a second round, from the confusions of the first; left out: there is one round. */
  readonly more?: ((first: readonly Confusion[]) => Promise<number>) | undefined
}

/** A readout that cannot be inverted, as its contrast is too low. */
export class IllConditionedReadout extends AppError {
  constructor(qubit: number, contrast: number) {
    super('invalid_request', illConditioned(qubit, contrast), { details: { qubit, contrast } })
  }
}

/**
 * Throws `invalid_request` where a published readout error is missing, `IllConditionedReadout` where a readout cannot be
 * inverted.
 */
export async function confusionsOf(
  request: ConfusionRequest,
  runs: PartialRuns,
  executor: Executor,
): Promise<QubitConfusions> {
  const { qubits, mitigation } = request
  const measured = mitigation.readout === 'measured'
  const { confusions, shots } = measured
    ? await measureConfusions(request, runs)
    : { confusions: published(qubits, runs, executor), shots: 0 }
  for (const [at, confusion] of confusions.entries())
    if (isIllConditioned(confusion)) throw new IllConditionedReadout(qubits[at]!, contrastOf(confusion))
  const applied: AppliedMitigation = {
    readout: mitigation.readout,
    calibration_id: measured ? null : runs.calibrationId(),
    shots: 2 * shots,
    qubits: confusions.map((confusion, at) => shownConfusion(qubits[at]!, confusion)),
  }
  return { qubits, confusions, applied }
}

function published(qubits: readonly number[], runs: PartialRuns, { readout }: Executor): Confusion[] {
  const errorOf = readout?.(runs.backend_id, runs.calibrationId())
  return qubits.map(qubit => {
    const error = errorOf?.(qubit) ?? null
    if (error === null) throw refused(`No readout fidelity is published for qubit ${qubit}; measure it instead`, qubit)
    return { p1_given_0: error, p0_given_1: error, variances: [0, 0] }
  })
}

/**
 * Prepares all qubits in 0, then all in 1, and reads them together as the job does; preparation errors count as readout
 * errors. Also returns the shots of each circuit.
 */
async function measureConfusions(
  { qubits, shots, more }: ConfusionRequest,
  runs: PartialRuns,
): Promise<{ readonly confusions: Confusion[]; readonly shots: number }> {
  const first = await readPrepared({ qubits, shots, round: 1 }, runs)
  const confusions = confusionsFrom(first)
  const further = more ? await more(confusions) : 0
  if (further === 0) return { confusions, shots }
  const second = await readPrepared({ qubits, shots: further, round: 2 }, runs)
  return { confusions: confusionsFrom(joined(first, second)), shots: shots + further }
}

/** Shots of a circuit that prepares all qubits alike, and in how many each of them was read as 1. */
interface ReadOnes {
  readonly shots: number
  readonly ones: readonly number[]
}
type PreparedCounts = readonly [zeros: ReadOnes, ones: ReadOnes]

async function readPrepared(
  { qubits, shots, round }: Pick<ConfusionRequest, 'qubits' | 'shots'> & { readonly round: number },
  runs: PartialRuns,
): Promise<PreparedCounts> {
  const layout = runs.is_device ? qubits : undefined
  const circuits = layout
    ? confusionCircuits([...qubits.keys()], qubits.length)
    : confusionCircuits(qubits, 1 + Math.max(...qubits))
  return [
    await runs.onesOf({ circuit: circuits[0], label: 'confusion 0', round, shots, layout }, qubits.length),
    await runs.onesOf({ circuit: circuits[1], label: 'confusion 1', round, shots, layout }, qubits.length),
  ]
}

const confusionsFrom = ([zeros, ones]: PreparedCounts): Confusion[] =>
  zeros.ones.map((flipped, at) => {
    const up = measuredShare(flipped, zeros.shots)
    const down = measuredShare(ones.shots - ones.ones[at]!, ones.shots)
    return { p1_given_0: up.share, p0_given_1: down.share, variances: [up.variance, down.variance] }
  })

const together = (a: ReadOnes, b: ReadOnes): ReadOnes => ({
  shots: a.shots + b.shots,
  ones: a.ones.map((count, at) => count + b.ones[at]!),
})
const joined = (first: PreparedCounts, second: PreparedCounts): PreparedCounts => [
  together(first[0], second[0]),
  together(first[1], second[1]),
]

const refused = (message: string, qubit: number) => new AppError('invalid_request', message, { details: { qubit } })
