import type { FrameOp, FrameProgram } from '../../../../main/qec/program/frame'

const isNoise = (op: FrameOp): boolean =>
  op.op === 'pauli1' || op.op === 'pauli2' || ((op.op === 'reset' || op.op === 'measure') && op.flip > 0)

const LETTERS = [
  { x: false, z: false },
  { x: true, z: false },
  { x: false, z: true },
  { x: true, z: true },
] as const

/** What the noise of one op may be, as operations without chance. */
function faultsOf(op: FrameOp): FrameOp[][] {
  if (op.op === 'reset' || op.op === 'measure') return [[{ ...op, flip: 1 }]]
  if (op.op === 'pauli1') return LETTERS.slice(1).map(letter => [{ op: 'pauli', q: op.q, ...letter }])
  if (op.op !== 'pauli2') return []
  const pairs = LETTERS.flatMap(a => LETTERS.map(b => [a, b] as const)).slice(1)
  return pairs.map(([a, b]) => [
    { op: 'pauli', q: op.a, ...a },
    { op: 'pauli', q: op.b, ...b },
  ])
}

export const silent = (op: FrameOp): FrameOp[] => {
  if (op.op === 'pauli1' || op.op === 'pauli2') return []
  return op.op === 'reset' || op.op === 'measure' ? [{ ...op, flip: 0 }] : [op]
}

/** Every program in which exactly one fault is injected, within the ops [from, to). */
export function singleFaults(program: FrameProgram, from: number, to: number): FrameProgram[] {
  const silenced = program.ops.map(silent)
  const quiet = silenced.flat()
  let end = 0
  return program.ops.flatMap((op, at) => {
    const start = end
    end += silenced[at]!.length
    if (at < from || at >= to || !isNoise(op)) return []
    const [before, after] = [quiet.slice(0, start), quiet.slice(end)]
    return faultsOf(op).map(fault => ({ ...program, ops: before.concat(fault, after) }))
  })
}
