/** Compiled operations as noisy frame operations on local qubits. */
import type { CompiledRound, Pulse, Segment, TimedOp } from '../model/round'
import { czRate, type FaultRates, hRate } from '../noise/rates'
import type { FrameOp } from './frame'

/** Local qubit of a site in a frame program. */
export type LocalQubit = (site: number) => number

/** Sites of a layout as local qubits: D0..D4 first, then A, F and the routing sites. */
export function localQubits({ layout }: Pick<CompiledRound, 'layout'>): { qubits: number; local: LocalQubit } {
  const sites = [...layout.data, layout.ancilla, layout.flag, ...layout.routing]
  const index = new Map(sites.map((site, i) => [site, i]))
  const local = (site: number): number => {
    const found = index.get(site)
    if (found === undefined) throw new Error(`site ${site} is not part of the layout ${sites.join(', ')}`)
    return found
  }
  return { qubits: sites.length, local }
}

export const depolarize = (q: number, p: number): FrameOp[] =>
  p > 0 ? [{ op: 'pauli1', q, px: p / 3, py: p / 3, pz: p / 3 }] : []

export const idleFor = (
  q: number,
  site: number,
  {
    duration_ns,
    rates,
    refocused = false,
  }: {
    readonly duration_ns: number
    readonly rates: Pick<FaultRates, 'idle'>
    readonly refocused?: boolean | undefined
  },
): FrameOp[] => {
  const { px, py, pz } = rates.idle(site, duration_ns, refocused)
  return px + py + pz > 0 ? [{ op: 'pauli1', q, px, py, pz, ...(refocused ? {} : { idle: true }) }] : []
}

/** What a segment becomes in a program: its qubits, its faults and the planes of its measurements. */
interface SegmentContext {
  readonly local: LocalQubit
  readonly rates: FaultRates
  /** The plane of a measurement's name. */
  readonly bit: (name: string) => number
}

/** One compiled operation with the fault that follows it. */
function noisyOp(op: TimedOp, { local, rates, bit }: SegmentContext): FrameOp[] {
  const site = op.sites[0]!
  const q = local(site)
  if (op.gate === 'R') return [{ op: 'reset', q, flip: rates.reset(site) }]
  if (op.gate === 'H') return [{ op: 'h', q }, ...depolarize(q, hRate(op, rates))]
  if (op.gate === 'M') return [{ op: 'measure', q, bit: bit(op.bit!), flip: rates.readout(site) }]
  const other = op.sites[1]!
  const b = local(other)
  const p = czRate(op, rates)
  return [{ op: 'cz', a: q, b }, ...(p > 0 ? [{ op: 'pauli2', a: q, b, p } as const] : [])]
}

/** The error of a pulse, present also where p is 0, because texts show the pulse by it. */
function pulseError(
  pulse: Pulse,
  { pulses = [], idles }: Segment,
  { local, rates }: Pick<SegmentContext, 'local' | 'rates'>,
): FrameOp {
  const mates = pulses.filter(({ idle }) => idle === pulse.idle)
  const at = mates.indexOf(pulse)
  const window = idles[pulse.idle]!
  const since = at === 0 ? window.start_ns : endOf(mates[at - 1]!)
  const after_ns = at === mates.length - 1 ? endOf(window) - endOf(pulse) : 0
  const text = { gate: pulse.gate, before_ns: pulse.start_ns - since, after_ns }
  const p = rates.single(pulse.site)
  return { op: 'pauli1', q: local(pulse.site), px: p / 3, py: p / 3, pz: p / 3, pulse: text }
}

const endOf = ({ start_ns, duration_ns }: Pick<Pulse, 'start_ns' | 'duration_ns'>): number => start_ns + duration_ns

/** A segment in order, each idle window's decay inserted before the operation that ends it. */
export function segmentOps(segment: Segment, context: SegmentContext): FrameOp[] {
  const { local, rates } = context
  const waiting = new Map<number, FrameOp[]>()
  const add = (before: number, ops: FrameOp[]) => waiting.set(before, [...(waiting.get(before) ?? []), ...ops])
  for (const { site, before, duration_ns, refocused } of segment.idles)
    add(before, idleFor(local(site), site, { duration_ns, rates, refocused }))
  for (const pulse of segment.pulses ?? [])
    add(segment.idles[pulse.idle]!.before, [pulseError(pulse, segment, context)])
  const ops = segment.ops.flatMap((op, i) => [...(waiting.get(i) ?? []), ...noisyOp(op, context)])
  return [...ops, ...(waiting.get(segment.ops.length) ?? [])]
}
