/** What a run is made of by its choices: the decoupled round, the proven preparation and measurement. Plain data. */
import { AppError } from '../../contract/model/errors'
import type { Protocol } from '../../contract/model/protocols'
import type { ModuleWithNoise } from '../../modules/model/module'
import { roundUnder } from '../../modules/rounds/protocol'
import { measurementOf, type Proofs, preparationOf, roundOf, unprovedMessage } from '../../modules/rounds/proven-parts'
import { decouplingText, decouplingWarning } from '../../qec/experiment/methods-text'
import type { FaultReport } from '../../qec/model/fault'
import type { CompiledRound } from '../../qec/model/round'
import { calibratedRates } from '../../qec/noise/rates'
import { refocusedT2, refocusedWords } from '../../qec/noise/transform'
import { enumerateFaults } from '../../qec/proof/enumeration'
import { type DdSequence, decouplingEffect } from '../../qec/schedule/decoupling'
import type { CompiledMeasurement } from '../../qec/spam/measurement-circuit'
import { PREPARATION_ATTEMPTS } from '../../qec/spam/verified-preparation'
import type { Choices, PlannedDecoupling, PlannedPreparation, RunParts } from '../model/plan'

/** Throws `invalid_request` at the choice that this module cannot be proved to bear. */
export function partsOf(resolution: ModuleWithNoise, choices: Choices, proofs?: Proofs): RunParts {
  return {
    ...decoupledParts(resolution, choices),
    ...(choices.preparation === 'verified' ? { preparation: preparationPart(resolution, choices, proofs) } : {}),
    ...(choices.readout === 'fault-tolerant' ? { measurement: measurementPart(resolution, choices, proofs) } : {}),
  }
}

/** Of the protocol that the run's decoder answers; in detection mode protocols do not differ. */
export const reportOf = ({ compiled }: ModuleWithNoise, choices: Choices): FaultReport =>
  enumerateFaults(compiled, protocolOf(choices), choices.closing)

export const protocolOf = ({ mode, protocol = 'adaptive' }: Pick<Choices, 'mode' | 'protocol'>): Protocol =>
  mode === 'correction' ? protocol : 'adaptive'

/** With the round as the run goes through it: detection decides nothing within a shot. */
export const underRunProtocol = (
  resolution: ModuleWithNoise,
  { mode, protocol = 'adaptive' }: Pick<Choices, 'mode' | 'protocol'>,
): ModuleWithNoise => ({
  ...resolution,
  compiled: roundUnder(resolution, mode === 'correction' ? protocol : mode),
})

function preparationPart(
  resolution: ModuleWithNoise,
  { dd, attempts = PREPARATION_ATTEMPTS }: Choices,
  proofs?: Proofs,
): PlannedPreparation {
  const proven = preparationOf(resolution, dd, proofs)
  if (!proven) throw refused(resolution, 'verified preparation', 'preparation', 'projective')
  const { preparation, verdict } = proven
  const { cases, failures } = verdict
  return { compiled: preparation, verdict: { cases, failures }, attempts }
}

function measurementPart(resolution: ModuleWithNoise, { dd }: Choices, proofs?: Proofs): CompiledMeasurement {
  const measurement = measurementOf(resolution, dd, proofs)
  if (!measurement) throw refused(resolution, 'logical measurement', 'readout', 'checked')
  return measurement
}

function refused(resolution: ModuleWithNoise, what: string, choice: string, instead: string): AppError {
  const message = unprovedMessage(resolution, what, choice, instead)
  const { logical_qubit } = resolution.module
  return new AppError('invalid_request', message, { logical_qubit }, [{ pointer: `/${choice}`, message }])
}

function decoupledParts(resolution: ModuleWithNoise, { dd }: Choices): Pick<RunParts, 'compiled' | 'decoupling'> {
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
