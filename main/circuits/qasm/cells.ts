import type { Condition, Instruction } from '../../contract/jobs'
import { conditionBits } from '../validate'
import { exceeded, type Place, unsupported } from './fault'
import { MAX_BITS } from './limits'
import type { Copy, Recorder } from './recorder'

/** Where each cell is read or written, as positions in the list of instructions, ascending. */
type Uses = Map<number, number[]>

function usesOf(instructions: readonly Instruction[]): Uses {
  const uses: Uses = new Map()
  for (const [position, { clbits = [], condition }] of instructions.entries())
    for (const cell of [...clbits, ...conditionBits(condition)])
      if (uses.has(cell)) uses.get(cell)!.push(position)
      else uses.set(cell, [position])
  return uses
}

/**
 * `to = from` needs no instruction if every measurement into the local cell `from` can go into `to` in the first place:
 * nobody looks at `from` afterwards, and nobody at `to` while `from` is in use.
 */
function follow({ from, to, position, at }: Copy, uses: Uses, recorder: Recorder, renamed: Map<number, number>): void {
  const source = renamed.get(from) ?? from
  const [reads, others] = [uses.get(source) ?? [], uses.get(to) ?? []]
  const first = reads[0] ?? position
  const slot = firstAtOrAfter(others, first)
  const isFree = (reads.at(-1) ?? -1) < position && (others[slot] ?? Number.POSITIVE_INFINITY) >= position
  const cell = recorder.cells[source]!
  if (!cell.isLocal || cell.isConditional || !isFree || renamed.has(from))
    unsupported(at, 'copying a measured bit is not supported here; measure into the bit that is to hold it')
  renamed.set(from, to)
  others.splice(slot, 0, ...reads)
  uses.set(to, others)
  uses.delete(source)
}

function firstAtOrAfter(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ascending[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

/** A place for every remaining local cell behind the declared ones; places are used again when their variable is gone. */
function placeLocals(recorder: Recorder, uses: Uses, first: number, places: Map<number, number>): number {
  const freeAt: number[] = []
  for (const [index, cell] of recorder.cells.entries()) {
    if (!cell.isLocal || !uses.has(index)) continue
    if (freeAt.length > MAX_BITS) break
    const free = cell.isConditional ? -1 : freeAt.findIndex(free => free <= cell.born)
    const slot = free === -1 ? freeAt.length : free
    freeAt[slot] = cell.died
    places.set(index, first + slot)
  }
  return freeAt.length
}

function needTrueResult(recorder: Recorder, fallback: Place): void {
  for (const { isLocal, known, isMeasured, assigned } of recorder.cells) {
    if (isLocal || known === null || (known === 0 && !isMeasured)) continue
    unsupported(
      assigned ?? fallback,
      'a classical bit that ends as a constant is not supported: results hold measured bits',
    )
  }
}

const moved = (condition: Condition, place: (cell: number) => number): Condition =>
  'clbit' in condition
    ? { clbit: place(condition.clbit), value: condition.value }
    : { clbits: condition.clbits.map(place), value: condition.value }

/** The recorded instructions on final classical bits: declared ones first, in order, then those of local variables. */
export function placeCells(
  recorder: Recorder,
  at: Place,
): { instructions: Instruction[]; declared: number; locals: number } {
  needTrueResult(recorder, at)
  const declared = recorder.cells.filter(cell => !cell.isLocal).length
  if (declared === recorder.cells.length && recorder.copies.length === 0)
    return { instructions: recorder.instructions, declared, locals: 0 }
  const [uses, renamed, places] = [usesOf(recorder.instructions), new Map<number, number>(), new Map<number, number>()]
  for (const copy of recorder.copies) follow(copy, uses, recorder, renamed)
  let next = 0
  for (const [index, cell] of recorder.cells.entries()) if (!cell.isLocal) places.set(index, next++)
  const locals = placeLocals(recorder, uses, declared, places)
  if (declared + locals > MAX_BITS) exceeded(at, `a circuit has at most ${MAX_BITS} classical bits`)
  const place = (cell: number): number => places.get(finalCell(cell, renamed))!
  return { instructions: recorder.instructions.map(instruction => relocated(instruction, place)), declared, locals }
}

function finalCell(cell: number, renamed: ReadonlyMap<number, number>): number {
  let at = cell
  while (renamed.has(at)) at = renamed.get(at)!
  return at
}

function relocated(instruction: Instruction, place: (cell: number) => number): Instruction {
  const { clbits, condition } = instruction
  if (!clbits && !condition) return instruction
  return {
    ...instruction,
    ...(clbits ? { clbits: clbits.map(place) } : {}),
    ...(condition ? { condition: moved(condition, place) } : {}),
  }
}
