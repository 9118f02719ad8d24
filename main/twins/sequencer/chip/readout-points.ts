/** Points in the I/Q plane that belong to bins: two round clouds for each qubit, as far apart as its readout error says. */
import { normalFromHalfOpen } from '../../../qec/statistics/random'
import type { Random } from '../../../simulation/model/random'
import type { DeviceNoise } from './device-noise'
import type { ReceivedProgram } from './received-program'

/** Half the distance of the two clouds, as a digitizer would return it. */
const AMPLITUDE_V = 0.02
/** Where the middle between them lies. */
const OFFSET_V = { i: 0.004, q: -0.003 }
/** Each qubit's line turns its clouds by another angle. */
const TURN_DEG = 137.508

/** Degrees by which points of this qubit have to be turned. */
export const lineRotation = (qubit: number): number => (360 - ((TURN_DEG * qubit) % 360)) % 360

interface ReadoutLine {
  readonly qubit: number
  /** How often 0 and 1 are taken for each other. */
  readonly error: number
}

/** Standard deviation of clouds at −1 and 1 of which the share `error` lies beyond 0. */
function spreadOf(error: number): number {
  const share = Math.min(0.45, Math.max(1e-6, error))
  let [low, high] = [0.05, 20]
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (upperTail(1 / middle) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Upper tail of the normal distribution; Abramowitz and Stegun, 26.2.17, to 7.5e-8. */
function upperTail(x: number): number {
  const t = 1 / (1 + 0.2316419 * x)
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const sum = series.reduceRight((rest, each) => t * (each + rest), 0)
  return (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * sum
}

/**
 * I and Q of every bin as 32-bit floats, little-endian; not a number where a bin holds no outcome. A point lies on the side that
 * its bin says; which cloud it is from is drawn as if 0 and 1 were as likely before the readout.
 */
function readoutPoints(bins: Uint8Array, lines: readonly (ReadoutLine | undefined)[], random: Random): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(8 * bins.length))
  const uniform = () => random.uniform()
  const drawn = lines.map(line => line && { ...line, spread: spreadOf(line.error), angle: angleOf(line.qubit) })
  for (const [bin, outcome] of bins.entries()) {
    const line = drawn[bin % lines.length]
    if (!line || outcome > 1) {
      for (const at of [0, 4]) bytes.setFloat32(8 * bin + at, Number.NaN, true)
      continue
    }
    const side = outcome === 1 ? 1 : -1
    const cloud = random.uniform() < line.error ? -side : side
    let along: number
    do along = cloud + line.spread * normalFromHalfOpen(uniform)
    while (Math.sign(along) !== side)
    const across = line.spread * normalFromHalfOpen(uniform)
    const [cos, sin] = [Math.cos(line.angle), Math.sin(line.angle)]
    bytes.setFloat32(8 * bin, OFFSET_V.i + AMPLITUDE_V * (along * cos - across * sin), true)
    bytes.setFloat32(8 * bin + 4, OFFSET_V.q + AMPLITUDE_V * (along * sin + across * cos), true)
  }
  return new Uint8Array(bytes.buffer)
}

const angleOf = (qubit: number): number => (-lineRotation(qubit) * Math.PI) / 180

/** IQ points of the bins that this program filled. */
export function pointsOf(
  { slots, steps }: ReceivedProgram,
  { bins, noise, random }: { readonly bins: Uint8Array; readonly noise: DeviceNoise; readonly random: Random },
) {
  const lines = new Array<ReadoutLine | undefined>(slots).fill(undefined)
  for (const step of steps)
    if (step.kind === 'call')
      for (const { op, qubit, ...operation } of step.block.operations)
        if (op === 'measure' && 'slot' in operation)
          lines[step.base + operation.slot] = { qubit, error: noise.readout(qubit) }
  return readoutPoints(bins, lines, random)
}
