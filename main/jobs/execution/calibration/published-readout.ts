/** Readout errors as calibrations publish them. */
import type { DeviceOf, PublishedReadout } from '../../model/execution'

/** Readout errors, 1 - fidelity, by a calibration: the current one unless another is given. */
export const publishedReadout =
  (deviceOf: DeviceOf) =>
  (backend_id: string, calibration_id?: string | null): PublishedReadout => {
    const { current, snapshots } = deviceOf(backend_id)
    const used = calibration_id == null ? current : snapshots.find(each => each.calibration_id === calibration_id)
    const errors = new Map(
      used?.qubits.map(({ index, readout_fidelity: fidelity }) => [index, fidelity === null ? null : 1 - fidelity]),
    )
    return qubit => errors.get(qubit) ?? null
  }
