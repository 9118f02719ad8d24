/** The schedule as a drawing: a lane for each site, a block for each operation and idle window, on one clock. */
import type { ResolvedModule } from '../../../../main/contract/modules/candidates'
import type { RoundSchedule, ScheduleSegment } from '../../../../main/contract/modules/schedule'
import { nanoseconds } from '../format/quantity'
import { roleLetterOf, rolesOf } from '../modules/role-map'
import { type FaultReplayStep, operationText, segmentText } from './frames'

export interface Lane {
  readonly site: number
  /** D0 … D4, A, F, R; empty for a site without a role. */
  readonly role: string
}

export interface Block {
  /** Unique in one timeline, e.g. `flagged 2 op 17`. */
  readonly id: string
  readonly kind: 'op' | 'idle'
  readonly segment: 'flagged' | 'repeat'
  readonly index: number
  /** Position among the operations of the segment, or among its idle windows. */
  readonly op: number
  readonly gate: 'R' | 'H' | 'CZ' | 'M' | null
  readonly sites: readonly number[]
  /** On the timeline's clock: the repeat comes after the round. */
  readonly start_ns: number
  readonly duration_ns: number
  readonly words: string
}

interface TimelineSection {
  readonly name: string
  readonly start_ns: number
  readonly duration_ns: number
}

export interface ScheduleTimeline {
  readonly lanes: readonly Lane[]
  /** Sorted by start. */
  readonly blocks: readonly Block[]
  readonly sections: readonly TimelineSection[]
  readonly duration_ns: number
}

const ROLE_ORDER = ['D0', 'D1', 'D2', 'D3', 'D4', 'A', 'F', 'R', '']

/** Data first, then A, F and the routing sites; sites without a role that the schedule uses all the same come last. */
export function lanesOf(
  module: Pick<ResolvedModule, 'data_qubits' | 'syndrome_ancilla' | 'flag_qubit' | 'routing_qubits'>,
  used: readonly number[],
): Lane[] {
  const roles = rolesOf(module)
  const sites = new Set([...roles.keys(), ...used])
  return [...sites]
    .map(site => ({ site, role: roleLetterOf(roles.get(site) ?? 'unused') }))
    .sort((a, b) => ROLE_ORDER.indexOf(a.role) - ROLE_ORDER.indexOf(b.role) || a.site - b.site)
}

type SegmentOfBlock = Pick<ScheduleSegment, 'segment' | 'index'>

const blockId = ({ segment, index }: SegmentOfBlock, kind: 'op' | 'idle', op: number) =>
  `${segment} ${index} ${kind} ${op}`

/** The block of the operation that a replay has just done. */
export const blockOfStep = ({ segment, index, op }: Pick<FaultReplayStep, 'segment' | 'index' | 'op'>) =>
  blockId({ segment, index }, 'op', op)

function blocksOf({ segment, index, ops, idles }: ScheduleSegment, behind_ns: number): Block[] {
  const shared = { segment, index }
  const name = segmentText(segment, index)
  const placed = (start_ns: number, duration_ns: number) => ({ start_ns: start_ns + behind_ns, duration_ns })
  return [
    ...ops.map(
      (op, at): Block => ({
        ...shared,
        ...placed(op.start_ns, op.duration_ns),
        id: blockId(shared, 'op', at),
        kind: 'op',
        op: at,
        gate: op.gate,
        sites: op.sites,
        words: `${name}: ${operationText(op)}, ${nanoseconds(op.start_ns)} + ${nanoseconds(op.duration_ns)}`,
      }),
    ),
    ...idles.map(
      (idle, at): Block => ({
        ...shared,
        ...placed(idle.start_ns, idle.duration_ns),
        id: blockId(shared, 'idle', at),
        kind: 'idle',
        op: at,
        gate: null,
        sites: [idle.site],
        words: `${name}: ${idle.site} waits${idle.decision ? ' for the decision' : ''}, ${nanoseconds(idle.start_ns)} + ${nanoseconds(idle.duration_ns)}`,
      }),
    ),
  ]
}

export function timelineOf(schedule: RoundSchedule, module: Parameters<typeof lanesOf>[0]): ScheduleTimeline {
  const behind = (segment: ScheduleSegment) => (segment.segment === 'repeat' ? schedule.duration_ns : 0)
  const blocks = schedule.segments.flatMap(segment => blocksOf(segment, behind(segment)))
  const sections = schedule.segments.map(segment => ({
    name: segment.segment === 'repeat' ? 'repeat, when triggered' : segmentText('flagged', segment.index),
    start_ns: segment.start_ns + behind(segment),
    duration_ns: segment.duration_ns,
  }))
  return {
    lanes: lanesOf(
      module,
      blocks.flatMap(({ sites }) => sites),
    ),
    blocks: [...blocks].sort((a, b) => a.start_ns - b.start_ns || a.id.localeCompare(b.id, 'en', { numeric: true })),
    sections,
    duration_ns: Math.max(0, ...sections.map(({ start_ns, duration_ns }) => start_ns + duration_ns)),
  }
}

/** Blocks that touch a stretch of the clock: those in view, of the thousands there may be. */
export const blocksWithin = (blocks: readonly Block[], from_ns: number, to_ns: number) =>
  blocks.filter(({ start_ns, duration_ns }) => start_ns <= to_ns && start_ns + duration_ns >= from_ns)

/** Spacing of ticks in ns that leaves each at least `room` pixels: 1, 2 or 5 times a power of ten. */
export function tickEvery(pixelsPerNs: number, room = 90): number {
  const least = room / pixelsPerNs
  const decade = 10 ** Math.floor(Math.log10(least))
  return [1, 2, 5, 10].map(step => step * decade).find(step => step >= least)!
}
