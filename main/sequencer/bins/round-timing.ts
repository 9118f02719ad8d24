/** How long rounds really lasted, from the device's own marks. */
import { sum } from '../../contract/numbers/arithmetic'
import { SequencerError } from '../program/errors'
import type { SequencerProgram } from '../program/program'
import { shotWalk } from './shot-walk'

export interface RoundTiming {
  readonly source: 'measured' | 'compiled'
  /** Duration of rounds without a trigger; where measured, the median. */
  readonly value_ns: number
  readonly compiled_ns: number
  readonly min_ns: number | null
  readonly max_ns: number | null
  readonly n: number
}

/** A round as compiled, by the outcomes of the noiseless reference. Null for a program without rounds. */
function compiledRound(program: SequencerProgram, reference: Uint8Array | undefined) {
  let found: { readonly duration_ns: number; readonly path: number } | null = null
  shotWalk(program)(slot => reference?.[slot] ?? 0, {
    round: (duration_ns, path) => {
      found ??= { duration_ns, path }
    },
  })
  return found as { readonly duration_ns: number; readonly path: number } | null
}

/** Marks as u64 little-endian, a start and an end for each round of each marked shot. */
const markAt = (view: DataView, index: number): bigint => view.getBigUint64(8 * index, true)

/** Durations of rounds in which nothing triggered, of the shots that the marks cover. */
export function untriggeredDurations(
  program: SequencerProgram,
  { marks, bins, reference }: { marks: Uint8Array; bins: Uint8Array; reference?: Uint8Array | undefined },
): number[] {
  const per_shot = 2 * program.rounds
  const shots = per_shot === 0 ? 0 : Math.floor(marks.length / (8 * per_shot))
  if (shots * per_shot * 8 !== marks.length)
    throw new SequencerError('link_failed', `${marks.length} bytes of marks are no whole shots of ${per_shot} marks`)
  const expected = compiledRound(program, reference)
  const view = new DataView(marks.buffer, marks.byteOffset, marks.byteLength)
  const walk = shotWalk(program)
  const found: number[] = []
  for (let shot = 0; shot < shots; shot++) {
    let at = shot * per_shot
    walk(slot => (bins[shot * program.slots + slot] === 1 ? 1 : 0), {
      round(_, path) {
        if (path === expected?.path) found.push(Number(markAt(view, at + 1) - markAt(view, at)))
        at += 2
      },
    })
  }
  return found
}

/** How often each duration occurred: rounds of one length are many, lengths are few. */
export type DurationCounts = ReadonlyMap<number, number>

/** `counts` null: the device has no timestamps. Null for a program without rounds. */
export function roundTiming(
  program: SequencerProgram,
  counts: DurationCounts | null,
  reference?: Uint8Array,
): RoundTiming | null {
  const expected = compiledRound(program, reference)
  if (!expected) return null
  const { duration_ns: compiled_ns } = expected
  if (counts === null || counts.size === 0)
    return { source: 'compiled', value_ns: compiled_ns, compiled_ns, min_ns: null, max_ns: null, n: 0 }
  const sorted = [...counts].sort(([a], [b]) => a - b)
  const n = sum(sorted.map(([, count]) => count))
  let before = 0
  const [value_ns] = sorted.find(([, count]) => {
    before += count
    return 2 * before >= n
  })!
  return { source: 'measured', value_ns, compiled_ns, min_ns: sorted[0]![0], max_ns: sorted.at(-1)![0], n }
}

/** Throws `timing_mismatch` where rounds are off by more than a step of the grid. */
export function checkTiming(timing: RoundTiming, { grid_ns }: Pick<SequencerProgram, 'grid_ns'>): void {
  const { value_ns, compiled_ns } = timing
  if (Math.abs(value_ns - compiled_ns) <= grid_ns) return
  throw new SequencerError(
    'timing_mismatch',
    `rounds lasted ${value_ns} ns on the device and ${compiled_ns} ns as compiled, more than a step of ${grid_ns} ns apart`,
    { details: { ...timing } },
  )
}
