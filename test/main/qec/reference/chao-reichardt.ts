/**
 * The published check of the two-qubit flag scheme: Chao and Reichardt, arXiv:1705.02329. Two-qubit gates fail with γ over
 * 15 Paulis, preparations and measurements flip with 4γ/15, nothing else fails. Rounds follow one another; after each, a
 * noiseless round judges whether a logical error is left, and a failed shot starts again from a clean state.
 */
import { logicalClass } from '../../../../main/qec/code/five-qubit'
import { atIndex, indexOf } from '../../../../main/qec/code/pauli'
import type { FaultReport } from '../../../../main/qec/model/fault'
import type { CompiledRound, Extraction, Layout, RoundPlan, Step } from '../../../../main/qec/model/round'
import type { FaultRates } from '../../../../main/qec/noise/rates'
import { type BitPlanes, bitAt, type FrameOp, type FrameProgram, strideOf } from '../../../../main/qec/program/frame'
import { localQubits, segmentOps } from '../../../../main/qec/program/noisy-ops'
import { type Answers, FLAGGED, lookupAnswers } from '../../../../main/qec/proof/verdict'

const GENERATORS = [0, 1, 2, 3] as const

const LAYOUT: Layout = { ancilla: 6, flag: 5, data: [0, 1, 2, 3, 4], routing: [] }

/** A in the middle of all, no routing; generator g couples D_g, D_g+1, D_g+2, D_g+3 in this cyclic order, as published. */
export function chaoReichardtPlan(): RoundPlan {
  const extraction = (generator: number, flagged: boolean): Extraction => ({
    generator,
    flagged,
    steps: ([0, 1, 2, 3] as const).flatMap((offset): Step[] => {
      const pauli = offset === 0 || offset === 3 ? 'X' : 'Z'
      const couple = { kind: 'couple', data: (generator + offset) % 5, pauli, at: LAYOUT.ancilla } as const
      return flagged && offset % 2 === 0 ? [couple, { kind: 'flag' }] : [couple]
    }),
  })
  return {
    layout: LAYOUT,
    flagged: GENERATORS.map(g => extraction(g, true)),
    repeat: GENERATORS.map(g => extraction(g, false)),
  }
}

export const chaoReichardtRates = (gamma: number): FaultRates => ({
  cz: () => gamma,
  single: () => 0,
  readout: () => (4 * gamma) / 15,
  reset: () => (4 * gamma) / 15,
  idle: () => ({ px: 0, py: 0, pz: 0 }),
})

const BITS = { a: 0, f: 4, s: 8 } as const
/** Planes 12..16 hold the data's x after the round, 17..21 its z; the inputs are ordered alike. */
const FRAME_BIT = 12

/** One adaptive round from a given data frame (inputs: x of D0..D4, then z) against reference 0. */
export function chainedRound(compiled: CompiledRound, rates: FaultRates): FrameProgram {
  const { qubits, local } = localQubits(compiled)
  const bit = (name: string) => BITS[name[0] as 'a' | 'f' | 's'] + Number(name[1])
  const [active, triggered] = [0, 1]
  const ops: FrameOp[] = [
    { op: 'set', reg: active, value: 1 },
    { op: 'set', reg: triggered, value: 0 },
    ...dataFrame((q, which, i) => ({ op: 'load', q, which, input: i })),
    ...GENERATORS.flatMap((k): FrameOp[] => [
      { op: 'mask', reg: active },
      ...segmentOps(compiled.flagged[k]!, { local, rates, bit }),
      { op: 'mask', reg: null },
      { op: 'or', reg: triggered, from: 'bit', index: BITS.a + k },
      { op: 'or', reg: triggered, from: 'bit', index: BITS.f + k },
      { op: 'andnot', reg: active, from: 'reg', index: triggered },
    ]),
    { op: 'mask', reg: triggered },
    ...segmentOps(compiled.repeat, { local, rates, bit }),
    { op: 'mask', reg: null },
    ...dataFrame((q, which, i) => ({ op: 'peek', q, which, bit: FRAME_BIT + i })),
  ]
  return { qubits, bits: FRAME_BIT + 10, registers: 2, inputs: 10, ops }
}

const dataFrame = (op: (q: number, which: 'x' | 'z', i: number) => FrameOp): FrameOp[] =>
  Array.from({ length: 10 }, (_, i) => op(i % 5, i < 5 ? 'x' : 'z', i))

export interface Judged {
  readonly failures: number
  /** Data frames to go on from, one plane each as inputs: corrected, and clean where the shot failed. */
  readonly next: readonly Uint8Array[]
}

/** What a trigger is answered by, by trigger, flag and syndrome; see `Answers`. */
export function publishedAnswers(report: FaultReport): Answers {
  const answers = lookupAnswers()
  report.tables.tables.forEach((cells, k) => {
    cells.forEach(([candidate], syndrome) => {
      answers[FLAGGED + k * 16 + syndrome] = candidate ? indexOf(candidate.error) : 0
    })
  })
  return answers
}

/**
 * Corrects every shot, then judges it by an ideal round. After a flag only T_k corrects: as published, a syndrome that no
 * single fault explains is left alone (`flag-lut` takes the lookup there, which costs about 1.5 % more failures here).
 */
export function judgeRound(planes: BitPlanes, report: FaultReport): Judged {
  const next = Array.from({ length: 10 }, () => new Uint8Array(strideOf(planes.shots)))
  const answers = publishedAnswers(report)
  let failures = 0
  // Most shots saw nothing and carry nothing: only bytes with a bit in some plane are looked at.
  busyBytes(planes).forEach((busy, byte) => {
    for (let rest = busy; rest !== 0; rest &= rest - 1) {
      const bit = 31 - Math.clz32(rest & -rest)
      const shot = byte * 8 + bit
      const residual = nibbles(planes, shot, FRAME_BIT, 10) ^ correction(planes, shot, answers)
      if (logicalClass(atIndex(residual)) !== 0) failures++
      else for (let i = 0; i < 10; i++) next[i]![byte]! |= ((residual >> i) & 1) << bit
    }
  })
  return { failures, next }
}

function busyBytes({ data, planes, stride }: BitPlanes): Uint8Array {
  const busy = new Uint8Array(stride)
  for (let plane = 0; plane < planes; plane++)
    for (let byte = 0; byte < stride; byte++) busy[byte]! |= data[plane * stride + byte]!
  return busy
}

function correction(planes: BitPlanes, shot: number, answers: Answers): number {
  const [a, f, s] = (['a', 'f', 's'] as const).map(kind => nibbles(planes, shot, BITS[kind], 4)) as [
    number,
    number,
    number,
  ]
  const trigger = GENERATORS.find(k => ((a | f) >> k) & 1)
  if (trigger === undefined) return 0
  return answers[((f >> trigger) & 1) * FLAGGED + trigger * 16 + s]!
}

const nibbles = (planes: BitPlanes, shot: number, first: number, count: number): number => {
  let value = 0
  for (let i = 0; i < count; i++) value |= bitAt(planes, first + i, shot) << i
  return value
}
