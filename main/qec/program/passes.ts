/** The passes of a protocol as frame operations: flagged extractions, the trigger, the conditional repeat. */
import { GENERATOR_INDICES } from '../code/five-qubit'
import type { CompiledRound } from '../model/round'
import type { FaultRates } from '../noise/rates'
import { undecided } from '../schedule/decision'
import { type PlaneLayout, roundPlane, tailPlane } from '../schedule/plane-layout'
import { CLOSED, closeWindows, noteClosed, noteWindow } from './cyclic-window'
import type { FrameOp } from './frame'
import { idleFor, type LocalQubit, segmentOps } from './noisy-ops'

/** Registers: ref_0..ref_3, then the shots still in their flagged pass, those that triggered, and a scratch one. */
const ACTIVE = 4
const TRIGGERED = 5
const SCRATCH = 6
export const REGISTERS = 7

/** Frame operations of the passes of one experiment. */
export interface PassOps {
  /** Round 0: the flagged extractions, whose outcomes are the first references. */
  project(): FrameOp[]
  /** The flagged extractions of all generators, whatever they show. */
  flagged(round: number): FrameOp[]
  /**
   * Flagged extractions up to a shot's first trigger, then the unflagged repeat, whose outcome is its new reference.
   */
  adaptive(round: number): FrameOp[]
  /** Flagged extractions whatever comes of them; registers follow which shots have a window open. */
  windowed(round: number): FrameOp[]
  /**
   * After the last windowed pass: the wait for its decision, then the unflagged extraction of all four where a window
   * is open.
   */
  close(): FrameOp[]
}

export function passOps(
  compiled: CompiledRound,
  { local, rates, layout }: { readonly local: LocalQubit; readonly rates: FaultRates; readonly layout: PlaneLayout },
): PassOps {
  const bitIn = (round: number) => (name: string) =>
    roundPlane(layout, { round, kind: name[0] as 'a' | 'f' | 's', generator: Number(name[1]) })
  /** Extraction k, which runs whatever the one before it showed. */
  const extraction = (round: number, k: number) =>
    segmentOps(undecided(compiled.flagged[k]!), { local, rates, bit: bitIn(round) })
  const flagged = (round: number) => GENERATOR_INDICES.flatMap(k => extraction(round, k))
  const project = (): FrameOp[] => [
    ...flagged(0),
    ...GENERATOR_INDICES.flatMap(k => [
      { op: 'set', reg: k, value: 0 } as const,
      { op: 'xor', reg: k, from: 'bit', index: roundPlane(layout, { round: 0, kind: 'a', generator: k }) } as const,
    ]),
  ]
  const adaptive = (round: number): FrameOp[] => [
    { op: 'set', reg: ACTIVE, value: 1 },
    { op: 'set', reg: TRIGGERED, value: 0 },
    ...GENERATOR_INDICES.flatMap(k => [
      { op: 'mask', reg: ACTIVE } as const,
      ...segmentOps(compiled.flagged[k]!, { local, rates, bit: bitIn(round) }),
      { op: 'mask', reg: null } as const,
      ...noteTrigger(
        k,
        roundPlane(layout, { round, kind: 'a', generator: k }),
        roundPlane(layout, { round, kind: 'f', generator: k }),
      ),
    ]),
    { op: 'mask', reg: TRIGGERED },
    ...segmentOps(compiled.repeat, { local, rates, bit: bitIn(round) }),
    { op: 'mask', reg: null },
    ...GENERATOR_INDICES.flatMap(k => renewReference(k, roundPlane(layout, { round, kind: 's', generator: k }))),
  ]
  const windowed = (round: number): FrameOp[] =>
    GENERATOR_INDICES.flatMap(k => [
      ...extraction(round, k),
      ...noteWindow(
        k,
        roundPlane(layout, { round, kind: 'a', generator: k }),
        roundPlane(layout, { round, kind: 'f', generator: k }),
      ),
    ])
  const close = (): FrameOp[] => [
    ...dataWaits(compiled.decision?.wait_ns ?? 0, { compiled, local, rates }),
    ...closeWindows(segmentOps(compiled.repeat, { local, rates, bit: name => tailPlane(layout, Number(name[1])) })),
  ]
  return { project, flagged, adaptive, windowed, close }
}

/** A compiled round, and what it becomes in a program: its qubits and its faults. */
interface RoundContext {
  readonly compiled: CompiledRound
  readonly local: LocalQubit
  readonly rates: FaultRates
}

/** All five data qubits wait for `ns` nanoseconds. */
const dataWaits = (ns: number, { compiled, local, rates }: RoundContext): FrameOp[] =>
  ns > 0 ? compiled.layout.data.flatMap(site => idleFor(local(site), site, { duration_ns: ns, rates })) : []

/**
 * Before the data are read, in the shots in which the last decision set nothing off: the rest of the latency.
 * `adaptive` follows an adaptive round, `window` the closing of windows, `all` a decision that every shot waits for.
 */
export function restOfDecision(after: 'adaptive' | 'window' | 'all', context: RoundContext): FrameOp[] {
  const waits = dataWaits(context.compiled.decision?.rest_ns ?? 0, context)
  if (waits.length === 0 || after === 'all') return waits
  const masked = (reg: number): FrameOp[] => [{ op: 'mask', reg }, ...waits, { op: 'mask', reg: null }]
  return after === 'adaptive' ? masked(ACTIVE) : [...noteClosed(), ...masked(CLOSED)]
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
