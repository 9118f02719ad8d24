/** Shots of a device whose loops were over within their bounds. */
import type { LoopBits } from '../../../circuits/model/unroll'
import { type BitPlanes, bitAt } from '../../../qec/program/frame'

export interface FinishedPlanes {
  readonly planes: BitPlanes
  /** For a circuit with loops: shots that are left out because a loop was left at its bound. */
  readonly unfinished_shots?: number
}

/** The circuit's own bits of the shots that count, in their order. */
export function finishedPlanes(measured: BitPlanes, loops: LoopBits | null): FinishedPlanes {
  if (loops === null) return { planes: measured }
  const { shown, unfinished } = loops
  const finished = Array.from({ length: measured.shots }, (_, shot) => shot).filter(
    shot => bitAt(measured, unfinished, shot) === 0,
  )
  const { stride } = measured
  const data = new Uint8Array(stride * shown)
  for (const [to, from] of finished.entries())
    for (let plane = 0; plane < shown; plane++)
      data[plane * stride + (to >> 3)]! |= bitAt(measured, plane, from) << (to & 7)
  const planes = { ...measured, data, planes: shown, shots: finished.length }
  return { planes, unfinished_shots: measured.shots - finished.length }
}
