/** Data of a batch fetched from the sequencer: bins as bit planes, IQ points of readouts, marks of rounds. */
import type { BitPlanes } from '../../qec/program/frame'
import { decodeBins, joinPlanes } from '../bins/decode'
import { IQ_BYTES, type IqMoments, iqMoments } from '../bins/iq'
import { type DurationCounts, untriggeredDurations } from '../bins/round-timing'
import { MARK_BYTES } from '../profile/estimate'
import type { SequencerProfile } from '../profile/profile'
import { SequencerError } from '../program/errors'
import type { SequencerProgram } from '../program/program'
import { prefixOf, type SequencerAddress, type SequencerLink, type WallClock } from './sequencer'

export interface FetchOptions {
  readonly program: SequencerProgram
  readonly profile: SequencerProfile
  readonly address: SequencerAddress
  readonly clock: WallClock
  /** Noiseless outcome of each slot, to which bits are relative. */
  readonly reference?: Uint8Array | undefined
  /** Fetches the points of the readouts too, where the profile has them. */
  readonly iq?: boolean | undefined
}

export interface LostShots {
  readonly invalid: number
  readonly feedback_mismatch: number
}

interface FetchedBatch {
  readonly planes: BitPlanes
  readonly lost: LostShots
  /** How many rounds took how many ns; null where the device marks none. */
  readonly rounds: DurationCounts | null
  /** Moments of every slot, where they were requested and the sequencer provides them. */
  readonly iq: readonly IqMoments[] | null
}

/** Bins that are decoded before others get the thread: some milliseconds. */
const BINS_AT_ONCE = 2 ** 14

/** Throws `link_failed` where another number of bytes arrives than the program fills. */
export async function fetchBatch(link: SequencerLink, options: FetchOptions, shots: number): Promise<FetchedBatch> {
  const at = prefixOf(options.address)
  const { slots } = options.program
  const bins = await fetched(link, `${at}:ACQuisition:BINs?`, { what: 'bins', bytes: shots * slots })
  const points = hasPoints(options)
    ? await fetched(link, `${at}:ACQuisition:IQ?`, { what: 'bytes of I and Q', bytes: IQ_BYTES * shots * slots })
    : null
  const marks = hasMarks(options)
    ? await fetched(link, `${at}:MARKs?`, { what: 'bytes of marks', bytes: markBytes(options, shots) })
    : null
  return { ...(await decoded(bins, marks, options)), iq: points && iqMoments(points, slots) }
}

const hasPoints = ({ iq, profile }: FetchOptions) => iq === true && profile.iq === 'points'
const hasMarks = ({ profile, program }: FetchOptions) => profile.timestamps === 'marks' && program.rounds > 0

const markBytes = ({ program, profile }: FetchOptions, shots: number): number =>
  2 * MARK_BYTES * program.rounds * Math.min(shots, profile.marked_shots)

interface ExpectedBlock {
  readonly what: string
  readonly bytes: number
}

async function fetched(link: SequencerLink, query: string, { what, bytes }: ExpectedBlock): Promise<Uint8Array> {
  const block = await link.queryBlock(query)
  if (block.length === bytes) return block
  throw new SequencerError('link_failed', `${block.length} ${what} arrived, ${bytes} were expected`)
}

/** Decodes a few shots at a time, so that others get the thread in between. */
async function decoded(bins: Uint8Array, marks: Uint8Array | null, { program, reference, clock }: FetchOptions) {
  const { slots } = program
  const lost = { invalid: 0, feedback_mismatch: 0 }
  const parts: BitPlanes[] = []
  const rounds = new Map<number, number>()
  const shot_marks = 2 * MARK_BYTES * program.rounds
  const step = Math.max(1, Math.floor(BINS_AT_ONCE / slots))
  for (let shot = 0; shot * slots < bins.length; shot += step) {
    const own = bins.subarray(shot * slots, (shot + step) * slots)
    const { planes, lost: more } = decodeBins(program, own, reference)
    parts.push(planes)
    lost.invalid += more.invalid
    lost.feedback_mismatch += more.feedback_mismatch
    const of = marks?.subarray(shot * shot_marks, (shot + step) * shot_marks)
    if (of)
      addCounts(
        rounds,
        untriggeredDurations(program, { marks: of, bins: own, reference }).map(ns => [ns, 1]),
      )
    await clock.wait(0)
  }
  return { planes: joinPlanes(parts), lost, rounds: marks ? rounds : null }
}

export function addCounts(counts: Map<number, number>, more: Iterable<readonly [number, number]>): void {
  for (const [ns, times] of more) counts.set(ns, (counts.get(ns) ?? 0) + times)
}
