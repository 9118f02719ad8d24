/** Devices for tests of transpiling: usual topologies with figures that differ from part to part. */
import { type Target, targetOf } from '../../../../main/circuits/transpile/model/target'
import { type Figures, latticeCouplings, syntheticDevice } from '../../qec/devices'

/** A number in 0..1, the same every time, without a pattern that the searches could exploit. */
const scatter = (a: number, b = 0) => ((a * 73 + b * 179 + ((a * b) % 31) * 11) % 101) / 101

const SCATTERED: Figures = {
  qubit: index => ({
    readout_fidelity: 0.97 + 0.025 * scatter(index),
    fidelity_1q: 0.999 + 0.0009 * scatter(index, 3),
    gate_1q_length_ns: 30 + (index % 3) * 4,
  }),
  edge: (a, b) => ({ fidelity: 0.98 + 0.018 * scatter(a, b), duration_ns: 60 + ((a + b) % 5) * 8 }),
}

const deviceOf = (size: number, couplings: [number, number][], figures = SCATTERED): Target => {
  const { profile, snapshot } = syntheticDevice(size, couplings, figures)
  return targetOf(profile, snapshot)
}

export const line = (size: number): Target =>
  deviceOf(
    size,
    Array.from({ length: size - 1 }, (_, i): [number, number] => [i, i + 1]),
  )

export const grid = (columns: number, rows: number, figures = SCATTERED): Target =>
  deviceOf(columns * rows, latticeCouplings(columns, rows), figures)

/** One hexagon of a heavy-hex graph: a ring of twelve with two tails. */
export const heavyHex = (): Target =>
  deviceOf(14, [...Array.from({ length: 12 }, (_, i): [number, number] => [i, (i + 1) % 12]), [0, 12], [6, 13]])

export const star = (size: number): Target =>
  deviceOf(
    size,
    Array.from({ length: size - 1 }, (_, i): [number, number] => [0, i + 1]),
  )
