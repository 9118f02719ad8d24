/** Error probabilities of the simulated chip, from a calibration. */
import { pairKey } from '../../../contract/calibration/compound-cz'
import type { DeviceProfile } from '../../../contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../../../contract/calibration/snapshot'
import { calibratedRates, type FaultRates } from '../../../qec/noise/rates'
import { czRecords, noiseModel, pauliFromInfidelity2 } from '../../../qec/noise/transform'

/** The largest probability of the depolarizing channel of two qubits. */
const MAX_PAULI_2 = 15 / 16

export interface DeviceNoise {
  readonly single: FaultRates['single']
  readonly readout: FaultRates['readout']
  readonly reset: FaultRates['reset']
  readonly idle: FaultRates['idle']
  /** `pulses`: qubits with one-qubit pulses of the gate's own; null: all that the pair's CZ is made of. */
  cz(a: number, b: number, pulses: readonly number[] | null): number
}

/** Noise of a device from its rates; `whole` gives a CZ together with its own pulses. Left out: no CZ has any. */
export const noiseOf = (rates: FaultRates, whole = rates.cz): DeviceNoise => ({
  single: rates.single,
  readout: rates.readout,
  reset: rates.reset,
  idle: rates.idle,
  cz: (a, b, pulses) =>
    pulses === null
      ? whole(a, b)
      : Math.min(
          MAX_PAULI_2,
          pulses.reduce((sum, qubit) => sum + rates.single(qubit), rates.cz(a, b)),
        ),
})

export function calibratedNoise(profile: DeviceProfile, snapshot: CalibrationSnapshot): DeviceNoise {
  const made = czRecords(snapshot)
  const rates = calibratedRates(noiseModel(profile, snapshot))
  return noiseOf(rates, (a, b) => {
    const whole = made.get(pairKey(a, b))?.whole
    return whole == null ? rates.cz(a, b) : Math.min(MAX_PAULI_2, pauliFromInfidelity2(whole))
  })
}
