/** Memory experiments on the star in correction mode, with what `flag-map` reads their records by. */
import { CARDINAL_STATES } from '../../../main/contract/run_request'
import { LOGICAL_OF, readoutFor } from '../../../main/qec/code/readout'
import { mapTables } from '../../../main/qec/decoding/flagmap'
import type { MapDecoding } from '../../../main/qec/decoding/flagmap_decode'
import { checkedTables, measuredTables } from '../../../main/qec/decoding/flagmap_readout'
import { compileMeasurement, measurementPlans } from '../../../main/qec/experiment/measurement'
import { experimentPlanes, memoryProgram } from '../../../main/qec/experiment/memory'
import type { FaultRates } from '../../../main/qec/noise/rates'
import { readoutFlips } from '../../../main/qec/prediction/acceptance'
import { compileRound } from '../../../main/qec/schedule/compile'
import { type Closing, planeLayout, type RunProtocol } from '../../../main/qec/schedule/planes'
import { swapCost } from '../../../main/qec/schedule/route'
import { STAR } from './graphs'
import { STAR_LAYOUT, starPlan, UNEVEN } from './rounds'

export const star = compileRound(starPlan(), UNEVEN)
const measurement = compileMeasurement(measurementPlans(STAR, STAR_LAYOUT, swapCost)[0]!, UNEVEN)

export interface MapCase {
  readonly protocol: RunProtocol
  readonly readout: 'checked' | 'fault-tolerant'
  readonly rounds: number
  readonly closing?: Closing
}

/** The seed chooses the state. */
export function mapExperiment(at: MapCase, seed: number, rates: FaultRates) {
  const { protocol, readout: kind, rounds, closing = 'extraction' } = at
  const state = CARDINAL_STATES[seed % 6]!
  const { logical } = LOGICAL_OF[state]
  const readout = readoutFor(logical)
  const mode = 'correction' as const
  const layout = planeLayout(mode, rounds, protocol, closing)
  const chosen = kind === 'checked' ? {} : { measurement }
  const experiment = { compiled: star, rates, readout, mode, protocol, closing, state, rounds, ...chosen }
  const planes = experimentPlanes(layout, experiment)
  const read =
    kind === 'checked'
      ? checkedTables({ layout, readout, logical, flips: readoutFlips(star, readout, rates) })
      : measuredTables({ measurement, state, mode, layout, planes }, rates)
  const decoding: MapDecoding = { layout, map: mapTables(star, rates, { protocol })(state), readout: read }
  return { state, logical, readout, layout, planes, decoding, program: memoryProgram(experiment) }
}
