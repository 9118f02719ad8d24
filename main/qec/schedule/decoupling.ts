/**
 * Dynamical decoupling: pulses in the idle windows of data qubits, as real gates with their own length and error.
 * Markovian T1 and T2 leave nothing to refocus, so a window has a smaller error only where a longer T2 is known to hold
 * between pulses. A window decays for its whole length, the pulses' own included: otherwise gates published better than
 * T1 and T2 allow would make pulses seem to gain without refocusing anything.
 *
 * A pulse is a Pauli and sits where only its own qubit waits: any error of it is also a possible error of its window.
 * The verdict on fault tolerance is therefore the same with and without pulses.
 */
import type { DD_SEQUENCES } from '../../contract/model/protocols'
import type { Durations } from '../model/noise-model'
import type { CompiledRound, IdleWindow, Layout, Pulse, Segment } from '../model/round'
import type { FaultRates } from '../noise/rates'
import type { IdlePaulis } from '../noise/transform'

export type DdSequence = (typeof DD_SEQUENCES)[number]

/**
 * All evenly spaced (Carr and Purcell 1954); XY4 after Maudsley 1986; CPMG after Meiboom and Gill 1958: about one axis.
 */
export const SEQUENCE_PULSES: Readonly<Record<DdSequence, readonly ('X' | 'Y')[]>> = {
  x2: ['X', 'X'],
  xy4: ['X', 'Y', 'X', 'Y'],
  cpmg: ['Y', 'Y', 'Y', 'Y'],
}

/** A window is decoupled when its pulses would fill at most this share of it. */
export const LARGEST_PULSE_SHARE = 0.5

export const holdsSequence = (duration_ns: number, pulse_ns: number, pulses: number): boolean =>
  pulses * pulse_ns <= LARGEST_PULSE_SHARE * duration_ns

/** One sequence in every window of a data site that is long enough, evenly spaced with half a gap at either end. */
export function decoupledSegment(
  segment: Segment,
  {
    layout,
    sequence,
    durations,
  }: { readonly layout: Layout; readonly sequence: DdSequence; readonly durations: Durations },
): Segment {
  const gates = SEQUENCE_PULSES[sequence]
  const holds = ({ site, duration_ns, refocused }: IdleWindow) =>
    !refocused && layout.data.includes(site) && holdsSequence(duration_ns, durations.single(site), gates.length)
  const pulses = segment.idles.flatMap((window, idle) =>
    holds(window) ? pulsesIn(window, gates, durations.single(window.site)).map(pulse => ({ ...pulse, idle })) : [],
  )
  const idles = segment.idles.map(window => (holds(window) ? { ...window, refocused: true as const } : window))
  return { ...segment, idles, pulses: [...(segment.pulses ?? []), ...pulses] }
}

function pulsesIn(window: IdleWindow, gates: readonly ('X' | 'Y')[], duration_ns: number): Omit<Pulse, 'idle'>[] {
  const { site, start_ns } = window
  const gap = window.duration_ns / gates.length - duration_ns
  return gates.map((gate, i) => ({
    site,
    gate,
    start_ns: start_ns + gap / 2 + i * (gap + duration_ns),
    duration_ns,
  }))
}

/** The round with pulses in every window that holds them; operations, lengths and schedule hash stay as they are. */
export const decoupledRound = (round: CompiledRound, sequence: DdSequence, durations: Durations): CompiledRound => ({
  ...round,
  flagged: round.flagged.map(segment => decoupledSegment(segment, { layout: round.layout, sequence, durations })),
  repeat: decoupledSegment(round.repeat, { layout: round.layout, sequence, durations }),
})

/** Factors by which a channel shrinks X, Y and Z; those of channels that follow one another multiply. */
type Shrinking = readonly [x: number, y: number, z: number]

const shrinking = ({ px, py, pz }: IdlePaulis): Shrinking => [1 - 2 * (py + pz), 1 - 2 * (px + pz), 1 - 2 * (px + py)]

const depolarizing = (p: number): IdlePaulis => ({ px: p / 3, py: p / 3, pz: p / 3 })

/** Probability of any Pauli error after all of these channels. */
const errorOf = (channels: readonly IdlePaulis[]): number => {
  const product = channels
    .map(shrinking)
    .reduce((total, one): Shrinking => [total[0] * one[0], total[1] * one[1], total[2] * one[2]], [1, 1, 1])
  return (3 - product[0] - product[1] - product[2]) / 4
}

/** Error probability of n uses together of a gate that depolarizes with probability p. */
export const repeatedError = (p: number, n: number): number => (3 / 4) * (1 - (1 - (4 / 3) * p) ** n)

/**
 * Effect of the pulses of one flagged round on a data qubit's idle error: probabilities of any Pauli error while it
 * waits.
 */
export interface DecouplingEffect {
  readonly data: string
  readonly pulses: number
  readonly windows: number
  readonly windows_decoupled: number
  readonly idle_error_before: number
  /** Pulse errors included. */
  readonly idle_error_after: number
}

/** `plain` and `decoupled` are one round without and with pulses; Markovian T2 where `rates` knows no other. */
export function decouplingEffect(
  plain: CompiledRound,
  decoupled: CompiledRound,
  rates: FaultRates,
): DecouplingEffect[] {
  const windowsOf = (round: CompiledRound, site: number) =>
    round.flagged.flatMap(({ idles }) => idles).filter(window => window.site === site)
  const idling = (windows: readonly IdleWindow[]) =>
    windows.map(({ site, duration_ns, refocused }) => rates.idle(site, duration_ns, refocused))
  return plain.layout.data.map((site, i) => {
    const windows = windowsOf(decoupled, site)
    const pulses = decoupled.flagged.flatMap(segment => segment.pulses ?? []).filter(pulse => pulse.site === site)
    return {
      data: `D${i}`,
      pulses: pulses.length,
      windows: windows.length,
      windows_decoupled: windows.filter(({ refocused }) => refocused).length,
      idle_error_before: errorOf(idling(windowsOf(plain, site))),
      idle_error_after: errorOf([...idling(windows), ...pulses.map(() => depolarizing(rates.single(site)))]),
    }
  })
}
