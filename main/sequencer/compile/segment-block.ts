/** A timed segment of a schedule as a block: gates as pulses, decoupling on the grid, nothing before its decision is known. */
import type { Pulse, Segment, TimedOp } from '../../qec/model/round'
import { SequencerError } from '../program/errors'
import { type Operation, operationEnd, type ProgramBlock } from '../program/program'
import { pulseStarts, type Slack } from './grid'
import { type CliffordGate, gateOperations, takesPulse } from './pulses'

export interface BlockOptions {
  readonly name: string
  /** Start of the block on the segment's clock. */
  readonly start_ns: number
  readonly grid_ns: number
  /** From the block's start until the decision before it is known; 0 where nothing was decided. */
  readonly known_ns: number
  /** Slot of a measurement's name, counted from the call's offset. */
  readonly slot: (bit: string) => number
  readonly slack?: Slack | undefined
  /** Pulses on every data site once the decision is known, before its first operation; by site. */
  readonly turns?: ReadonlyMap<number, readonly (readonly CliffordGate[])[]> | undefined
  readonly single: (site: number) => number
}

/** Rounds off the errors of sums of doubles; throws `off_grid` for a time that is really off the grid. */
function onGrid(ns: number, what: string, { grid_ns, name }: Pick<BlockOptions, 'grid_ns' | 'name'>): number {
  const placed = Math.round(ns / grid_ns) * grid_ns
  if (Math.abs(placed - ns) <= 1e-3) return placed
  throw new SequencerError(
    'off_grid',
    `${what} of ${name} falls at ${ns} ns, which is no multiple of the grid of ${grid_ns} ns; schedule with lengths on the grid`,
    { details: { block: name, at_ns: ns, grid_ns } },
  )
}

interface Placed {
  readonly op: TimedOp
  readonly at_ns: number
  readonly ns: number
  /** Nanoseconds later than scheduled. */
  readonly late_ns: number
}

/**
 * Moves gates that would begin before their decision is known to just before the next operation of their site; resets do not depend
 * on the decision, and stay.
 */
function afterDecision(segment: Segment, options: BlockOptions): Placed[] {
  const due = new Map<number, number>()
  const placed: Placed[] = []
  for (const op of segment.ops.toReversed()) {
    const ns = onGrid(op.duration_ns, op.purpose, options)
    const scheduled = onGrid(op.start_ns - options.start_ns, op.purpose, options)
    const early = op.gate !== 'R' && scheduled < options.known_ns
    const until = Math.min(...op.sites.map(site => due.get(site) ?? options.known_ns + ns))
    const at_ns = early ? until - ns : scheduled
    if (early && at_ns < options.known_ns) throw tooEarly(op, at_ns, options)
    placed.push({ op, at_ns, ns, late_ns: at_ns - scheduled })
    for (const site of op.sites) due.set(site, at_ns)
  }
  return placed.reverse()
}

const tooEarly = ({ gate, sites, purpose }: TimedOp, at_ns: number, { name, known_ns }: BlockOptions): SequencerError =>
  new SequencerError(
    'decision_too_early',
    `${gate} on ${sites.join('-')} (${purpose}) of ${name} begins ${at_ns} ns after a decision that is known after ${known_ns} ns; ` +
      'give the reset of the ancilla more time, or take the protocol cyclic-window',
    { details: { block: name, at_ns, known_ns } },
  )

function operationsOf({ op, at_ns, ns }: Placed, slot: BlockOptions['slot']): Operation[] {
  const [qubit, other] = op.sites as [number, number]
  switch (op.gate) {
    case 'R':
      return [{ op: 'reset', qubit, at_ns, ns }]
    case 'M':
      return [{ op: 'measure', qubit, at_ns, ns, slot: slot(op.bit!) }]
    case 'H':
      return gateOperations(['h'], qubit, { at_ns, ns, marks: op.merged ? { merged: true } : {} })
    case 'CZ':
      return [{ op: 'cz', qubits: [qubit, other], at_ns, ns, pulses: [...(op.pulses ?? [])] }]
  }
}

/** Operations of the turns, and the end of the turns of each site. */
function turnOperations({ turns, known_ns, single }: BlockOptions) {
  const operations: Operation[] = []
  const ends = new Map<number, number>()
  for (const [site, list] of turns ?? []) {
    let at = known_ns
    for (const gates of list) {
      const made = gateOperations(gates, site, { at_ns: at, ns: single(site) })
      operations.push(...made)
      if (takesPulse(gates)) at += single(site)
    }
    if (at > known_ns) ends.set(site, at)
  }
  return { operations, ends }
}

const X_OR_Y: Readonly<Record<Pulse['gate'], CliffordGate>> = { X: 'x', Y: 'y' }

interface IdlePulses {
  readonly pulses: readonly Pulse[]
  readonly segment: Segment
  readonly placed: readonly Placed[]
  readonly turned: ReadonlyMap<number, number>
}

/** The pulses of one idle window, placed anew on the grid where the window now lies. */
function decoupling(idle: number, { pulses, segment, placed, turned }: IdlePulses, options: BlockOptions): Operation[] {
  const { site, start_ns, duration_ns } = segment.idles[idle]!
  const from = onGrid(start_ns - options.start_ns, `a wait of ${site}`, options)
  const length = onGrid(duration_ns, `a wait of ${site}`, options)
  // A gate that was moved to the end of this wait adds its former place to the wait.
  const moved = placed.find(
    ({ op, at_ns, ns, late_ns }) => late_ns > 0 && op.sites.includes(site) && at_ns - late_ns + ns === from,
  )
  const shifted = moved ? from - moved.ns : from
  const start = Math.max(shifted, turned.get(site) ?? options.known_ns)
  const pulse_ns = onGrid(pulses[0]!.duration_ns, `a pulse on ${site}`, options)
  const starts = pulseStarts({
    window_ns: shifted + length - start,
    pulse_ns,
    count: pulses.length,
    grid_ns: options.grid_ns,
    slack: options.slack,
  })
  if (!starts) return []
  return pulses.flatMap(({ gate }, i) =>
    gateOperations([X_OR_Y[gate]], site, { at_ns: start + starts[i]!, ns: pulse_ns, marks: { dd: true } }),
  )
}

/** Throws `off_grid` or `decision_too_early`, naming the operation. */
export function segmentBlock(segment: Segment, options: BlockOptions): ProgramBlock {
  const placed = afterDecision(segment, options)
  const turns = turnOperations(options)
  const windows = new Map<number, Pulse[]>()
  for (const pulse of segment.pulses ?? []) windows.set(pulse.idle, [...(windows.get(pulse.idle) ?? []), pulse])
  const pulses = [...windows].flatMap(([idle, list]) =>
    decoupling(idle, { pulses: list, segment, placed, turned: turns.ends }, options),
  )
  const played = [...turns.operations, ...placed.flatMap(each => operationsOf(each, options.slot))]
  return {
    name: options.name,
    duration_ns: onGrid(segment.duration_ns, 'the end', options),
    operations: byStart([...pulses, ...played]),
  }
}

/** By time; what begins together stays in the order given. */
export const byStart = (operations: readonly Operation[]): Operation[] =>
  operations.toSorted((a, b) => a.at_ns - b.at_ns)

/** Where the last operation ends. */
export const lengthOfAll = (operations: readonly Operation[]): number =>
  operations.reduce((end, operation) => Math.max(end, operationEnd(operation)), 0)
