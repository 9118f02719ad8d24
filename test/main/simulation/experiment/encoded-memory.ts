import type { CardinalState, RunMode } from '../../../../main/contract/model/protocols'
import { LOGICAL_OF, readoutFor } from '../../../../main/qec/code/logical-readout'
import { decodeWindow } from '../../../../main/qec/decoding/cyclic-window'
import type { Decoding } from '../../../../main/qec/decoding/flag-lut'
import { measuredReading } from '../../../../main/qec/decoding/measurement-reading'
import { preparedShots } from '../../../../main/qec/decoding/prepared-shots'
import { experimentPlanes, type MemoryExperiment, memoryProgram } from '../../../../main/qec/experiment/memory'
import { memorySigns } from '../../../../main/qec/experiment/reference-signs'
import type { FaultRates } from '../../../../main/qec/noise/rates'
import { idlePaulis } from '../../../../main/qec/noise/transform'
import type { BitPlanes } from '../../../../main/qec/program/frame'
import { enumerateFaults } from '../../../../main/qec/proof/enumeration'
import { decoderTables } from '../../../../main/qec/proof/flag-table'
import { compileRound } from '../../../../main/qec/schedule/compile'
import { planeLayout, type RunProtocol } from '../../../../main/qec/schedule/plane-layout'
import { swapCost } from '../../../../main/qec/schedule/route'
import { provenMeasurement } from '../../../../main/qec/spam/measurement-circuit'
import { provenPreparation } from '../../../../main/qec/spam/verified-preparation'
import { amongPrepared, decodeCorrection, decodeDetection } from '../../qec/fixtures/decoded-shots'
import { STAR } from '../../qec/fixtures/graphs'
import { planRound } from '../../qec/fixtures/planned-rounds'
import { STAR_LAYOUT, TYPICAL } from '../../qec/fixtures/rounds'

const compiled = compileRound(planRound(STAR, STAR_LAYOUT, swapCost)!, TYPICAL)
const { preparation } = provenPreparation(STAR, { layout: STAR_LAYOUT, cost: swapCost, durations: TYPICAL })!
const measurement = provenMeasurement(STAR, STAR_LAYOUT, { cost: swapCost, durations: TYPICAL })!
const report = enumerateFaults(compiled, { protocol: 'adaptive' })

export const ROUND_NS = compiled.duration_ns

/** Gates, readout and reset err with p and fractions of it; waiting decays with T1 and T2 in ns. */
export const decaying = (p: number, t1: number, t2: number): FaultRates => ({
  cz: () => p,
  single: () => p / 5,
  readout: () => p,
  reset: () => p / 2,
  idle: (_, ns) => idlePaulis(ns, t1, t2),
})

export interface Encoded {
  readonly mode: RunMode
  readonly protocol: RunProtocol
  readonly state: CardinalState
  readonly rounds: number
  readonly rates: FaultRates
  /** Verified preparation and fault-tolerant measurement; else projective and product. */
  readonly proven: boolean
}

const DECODERS = { adaptive: decodeCorrection, 'cyclic-window': decodeWindow } as const

/** An experiment on the star for either engine, and what its bits come to. */
export function encodedOn({ proven, ...wish }: Encoded) {
  const { logical } = LOGICAL_OF[wish.state]
  const readout = readoutFor(logical)
  const parts = proven ? { preparation, measurement, attempts: 2 } : {}
  const experiment: MemoryExperiment = { compiled, readout, ...parts, ...wish }
  const layout = planeLayout(wish.mode, { rounds: wish.rounds, protocol: wish.protocol })
  const planes = experimentPlanes(layout, experiment)
  const { state, mode } = wish
  const reading = proven ? { reading: measuredReading({ measurement, state, mode, layout, planes }) } : {}
  const tables = decoderTables(report, compiled, decaying(0.01, 1e5, 1e5))
  const decoding: Decoding = { layout, tables, readout, logical, flip_on_failed_check: false, ...reading }
  const decoder = mode === 'detection' ? decodeDetection : DECODERS[wish.protocol]
  const decode = (shots: BitPlanes) => amongPrepared(decoder(shots, decoding), preparedShots(shots, planes))
  return { signed: { program: memoryProgram(experiment), signs: memorySigns(experiment) }, decode }
}
