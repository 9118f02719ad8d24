import type { RoundsQuery, RoundsText } from '../contract/modules/rounds'
import { PREPARATION_ATTEMPTS } from '../qec/spam/verified-preparation'
import { calibratedRates } from '../qec/noise/rates'
import { roundsText, type TextExperiment } from '../qec/text/experiment'
import { closingOf } from './rounds/window-closing'
import type { ReadyModule } from './modules'
import { type Decoupling, measurementOf, type Proofs, preparationOf, roundOf, unproved } from './rounds/proven-parts'
import { refusedQuery } from './rounds/refused-query'

/** A module's memory experiment as text. Throws AppError invalid_request at the choice that the module cannot be proved to bear. */
export function exportedRounds(ready: ReadyModule, query: RoundsQuery, proofs?: Proofs): RoundsText {
  const { module, noise } = ready
  const { format, mode, state, rounds, protocol } = query
  const { backend_id, logical_qubit, calibration_id, noise_model_version } = module
  const rates = format === 'stim' && query.noise === 'calibrated' ? calibratedRates(noise) : null
  const closing = closingOf(query)
  const about = [
    `Pentad: ${backend_id} ${logical_qubit}, calibration ${calibration_id}`,
    rates ? `noise: ${noise_model_version}, Pauli channels from that calibration` : 'noiseless',
  ]
  const parts = partsOf(ready, query, proofs)
  const text = roundsText(format, { ...parts, rates, mode, protocol, closing, state, rounds, about })
  return { format, text, calibration_id, noise_model_version, schedule_hash: parts.compiled.schedule_hash }
}

type Parts = Pick<TextExperiment, 'compiled' | 'preparation' | 'attempts' | 'measurement'>

function partsOf(ready: ReadyModule, query: RoundsQuery, proofs?: Proofs): Parts {
  const dd: Decoupling = query.dd === 'none' ? false : query.dd
  return {
    compiled: roundOf(ready, dd),
    ...(query.preparation === 'verified' ? verified(ready, dd, proofs) : {}),
    ...(query.readout === 'fault-tolerant' ? faultTolerant(ready, dd, proofs) : {}),
  }
}

function verified(ready: ReadyModule, dd: Decoupling, proofs?: Proofs): Pick<Parts, 'preparation' | 'attempts'> {
  const proven = preparationOf(ready, dd, proofs)
  if (!proven) throw refusedQuery('preparation', unproved(ready, 'verified preparation', 'preparation', 'projective'))
  return { preparation: proven.preparation, attempts: PREPARATION_ATTEMPTS }
}

function faultTolerant(ready: ReadyModule, dd: Decoupling, proofs?: Proofs): Pick<Parts, 'measurement'> {
  const measurement = measurementOf(ready, dd, proofs)
  if (!measurement) throw refusedQuery('readout', unproved(ready, 'logical measurement', 'readout', 'checked'))
  return { measurement }
}
