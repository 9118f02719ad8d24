/** Outcomes of a row in the order of their bitstrings, from whatever form an engine counts in. */

import { hidesBits, type SlotCounts, toBitstrings } from '../../simulation/model/counts'
import { eachChecked } from '../../worker/checked-loop'
import { type Checkpoint, UNBOUNDED } from '../../worker/checkpoint'
import type { Yielder } from '../../worker/yielder'
import { type ExecutionResult, ofResultBits } from '../model/execution-result'
import type { Outcomes } from '../model/sweep'
import { countShots } from './b8-shots'
import { bytesPerShot, mergedOutcomes, outcomesInOrder } from './outcome-table'

/** Outcomes at the width of the circuit, which may be more than the engine's. Called on the service's main thread. */
export async function outcomesOfResult(executed: ExecutionResult, clbits: number, yielder: Yielder): Promise<Outcomes> {
  const result = ofResultBits(executed, clbits)
  if ('packed' in result) {
    const { packed } = result
    if (hidesBits(packed)) return outcomesOfCounts(await toBitstrings(packed, yielder), clbits)
    return outcomesOfSlots(packed, clbits)
  }
  return outcomesOfCounts('planes' in result ? await countShots(result.planes, clbits, yielder) : result.counts, clbits)
}

/** Outcomes of bits 0 to `clbits` - 1. Slot s of a key is bit s % 8 of byte s / 8. */
export function outcomesOfSlots(
  { words, keys, counts, clbit_of }: SlotCounts,
  clbits: number,
  checkpoint: Checkpoint = UNBOUNDED,
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

function outcomesOfCounts(counts: ReadonlyMap<string, number>, clbits: number): Outcomes {
  const width = bytesPerShot(clbits)
  const rows = new Uint8Array(width * counts.size)
  const times = new Uint32Array(counts.size)
  let at = 0
  for (const [bits, count] of counts) {
    for (let clbit = 0; clbit < bits.length; clbit++)
      if (bits[bits.length - 1 - clbit] === '1') rows[at * width + (clbit >> 3)]! |= 1 << (clbit & 7)
    times[at] = count
    at += 1
  }
  return outcomesInOrder({ rows, counts: times, width })
}
