/** Outcomes of the simulated shots as the sequencer's memory: bins in order of their address, and marks of device time. */
import { type BitPlanes, bitAt } from '../../qec/program/frame'
import type { Random } from '../../simulation/model/random'
import type { ReceivedProgram } from './chip/received-program'
import { combined } from './feedback'

const EMPTY = 2
const INVALID = 3

export interface Acquisition {
  /** Address shot × slots + slot: 0, 1, 2 where nothing was acquired, 3 where it is no use. */
  readonly bins: Uint8Array
  /** u64, little-endian, ns. */
  readonly marks: Uint8Array
  /** Where the device's clock stands afterwards. */
  readonly end_ns: number
}

export interface Acquiring {
  readonly start_ns: number
  readonly marked_shots: number
  /** Outcomes are these, XOR `reference` where frames gave them. */
  readonly planes: BitPlanes
  readonly reference: Uint8Array | null
  /** What becomes of a bin that a measurement filled. */
  readonly spoil: () => 'kept' | 'empty' | 'invalid'
}

/** How often a filled bin comes out empty, and invalid. */
export interface Spoiled {
  readonly empty: number
  readonly invalid: number
}

export function spoilage(spoiled: Spoiled | undefined, random: Random): Acquiring['spoil'] {
  return () => {
    if (!spoiled) return 'kept'
    const drawn = random.uniform()
    if (drawn < spoiled.empty) return 'empty'
    return drawn < spoiled.empty + spoiled.invalid ? 'invalid' : 'kept'
  }
}

/** Plays every shot's own decisions over its outcomes. Time O(shots × steps). */
export function acquire(program: ReceivedProgram, { planes, reference, spoil, ...acquiring }: Acquiring): Acquisition {
  const { slots, steps } = program
  const bins = new Uint8Array(planes.shots * slots).fill(EMPTY)
  const marks: number[] = []
  const registers = new Uint8Array(program.registers)
  let now = acquiring.start_ns
  for (let shot = 0; shot < planes.shots; shot++) {
    const start = shot * slots
    const read = new Uint8Array(slots)
    registers.fill(0)
    for (const step of steps) {
      if (step.kind === 'mark') {
        if (shot < acquiring.marked_shots) marks.push(now)
      } else if (step.kind === 'logic') {
        const from = step.slot !== null ? read[step.slot]! : step.other !== null ? registers[step.other]! : 0
        registers[step.register] = combined(step.logic, registers[step.register]!, from)
      } else if (step.condition === null || registers[step.condition] === 1) {
        for (const operation of step.block.operations) {
          if (operation.op !== 'measure') continue
          const slot = step.base + operation.slot
          read[slot] = bitAt(planes, slot, shot) ^ (reference?.[slot] ?? 0)
          const fate = spoil()
          bins[start + slot] = fate === 'kept' ? read[slot]! : fate === 'empty' ? EMPTY : INVALID
        }
        now += step.block.duration_ns
      }
    }
  }
  const bytes = new DataView(new ArrayBuffer(8 * marks.length))
  for (const [i, ns] of marks.entries()) bytes.setBigUint64(8 * i, BigInt(ns), true)
  return { bins, marks: new Uint8Array(bytes.buffer), end_ns: now }
}
