/** Plays a received program on the simulated chip. */
import type { DecayModel } from '../../qec/noise/untwirl'
import type { BitPlanes } from '../../qec/program/frame'
import { bitPlanesOf } from '../../simulation/experiment/bit-planes'
import { createRandom } from '../../simulation/model/random'
import type { Simulator } from '../../simulation/model/simulator'
import type { TrajectorySimulator } from '../../simulation/model/trajectory'
import { createYielder } from '../../simulation/model/yield'
import { frameProgram } from './by-frames'
import { trajectoryProgram } from './by-trajectories'
import type { DeviceNoise } from './device-noise'
import { type NoisyBlock, noisyBlocks, simulatedQubits } from './noisy-steps'
import type { ReceivedProgram } from './received-program'
import { referenceOutcomes } from './reference-outcomes'

export interface TwinEngines {
  readonly simulator: Pick<Simulator, 'sampleFrames'>
  readonly trajectories: Pick<TrajectorySimulator, 'countOutcomes'>
}

export interface PlayedShots {
  readonly planes: BitPlanes
  /** What the planes are relative to; null: they are the outcomes. */
  readonly reference: Uint8Array | null
}

/** Made once for a program, played for every batch. */
export type Player = (shots: number, seed: bigint, signal: AbortSignal) => Promise<PlayedShots>

/** Parts the order of the shots from what the engine draws for them. */
const ORDER = 0x6f72646572n

/**
 * By frames where decay is twirled and frames say all that there is to say, else by trajectories: a gate is no Clifford, a
 * conditional block changes the noiseless state, or decay is exact.
 */
export function playerOf(
  program: ReceivedProgram,
  noise: DeviceNoise,
  decay: DecayModel,
  engines: TwinEngines,
): Player {
  const qubits = simulatedQubits(program).size
  const blocks = noisyBlocks(program, noise)
  const frames = decay === 'twirled' ? framesPlayer(program, blocks, qubits, engines) : null
  if (frames) return frames
  const trajectories = trajectoryProgram(program, blocks, qubits, decay)
  return async (shots, seed, signal) => {
    const counts = await engines.trajectories.countOutcomes(trajectories, shots, seed, { signal })
    const planes = await bitPlanesOf(
      counts,
      program.slots,
      shots,
      createRandom(seed ^ ORDER),
      createYielder({ signal }),
    )
    return { planes, reference: null }
  }
}

function framesPlayer(
  program: ReceivedProgram,
  blocks: readonly (NoisyBlock | null)[],
  qubits: number,
  { simulator }: TwinEngines,
): Player | null {
  const reference = referenceOutcomes(program, blocks, qubits)
  const frames = reference && frameProgram(program, blocks, qubits, reference)
  if (!frames) return null
  return async (shots, seed, signal) => ({
    planes: await simulator.sampleFrames(frames, shots, seed, [], { signal }),
    reference,
  })
}
