/** The engine of Pauli frames, and both engines side by side, as a request names them. */
import type { Simulator } from '../../simulation/model/simulator'
import type { TrajectorySimulator } from '../../simulation/model/trajectory'
import type { RunEngine, RunEngines } from '../model/run-engine'
import { trajectoryEngine } from './trajectories'

/** 32 MB of bits: with the copy in the sampler and the file being written, about 100 MB at once. */
export const FRAME_PIECE_BITS = 2 ** 28

/** Waiting qubits suffer Paulis; the signs that frames do not know are left out. */
const frameEngine = (simulator: Simulator): RunEngine => ({
  kind: simulator.kind,
  version: simulator.frames_engine,
  decay: 'twirled',
  piece_bits: FRAME_PIECE_BITS,
  sampling: 0.5,
  estimateSeconds: async () => null,
  affordableShots: async (_, { most }) => most,
  sample: ({ program }, { shots, seed, ...options }) => simulator.sampleFrames(program, { shots, seed, ...options }),
  ...(simulator.decodeFlagMap ? { decodeFlagMap: simulator.decodeFlagMap } : {}),
})

export const runEngines = (simulators: {
  readonly simulator: Simulator
  readonly trajectories: TrajectorySimulator
}): RunEngines => ({
  frames: frameEngine(simulators.simulator),
  trajectories: trajectoryEngine(simulators.trajectories),
})

/** Versions of all engines in one text; where it differs, bits may differ. */
export const versionsOf = ({ frames, trajectories }: RunEngines): string => `${frames.version}, ${trajectories.version}`
