import { type Condition, MAX_INSTRUCTIONS, type ParametricInstruction } from '../../../contract/jobs/circuit'
import { conditionBits } from '../../model/classical-bits'
import { limitExceeded, type SourceLocation } from '../model/diagnostics'
import { MAX_BITS } from '../model/limits'
import { CLEAR_SCRATCH, type Copy, FLIP_SCRATCH, SCRATCH_QUBIT, tooManyInstructions } from './cells'
import type { DeclaredBits } from './declared-bits'
import type { Recorder } from './recorder'

/** Where each cell is read or written, as positions in the list of instructions, ascending. */
type CellUses = Map<number, number[]>

function usesOf(instructions: readonly ParametricInstruction[]): CellUses {
  const uses: CellUses = new Map()
  for (const [position, { clbits = [], condition }] of instructions.entries())
    for (const cell of [...clbits, ...conditionBits(condition)])
      if (uses.has(cell)) uses.get(cell)!.push(position)
      else uses.set(cell, [position])
  return uses
}

/**
 * What becomes of the copies: a renamed cell shares the bit of another from the start; instructions make the others.
 */
interface CopyPlan {
  readonly renamed: ReadonlyMap<number, number>
  readonly made: readonly Copy[]
}

function planCopies(recorder: Recorder, uses: CellUses): CopyPlan {
  const renamed = new Map<number, number>()
  const copies = recorder.copies.all.toSorted((a, b) => a.moment - b.moment)
  const made = new Set<Copy>()
  const times = new Map<number, number>()
  const make = (copy: Copy) => {
    made.add(copy)
    for (const cell of [copy.from, copy.to]) use(uses, cell, positionOf(copy) - 0.5)
  }
  for (const copy of copies) {
    times.set(copy.from, (times.get(copy.from) ?? 0) + 1)
    if (copy.isPreserved) make(copy)
  }
  for (const copy of copies) {
    if (copy.isPreserved) continue
    if (!recorder.hasLoops && times.get(copy.from) === 1 && canCoalesce(copy, uses, recorder))
      rename(copy, uses, renamed)
    else make(copy)
  }
  return { renamed, made: copies.filter(copy => made.has(copy)) }
}

/** Position of the instruction before which the copy is made. */
const positionOf = ({ moment }: Copy): number => Math.floor(moment)

/**
 * `to = from` needs no instruction if every measurement into the local cell `from` can go into `to` in the first place:
 * `from` is not used after the copy, and `to` is not used between the first use of `from` and the copy.
 */
function canCoalesce(copy: Copy, uses: CellUses, recorder: Recorder): boolean {
  const { from, to } = copy
  const position = positionOf(copy)
  const [reads, others] = [uses.get(from) ?? [], uses.get(to) ?? []]
  const next = others[firstAtOrAfter(others, reads[0] ?? position)] ?? Number.POSITIVE_INFINITY
  return !recorder.cells[from]!.isConditional && (reads.at(-1) ?? -1) < position && next >= position
}

function rename(copy: Copy, uses: CellUses, renamed: Map<number, number>): void {
  const { from, to } = copy
  const position = positionOf(copy)
  const [reads, others] = [uses.get(from) ?? [], uses.get(to) ?? []]
  renamed.set(from, to)
  others.splice(firstAtOrAfter(others, reads[0] ?? position), 0, ...reads)
  uses.set(to, others)
  uses.delete(from)
}

/** Adds a use of the cell. A position between two instructions ends in .5. */
function use(uses: CellUses, cell: number, position: number): void {
  const positions = uses.get(cell) ?? []
  positions.splice(firstAtOrAfter(positions, position), 0, position)
  uses.set(cell, positions)
}

/** The instructions with those of the copies between them. */
function withCopies(
  at: SourceLocation,
  instructions: readonly ParametricInstruction[],
  copies: readonly Copy[],
): readonly ParametricInstruction[] {
  if (copies.length === 0) return instructions
  const count = instructions.length + 3 * copies.length
  if (count > MAX_INSTRUCTIONS) limitExceeded(at, tooManyInstructions(count))
  const all: ParametricInstruction[] = []
  let next = 0
  for (const [position, instruction] of [...instructions, null].entries()) {
    for (; next < copies.length && positionOf(copies[next]!) === position; next++) all.push(...copying(copies[next]!))
    if (instruction !== null) all.push(instruction)
  }
  return all
}

