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
import type { Executor } from '../../model/executor'
import type { PartialRuns } from './partial-runs'

/** The confusion of some qubits of the backend, in their order. */
export interface QubitConfusions {
  readonly qubits: readonly number[]
  readonly confusions: readonly Confusion[]
  readonly applied: AppliedMitigation
}

interface ConfusionRequest {
  readonly mitigation: Mitigation
  /** Qubits of the device on a live backend, else of the circuit; ascending. */
  readonly qubits: readonly number[]
  /** Shots of each of the two circuits that measure the confusion. */
  readonly shots: number
}

/** Throws `invalid_request` for a qubit of which nothing is published, or whose readout cannot be inverted. */
export async function confusionsOf(
  request: ConfusionRequest,
  runs: PartialRuns,
  executor: Executor,
): Promise<QubitConfusions> {
  const { qubits, mitigation, shots } = request
  const measured = mitigation.readout === 'measured'
  const confusions = measured ? await measureConfusions(qubits, shots, runs) : published(qubits, runs, executor)
  for (const [at, confusion] of confusions.entries())
    if (isIllConditioned(confusion)) throw refused(illConditioned(qubits[at]!, contrastOf(confusion)), qubits[at]!)
  const applied: AppliedMitigation = {
    readout: mitigation.readout,
    calibration_id: measured ? null : runs.calibrationId(),
    shots: measured ? 2 * shots : 0,
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

/** All qubits 0, then all 1, read together as the job reads them; the errors of preparing them count as readout errors. */
async function measureConfusions(qubits: readonly number[], shots: number, runs: PartialRuns): Promise<Confusion[]> {
  const layout = runs.is_device ? qubits : undefined
  const circuits = layout
    ? confusionCircuits([...qubits.keys()], qubits.length)
    : confusionCircuits(qubits, 1 + Math.max(...qubits))
  const [zeros, ones] = [
    await runs.onesOf({ circuit: circuits[0], label: 'confusion 0', shots, layout }, qubits.length),
    await runs.onesOf({ circuit: circuits[1], label: 'confusion 1', shots, layout }, qubits.length),
  ]
  return qubits.map((_, at) => {
    const up = measuredShare(zeros.ones[at]!, zeros.shots)
    const down = measuredShare(ones.shots - ones.ones[at]!, ones.shots)
    return { p1_given_0: up.share, p0_given_1: down.share, variances: [up.variance, down.variance] }
  })
}

const refused = (message: string, qubit: number) => new AppError('invalid_request', message, { qubit })
