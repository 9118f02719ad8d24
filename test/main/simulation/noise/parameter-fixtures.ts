/** Figures of a device whose qubits never decay, each gate and readout erring in its own way. */
import type { NoiseParameters } from '../../../../main/simulation/noise/parameters'

/** Nanoseconds. */
const FOREVER = 1e15

export const lasting = (changes: Partial<NoiseParameters> = {}): NoiseParameters => ({
  version: 'test',
  calibration_id: 'test',
  gate1Error: q => 0.01 + 0.01 * q,
  gate2Error: () => 0.03,
  readoutError: q => 0.02 + 0.03 * q,
  resetError: () => 0.05,
  t1: () => FOREVER,
  t2: () => FOREVER,
  gate1Length: () => 50,
  gate2Length: () => 100,
  readoutLength: () => 500,
  resetLength: () => 300,
  ...changes,
})
