/** The passes of a protocol as frame operations: flagged extractions, the trigger, the conditional repeat. */

import type { CompiledRound } from '../model/round'
import type { FaultRates } from '../noise/rates'
import { type PlaneLayout, roundPlane, tailPlane } from '../schedule/plane-layout'
import type { FrameOp } from './frame'
import { type LocalQubit, segmentOps } from './noisy-ops'
import { closeWindows, noteWindow } from './cyclic-window'

/** Registers: ref_0..ref_3, then the shots still in their flagged pass, those that triggered, and a scratch one. */
const ACTIVE = 4
const TRIGGERED = 5
const SCRATCH = 6
export const REGISTERS = 7

const GENERATORS = [0, 1, 2, 3] as const

export function passOps(compiled: CompiledRound, local: LocalQubit, rates: FaultRates, layout: PlaneLayout) {
  const bitIn = (round: number) => (name: string) =>
    roundPlane(layout, round, name[0] as 'a' | 'f' | 's', Number(name[1]))
  const extraction = (round: number, k: number) => segmentOps(compiled.flagged[k]!, local, rates, bitIn(round))
  const flagged = (round: number) => GENERATORS.flatMap(k => extraction(round, k))
  const project = (): FrameOp[] => [
    ...flagged(0),
    ...GENERATORS.flatMap(k => [
      { op: 'set', reg: k, value: 0 } as const,
      { op: 'xor', reg: k, from: 'bit', index: roundPlane(layout, 0, 'a', k) } as const,
    ]),
  ]
  /** Flagged extractions up to a shot's first trigger, then the unflagged repeat, whose outcome is its new reference. */
  const adaptive = (round: number): FrameOp[] => [
    { op: 'set', reg: ACTIVE, value: 1 },
    { op: 'set', reg: TRIGGERED, value: 0 },
    ...GENERATORS.flatMap(k => [
      { op: 'mask', reg: ACTIVE } as const,
      ...extraction(round, k),
      { op: 'mask', reg: null } as const,
      ...noteTrigger(k, roundPlane(layout, round, 'a', k), roundPlane(layout, round, 'f', k)),
    ]),
    { op: 'mask', reg: TRIGGERED },
    ...segmentOps(compiled.repeat, local, rates, bitIn(round)),
    { op: 'mask', reg: null },
    ...GENERATORS.flatMap(k => renewReference(k, roundPlane(layout, round, 's', k))),
  ]
  /** Flagged extractions whatever comes of them; registers follow which shots have a window open. */
  const windowed = (round: number): FrameOp[] =>
    GENERATORS.flatMap(k => [
      ...extraction(round, k),
      ...noteWindow(k, roundPlane(layout, round, 'a', k), roundPlane(layout, round, 'f', k)),
    ])
  /** After the last windowed pass: the unflagged extraction of all four where a window is open. */
  const close = (): FrameOp[] =>
    closeWindows(segmentOps(compiled.repeat, local, rates, name => tailPlane(layout, Number(name[1]))))
  return { project, flagged, adaptive, windowed, close }
}

/** triggered |= active & ((a xor ref) | f); active &= ~triggered. */
const noteTrigger = (k: number, a: number, f: number): FrameOp[] => [
  { op: 'set', reg: SCRATCH, value: 0 },
  { op: 'xor', reg: SCRATCH, from: 'bit', index: a },
  { op: 'xor', reg: SCRATCH, from: 'reg', index: k },
  { op: 'or', reg: SCRATCH, from: 'bit', index: f },
  { op: 'and', reg: SCRATCH, from: 'reg', index: ACTIVE },
  { op: 'or', reg: TRIGGERED, from: 'reg', index: SCRATCH },
  { op: 'andnot', reg: ACTIVE, from: 'reg', index: SCRATCH },
]

/** ref = s for the shots that ran the repeat: ref ^= (ref ^ s) & triggered. */
const renewReference = (k: number, s: number): FrameOp[] => [
  { op: 'set', reg: SCRATCH, value: 0 },
  { op: 'xor', reg: SCRATCH, from: 'reg', index: k },
  { op: 'xor', reg: SCRATCH, from: 'bit', index: s },
  { op: 'and', reg: SCRATCH, from: 'reg', index: TRIGGERED },
  { op: 'xor', reg: k, from: 'reg', index: SCRATCH },
]