const copying = ({ from, to }: Copy): ParametricInstruction[] => [
  { ...FLIP_SCRATCH, condition: { clbit: from, value: 1 } },
  { name: 'measure', qubits: [SCRATCH_QUBIT], clbits: [to] },
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

/** Gives each remaining local cell a bit behind the declared ones. Bits of variables out of scope are used again. */
function allocateLocals(recorder: Recorder, uses: CellUses, clbitOfCell: Map<number, number>): number {
  const first = clbitOfCell.size
  const freeAt: number[] = []
  for (const [index, cell] of recorder.cells.entries()) {
    if (!cell.isLocal || !uses.has(index)) continue
    if (freeAt.length > MAX_BITS) break
    const free = cell.isConditional || recorder.hasLoops ? -1 : freeAt.findIndex(free => free <= cell.born)
    const slot = free === -1 ? freeAt.length : free
    /** A value computed from the cell may be read after its variable is out of scope. Positions of copies end in .5. */
    freeAt[slot] = Math.max(cell.died, 1 + Math.ceil(uses.get(index)!.at(-1)!))
    clbitOfCell.set(index, first + slot)
  }
  return freeAt.length
}

const moved = (condition: Condition, clbitOf: (cell: number) => number): Condition =>
  'clbit' in condition
    ? { clbit: clbitOf(condition.clbit), value: condition.value }
    : { clbits: condition.clbits.map(clbitOf), value: condition.value }

/** Outcomes of local variables that later outcomes overwrite in bits of the result, and these bits. */
export interface OverwrittenOutcomes {
  readonly at: readonly SourceLocation[]
  readonly bits: readonly number[]
}

function lostIn(recorder: Recorder, clbitOf: (cell: number) => number, result: number): OverwrittenOutcomes {
  const again = [...recorder.outcomes]
    .map(([cell, writes]) => ({ bit: clbitOf(cell), writes }))
    .filter(({ bit, writes }) => bit < result && writes.length > 1)
  return { at: again.flatMap(({ writes }) => writes.slice(0, -1)), bits: [...new Set(again.map(({ bit }) => bit))] }
}

interface AllocatedCircuit {
  readonly instructions: ParametricInstruction[]
  readonly declared: number
  readonly locals: number
  readonly scratch: 0 | 1
  readonly lost: OverwrittenOutcomes
  /** Copies that instructions of the circuit make, in order. */
  readonly copies: readonly Copy[]
}

/**
 * The recorded instructions on final classical bits: first the declared cells in order, then those of local variables.
 */
export function allocateBits(
  recorder: Recorder,
  { cells, result }: Pick<DeclaredBits, 'cells' | 'result'>,
  at: SourceLocation,
): AllocatedCircuit {
  recorder.materializeAll(at)
  const declared = cells.length
  const isIdentity = declared === recorder.cells.length && cells.every((cell, clbit) => cell === clbit)
  if (isIdentity && recorder.copies.all.length === 0 && !recorder.usesScratch)
    return {
      instructions: recorder.instructions,
      declared,
      locals: 0,
      scratch: 0,
      lost: { at: [], bits: [] },
      copies: [],
    }
  const [uses, clbitOfCell] = [usesOf(recorder.instructions), new Map<number, number>()]
  const { renamed, made } = planCopies(recorder, uses)
  for (const [clbit, cell] of cells.entries()) clbitOfCell.set(cell, clbit)
  const locals = allocateLocals(recorder, uses, clbitOfCell)
  if (declared + locals > MAX_BITS) limitExceeded(at, `a circuit has at most ${MAX_BITS} classical bits`)
  const scratch = recorder.usesScratch || made.length > 0 ? 1 : 0
  if (recorder.qubits + scratch > MAX_BITS)
    limitExceeded(at, `a circuit has at most ${MAX_BITS} qubits, one to compute with`)
  const clbitOf = (cell: number): number => clbitOfCell.get(finalCell(cell, renamed))!
  const instructions = withCopies(at, recorder.instructions, made).map(instruction =>
    relocated(instruction, clbitOf, recorder.qubits),
  )
  return { instructions, declared, locals, scratch, lost: lostIn(recorder, clbitOf, result), copies: made }
}

function finalCell(cell: number, renamed: ReadonlyMap<number, number>): number {
  let at = cell
  while (renamed.has(at)) at = renamed.get(at)!
  return at
}

function relocated(
  instruction: ParametricInstruction,
  clbitOf: (cell: number) => number,
  scratch: number,
): ParametricInstruction {
  const { clbits, condition, qubits } = instruction
  const isScratch = qubits[0] === SCRATCH_QUBIT
  if (!clbits && !condition && !isScratch) return instruction
  return {
    ...instruction,
    ...(isScratch ? { qubits: [scratch] } : {}),
    ...(clbits ? { clbits: clbits.map(clbitOf) } : {}),
    ...(condition ? { condition: moved(condition, clbitOf) } : {}),
  }
}
