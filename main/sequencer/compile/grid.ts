/** Lengths on the sequencer's grid, before anything is scheduled, and where decoupling pulses stand on it. */
import type { Durations } from '../../qec/model/noise-model'

export interface Rounding {
  readonly what: string
  readonly from_ns: number
  readonly to_ns: number
}

/** Sums of lengths carry rounding errors of doubles far below this. */
const TINY_NS = 1e-6

export const roundUp = (ns: number, grid_ns: number): number => Math.ceil((ns - TINY_NS) / grid_ns) * grid_ns

/**
 * The same lengths, each rounded up to the grid; `onRounded` is called once for every length that changed. Selection, schedule, gate and
 * baseline must all be given these.
 */
export function griddedDurations<D extends Durations>(
  durations: D,
  grid_ns: number,
  onRounded: (rounding: Rounding) => void = () => undefined,
): D {
  const known = new Set<string>()
  const up = (what: string, from_ns: number): number => {
    const to_ns = roundUp(from_ns, grid_ns)
    if (Math.abs(to_ns - from_ns) > TINY_NS && !known.has(what)) {
      known.add(what)
      onRounded({ what, from_ns, to_ns })
    }
    return to_ns
  }
  const { feedforward } = durations
  return {
    ...durations,
    single: site => up(`one-qubit gate of ${site}`, durations.single(site)),
    cz: (a, b) => up(`CZ of ${Math.min(a, b)}-${Math.max(a, b)}`, durations.cz(a, b)),
    readout: site => up(`readout of ${site}`, durations.readout(site)),
    reset: site => up(`reset of ${site}`, durations.reset(site)),
    ...(feedforward == null ? {} : { feedforward: up('feed-forward latency', feedforward) }),
  }
}

/** Where the remainder of a window goes when gaps between pulses are multiples of the grid: into its middle gap or to its edges. */
export type Slack = 'middle' | 'edges'

export interface PulseTrain {
  readonly window_ns: number
  readonly pulse_ns: number
  readonly count: number
  readonly grid_ns: number
  readonly slack?: Slack | undefined
}

/**
 * Starts of `count` pulses in a window, evenly spaced with half a gap at either end, as near as the grid allows: symmetric to one
 * step of the grid. All lengths are on the grid. Null where they do not fit.
 */
export function pulseStarts({ window_ns, pulse_ns, count, grid_ns, slack = 'edges' }: PulseTrain): number[] | null {
  const free = window_ns - count * pulse_ns
  if (free < 0) return null
  const step = (ns: number) => Math.floor(ns / grid_ns + TINY_NS) * grid_ns
  const gap = step(free / count)
  const edge = slack === 'edges' ? step((free - (count - 1) * gap) / 2) : step(gap / 2)
  const left = Array.from({ length: Math.ceil(count / 2) }, (_, i) => edge + i * (gap + pulse_ns))
  const right = left.slice(0, Math.floor(count / 2)).map(start => window_ns - pulse_ns - start)
  if (slack === 'middle') return [...left, ...right.reverse()]
  return Array.from({ length: count }, (_, i) => edge + i * (gap + pulse_ns))
}
