import type { BeaconPulse } from '../../../../../main/contract/entropy/pulse'
import { createChainChecker } from '../../../../../main/entropy/evidence/beacon/chain'
import type { PulseFault } from '../../../../../main/entropy/evidence/beacon/pulse'

/** The first fault between pulses in the order given; those of one chain, without holes, pass. */
export function pulseChainFault(pulses: readonly BeaconPulse[]): PulseFault | null {
  const check = createChainChecker()
  for (const pulse of pulses) {
    const fault = check(pulse)
    if (fault) return fault
  }
  return null
}
