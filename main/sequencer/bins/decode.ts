/** Decodes acquisition bins to bit planes. A bin that lacks its outcome makes the shot lost; it never counts as 0. */
import { sum } from '../../contract/numbers/arithmetic'
import type { BitPlanes } from '../../qec/program/frame'
import { strideOf } from '../../qec/program/frame'
import { SequencerError } from '../program/errors'
import type { SequencerProgram } from '../program/program'
import { shotWalk } from './shot-walk'

/** One byte a bin, at shot × slots + slot; the address advances whether or not a measurement fills it. */
export const BIN = { zero: 0, one: 1, empty: 2, invalid: 3 } as const

export interface DecodedBins {
  /** Planes of the valid shots, in order; a slot that was not executed is 0. */
  readonly planes: BitPlanes
  /** For each shot of the batch, whether it counts. */
  readonly counted: Uint8Array
  readonly lost: { readonly invalid: number; readonly feedback_mismatch: number }
  /** Number of slots, in shots that count, whose blocks the shot's own outcomes did not call for. */
  readonly not_executed: number
}

type Loss = 'invalid' | 'feedback_mismatch' | null

/**
 * Every condition is recomputed from the shot's own bits. A block that was called for and left its bins empty, or was not and
 * filled them, is a `feedback_mismatch`; an invalid bin, and an empty one in a block that every shot plays, is `invalid`.
 * `reference`: bits are relative to it where they were executed. Throws `link_failed` for another number of bins.
 */
export function decodeBins(program: SequencerProgram, bins: Uint8Array, reference?: Uint8Array): DecodedBins {
  const { slots } = program
  const shots = bins.length / slots
  if (!Number.isInteger(shots))
    throw new SequencerError('link_failed', `${bins.length} bins are no whole shots of ${slots} slots`, {
      details: { bins: bins.length },
    })
  const walk = shotWalk(program)
  const counted = new Uint8Array(shots)
  const executed = new Uint8Array(bins.length)
  const lost = { invalid: 0, feedback_mismatch: 0 }
  let not_executed = 0
  for (let shot = 0; shot < shots; shot++) {
    const start = shot * slots
    let loss: Loss = null
    let skipped = 0
    walk(slot => (bins[start + slot] === BIN.one ? 1 : 0), {
      block(written, taken, conditional) {
        for (const slot of written) {
          const found = lossOf(bins[start + slot]!, taken, conditional)
          if (found === 'invalid' || loss === null) loss = found
          if (taken) executed[start + slot] = 1
          else skipped += 1
        }
      },
    })
    if (loss === null) {
      counted[shot] = 1
      not_executed += skipped
    } else lost[loss as 'invalid'] += 1
  }
  return { planes: planesOf(bins, { slots, counted, executed, reference }), counted, lost, not_executed }
}

function lossOf(bin: number, taken: boolean, conditional: boolean): Loss {
  if (bin > BIN.empty) return 'invalid'
  if (taken === (bin !== BIN.empty)) return null
  return taken && !conditional ? 'invalid' : 'feedback_mismatch'
}

interface Marked {
  readonly slots: number
  readonly counted: Uint8Array
  readonly executed: Uint8Array
  readonly reference: Uint8Array | undefined
}

function planesOf(bins: Uint8Array, { slots, counted, executed, reference }: Marked): BitPlanes {
  const shots = counted.reduce((total, each) => total + each, 0)
  const stride = strideOf(shots)
  const data = new Uint8Array(stride * slots)
  let row = 0
  for (let shot = 0; shot < counted.length; shot++) {
    if (counted[shot] === 0) continue
    const bit = 1 << (row & 7)
    for (let slot = 0; slot < slots; slot++) {
      const at = shot * slots + slot
      if (executed[at] === 1 && bins[at] !== (reference?.[slot] ?? 0)) data[slot * stride + (row >> 3)]! |= bit
    }
    row += 1
  }
  return { data, planes: slots, shots, stride }
}

/** Shots of several batches one after the other. */
export function joinPlanes(parts: readonly BitPlanes[]): BitPlanes {
  const shots = sum(parts.map(part => part.shots))
  const joined = emptyPlanes(parts[0]?.planes ?? 0, shots)
  let row = 0
  for (const part of parts) {
    writePlanes(joined, row, part)
    row += part.shots
  }
  return joined
}

/** Planes of zeros. */
export function emptyPlanes(planes: number, shots: number): BitPlanes {
  const stride = strideOf(shots)
  return { data: new Uint8Array(stride * planes), planes, shots, stride }
}

/** Writes the shots of a batch from shot `row` on; the planes must be 0 there. */
export function writePlanes({ data, planes, stride }: BitPlanes, row: number, part: BitPlanes): void {
  for (let plane = 0; plane < planes; plane++) copyBits(part, plane, { data, start: plane * stride, row })
}

/** Copies the bits of one plane to bit `row` of a plane that begins at `start`. */
function copyBits(
  from: BitPlanes,
  plane: number,
  { data, start, row }: { readonly data: Uint8Array; readonly start: number; readonly row: number },
): void {
  const shift = row & 7
  const bytes = Math.ceil(from.shots / 8)
  for (let i = 0; i < bytes; i++) {
    const byte = from.data[plane * from.stride + i]!
    const at = start + (row >> 3) + i
    data[at]! |= (byte << shift) & 255
    if (shift > 0 && byte >> (8 - shift) !== 0) data[at + 1]! |= byte >> (8 - shift)
  }
}
