/** Plays a received program on the simulated chip. */
import type { DecayModel } from '../../../qec/noise/transform'
import type { BitPlanes } from '../../../qec/program/frame'
import { bitPlanesOf } from '../../../simulation/experiment/bit-planes'
import { createRandom } from '../../../simulation/model/random'
import type { Simulator } from '../../../simulation/model/simulator'
import type { TrajectorySimulator } from '../../../simulation/model/trajectory'
import { createYielder } from '../../../worker/yielder'
import { frameProgram } from './by-frames'
import { trajectoryProgram } from './by-trajectories'
import type { DeviceNoise } from './device-noise'
import { independentGroups, type QubitGroup } from './independent-groups'
import { noisyBlocks, simulatedQubits } from './noisy-steps'
import type { ReceivedProgram } from './received-program'
import { referenceOutcomes } from './reference-outcomes'

export interface TwinEngines {
  readonly simulator: Pick<Simulator, 'sampleFrames'>
  readonly trajectories: Pick<TrajectorySimulator, 'countOutcomes'>
}

interface PlayedShots {
  readonly planes: BitPlanes
  /** Reference that the planes are relative to; null: they are the outcomes. */
  readonly reference: Uint8Array | null
}

/** Made once for a program, played for every batch. */
export type Player = (shots: number, seed: bigint, signal: AbortSignal) => Promise<PlayedShots>

/** Separates the random order of the shots from the engine's random numbers. */
const ORDER = 0x6f72646572n
/** Separates the random numbers of one group from those of the next. */
const GROUP = 0x9e3779b97f4a7c15n

/**
 * Plays by frames where decay is twirled and frames describe all of the program. Plays by trajectories where a gate is no Clifford,
 * a conditional block changes the noiseless state, or decay is exact.
 */
export function playerOf(
  program: ReceivedProgram,
  { noise, decay, engines }: { readonly noise: DeviceNoise; readonly decay: DecayModel; readonly engines: TwinEngines },
): Player {
  const qubits = simulatedQubits(program).size
  const blocks = noisyBlocks(program, noise)
  const groups = independentGroups(blocks, qubits)
  const reference = decay === 'twirled' ? jointReference(program, groups) : null
  const frames = reference && frameProgram(program, { blocks, qubits, reference })
  if (!frames) return trajectoriesPlayer(program, groups, { decay, engines })
  return async (shots, seed, signal) => ({
    planes: await engines.simulator.sampleFrames(frames, { shots, seed, signal }),
    reference,
  })
}

/** Reference of all groups together; null where one of them has none. */
function jointReference(program: ReceivedProgram, groups: readonly QubitGroup[]): Uint8Array | null {
  const joint = new Uint8Array(program.slots)
  for (const { blocks, qubits } of groups) {
    const outcomes = referenceOutcomes(program, blocks, qubits)
    if (!outcomes) return null
    for (let slot = 0; slot < joint.length; slot++) joint[slot]! |= outcomes[slot]!
  }
  return joint
}

function trajectoriesPlayer(
  program: ReceivedProgram,
  groups: readonly QubitGroup[],
  { decay, engines }: { readonly decay: DecayModel; readonly engines: TwinEngines },
): Player {
  const programs = groups.map(({ blocks, qubits }) => trajectoryProgram(program, { blocks, qubits, decay }))
  return async (shots, seed, signal) => {
    const parts: BitPlanes[] = []
    for (const [i, part] of programs.entries()) {
      const own = BigInt.asUintN(64, seed + GROUP * BigInt(i))
      const counts = await engines.trajectories.countOutcomes(part, { shots, seed: own, signal })
      parts.push(
        await bitPlanesOf(counts, {
          planes: program.slots,
          shots,
          random: createRandom(own ^ ORDER),
          yielder: createYielder({ signal }),
        }),
      )
    }
    return { planes: together(parts), reference: null }
  }
}

/** Each slot is written by one group at most. */
function together(parts: readonly BitPlanes[]): BitPlanes {
  const [first, ...others] = parts
  const data = first!.data.slice()
  for (const part of others)
    part.data.forEach((byte, i) => {
      data[i]! |= byte
    })
  return { ...first!, data }
}
