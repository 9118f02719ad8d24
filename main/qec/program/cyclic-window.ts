/**
 * The cyclic-window protocol as frame operations: flagged passes without feedforward. A trigger opens a window over the
 * next four slots, whose outcomes are the syndrome and the new reference; `opened[k]` is 1 from a trigger at generator
 * k to the end of k's next slot. Only what is still open after the last pass needs a condition: one unflagged
 * extraction of all four.
 */
import { GENERATOR_INDICES } from '../code/five-qubit'
import type { FrameOp } from './frame'

/** Registers: ref_0..ref_3, opened_0..opened_3, whether any of these is set, and a scratch one. */
const OPENED = 4
const OPEN = 8
const SCRATCH = 9
export const WINDOW_REGISTERS = 10

const noteOpen = (): FrameOp[] => [
  { op: 'set', reg: OPEN, value: 0 },
  ...GENERATOR_INDICES.map(k => ({ op: 'or', reg: OPEN, from: 'reg', index: OPENED + k }) as const),
]

/** After slot k: change = a ^ ref; opened_k = (change | f) & ~open; ref ^= change & open. `a` and `f` are planes. */
export const noteWindow = (k: number, a: number, f: number): FrameOp[] => [
  ...noteOpen(),
  { op: 'set', reg: SCRATCH, value: 0 },
  { op: 'xor', reg: SCRATCH, from: 'bit', index: a },
  { op: 'xor', reg: SCRATCH, from: 'reg', index: k },
  { op: 'set', reg: OPENED + k, value: 0 },
  { op: 'or', reg: OPENED + k, from: 'reg', index: SCRATCH },
  { op: 'or', reg: OPENED + k, from: 'bit', index: f },
  { op: 'andnot', reg: OPENED + k, from: 'reg', index: OPEN },
  { op: 'and', reg: SCRATCH, from: 'reg', index: OPEN },
  { op: 'xor', reg: k, from: 'reg', index: SCRATCH },
]

/** The closing extraction, in the shots that have a window open. */
export const closeWindows = (extraction: readonly FrameOp[]): FrameOp[] => [
  ...noteOpen(),
  { op: 'mask', reg: OPEN },
  ...extraction,
  { op: 'mask', reg: null },
]

/** Register of the shots in which nothing had to be closed. */
export const CLOSED = SCRATCH

/** Sets the register CLOSED, after `closeWindows`. */
export const noteClosed = (): FrameOp[] => [
  { op: 'set', reg: CLOSED, value: 1 },
  { op: 'andnot', reg: CLOSED, from: 'reg', index: OPEN },
]

/** After the closing extraction, in the shots that had a window open: its outcomes become the references. */
export const renewOpened = (scratch: number, s: (generator: number) => number): FrameOp[] =>
  GENERATOR_INDICES.flatMap(k => [
    { op: 'set', reg: scratch, value: 0 } as const,
    { op: 'xor', reg: scratch, from: 'reg', index: k } as const,
    { op: 'xor', reg: scratch, from: 'bit', index: s(k) } as const,
    { op: 'and', reg: scratch, from: 'reg', index: OPEN } as const,
    { op: 'xor', reg: k, from: 'reg', index: scratch } as const,
  ])
