/** Experiments on the 3×3 chiplet in every way that a text can be asked for. */
import type { FaultRates } from '../../../../main/qec/noise/rates'
import { compileRound } from '../../../../main/qec/schedule/compile'
import { type DdSequence, decoupledRound, decoupledSegment } from '../../../../main/qec/schedule/decoupling'
import { swapCost } from '../../../../main/qec/schedule/route'
import { provenMeasurement } from '../../../../main/qec/spam/measurement-circuit'
import { provenPreparation } from '../../../../main/qec/spam/verified-preparation'
import type { TextExperiment } from '../../../../main/qec/text/experiment'
import { grid } from '../fixtures/graphs'
import { CHIPLET_LAYOUT, chipletPlan, TYPICAL } from '../fixtures/rounds'

export const QUBITS = 9
export const compiled = compileRound(chipletPlan(), TYPICAL)
export const { preparation } = provenPreparation(grid(3, 3), {
  layout: CHIPLET_LAYOUT,
  cost: swapCost,
  durations: TYPICAL,
})!
export const measurement = provenMeasurement(grid(3, 3), CHIPLET_LAYOUT, { cost: swapCost, durations: TYPICAL })!

export const rates: FaultRates = {
  cz: (a, b) => 0.004 + ((a * 5 + b * 3) % 7) * 1e-3,
  single: site => 0.001 + site * 1e-4,
  readout: site => 0.01 + site * 1e-3,
  reset: () => 0.005,
  idle: (_, ns) => ({ px: ns * 1e-6, py: ns * 1e-6, pz: ns * 2e-6 }),
}

export const experiment = (changes: Partial<TextExperiment> = {}): TextExperiment => ({
  compiled,
  rates,
  mode: 'detection',
  state: '0',
  rounds: 2,
  about: ['of a test'],
  ...changes,
})

/** Pulses in the round, the preparation and the measurement. */
export function pulsed(sequence: DdSequence) {
  const segment = (one: typeof preparation.segment) =>
    decoupledSegment(one, { layout: CHIPLET_LAYOUT, sequence, durations: TYPICAL })
  return {
    compiled: decoupledRound(compiled, sequence, TYPICAL),
    preparation: { ...preparation, segment: segment(preparation.segment) },
    measurement: { ...measurement, segment: segment(measurement.segment), repeat: segment(measurement.repeat) },
  }
}

export const WAYS: [string, Partial<TextExperiment>][] = [
  ['detection', {}],
  ['detection, verified', { preparation }],
  ['detection, fault-tolerant readout', { measurement }],
  ['adaptive', { mode: 'correction' }],
  ['adaptive, verified, fault-tolerant readout', { mode: 'correction', preparation, measurement }],
  ['cyclic-window', { mode: 'correction', protocol: 'cyclic-window', preparation }],
  ['cyclic-window, erasure', { mode: 'correction', protocol: 'cyclic-window', closing: 'erasure' }],
  [
    'cyclic-window, erasure, fault-tolerant readout',
    { mode: 'correction', protocol: 'cyclic-window', closing: 'erasure', measurement },
  ],
  ['everything with x2', { mode: 'correction', protocol: 'cyclic-window', ...pulsed('x2') }],
  ['everything with xy4', { mode: 'correction', ...pulsed('xy4') }],
]
