/** Outcomes of a row in the order of their bitstrings, from whatever form an engine counts in. */
import type { BitPlanes } from '../../qec/program/frame'
import { finishedOnly, type SlotCounts } from '../../simulation/model/counts'
import { type Checkpoint, eachChecked } from '../../worker/checkpoint'
import type { Outcomes } from '../model/sweep'
import { packPlanes } from './b8-shots'
import type { CountedForm } from './measured-outcomes'
import { bytesPerShot, mergedOutcomes, outcomesInOrder } from './outcome-table'

/** Outcomes of bits 0 to `clbits` - 1, of which the circuit may have more than the engine, or fewer. */
export function outcomesOfForm(form: CountedForm, clbits: number, checkpoint: Checkpoint): Outcomes {
  if ('packed' in form) return outcomesOfSlots(finishedOnly(form.packed), clbits, checkpoint)
  if ('planes' in form) return outcomesOfPlanes(form.planes, clbits, checkpoint)
  return outcomesOfCounts(form.counts, clbits, checkpoint)
}

/** Outcomes of bits 0 to `clbits` - 1. Slot s of a key is bit s % 8 of byte s / 8. */
export function outcomesOfSlots(
  { words, keys, counts, clbit_of }: SlotCounts,
  clbits: number,
  checkpoint: Checkpoint,
): Outcomes {
  const width = bytesPerShot(clbits)
  const rows = new Uint8Array(width * counts.length)
  const shown = clbit_of.flatMap((clbit, slot) => (clbit < clbits ? [[slot, clbit] as const] : []))
  const hides = shown.length < clbit_of.length
  const isPlain = !hides && shown.every(([slot, clbit]) => slot === clbit)
  const write = (k: number): void => {
    const [from, to] = [k * words * 8, k * width]
    if (isPlain) for (let byte = 0; byte < Math.min(width, words * 8); byte++) rows[to + byte] = keys[from + byte]!
    else
      for (const [slot, clbit] of shown)
        rows[to + (clbit >> 3)]! |= ((keys[from + (slot >> 3)]! >> (slot & 7)) & 1) << (clbit & 7)
  }
  eachChecked({ count: counts.length, bits: clbits }, write, checkpoint)
  const outcomes = outcomesInOrder({ rows, counts: Uint32Array.from(counts), width }, checkpoint)
  return hides ? mergedOutcomes(outcomes) : outcomes
}

function outcomesOfPlanes(planes: BitPlanes, clbits: number, checkpoint: Checkpoint): Outcomes {
  const rows = packPlanes(planes, clbits, checkpoint)
  const counts = new Uint32Array(planes.shots).fill(1)
  return mergedOutcomes(outcomesInOrder({ rows, counts, width: bytesPerShot(clbits) }, checkpoint))
}

function outcomesOfCounts(counted: ReadonlyMap<string, number>, clbits: number, checkpoint: Checkpoint): Outcomes {
  const width = bytesPerShot(clbits)
  const entries = [...counted]
  const found = { rows: new Uint8Array(width * entries.length), counts: new Uint32Array(entries.length), width }
  const write = (at: number): void => {
    const [bits, count] = entries[at]!
    for (let clbit = 0; clbit < Math.min(clbits, bits.length); clbit++)
      if (bits[bits.length - 1 - clbit] === '1') found.rows[at * width + (clbit >> 3)]! |= 1 << (clbit & 7)
    found.counts[at] = count
  }
  eachChecked({ count: entries.length, bits: clbits }, write, checkpoint)
  const outcomes = outcomesInOrder(found, checkpoint)
  const hides = (entries[0]?.[0].length ?? 0) > clbits
  return hides ? mergedOutcomes(outcomes) : outcomes
}
