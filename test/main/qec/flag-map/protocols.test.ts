import { describe, expect, it } from 'vitest'
import type { CardinalState } from '../../../../main/contract/model/protocols'
import { flipOnFailedCheck, LOGICAL_OF, readoutFor } from '../../../../main/qec/code/logical-readout'
import { packedWindow } from '../../../../main/qec/decoding/cyclic-window'
import { packedCorrection } from '../../../../main/qec/decoding/flag-lut'
import { measuredReading } from '../../../../main/qec/decoding/measurement-reading'
import { popcountOf, wordsOf } from '../../../../main/qec/decoding/words'
import { experimentPlanes, memoryProgram } from '../../../../main/qec/experiment/memory'
import { checkedTables, measuredTables } from '../../../../main/qec/flag-map/readout'
import { mapTables } from '../../../../main/qec/flag-map/tables'
import { readoutFlips } from '../../../../main/qec/prediction/detection-acceptance'
import { enumerateFaults } from '../../../../main/qec/proof/enumeration'
import { decoderTables } from '../../../../main/qec/proof/flag-table'
import { compileRound } from '../../../../main/qec/schedule/compile'
import { planeLayout, type RunProtocol } from '../../../../main/qec/schedule/plane-layout'
import { swapCost } from '../../../../main/qec/schedule/route'
import { compileMeasurement, measurementPlans } from '../../../../main/qec/spam/measurement-circuit'
import { findAddon, freshSeed, nativeWith } from '../../simulation/engine-fixtures'
import { grid, STAR } from '../fixtures/graphs'
import { CHIPLET_LAYOUT, chipletPlan, ratesAt, STAR_LAYOUT, starPlan, TYPICAL } from '../fixtures/rounds'

const ROUNDS = 4
const SHOTS = 30_000
const addon = findAddon()

const PLACES = {
  'the star': {
    compiled: compileRound(starPlan(), TYPICAL),
    measurement: compileMeasurement(measurementPlans(STAR, STAR_LAYOUT, swapCost)[0]!, TYPICAL),
  },
  'the 3×3 chiplet': {
    compiled: compileRound(chipletPlan(), TYPICAL),
    measurement: compileMeasurement(measurementPlans(grid(3, 3), CHIPLET_LAYOUT, swapCost)[0]!, TYPICAL),
  },
}

type Case = readonly [keyof typeof PLACES, RunProtocol, 'checked' | 'fault-tolerant', number]

/** Words of shots that each decoder gets wrong, of the same bits. */
async function wrongOf([place, protocol, kind, scale]: Case, state: CardinalState, seed: bigint) {
  const { compiled, measurement } = PLACES[place]
  const checked = kind === 'checked'
  const [rates, mode] = [ratesAt(scale), 'correction' as const]
  const { logical } = LOGICAL_OF[state]
  const [readout, layout] = [readoutFor(logical), planeLayout(mode, { rounds: ROUNDS, protocol })]
  const chosen = checked ? {} : { measurement }
  const experiment = { compiled, rates, readout, mode, protocol, state, rounds: ROUNDS, ...chosen }
  const measured = { measurement, state, mode, layout, planes: experimentPlanes(layout, experiment) }
  const flips = readoutFlips(compiled, { readout, rates })
  const simulator = nativeWith(addon)
  const bits = await simulator.sampleFrames(memoryProgram(experiment), { shots: SHOTS, seed })
  const tables = decoderTables(enumerateFaults(compiled, { protocol }), compiled, rates)
  const decode = protocol === 'adaptive' ? packedCorrection : packedWindow
  const reading = checked ? {} : { reading: measuredReading(measured) }
  const flip_on_failed_check = checked && flipOnFailedCheck(readout, flips)
  const lut = decode(
    wordsOf(bits),
    { layout, tables, readout, logical, flip_on_failed_check, ...reading },
    { from: 0, to: Math.ceil(SHOTS / 32) },
  )
  const read = checked ? checkedTables({ layout, readout, logical, flips }) : measuredTables(measured, rates)
  const map = await simulator.decodeFlagMap!(
    { layout, map: mapTables(compiled, rates, { protocol })(state), readout: read },
    bits,
  )
  return { lut: lut.wrong, map: map.wrong }
}

describe.skipIf(!addon)('flag-map against flag-lut on the same bits, over four rounds', () => {
  it.each<[...Case]>([
    ['the star', 'adaptive', 'fault-tolerant', 0.003],
    ['the star', 'cyclic-window', 'checked', 0.003],
    ['the star', 'cyclic-window', 'fault-tolerant', 0.01],
    ['the 3×3 chiplet', 'adaptive', 'fault-tolerant', 0.001],
    ['the 3×3 chiplet', 'cyclic-window', 'checked', 0.001],
    ['the 3×3 chiplet', 'cyclic-window', 'fault-tolerant', 0.003],
  ])('does not fail more often on %s, %s, %s, noise %d', async (...at) => {
    const seed = freshSeed()
    const failures = { lut: 0, map: 0, onlyLut: 0, onlyMap: 0 }
    for (const state of ['0', 'i'] as const) {
      const { lut, map } = await wrongOf(at, state, seed)
      failures.lut += popcountOf(lut)
      failures.map += popcountOf(map)
      failures.onlyLut += popcountOf(lut.map((word, i) => word & ~map[i]!))
      failures.onlyMap += popcountOf(map.map((word, i) => word & ~lut[i]!))
    }
    // Of the shots on which they differ, flag-map is wrong in at most half: five standard deviations of room.
    const differing = failures.onlyLut + failures.onlyMap
    expect(failures.onlyMap, `seed ${seed}, ${JSON.stringify(failures)}`).toBeLessThanOrEqual(
      differing / 2 + 2.5 * Math.sqrt(differing) + 1,
    )
  })
})
