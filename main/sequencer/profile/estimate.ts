/** How long a program keeps a sequencer, and what the link costs. */
import { sum } from '../../contract/numbers/arithmetic'
import type { SequencerProgram } from '../program/program'
import { playedSteps } from '../program/steps'
import type { SequencerProfile } from './profile'

/** A mark is a u64. */
export const MARK_BYTES = 8

/** Duration of one shot: least where no conditional block is played, most where all are. */
export function shotDuration(program: SequencerProgram): { readonly least_ns: number; readonly most_ns: number } {
  let [least_ns, most_ns] = [0, 0]
  for (const step of playedSteps(program)) {
    if (step.kind !== 'call') continue
    most_ns += step.block.duration_ns
    if (step.condition === null) least_ns += step.block.duration_ns
  }
  return { least_ns, most_ns }
}

/** Shots of one batch: as many as the bins hold. 0 where not even one shot fits. */
export const shotsPerBatch = (
  { slots }: Pick<SequencerProgram, 'slots'>,
  { bins }: Pick<SequencerProfile, 'bins'>,
): number => Math.floor(bins / slots)

/** The shots of every batch; throws a RangeError where not even one shot fits. */
export function batchesOf(shots: number, per_batch: number): number[] {
  if (per_batch < 1) throw new RangeError('the bins hold no shot of this program')
  const whole = Math.floor(shots / per_batch)
  const rest = shots - whole * per_batch
  return [...Array.from({ length: whole }, () => per_batch), ...(rest > 0 ? [rest] : [])]
}

/** Greatest share of the shots that is measured again in place of lost ones. */
const TOP_UP_SHARE = 0.05

/** Shots of each batch that measures lost shots again, after `valid` of `shots` counted. */
export function topUpsOf(shots: number, valid: number, per_batch: number): number[] {
  const missing = Math.min(shots - valid, Math.floor(TOP_UP_SHARE * shots))
  return missing > 0 ? batchesOf(missing, per_batch) : []
}

export interface DeviceTime {
  readonly upload_s: number
  /** Shots one after the other, each at its longest. */
  readonly measuring_s: number
  readonly fetch_s: number
  /** Part of `fetch_s` for the marks of timestamps. */
  readonly marks_s: number
  readonly total_s: number
  readonly batches: number
}

/** An upper estimate of the time that `shots` shots take; `program_bytes` is the size of the text. */
export function deviceTime(
  program: SequencerProgram,
  {
    shots,
    program_bytes,
    profile,
  }: { readonly shots: number; readonly program_bytes: number; readonly profile: SequencerProfile },
): DeviceTime {
  const batches = batchesOf(shots, shotsPerBatch(program, profile))
  const marked = sum(batches.map(each => Math.min(each, profile.marked_shots)))
  const marks = profile.timestamps === 'marks' ? 2 * program.rounds * MARK_BYTES * marked : 0
  const uploads = new Set(batches).size
  const upload_s = (uploads * program_bytes) / profile.link_bytes_per_s
  const measuring_s = shots * shotDuration(program).most_ns * 1e-9
  const marks_s = marks / profile.link_bytes_per_s
  const fetch_s = (shots * program.slots * profile.bytes_per_bin) / profile.link_bytes_per_s + marks_s
  return { upload_s, measuring_s, fetch_s, marks_s, total_s: upload_s + measuring_s + fetch_s, batches: batches.length }
}
