/** Shots as Stim's format b8, with what each bit is and whether it was executed. */
import { type BitPlanes, bitAt } from '../../qec/program/frame'
import { type SequencerProgram, slotNames } from '../program/program'
import type { Sha256 } from '../program/text'
import { shotWalk } from './shot-walk'

export interface PackedExport {
  /** Slot s of a shot is bit s % 8, the first the least significant, of its byte s / 8; each shot begins at a byte. */
  readonly data: Uint8Array
  /** The same, 1 where the slot was executed: what was not is stored as 0 and says nothing. */
  readonly mask: Uint8Array
  readonly shots: number
  readonly bytes_per_shot: number
  readonly slots: readonly string[]
  readonly sha256: string
}

/** `planes` as they were stored; `reference` if they are relative to one. */
export function exportB8(
  program: SequencerProgram,
  {
    planes,
    sha256,
    reference,
  }: { readonly planes: BitPlanes; readonly sha256: Sha256; readonly reference?: Uint8Array },
): PackedExport {
  const bytes_per_shot = Math.ceil(program.slots / 8)
  const data = new Uint8Array(planes.shots * bytes_per_shot)
  const mask = new Uint8Array(data.length)
  const walk = shotWalk(program)
  const setBit = (bytes: Uint8Array, shot: number, slot: number) => {
    bytes[shot * bytes_per_shot + (slot >> 3)]! |= 1 << (slot & 7)
  }
  for (let shot = 0; shot < planes.shots; shot++) {
    // What was not executed reads 0 on the device; the walk reports blocks before it asks for their slots.
    const executed = (slot: number) => (mask[shot * bytes_per_shot + (slot >> 3)]! >> (slot & 7)) & 1
    walk(slot => executed(slot) & (bitAt(planes, slot, shot) ^ (reference?.[slot] ?? 0)), {
      block(slots, taken) {
        if (taken) for (const slot of slots) setBit(mask, shot, slot)
      },
    })
    for (let slot = 0; slot < program.slots; slot++) if (bitAt(planes, slot, shot) === 1) setBit(data, shot, slot)
  }
  return { data, mask, shots: planes.shots, bytes_per_shot, slots: slotNames(program), sha256: sha256(data) }
}
