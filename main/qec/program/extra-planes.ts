/**
 * Planes of verified preparation and of the fault-tolerant logical measurement. They follow everything `planeLayout`
 * places, so that its positions hold with and without them; in the record their names begin with `final.`.
 *
 * Preparation: six planes an attempt, a0 a1 a2 f0 f1 f2; attempts that were not needed leave zeros. Measurement: a0 a1
 * a2 f0 f1 f2 of the flagged checks, then s0..s4 of the conditional ones (correction only).
 */
import type { RunMode } from '../../contract/model/protocols'
import type { PlaneLayout } from '../schedule/plane-layout'

export const PREPARATION_BITS = 6

export interface ExtraPlanes {
  /** Attempts of the verified preparation; 0 when the preparation is projective. */
  readonly attempts: number
  /** First plane of the measurement, null when the readout is a product measurement. */
  readonly measurement: number | null
  readonly measurement_bits: 0 | 6 | 11
  /** First plane of the first attempt. */
  readonly preparation: number
  readonly total: number
}

export interface Extras {
  /** 0 for projective preparation. */
  readonly attempts: number
  readonly fault_tolerant_readout: boolean
}

export function extraPlanes(layout: PlaneLayout, mode: RunMode, extras: Extras): ExtraPlanes {
  const preparation = layout.total
  const after = preparation + extras.attempts * PREPARATION_BITS
  const measurement_bits = !extras.fault_tolerant_readout ? 0 : mode === 'correction' ? 11 : 6
  return {
    attempts: extras.attempts,
    measurement: extras.fault_tolerant_readout ? after : null,
    measurement_bits,
    preparation,
    total: after + measurement_bits,
  }
}

const KINDS = { a: 0, f: 3, s: 6 } as const

/** Position of a bit's name (`a0`..`a2`, `f0`..`f2`, `s0`..`s4`) within an attempt or the measurement. */
export const checkBit = (name: string): number => KINDS[name[0] as keyof typeof KINDS] + Number(name.slice(1))

export const attemptPlane = ({ preparation }: ExtraPlanes, attempt: number, position: number): number =>
  preparation + attempt * PREPARATION_BITS + position

const CHECK_NAMES = ['a0', 'a1', 'a2', 'f0', 'f1', 'f2', 's0', 's1', 's2', 's3', 's4']

/** For the record, after the names of `planeNames`. */
export const extraPlaneNames = ({ attempts, measurement_bits }: ExtraPlanes): string[] => [
  ...Array.from({ length: attempts }, (_, t) =>
    CHECK_NAMES.slice(0, 6).map(name => `final.prepare${t}.${name}`),
  ).flat(),
  ...CHECK_NAMES.slice(0, measurement_bits).map(name => `final.logical.${name}`),
]
