import { createHash } from 'node:crypto'
import type { ErrorKind } from '../contract/runs/studies'

const digest = (text: string): bigint =>
  createHash('sha256').update(`pentad-study/1 ${text}`).digest().readBigUInt64BE()

/**
 * The seed of one point's run: the study's own at factor 1, whatever the kind; elsewhere 48 bits of
 * SHA-256("pentad-study/1 <seed> <kind> <factor>"), so that points are independent, as the crossing's interval takes them to be.
 */
export const pointSeed = (seed: number, { kind, scale }: { kind: ErrorKind; scale: number }): number =>
  scale === 1 ? seed : Number(digest(`${seed} ${kind} ${scale}`) >> 16n)

/** Of the draws for one crossing. */
export const crossingSeed = (seed: number, kind: ErrorKind, against: 'best' | 'median'): bigint =>
  digest(`${seed} ${kind} crossing ${against}`)
