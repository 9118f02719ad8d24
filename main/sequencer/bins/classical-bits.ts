/** Slots of a circuit's measurements as its classical bits, the last executed measurement into a bit holding. */
import { type BitPlanes, bitAt } from '../../qec/program/frame'
import type { SequencerProgram } from '../program/program'
import { shotWalk } from './shot-walk'

/** Classical bit c of shot i is bit c % 8 (least significant first) of byte i × width + c / 8, as jobs keep shots. */
export interface PackedClassicalBits {
  readonly data: Uint8Array
  readonly shots: number
  readonly clbits: number
  readonly width: number
}

/** `clbits`: of each bit its slots in order, as `compileCircuit` gives them. Bits never written hold 0. */
export function packedClassicalBits(
  program: SequencerProgram,
  clbits: readonly (readonly number[])[],
  planes: BitPlanes,
): PackedClassicalBits {
  const width = Math.ceil(clbits.length / 8)
  const data = new Uint8Array(planes.shots * width)
  const walk = shotWalk(program)
  const executed = new Uint8Array(program.slots)
  for (let shot = 0; shot < planes.shots; shot++) {
    executed.fill(0)
    walk(slot => bitAt(planes, slot, shot), {
      block(slots, taken) {
        if (taken) for (const slot of slots) executed[slot] = 1
      },
    })
    clbits.forEach((slots, clbit) => {
      const last = slots.findLast(slot => executed[slot] === 1)
      if (last !== undefined && bitAt(planes, last, shot) === 1) data[shot * width + (clbit >> 3)]! |= 1 << (clbit & 7)
    })
  }
  return { data, shots: planes.shots, clbits: clbits.length, width }
}
