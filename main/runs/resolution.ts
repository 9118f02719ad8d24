import type { CalibrationSnapshot, DeviceProfile } from '../contract/calibration/snapshot'
import type { ResolvedModule } from '../contract/modules'
import type { CompiledRound, NoiseModel } from '../qec/model/round'
import { noiseModel } from '../qec/noise/transform'

/** What `modules.resolve` answers. */
export interface Resolution {
  readonly module: ResolvedModule
  readonly compiled: CompiledRound
  readonly noise: NoiseModel
  readonly profile: DeviceProfile
  readonly snapshot: CalibrationSnapshot
  readonly chiplet_qubits: readonly number[]
}

/** The same as plain data, for threads and files: the noise model is functions, made from profile and snapshot. */
export type PlainResolution = Omit<Resolution, 'noise'>

export function plainOf({ module, compiled, profile, snapshot, chiplet_qubits }: Resolution): PlainResolution {
  return { module, compiled, profile, snapshot, chiplet_qubits }
}

export const withNoise = (plain: PlainResolution): Resolution => ({
  ...plain,
  noise: noiseModel(plain.profile, plain.snapshot),
})
