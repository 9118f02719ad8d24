/** What a run is made of by its choices: the decoupled round, the proven preparation and measurement. Plain data. */
import { AppError } from '../../contract/model/errors'
import type { Warning } from '../../contract/model/primitives'
import type { RunRecord } from '../../contract/runs/record'
import type { RunRequest } from '../../contract/model/protocols'
import { measurementOf, type Proofs, preparationOf, roundOf, unproved } from '../../modules/rounds/proven-parts'
import type { CompiledPreparation } from '../../qec/spam/preparation-circuit'
import type { CompiledMeasurement } from '../../qec/experiment/measurement'
import { decouplingText, decouplingWarning } from '../../qec/experiment/methods-text'
import { PREPARATION_ATTEMPTS, type PreparationVerdict } from '../../qec/spam/verified-preparation'
import type { CompiledRound, FaultReport } from '../../qec/model/round'
import { refocusedT2 } from '../../qec/noise/transform'
import { calibratedRates } from '../../qec/noise/rates'
import { enumerateFaults } from '../../qec/proof/enumeration'
import { type DdSequence, decouplingEffect } from '../../qec/schedule/decoupling'
import type { Resolution } from '../resolution'

export type Choices = Pick<RunRequest, 'mode' | 'protocol' | 'preparation' | 'readout' | 'dd'>

export const PLAIN: Choices = {
  mode: 'correction',
  protocol: 'adaptive',
  preparation: 'projective',
  readout: 'checked',
  dd: false,
}

export interface PlannedPreparation {
  readonly compiled: CompiledPreparation
  readonly verdict: Pick<PreparationVerdict, 'cases' | 'failures'>
  /** At most so many attempts. */
  readonly attempts: number
}

export interface PlannedDecoupling {
  readonly effect: NonNullable<RunRecord['dd']>
  /** Whether any window holds the sequence. */
  readonly applied: boolean
  readonly warning: Warning | null
}

export interface RunParts {
  readonly compiled: CompiledRound
  readonly preparation?: PlannedPreparation
  readonly measurement?: CompiledMeasurement
  readonly decoupling?: PlannedDecoupling
}

/** Throws `invalid_request` at the choice that this module cannot be proved to bear. */
export function partsOf(resolution: Resolution, choices: Choices, proofs?: Proofs): RunParts {
  return {
    ...decoupledParts(resolution, choices),
    ...(choices.preparation === 'verified' ? { preparation: preparationPart(resolution, choices, proofs) } : {}),
    ...(choices.readout === 'fault-tolerant' ? { measurement: measurementPart(resolution, choices, proofs) } : {}),
  }
}

/** Of the protocol that the run's decoder answers; in detection mode protocols do not differ. */
export const reportOf = ({ compiled }: Resolution, choices: Choices): FaultReport =>
  enumerateFaults(compiled, protocolOf(choices))

export const protocolOf = ({ mode, protocol }: Choices): RunRequest['protocol'] =>
  mode === 'correction' ? protocol : 'adaptive'

function preparationPart(resolution: Resolution, { dd }: Choices, proofs?: Proofs): PlannedPreparation {
  const proven = preparationOf(resolution, dd, proofs)
  if (!proven) throw refused(resolution, 'verified preparation', 'preparation', 'projective')
  const { preparation, verdict } = proven
  const { cases, failures } = verdict
  return { compiled: preparation, verdict: { cases, failures }, attempts: PREPARATION_ATTEMPTS }
}

function measurementPart(resolution: Resolution, { dd }: Choices, proofs?: Proofs): CompiledMeasurement {
  const measurement = measurementOf(resolution, dd, proofs)
  if (!measurement) throw refused(resolution, 'logical measurement', 'readout', 'checked')
  return measurement
}

function refused(resolution: Resolution, what: string, choice: string, instead: string): AppError {
  const message = unproved(resolution, what, choice, instead)
  const { logical_qubit } = resolution.module
  return new AppError('invalid_request', message, { logical_qubit }, [{ pointer: `/${choice}`, message }])
}

function decoupledParts(resolution: Resolution, { dd }: Choices): Pick<RunParts, 'compiled' | 'decoupling'> {
  const { compiled } = resolution
  if (dd === false) return { compiled }
  const decoupled = roundOf(resolution, dd)
  return { compiled: decoupled, decoupling: decouplingOf(resolution, decoupled, dd) }
}

function decouplingOf(resolution: Resolution, decoupled: CompiledRound, sequence: DdSequence): PlannedDecoupling {
  const { compiled, noise, profile, snapshot } = resolution
  const effects = decouplingEffect(compiled, decoupled, calibratedRates(noise))
  const t2 = compiled.layout.data.map(site => refocusedT2(profile, snapshot, site))
  return {
    effect: {
      sequence,
      data: effects.map((effect, i) => ({ ...effect, t2_basis: t2[i]!.basis })),
      text: decouplingText(sequence, effects),
    },
    applied: [...decoupled.flagged, decoupled.repeat].some(({ pulses = [] }) => pulses.length > 0),
    warning: decouplingWarning(effects.map(({ data }, i) => ({ data, t2: t2[i]! }))),
  }
}
