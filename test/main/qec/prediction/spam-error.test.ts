import { describe, expect, it } from 'vitest'
import { CARDINAL_STATES, type CardinalState, type RunMode } from '../../../../main/contract/model/protocols'
import { flipOnFailedCheck, LOGICAL_OF, readoutFor } from '../../../../main/qec/code/logical-readout'
import { packedCorrection } from '../../../../main/qec/decoding/flag-lut'
import { measuredReading } from '../../../../main/qec/decoding/measurement-reading'
import { preparedShots } from '../../../../main/qec/decoding/prepared-shots'
import { wordsOf } from '../../../../main/qec/decoding/words'
import { experimentPlanes, memoryProgram } from '../../../../main/qec/experiment/memory'
import { readoutFlips, waitedForDecision } from '../../../../main/qec/prediction/detection-acceptance'
import { checkedError, measuredError } from '../../../../main/qec/prediction/spam-error'
import { enumerateFaults } from '../../../../main/qec/proof/enumeration'
import { decoderTables } from '../../../../main/qec/proof/flag-table'
import { compileRound } from '../../../../main/qec/schedule/compile'
import { planeLayout } from '../../../../main/qec/schedule/plane-layout'
import { swapCost } from '../../../../main/qec/schedule/route'
import { provenMeasurement } from '../../../../main/qec/spam/measurement-circuit'
import { acceptedSigns, provenPreparation } from '../../../../main/qec/spam/verified-preparation'
import { findAddon, freshSeed, nativeWith } from '../../simulation/engine-fixtures'
import { bytesOf } from '../fixtures/bytes-of-words'
import { amongPrepared, decodeDetection } from '../fixtures/decoded-shots'
import { grid } from '../fixtures/graphs'
import { CHIPLET_LAYOUT, chipletPlan, ratesAt, TYPICAL } from '../fixtures/rounds'

const addon = findAddon()
const rates = ratesAt(0.004)
/** A decision takes longer than the reset that runs meanwhile. */
const DECIDING = { ...TYPICAL, feedforward: 900 }
const compiled = compileRound(chipletPlan(), DECIDING)
const { preparation } = provenPreparation(grid(3, 3), { layout: CHIPLET_LAYOUT, cost: swapCost, durations: DECIDING })!
const likely = { rates, before: acceptedSigns(preparation, rates) }
const measurement = provenMeasurement(grid(3, 3), CHIPLET_LAYOUT, { cost: swapCost, durations: DECIDING, likely })!
const tables = decoderTables(enumerateFaults(compiled, { protocol: 'adaptive' }), compiled, rates)
const SHOTS = 60_000

const CASES = (['correction', 'detection'] as const).flatMap(mode =>
  (['verified', 'projective'] as const).flatMap(prepared =>
    (['checked', 'fault-tolerant'] as const).map(read => [mode, prepared, read] as const),
  ),
)

/** Wrong and kept shots with a state, from the sampler. */
async function sampled([mode, prepared, read]: (typeof CASES)[number], state: CardinalState) {
  const { logical } = LOGICAL_OF[state]
  const [readout, layout] = [readoutFor(logical), planeLayout(mode, { rounds: 0 })]
  const parts = {
    ...(prepared === 'verified' ? { preparation, attempts: 8 } : {}),
    ...(read === 'fault-tolerant' ? { measurement } : {}),
  }
  const experiment = { compiled, rates, readout, mode, state, rounds: 0, ...parts }
  const planes = experimentPlanes(layout, experiment)
  const bits = await nativeWith(addon).sampleFrames(memoryProgram(experiment), { shots: SHOTS, seed: freshSeed() })
  const reading = read === 'checked' ? {} : { reading: measuredReading({ measurement, state, mode, layout, planes }) }
  const flip_on_failed_check =
    read === 'checked' &&
    flipOnFailedCheck(readout, readoutFlips(compiled, { readout, rates, waited_ns: waitedForDecision(compiled) }))
  const decoding = { layout, tables, readout, logical, flip_on_failed_check, ...reading }
  const decoded = mode === 'detection' ? decodeDetection(bits, decoding) : corrected(bits, decoding)
  const prepares = preparedShots(bits, planes)
  const { accepted, wrong } = amongPrepared(decoded, prepares)
  const kept = accepted.reduce((sum, one) => sum + one, 0)
  return { kept, wrong: accepted.reduce((sum, one, i) => sum + (one & wrong[i]!), 0) }
}

const corrected = (bits: Parameters<typeof wordsOf>[0], decoding: Parameters<typeof packedCorrection>[1]) => {
  const { accepted, wrong, ...others } = packedCorrection(wordsOf(bits), decoding, {
    from: 0,
    to: Math.ceil(SHOTS / 32),
  })
  return { ...others, accepted: bytesOf(accepted, SHOTS), wrong: bytesOf(wrong, SHOTS) }
}

const predictedOf = ([mode, prepared, read]: (typeof CASES)[number], state: CardinalState) => {
  const parts = { compiled, rates, mode: mode as RunMode, ...(prepared === 'verified' ? { preparation } : {}) }
  return read === 'checked' ? checkedError(parts, state) : measuredError(parts, measurement, state)
}

describe.skipIf(!addon)('the error of preparation and readout without a round', () => {
  it.each(CASES)('is predicted as the sampler has it: %s, %s preparation, %s readout', async (...at) => {
    for (const state of ['+', '0', '-i'] as const) {
      const { error } = predictedOf(at, state)
      const { kept, wrong } = await sampled(at, state)
      expect(Math.abs(wrong / kept - error), state).toBeLessThan(5 * Math.sqrt((error + 1e-4) / kept))
    }
  })
})

it('is lower by the fault-tolerant measurement where waiting and gates are good, and by the product one where they are not', () => {
  const mean = (of: (state: CardinalState) => { error: number }) =>
    CARDINAL_STATES.reduce((sum, state) => sum + of(state).error, 0) / 6
  const better = (scale: number) => {
    const parts = {
      compiled,
      rates: { ...ratesAt(scale), readout: () => 0.01 },
      mode: 'correction',
      preparation,
    } as const
    return mean(state => measuredError(parts, measurement, state)) < mean(state => checkedError(parts, state))
  }
  expect([better(1e-4), better(0.02)]).toEqual([true, false])
})
