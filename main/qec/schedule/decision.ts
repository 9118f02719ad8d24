/**
 * Duration of a decision within a shot. The time between the end of the deciding measurements and the first operation
 * that depends on them is max(latency, reset of A and F): both branches begin with those resets, which therefore run
 * during the latency. The data wait. Corrections stay in the Pauli frame and take no time.
 */
import type { Durations } from '../model/noise-model'
import type { CompiledRound, Decision, IdleWindow, Layout, Segment } from '../model/round'

type Sites = Pick<Layout, 'ancilla' | 'flag'>

/** null where the device decides nothing within a shot. */
export function decisionOf({ ancilla, flag }: Sites, durations: Durations): Decision | null {
  const { feedforward } = durations
  if (feedforward == null) return null
  const own = durations.reset(ancilla)
  const wait_ns = decisionWait(feedforward, own, durations.reset(flag))
  return { wait_ns, rest_ns: Math.max(0, feedforward - wait_ns) }
}

/** The rest of the delay when A's reset, with which the next operations begin, is taken off. */
export const decisionWait = (latency_ns: number, reset_ancilla_ns: number, reset_flag_ns: number): number =>
  Math.max(latency_ns, reset_ancilla_ns, reset_flag_ns) - reset_ancilla_ns

/**
 * The segment, which begins at `start_ns`, with the wait for its decision at the end; unchanged where there is none.
 */
export function decided(
  segment: Segment,
  {
    layout,
    durations,
    start_ns = 0,
  }: { readonly layout: Layout; readonly durations: Durations; readonly start_ns?: number },
): Segment {
  const wait = decisionOf(layout, durations)?.wait_ns ?? 0
  if (wait === 0) return segment
  const { ops, idles, duration_ns } = segment
  const end_ns = start_ns + duration_ns
  const waits = layout.data.map(
    (site): IdleWindow => ({ site, start_ns: end_ns, duration_ns: wait, before: ops.length, decision: true }),
  )
  return { ...segment, idles: [...idles, ...waits], duration_ns: duration_ns + wait }
}

/** The segment without the wait for a decision after it. */
export function undecided(segment: Segment): Segment {
  const { idles, pulses, duration_ns } = segment
  const waits = idles.filter(({ decision }) => decision)
  if (waits.length === 0) return segment
  const kept = pulses?.filter(({ idle }) => !idles[idle]!.decision)
  return {
    ...segment,
    idles: idles.filter(({ decision }) => !decision),
    ...(kept ? { pulses: kept } : {}),
    duration_ns: duration_ns - waits[0]!.duration_ns,
  }
}

/** The round whose repeat closes windows: the data wait for that decision first. */
export function closingWindows(round: CompiledRound): CompiledRound {
  const { layout, repeat, decision } = round
  if (!decision?.wait_ns) return round
  const { wait_ns: duration_ns } = decision
  const waits = layout.data.map(
    (site): IdleWindow => ({ site, start_ns: -duration_ns, duration_ns, before: 0, decision: true }),
  )
  return { ...round, repeat: { ...repeat, idles: [...repeat.idles, ...waits] } }
}
