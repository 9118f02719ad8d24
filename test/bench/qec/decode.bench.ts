import { describe } from 'vitest'
import { LOGICAL_OF, readoutFor } from '../../../main/qec/code/logical-readout'
import { packedCorrection, packedDetection } from '../../../main/qec/decoding/flag-lut'
import { wordsOf } from '../../../main/qec/decoding/words'
import { mapDecoder } from '../../../main/qec/flag-map/decode'
import { checkedTables } from '../../../main/qec/flag-map/readout'
import { mapTables } from '../../../main/qec/flag-map/tables'
import type { FaultRates } from '../../../main/qec/noise/rates'
import type { BitPlanes } from '../../../main/qec/program/frame'
import { compileRound } from '../../../main/qec/schedule/compile'
import { planeLayout } from '../../../main/qec/schedule/plane-layout'
import { uniforms } from '../../../main/qec/statistics/random'
import { randomPlanes, randomTables } from '../../main/qec/fixtures/random-bits'
import { chipletPlan, TYPICAL } from '../../main/qec/fixtures/rounds'
import { decodeSlowly } from '../../main/qec/reference/flag-lut-by-shot'
import { findAddon, nativeWith } from '../../main/simulation/engine-fixtures'
import { compare } from '../compare'

const ROUNDS = 10
const SHOTS = 100_000
const TWIN_SHOTS = 2_000
const { logical } = LOGICAL_OF['0']

/** Planes in which every bit is set with this probability; eight of them trigger a round. */
function prepared(mode: 'correction' | 'detection', density: number) {
  const random = uniforms(1n)
  const layout = planeLayout(mode, { rounds: ROUNDS })
  const tables = randomTables(random)
  const decoding = { layout, tables, readout: readoutFor(logical), logical, flip_on_failed_check: true }
  return { planes: randomPlanes(layout.total, SHOTS, density, random), decoding }
}

describe.each(['correction', 'detection'] as const)(`decoding ${ROUNDS} rounds with flag-lut, %s`, mode => {
  const decode = mode === 'correction' ? packedCorrection : packedDetection
  const words = (density: number) => {
    const { planes, decoding } = prepared(mode, density)
    return {
      name: `words, bits set with ${density}`,
      amount: SHOTS * ROUNDS,
      run: async () => decode(wordsOf(planes), decoding, { from: 0, to: Math.ceil(SHOTS / 32) }),
    }
  }
  const { planes, decoding } = prepared(mode, 0.01)
  const reference = {
    name: 'shot by shot, 0.01',
    amount: TWIN_SHOTS * ROUNDS,
    run: async () => {
      for (let shot = 0; shot < TWIN_SHOTS; shot++) decodeSlowly(planes, shot, mode, decoding)
    },
  }
  compare('shot-rounds', [words(0.0001), words(0.01), words(0.1), reference])
})

const addon = findAddon()

describe('flag-map on the 3×3 chiplet', () => {
  const compiled = compileRound(chipletPlan(), TYPICAL)
  const rates: FaultRates = {
    cz: () => 0.005,
    single: () => 0.0005,
    readout: () => 0.01,
    reset: () => 0.005,
    idle: (_, ns) => ({ px: ns / 4e5, py: ns / 4e5, pz: ns / 2e5 }),
  }
  const { planes, decoding } = prepared('correction', 0.01)
  const { layout, readout } = decoding
  const map = mapTables(compiled, rates)('0')
  const flips = [0.01, 0.01, 0.01, 0.01, 0.01]
  const range = { from: 0, to: Math.ceil(SHOTS / 32) }
  const amount = SHOTS * ROUNDS
  const tables = checkedTables({ layout, readout, logical, flips })
  const on = (bits: BitPlanes, name: string) => [
    {
      name: `flag-map in TypeScript, ${name}`,
      amount,
      run: async () => mapDecoder({ layout, map, readout: tables })(wordsOf(bits), range),
    },
    ...[1, 2].map(threads => ({
      name: `flag-map, ${threads} threads, ${name}`,
      amount,
      run: async () => addon && nativeWith(addon, threads).decodeFlagMap!({ layout, map, readout: tables }, bits),
    })),
    { name: `flag-lut, ${name}`, amount, run: async () => packedCorrection(wordsOf(bits), decoding, range) },
  ]
  compare('tables', [{ name: 'tables', amount: 1, run: async () => mapTables(compiled, rates)('0') }])
  compare('shot-rounds', on(planes, 'bits set with 0.01'))
})
