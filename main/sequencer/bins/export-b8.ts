/** Shots as Stim's format b8, with what each bit is and whether it was executed. */
import { type BitPlanes, bitAt } from '../../qec/program/frame'
import { type SequencerProgram, slotNames } from '../program/program'
import type { Sha256 } from '../program/text'
import { shotWalk } from './shot-walk'

export interface ExportedB8 {
  /** Outcomes as they were read. Slot s of a shot is bit s % 8, the first the least significant, of its byte s / 8; each shot begins at a byte. */
  readonly data: Uint8Array<ArrayBuffer>
  /** The same, 1 where the slot was executed: where it was not, the bit of `data` is 0 and says nothing. */
  readonly mask: Uint8Array<ArrayBuffer>
  readonly bytes_per_shot: number
  /** Names of the slots. */
  readonly slots: readonly string[]
  readonly data_sha256: string
  readonly mask_sha256: string
}

interface ShotPlanes {
  /** Relative to `reference` where it is given. */
  readonly planes: BitPlanes
  readonly reference?: Uint8Array
  readonly sha256: Sha256
  /** Called after each shot; throws where the work is to end. */
  readonly checkpoint?: () => void
}

export function exportB8(
  program: SequencerProgram,
  { planes, reference, sha256, checkpoint = () => {} }: ShotPlanes,
): ExportedB8 {
  const bytes_per_shot = Math.ceil(program.slots / 8)
  const data = new Uint8Array(planes.shots * bytes_per_shot)
  const mask = new Uint8Array(data.length)
  const walk = shotWalk(program)
  for (let shot = 0; shot < planes.shots; shot++) {
    const byteOf = (slot: number) => shot * bytes_per_shot + (slot >> 3)
    // The walk reports a block before it asks for its slots: what was not executed still reads 0 then, as on the device.
    walk(slot => (data[byteOf(slot)]! >> (slot & 7)) & 1, {
      block(slots, taken) {
        if (!taken) return
        for (const slot of slots) {
          mask[byteOf(slot)]! |= 1 << (slot & 7)
          data[byteOf(slot)]! |= (bitAt(planes, slot, shot) ^ (reference?.[slot] ?? 0)) << (slot & 7)
        }
      },
    })
    checkpoint()
  }
  const hashes = { data_sha256: sha256(data), mask_sha256: sha256(mask) }
  return { data, mask, bytes_per_shot, slots: slotNames(program), ...hashes }
}
