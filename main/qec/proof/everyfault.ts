import type { FaultRates } from '../noise/rates'

/** Every fault has some probability, so that none is left out of an enumeration. */
export const EVERY_FAULT: FaultRates = {
  cz: () => 0.1,
  single: () => 0.1,
  readout: () => 0.1,
  reset: () => 0.1,
  idle: () => ({ px: 0.1, py: 0.1, pz: 0.1 }),
}
