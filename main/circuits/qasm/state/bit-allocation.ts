import { type Condition, type Instruction, MAX_INSTRUCTIONS } from '../../../contract/jobs'
import { conditionBits } from '../../model/validate'
import { exceeded, type Place } from '../model/diagnostics'
import { MAX_BITS } from '../model/limits'
import { CLEAR_SCRATCH, type Copy, type Recorder, SCRATCH, TURN_SCRATCH } from './recorder'

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

/** Where the copies went: cells that are another cell from the start, and copies that the circuit has to make. */
interface Arrangement {
  readonly renamed: ReadonlyMap<number, number>
  readonly made: readonly Copy[]
}

function arranged(recorder: Recorder, uses: Uses): Arrangement {
  const renamed = new Map<number, number>()
  const copies = recorder.copies.toSorted((a, b) => a.moment - b.moment)
  const made = new Set<Copy>()
  const times = new Map<number, number>()
  const make = (copy: Copy) => {
    made.add(copy)
    for (const cell of [copy.from, copy.to]) use(uses, cell, positionOf(copy) - 0.5)
  }
  for (const copy of copies) {
    times.set(copy.from, (times.get(copy.from) ?? 0) + 1)
    if (copy.isKept) make(copy)
  }
  for (const copy of copies) {
    if (copy.isKept) continue
    if (times.get(copy.from) === 1 && follows(copy, uses, recorder)) rename(copy, uses, renamed)
    else make(copy)
  }
  return { renamed, made: copies.filter(copy => made.has(copy)) }
}

/** The instruction before which it stands. */
const positionOf = ({ moment }: Copy): number => Math.floor(moment)

/**
 * `to = from` needs no instruction if every measurement into the local cell `from` can go into `to` in the first place:
 * nobody looks at `from` afterwards, and nobody at `to` while `from` is in use.
 */
function follows(copy: Copy, uses: Uses, recorder: Recorder): boolean {
  const { from, to } = copy
  const position = positionOf(copy)
  const [reads, others] = [uses.get(from) ?? [], uses.get(to) ?? []]
  const next = others[firstAtOrAfter(others, reads[0] ?? position)] ?? Number.POSITIVE_INFINITY
  return !recorder.cells[from]!.isConditional && (reads.at(-1) ?? -1) < position && next >= position
}

function rename(copy: Copy, uses: Uses, renamed: Map<number, number>): void {
  const { from, to } = copy
  const position = positionOf(copy)
  const [reads, others] = [uses.get(from) ?? [], uses.get(to) ?? []]
  renamed.set(from, to)
  others.splice(firstAtOrAfter(others, reads[0] ?? position), 0, ...reads)
  uses.set(to, others)
  uses.delete(from)
}

/** Positions between two instructions are halves. */
function use(uses: Uses, cell: number, position: number): void {
  const positions = uses.get(cell) ?? []
  positions.splice(firstAtOrAfter(positions, position), 0, position)
  uses.set(cell, positions)
}

/** The instructions with those of the copies between them. */
function withCopies(at: Place, instructions: readonly Instruction[], copies: readonly Copy[]): readonly Instruction[] {
  if (copies.length === 0) return instructions
  if (instructions.length + 3 * copies.length > MAX_INSTRUCTIONS)
    exceeded(at, `the program unrolls to more than ${MAX_INSTRUCTIONS} instructions`)
  const all: Instruction[] = []
  let next = 0
  for (const [position, instruction] of [...instructions, null].entries()) {
    for (; next < copies.length && positionOf(copies[next]!) === position; next++) all.push(...copying(copies[next]!))
    if (instruction !== null) all.push(instruction)
  }
  return all
}

const copying = ({ from, to }: Copy): Instruction[] => [
  { ...TURN_SCRATCH, condition: { clbit: from, value: 1 } },
  { name: 'measure', qubits: [SCRATCH], clbits: [to] },
  CLEAR_SCRATCH,
]

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
    /** A value computed from the cell may be looked at when its variable is gone; copies stand at halves. */
    freeAt[slot] = Math.max(cell.died, 1 + Math.ceil(uses.get(index)!.at(-1)!))
    places.set(index, first + slot)
  }
  return freeAt.length
}

const moved = (condition: Condition, place: (cell: number) => number): Condition =>
  'clbit' in condition
    ? { clbit: place(condition.clbit), value: condition.value }
    : { clbits: condition.clbits.map(place), value: condition.value }

/** The recorded instructions on final classical bits: declared ones first, in order, then those of local variables. */
export function placeCells(
  recorder: Recorder,
  at: Place,
): { instructions: Instruction[]; declared: number; locals: number; scratch: 0 | 1 } {
  recorder.settleAll(at)
  const declared = recorder.cells.filter(cell => !cell.isLocal).length
  if (declared === recorder.cells.length && recorder.copies.length === 0 && !recorder.usesScratch)
    return { instructions: recorder.instructions, declared, locals: 0, scratch: 0 }
  const [uses, places] = [usesOf(recorder.instructions), new Map<number, number>()]
  const { renamed, made } = arranged(recorder, uses)
  let next = 0
  for (const [index, cell] of recorder.cells.entries()) if (!cell.isLocal) places.set(index, next++)
  const locals = placeLocals(recorder, uses, declared, places)
  if (declared + locals > MAX_BITS) exceeded(at, `a circuit has at most ${MAX_BITS} classical bits`)
  const scratch = recorder.usesScratch || made.length > 0 ? 1 : 0
  if (recorder.qubits + scratch > MAX_BITS)
    exceeded(at, `a circuit has at most ${MAX_BITS} qubits, one to compute with`)
  const place = (cell: number): number => places.get(finalCell(cell, renamed))!
  const instructions = withCopies(at, recorder.instructions, made).map(instruction =>
    relocated(instruction, place, recorder.qubits),
  )
  return { instructions, declared, locals, scratch }
}

function finalCell(cell: number, renamed: ReadonlyMap<number, number>): number {
  let at = cell
  while (renamed.has(at)) at = renamed.get(at)!
  return at
}

function relocated(instruction: Instruction, place: (cell: number) => number, scratch: number): Instruction {
  const { clbits, condition, qubits } = instruction
  const isScratch = qubits[0] === SCRATCH
  if (!clbits && !condition && !isScratch) return instruction
  return {
    ...instruction,
    ...(isScratch ? { qubits: [scratch] } : {}),
    ...(clbits ? { clbits: clbits.map(place) } : {}),
    ...(condition ? { condition: moved(condition, place) } : {}),
  }
}
