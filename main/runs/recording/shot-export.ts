/** Batches of a run on a device as shots of outcomes: the bits of a file, read against the program that measured them. */
import { createHash } from 'node:crypto'
import type { CardinalState } from '../../contract/model/protocols'
import type { ShotSlots } from '../../contract/runs/shot-export'
import { strideOf } from '../../qec/program/frame'
import { type ExportedB8, exportB8 } from '../../sequencer/bins/export-b8'
import { encodedProgram } from '../measuring/programs'
import type { RunPlan, RunSettings } from '../model/plan'

/** A file of an encoded circuit. */
export interface EncodedFile {
  readonly state: CardinalState
  readonly rounds: number
  readonly shots: number
}

export interface ExportedShots extends Pick<ExportedB8, 'data' | 'mask'> {
  readonly slots: ShotSlots
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** `bits` are as stored. Throws Error where their length does not fit the shots of the file. */
export function exportShots(
  { plan, settings, file }: { readonly plan: RunPlan; readonly settings: RunSettings; readonly file: EncodedFile },
  bits: Uint8Array,
  checkpoint: () => void,
): ExportedShots {
  const { state, rounds, shots } = file
  const { program, reference } = encodedProgram(plan, settings, { state, rounds })
  const planes = { data: bits, planes: program.slots, shots, stride: strideOf(shots) }
  if (bits.byteLength !== planes.planes * planes.stride)
    throw new Error(`${bits.byteLength} bytes are not ${shots} shots of ${program.slots} slots`)
  const packed = exportB8(program, { planes, reference, sha256, checkpoint })
  const { data, mask, bytes_per_shot, data_sha256, mask_sha256 } = packed
  const slots = packed.slots.map((name, slot) => ({
    name,
    reference: reference[slot] === 1 ? (1 as const) : (0 as const),
  }))
  return {
    data,
    mask,
    slots: { state, rounds, shots, bytes_per_shot, slots, b8_sha256: data_sha256, mask_sha256 },
  }
}
