/** Predicted error of both readouts on a module, and the choice where none is named: the one with the lower error. */
import type { CardinalState, PREPARATIONS, RunMode, RunReadout } from '../../contract/model/protocols'
import { PERCENT, quantityText } from '../../contract/numbers/interval-text'
import type { ReadoutChoice, ReadoutOutlook } from '../../contract/runs/readout-choice'
import { calibratedRates } from '../../qec/noise/rates'
import { checkedError, meanSpamError, measuredError, type SpamError } from '../../qec/prediction/spam-error'
import type { ModuleWithNoise } from '../model/module'
import { hasFeedforward } from './protocol'
import { type Decoupling, measurementOf, preparationOf, roundOf, UNCACHED_PROOFS } from './proven-parts'

interface ReadoutConditions {
  readonly mode: RunMode
  readonly preparation: (typeof PREPARATIONS)[number]
  readonly dd: Decoupling
  readonly states: readonly CardinalState[]
  /** Chosen by predicted error where left out. */
  readonly readout?: RunReadout | undefined
}

/**
 * The module's round must be the one that the run executes. Takes a quarter to half a second where the proofs are not
 * cached, else a few hundredths of a second.
 */
export function readoutChoice(
  ready: ModuleWithNoise,
  asked: ReadoutConditions,
  proofs = UNCACHED_PROOFS,
): ReadoutChoice {
  const readouts = readoutOutlooks(ready, asked, proofs)
  const chosen = asked.readout ?? lowerError(readouts)
  const by = asked.readout ? 'request' : 'prediction'
  return { chosen, by, readouts, text: choiceText({ chosen, by, readouts }, asked.mode) }
}

/** The readout with the lower error; among equal ones the product readout, which needs no gates. */
function lowerError([checked, measured]: readonly ReadoutOutlook[]): RunReadout {
  if (measured?.error == null) return 'checked'
  return checked?.error == null || measured.error < checked.error ? 'fault-tolerant' : 'checked'
}

const DECIDES = 'it decides within a shot, and the device has no feed-forward'
const UNPROVED = 'no logical measurement on this module can be proved fault tolerant'

/** The product readout, then the logical measurement. */
function readoutOutlooks(
  ready: ModuleWithNoise,
  { mode, preparation, dd, states }: ReadoutConditions,
  proofs = UNCACHED_PROOFS,
) {
  const proven = preparation === 'verified' ? preparationOf(ready, dd, proofs) : null
  const given = { compiled: roundOf(ready, dd), rates: calibratedRates(ready.noise), mode }
  const parts = { ...given, ...(proven ? { preparation: proven.preparation } : {}) }
  const mean = (errorOf: (state: CardinalState) => SpamError) => meanSpamError(states.map(errorOf))
  const checked = outlookOf(
    'checked',
    mean(state => checkedError(parts, state)),
  )
  if (mode === 'correction' && !hasFeedforward(ready.profile)) return [checked, without(DECIDES)]
  const measurement = measurementOf(ready, dd, proofs)
  if (!measurement) return [checked, without(UNPROVED)]
  return [
    checked,
    outlookOf(
      'fault-tolerant',
      mean(state => measuredError(parts, measurement, state)),
    ),
  ]
}

const without = (excluded: string): ReadoutOutlook => ({ readout: 'fault-tolerant', error: null, kept: null, excluded })

const outlookOf = (readout: RunReadout, spam: SpamError | null): ReadoutOutlook => ({
  readout,
  error: spam?.error ?? null,
  kept: spam?.kept ?? 0,
  excluded: null,
})

function choiceText({ chosen, by, readouts }: Omit<ReadoutChoice, 'text'>, mode: RunMode): string {
  const others = readouts.filter(({ readout }) => readout !== chosen)
  const ordered = [...readouts.filter(({ readout }) => readout === chosen), ...others]
  const figures = ordered.filter(({ excluded }) => excluded === null).map(one => figureText(one, mode))
  const why = by === 'request' ? 'as the request says' : 'chosen by predicted error, as the request names none'
  return [
    `${chosen}, ${why}.`,
    `Predicted error of preparation and readout without a round, waiting, decisions and resets included, mean over the states: ${figures.join(', ')}.`,
    ...others.flatMap(({ readout, excluded }) => (excluded === null ? [] : [`${readout} cannot be run: ${excluded}.`])),
  ].join(' ')
}

function figureText({ readout, error, kept }: ReadoutOutlook, mode: RunMode): string {
  if (error === null) return `${readout} none, as no shot would be kept`
  return `${readout} ${quantityText(error, PERCENT)}${mode === 'detection' ? ` of the ${quantityText(kept!, PERCENT)} that it keeps` : ''}`
}
